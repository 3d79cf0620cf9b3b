/** A definition that cannot be used, and where: nothing of it is loaded. */

export type DefinitionFault =
  | 'base-missing'
  | 'base-cyclic'
  | 'differential-missing'
  | 'element-not-in-base'
  | 'type-not-in-base'
  | 'type-unknown'
  | 'type-ambiguous'
  | 'profile-unknown'
  | 'profile-type'
  | 'content-reference'
  | 'minimum-below-base'
  | 'maximum-above-base'
  | 'minimum-above-maximum'
  | 'binding-weaker'
  | 'slicing-missing'
  | 'discriminator-missing'
  | 'slicing-fixed'
  | 'too-large'

const texts: Readonly<Record<DefinitionFault, string>> = {
  'base-missing': 'its base definition is not known',
  'base-cyclic': 'it rests on itself',
  'differential-missing': 'it has neither a snapshot nor a differential',
  'element-not-in-base': 'the element is not in the base definition',
  'type-not-in-base': 'the base definition does not allow this type',
  'type-unknown': 'the type is not known',
  'type-ambiguous': 'the element has several types, and its parts are of none of them alone',
  'profile-unknown': 'the profile of its type is not known',
  'profile-type': 'the profile of its type is of another type',
  'content-reference': 'the element that it refers to does not exist',
  'minimum-below-base': 'the minimum is below that of the base definition',
  'maximum-above-base': 'the maximum is above that of the base definition',
  'minimum-above-maximum': 'the minimum is above the maximum',
  'binding-weaker': 'the binding is weaker than that of the base definition',
  'slicing-missing': 'a slice is named, but nothing says how the element is sliced',
  'discriminator-missing': 'the slices have no discriminator',
  'slicing-fixed': 'the slicing is another than that of the base definition',
  'too-large': 'its snapshot has too many elements',
}

export class DefinitionError extends Error {
  /** Its canonical address. */
  readonly definition: string
  /** Id of the element; of the first where the whole definition is meant. */
  readonly element: string
  readonly fault: DefinitionFault

  constructor(fault: DefinitionFault, definition: string, element: string) {
    super(`${definition}, ${element}: ${texts[fault]}`)
    this.name = 'DefinitionError'
    this.definition = definition
    this.element = element
    this.fault = fault
  }
}
