/** Lines as the embedded drafter writes them, in the words that were said: one that is right, and one with an error that drafters make. D315. */
import type { Claim } from '../../../../src/core/clinical-note.ts'

/**
 * `thing`: without the thing, the condition or the exception that it is about. `stance`: a fear, a turn of speech or an instruction of the
 * examination as a fact or a plan. `question`: an answer to another question, or a neighbour's finding. `time`: of another event, or over.
 */
export type Cause = 'thing' | 'stance' | 'question' | 'time' | 'dose'

/** A kind, the sentence, the display of its claim (with `-` absent, `r` of a relative, `p` past, `u` uncertain), and the words that it cites. */
export type DraftedLine = readonly [kind: Claim['kind'], text: string, claim: string, ...cited: readonly string[]]

export type Drafted = {
  readonly cause: Cause
  readonly lines: readonly string[]
  readonly right: DraftedLine
  readonly wrong: DraftedLine
}
