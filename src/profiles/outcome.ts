/** Findings as an OperationOutcome: texts and places, without a value of the resource but for its sender (D126). R4 operationoutcome.html. */
import type { Extension, OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes'
import type { Finding } from './findings.ts'

/** The place of an element in its text, from 1. */
export type Position = { readonly line: number; readonly column: number }
export type Locate = (expression: string) => Position | undefined

const extensions = 'http://hl7.org/fhir/StructureDefinition/operationoutcome-'
/** The extension with the key of the rule. */
export const messageIdUrl = `${extensions}message-id`

export type Told = Omit<Finding, 'rule'> & { readonly rule?: string }

/** Says so if nothing was found: an outcome has at least one issue. */
export function buildOutcome(findings: readonly Told[], locate?: Locate): OperationOutcome {
  const issue = findings.map((found) => buildIssue(found, locate?.(found.expression)))
  return { resourceType: 'OperationOutcome', issue: issue.length === 0 ? [nothing] : issue }
}

const nothing: OperationOutcomeIssue = {
  severity: 'information',
  code: 'informational',
  details: { text: 'The resource is valid' },
}

const whole = (name: string, valueInteger: number): Extension => ({ url: `${extensions}${name}`, valueInteger })

/** The place that an issue names, if any. */
export function positionOf({ extension = [] }: OperationOutcomeIssue): Position | undefined {
  const read = (name: string) => extension.find(({ url }) => url === `${extensions}${name}`)?.valueInteger
  const [line, column] = [read('issue-line'), read('issue-col')]
  return line === undefined || column === undefined ? undefined : { line, column }
}

function buildIssue(
  { rule, severity, code, message, expression, profile, slice }: Told,
  at: Position | undefined,
): OperationOutcomeIssue {
  const positions = at === undefined ? [] : [whole('issue-line', at.line), whole('issue-col', at.column)]
  const key = rule === undefined ? [] : [{ url: messageIdUrl, valueString: rule }]
  const more = [...positions, ...key]
  return {
    ...(more.length === 0 ? {} : { extension: more }),
    severity,
    // A finding's code is one of FHIR's IssueType.
    code: code as OperationOutcomeIssue['code'],
    details: { text: message },
    ...(profile === undefined ? {} : { diagnostics: slice === undefined ? profile : `${profile}, slice ${slice}` }),
    ...(at === undefined ? {} : { location: [`Line ${at.line}, column ${at.column}`] }),
    expression: [expression],
  }
}
