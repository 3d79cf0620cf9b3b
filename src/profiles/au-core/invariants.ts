/** Invariants that several profiles of AU Core state. One key may mean different things in different profiles. */
import type { Invariant } from './rows.ts'

export const absentReason = "extension('http://hl7.org/fhir/StructureDefinition/data-absent-reason')"

export const snomedSite = (key: string): Invariant => ({
  key,
  human: 'A body site that is coded has a coding of SNOMED CT',
  expression: "coding.exists() implies coding.where(system='http://snomed.info/sct').exists()",
})

export const valueOrReason = (key: string): Invariant => ({
  key,
  human: 'There is a value, or the reason why there is none',
  expression: 'dataAbsentReason.exists() or value.exists()',
})

export const partsOrValue = (key: string): Invariant => ({
  key,
  human: 'Where there are neither components nor members, there is a value, or the reason why there is none',
  expression: '(component.empty() and hasMember.empty()) implies (dataAbsentReason.exists() or value.exists())',
})

export const componentValue = (key: string): Invariant => ({
  key,
  human: 'A component has a value, or the reason why there is none',
  expression: 'value.exists() or dataAbsentReason.exists()',
})

export const dayOrReason = (key: string): Invariant => ({
  key,
  human: 'A date names the day at least; where it is not known, the reason stands in its place',
  expression:
    `(($this is dateTime implies $this.toString().length() >= 10) and ${absentReason}.value.exists().not())` +
    ` xor ($this is dateTime implies ($this.hasValue().not() and ${absentReason}.value.exists()))`,
})
