/** A finding of a check: the rule, the place, and a text with the demands of the definition, without a value of the resource (D126). R4 operationoutcome.html, valueset-issue-type.html. */
import { ruleTexts } from './rules/rule-texts.ts'

export type Finding = {
  readonly severity: 'error' | 'warning' | 'information'
  /** FHIR IssueType. */
  readonly code: string
  /** FHIRPath of the element. */
  readonly expression: string
  readonly rule: string
  readonly profile?: string
  /** Slice of the profile for the value. */
  readonly slice?: string
  readonly message: string
}

type Rule = { readonly severity: Finding['severity']; readonly code: string; readonly message: string }

/** Rules of R4 itself that no invariant of its definitions states. */
const rules = {
  ...ruleTexts,
  'text-unreadable': { severity: 'error', code: 'structure', message: 'The text is not well-formed JSON or XML' },
  'resource-type': { severity: 'error', code: 'structure', message: 'The resource type is not one of R4' },
  'element-unknown': { severity: 'error', code: 'structure', message: 'The element is not defined here' },
  'choice-repeated': { severity: 'error', code: 'structure', message: 'Only one type of this choice may be present' },
  'array-expected': { severity: 'error', code: 'structure', message: 'The element repeats: an array is expected' },
  'single-expected': {
    severity: 'error',
    code: 'structure',
    message: 'The element does not repeat: no array is expected',
  },
  'object-expected': { severity: 'error', code: 'structure', message: 'An object is expected' },
  'null-value': { severity: 'error', code: 'structure', message: 'Null is not allowed here' },
  'empty-value': {
    severity: 'error',
    code: 'structure',
    message: 'An element has a value or children; it is never empty',
  },
  'json-type': { severity: 'error', code: 'structure', message: 'The JSON type is not the one of this element' },
  'primitive-format': { severity: 'error', code: 'value', message: 'The value does not have the format of its type' },
  'too-long': { severity: 'error', code: 'too-long', message: 'The value is too long' },
  'too-short': { severity: 'error', code: 'value', message: 'The value is too short' },
  'too-large': { severity: 'error', code: 'too-costly', message: 'The resource has too many elements' },
  'fixed-value': { severity: 'error', code: 'value', message: 'The value is not the one that the definition fixes' },
  'pattern-value': {
    severity: 'error',
    code: 'value',
    message: 'The value does not hold the pattern of the definition',
  },
  'minimum-value': { severity: 'error', code: 'value', message: 'The value is less than the definition allows' },
  'maximum-value': { severity: 'error', code: 'value', message: 'The value is more than the definition allows' },
  'type-not-allowed': { severity: 'error', code: 'structure', message: 'The type is not one that the profile allows' },
  minimum: { severity: 'error', code: 'required', message: 'A required element is missing' },
  cardinality: { severity: 'error', code: 'structure', message: 'The number of values is outside the allowed range' },
  invariant: { severity: 'error', code: 'invariant', message: 'An invariant of the definition is not met' },
  'invariant-failed': {
    severity: 'error',
    code: 'exception',
    message: 'An invariant of the definition cannot be evaluated on this value',
  },
  unreadable: { severity: 'error', code: 'structure', message: 'The resource cannot be read as its type' },
  'id-format': { severity: 'error', code: 'value', message: 'An id is 1 to 64 letters, digits, hyphens and dots' },
  'contained-id': { severity: 'error', code: 'required', message: 'A contained resource has an id' },
  'contained-duplicate': { severity: 'error', code: 'duplicate', message: 'Two contained resources have the same id' },
  'required-binding': { severity: 'error', code: 'code-invalid', message: 'The code is not in the required value set' },
  'code-unknown': { severity: 'error', code: 'code-invalid', message: 'The code system does not have this code' },
  'extensible-binding': {
    severity: 'warning',
    code: 'code-invalid',
    message: 'No code is in the extensible value set, which is used unless it has no suitable code',
  },
  'binding-unknown': {
    severity: 'warning',
    code: 'not-supported',
    message: 'Whether the code is in the required value set is not known here',
  },
  'slice-minimum': { severity: 'error', code: 'required', message: 'A required slice is missing' },
  'slice-maximum': { severity: 'error', code: 'structure', message: 'A slice has more values than it allows' },
  'slice-closed': {
    severity: 'error',
    code: 'structure',
    message: 'The value is in none of the slices that are allowed',
  },
  'slice-order': { severity: 'error', code: 'structure', message: 'The value is out of the order of the slices' },
  'slice-ambiguous': { severity: 'error', code: 'structure', message: 'The value is in several slices' },
  'extension-content': {
    severity: 'error',
    code: 'structure',
    message: 'An extension has a value or extensions, and never both',
  },
  'extension-unknown': {
    severity: 'information',
    code: 'not-supported',
    message: 'The extension is not known here and was not checked',
  },
  'modifier-unknown': {
    severity: 'warning',
    code: 'not-supported',
    message: 'The modifier extension is not known here: what the element means cannot be told',
  },
  'reference-format': {
    severity: 'error',
    code: 'value',
    message: 'The reference is not Type/id, an absolute URL, a URN or #id',
  },
  'reference-target': {
    severity: 'error',
    code: 'value',
    message: 'The reference points to a type that is not allowed here',
  },
  'reference-aggregation': {
    severity: 'error',
    code: 'value',
    message: 'The reference points where its definition does not allow: contained, bundled or elsewhere',
  },
  'reference-profile': {
    severity: 'error',
    code: 'structure',
    message: 'The resource that is pointed to meets none of the profiles that are allowed here',
  },
  'reference-type': {
    severity: 'error',
    code: 'value',
    message: 'The type of the reference is not the one that it points to',
  },
  'reference-contained': { severity: 'error', code: 'not-found', message: 'The contained resource does not exist' },
  'reference-missing': { severity: 'error', code: 'not-found', message: 'The referenced resource does not exist' },
  narrative: {
    severity: 'error',
    code: 'structure',
    message: 'The narrative is not well-formed, limited XHTML in one div',
  },
  'profile-unmet': {
    severity: 'error',
    code: 'structure',
    message: 'The value meets none of the profiles of its type',
  },
  'profile-type': { severity: 'error', code: 'structure', message: 'The profile is not one of this type' },
  'profile-missing': {
    severity: 'error',
    code: 'not-supported',
    message: 'A profile that the definition names is not known here',
  },
  'profile-asked': {
    severity: 'error',
    code: 'not-supported',
    message: 'The profile that was asked for is not known here',
  },
  'definition-faulty': {
    severity: 'error',
    code: 'exception',
    message: 'The definition of the profile contradicts itself',
  },
  'profile-unknown': {
    severity: 'warning',
    code: 'not-supported',
    message: 'The claimed profile is not known here and was not checked',
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleKey = keyof typeof rules

export const finding = (rule: RuleKey, expression: string): Finding => ({ ...rules[rule], rule, expression })

/** Whether a rule compares a StructureDefinition with what it is based on. */
export const isOfDefinition = (rule: RuleKey): boolean => rule.startsWith('definition-') && rule !== 'definition-faulty'

export const severityOf = (rule: RuleKey): Finding['severity'] => rules[rule].severity

/** True for a name that looks like an element's; another could hold anything, and is not repeated. */
export const isPlainName = (name: string): boolean => /^_?[a-z][A-Za-z]{0,39}$/.test(name)

/** True for a text that looks like a type's name. */
export const isPlainType = (name: string): boolean => /^[A-Z][A-Za-z]{0,39}$/.test(name)

/** An element's place. An unknown name is repeated only if it looks like an element's. */
export const placeOf = (parent: string, name: string): string => (isPlainName(name) ? `${parent}.${name}` : parent)
