/** A definition that cannot be used, and the place: nothing of it is loaded. */

export type DefinitionFault =
  | 'malformed'
  | 'base-missing'
  | 'base-cyclic'
  | 'differential-missing'
  | 'element-not-in-base'
  | 'element-repeated'
  | 'parent-missing'
  | 'type-not-in-base'
  | 'type-unknown'
  | 'profile-unknown'
  | 'content-reference'
  | 'minimum-below-base'
  | 'maximum-above-base'
  | 'minimum-above-maximum'
  | 'binding-weaker'
  | 'slicing-missing'
  | 'discriminator-missing'
  | 'too-large'

const texts: Readonly<Record<DefinitionFault, string>> = {
  malformed: 'it is not a StructureDefinition as R4 has them',
  'base-missing': 'its base definition is not known',
  'base-cyclic': 'it rests on itself',
  'differential-missing': 'it has neither a snapshot nor a differential',
  'element-not-in-base': 'the element is not in the base definition',
  'element-repeated': 'the element is there twice',
  'parent-missing': 'the element lies below one that is not there',
  'type-not-in-base': 'the base definition does not allow this type',
  'type-unknown': 'the type is not known',
  'profile-unknown': 'the profile of its type is not known',
  'content-reference': 'the element that it refers to does not exist',
  'minimum-below-base': 'the minimum is below that of the base definition',
  'maximum-above-base': 'the maximum is above that of the base definition',
  'minimum-above-maximum': 'the minimum is above the maximum',
  'binding-weaker': 'the binding is weaker than that of the base definition',
  'slicing-missing': 'a slice is named, but nothing says how the element is sliced',
  'discriminator-missing': 'the slices have no discriminator',
  'too-large': 'its snapshot has too many elements',
}

export class DefinitionError extends Error {
  /** Its canonical address. */
  readonly definition: string
  /** Id of the element; the id of the first one if the whole definition is meant. */
  readonly element: string
  readonly fault: DefinitionFault
  /** A fixed text. */
  readonly reason: string

  constructor(fault: DefinitionFault, definition: string, element: string) {
    super(`${definition}, ${element}: ${texts[fault]}`)
    this.name = 'DefinitionError'
    this.definition = definition
    this.element = element
    this.fault = fault
    this.reason = texts[fault]
  }
}
