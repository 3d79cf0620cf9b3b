/** Cardinalities, formats and invariants of the R4 definitions, by the validator of @medplum/core; its texts may hold values, ours do not. */
import { OperationOutcomeError, validateResource } from '@medplum/core'
import type { OperationOutcomeIssue, Resource } from '@medplum/fhirtypes'
import type { JsonObject } from '../json.ts'
import { type Finding, finding, type RuleKey } from './findings.ts'

const maxBase64Bytes = 32 * 1024 * 1024

/** Its texts and our rules; `undefined` where the walk has said it already. */
const issueRules: readonly (readonly [RegExp, RuleKey | undefined])[] = [
  [/^Missing required property/, 'minimum'],
  [/^Invalid number of values: expected (\d+)\.\.\S+, but found 0$/, 'minimum'],
  [/^Invalid number of values/, 'cardinality'],
  [/^Incorrect number of values provided for slice/, 'cardinality'],
  [/^Expected (array of values|single value) for property/, undefined],
  [/^Invalid additional property/, undefined],
  [/^Invalid (null|undefined) value/, undefined],
  [/^Invalid empty/, undefined],
  [/^(Invalid reference|Conflicting choice|Type of primitive extension)/, undefined],
  [/^String must contain non-whitespace content/, 'empty-value'],
  [/^String cannot be larger|^base64Binary exceeds/, 'too-long'],
  [/^Invalid JSON type/, 'json-type'],
  // Ours allows white space.
  [/^Invalid base64Binary format/, undefined],
  [/^Invalid \w+ (format|value)|^Invalid numeric value|^Expected number/, 'primitive-format'],
  [/^Value did not match expected pattern/, 'fixed-value'],
]

/** Findings of the definitions that are loaded. */
export function checkInvariants(resource: JsonObject): Finding[] {
  try {
    // The walk has shown that it is an object of a known type.
    const warnings = validateResource(resource as unknown as Resource, { base64BinaryMaxBytes: maxBase64Bytes })
    return warnings.flatMap(findingOf)
  } catch (error) {
    if (error instanceof OperationOutcomeError) return (error.outcome.issue ?? []).flatMap(findingOf)
    return [finding('unreadable', String(resource['resourceType']))]
  }
}

function findingOf(issue: OperationOutcomeIssue): Finding[] {
  const text = issue.details?.text ?? ''
  const expression = issue.expression?.[0] ?? ''
  if (issue.code === 'invariant') return [invariantOf(text, expression)]
  // Its limit is that of strings, which a narrative is not. R4 narrative.html#xhtml.
  if (text.startsWith('String cannot be larger') && expression.endsWith('.div')) return []
  const row = issueRules.find(([pattern]) => pattern.test(text))
  const rule = row === undefined ? 'unreadable' : row[1]
  return rule === undefined ? [] : [finding(rule, expression)]
}

/** Key and sentence of an invariant are published texts of the definition. */
function invariantOf(text: string, expression: string): Finding {
  const [, key = 'invariant', human] = /^Constraint (\S+) not met: ([\s\S]*)$/.exec(text) ?? []
  return { ...finding('invariant', expression), rule: key, ...(human ? { message: human } : {}) }
}
