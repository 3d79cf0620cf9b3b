/** Findings as an OperationOutcome: fixed texts and places, never a value. R4 operationoutcome.html. */
import type { OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes'
import type { Finding } from './findings.ts'

/** Where an element lies in the text that it was read from, 1-based. */
export type Position = { readonly line: number; readonly column: number }
export type Locate = (expression: string) => Position | undefined

const extensions = 'http://hl7.org/fhir/StructureDefinition/operationoutcome-'

/** Nothing found is told too: an outcome has an issue at least. */
export function buildOutcome(findings: readonly Finding[], locate?: Locate): OperationOutcome {
  const issue = findings.map((found) => buildIssue(found, locate?.(found.expression)))
  return { resourceType: 'OperationOutcome', issue: issue.length === 0 ? [nothing] : issue }
}

const nothing: OperationOutcomeIssue = {
  severity: 'information',
  code: 'informational',
  details: { text: 'The resource is valid' },
}

function buildIssue(
  { rule, severity, code, message, expression, profile, slice }: Finding,
  at: Position | undefined,
): OperationOutcomeIssue {
  const positions =
    at === undefined
      ? []
      : [
          { url: `${extensions}issue-line`, valueInteger: at.line },
          { url: `${extensions}issue-col`, valueInteger: at.column },
        ]
  return {
    extension: [...positions, { url: `${extensions}message-id`, valueString: rule }],
    severity,
    // A finding's code is one of FHIR's IssueType.
    code: code as OperationOutcomeIssue['code'],
    details: { text: message },
    ...(profile === undefined ? {} : { diagnostics: slice === undefined ? profile : `${profile}, slice ${slice}` }),
    ...(at === undefined ? {} : { location: [`Line ${at.line}, column ${at.column}`] }),
    expression: [expression],
  }
}
