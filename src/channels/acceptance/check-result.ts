/** Fixed words: how to mend a failure, or why a check was left out. */
export type CheckResult = {
  readonly check: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly advice?: string
}
