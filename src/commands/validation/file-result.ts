/** What `banksia validate` found in one resource, for every form of its report. */
import type { OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes'
import { messageIdUrl } from '../../profiles/outcome.ts'
import { type Problem, problems } from './list-inputs.ts'

export type FileResult = {
  /** As the caller named it. */
  readonly file: string
  /** Its line in NDJSON, from 1. */
  readonly line?: number
  readonly valid: boolean
  /** Why nothing could be judged. */
  readonly problem?: Problem
  /** Profiles that it was checked against besides its type. */
  readonly profiles: readonly string[]
  readonly outcome: OperationOutcome
}

export const notRead = (file: string, problem: Problem): FileResult => {
  const { code, text } = problems[problem]
  const issue: OperationOutcomeIssue = { severity: 'fatal', code, details: { text } }
  return { file, valid: false, problem, profiles: [], outcome: { resourceType: 'OperationOutcome', issue: [issue] } }
}

export const nameOf = ({ file, line }: FileResult): string => (line === undefined ? file : `${file}, line ${line}`)

/** Without the remark that nothing was found. */
export const issuesOf = ({ outcome }: FileResult): readonly OperationOutcomeIssue[] =>
  outcome.issue.filter(({ code }) => code !== 'informational' || outcome.issue.length > 1)

export const isError = ({ severity }: OperationOutcomeIssue): boolean => severity === 'error' || severity === 'fatal'

export const ruleOf = ({ extension, code }: OperationOutcomeIssue): string =>
  extension?.find(({ url }) => url === messageIdUrl)?.valueString ?? code

export const textOf = ({ details }: OperationOutcomeIssue): string => details?.text ?? ''

/** The element, and its place in the text. */
export const placeOf = ({ location, expression }: OperationOutcomeIssue): string =>
  [expression?.[0], location?.[0]?.toLowerCase()].filter((part) => part !== undefined).join(', ')

/** One issue in one line. */
export const lineOf = (issue: OperationOutcomeIssue): string =>
  `${issue.severity.padEnd(11)} ${[placeOf(issue), textOf(issue)].filter((part) => part !== '').join(': ')}${issue.diagnostics === undefined ? '' : ` [${issue.diagnostics}]`}`

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `2 errors, 1 warning`. */
export function countIssues(results: readonly FileResult[]): string {
  const all = results.filter(({ problem }) => problem === undefined).flatMap(issuesOf)
  const warnings = all.filter(({ severity }) => severity === 'warning').length
  return `${plural(all.filter(isError).length, 'error')}, ${plural(warnings, 'warning')}`
}

export function summarise(results: readonly FileResult[]): string {
  const count = (isCounted: (result: FileResult) => boolean): number => results.filter(isCounted).length
  const unread = count(({ problem }) => problem !== undefined)
  const named = results.some(({ line }) => line !== undefined) ? 'resource' : 'file'
  return `${plural(results.length, named)}: ${count(({ valid }) => valid)} valid, ${count(({ valid }) => !valid) - unread} not${unread === 0 ? '' : `, ${unread} not read`}; ${countIssues(results)}`
}
