/** The reference's verdict on each case, recorded by `npm run judge:validator -- --record`, so that tests need no Java. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Case, hashOf } from './cases.ts'

export type Verdict = {
  readonly valid: boolean
  /** Keys of the reference's messages for errors. */
  readonly errors: readonly string[]
}

const path = join(import.meta.dirname, 'verdicts.json')
type Row = readonly [id: string, hash: string, valid: boolean, ...errors: readonly string[]]

export const fingerprint = ({ text, profiles }: Case): string => hashOf(JSON.stringify([text, profiles])).slice(0, 8)

/** Verdicts of cases that are unchanged since the reference saw them; other cases have none. */
export function readVerdicts(cases: readonly Case[]): ReadonlyMap<Case, Verdict> {
  const rows = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Row[]) : []
  const byKey = new Map(rows.map(([id, hash, valid, ...errors]) => [`${id} ${hash}`, { valid, errors }]))
  return new Map(
    cases.flatMap((each) => {
      const verdict = byKey.get(`${each.id} ${fingerprint(each)}`)
      return verdict === undefined ? [] : [[each, verdict] as const]
    }),
  )
}

/** One row a line. */
export function writeVerdicts(verdicts: ReadonlyMap<Case, Verdict>): void {
  const rows = [...verdicts].map(([each, { valid, errors }]): Row => [each.id, fingerprint(each), valid, ...errors])
  writeFileSync(path, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
}
