/**
 * The labelled sample: statements of days 2 and 3 read against their evidence by hand. Its file holds identifiers only: consultation,
 * hash of the statement's text and evidence, verdict, class of error. A statement that the rules now draft otherwise is unlabelled.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Statement } from '../src/core/clinical-note.ts'

export const labelFile = join(import.meta.dirname, 'drafting-labels.tsv')

export type Label = { readonly verdict: 'right' | 'wrong'; readonly error: string }
export const labelKey = (consultation: string, statement: Statement): string => `${consultation} ${hashOf(statement)}`

const hashOf = ({ text, evidence }: Statement): string =>
  createHash('sha256')
    .update(JSON.stringify([text, evidence]))
    .digest('hex')
    .slice(0, 16)

/** By consultation and hash. */
export function readLabels(file = labelFile): ReadonlyMap<string, Label> {
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')) // biome-ignore format: short
  return new Map(
    lines.map((line) => {
      const [consultation = '', hash = '', verdict = '', error = ''] = line.split('\t')
      return [`${consultation} ${hash}`, { verdict: verdict === 'right' ? 'right' : 'wrong', error }]
    }),
  )
}

export type LabelScore = {
  readonly labelled: number
  readonly right: number
  /** Of the right ones, those that a clinician would strike: trivial, repeated, or not understood alone. */
  readonly struck: number
  /** Of those whose words are the drafter's, not a speaker's. */
  readonly told: number
  readonly toldRight: number
  readonly changed: number
  /** Wrong ones by class, and how many of them the verifier flagged. */
  readonly errors: ReadonlyMap<string, number>
  readonly caught: number
  readonly flaggedRight: number
}

export type Judged = { readonly consultation: string; readonly statement: Statement; readonly isFlagged: boolean }

/** The note has the statements that the verifier passes on; those that it flags show how many of the real errors it sees. */
export function scoreLabels(judged: readonly Judged[], labels = readLabels()): LabelScore {
  // A sentence that stands twice in a note counts once.
  const byKey = new Map(judged.map((item) => [labelKey(item.consultation, item.statement), item]))
  const own = [...byKey].flatMap(([key, item]) => {
    const label = labels.get(key)
    return label === undefined ? [] : [{ ...item, label }]
  })
  const passed = own.filter(({ isFlagged }) => !isFlagged)
  const told = passed.filter(({ statement }) => statement.claims.some(({ concept }) => !concept.startsWith('words-')))
  const wrong = passed.filter(({ label }) => label.verdict === 'wrong')
  return {
    labelled: passed.length,
    right: passed.length - wrong.length,
    struck: passed.filter(({ label }) => label.verdict === 'right' && label.error === 'strike').length,
    told: told.length,
    toldRight: told.filter(({ label }) => label.verdict === 'right').length,
    changed: labels.size - own.length,
    errors: new Map([...Map.groupBy(wrong, ({ label }) => label.error)].map(([error, list]) => [error, list.length])),
    caught: own.filter(({ isFlagged, label }) => isFlagged && label.verdict === 'wrong').length,
    flaggedRight: own.filter(({ isFlagged, label }) => isFlagged && label.verdict === 'right').length,
  }
}
