/** A type's definition as far as the validator of @medplum/core obeys it here: required bindings, and invariants that are errors. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'

type Constraint = NonNullable<ElementDefinition['constraint']>[number]

const isChecked = ({ severity, key }: Constraint): boolean => severity === 'error' && key !== 'ele-1'

function coreElement({ slicing, binding, constraint = [], ...element }: ElementDefinition): ElementDefinition {
  const checked = constraint.filter(isChecked)
  return {
    ...element,
    ...(binding?.strength === 'required' ? { binding } : {}),
    ...(checked.length === 0 ? {} : { constraint: checked }),
  }
}

export const coreStructure = (structure: StructureDefinition): StructureDefinition => ({
  ...structure,
  snapshot: { element: (structure.snapshot?.element ?? []).map(coreElement) },
})
