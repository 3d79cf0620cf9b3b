/** Judges each statement of the recorded answers of models as that of an HTTP drafter is judged: does it stay in the draft? */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../src/core/json.ts'
import type { Consultation } from '../consultations.ts'
import { judgeStatement, type ModelStatement } from './judge-statement.ts'

type Recorded = ModelStatement & { readonly verdict: 'right' | 'wrong'; readonly class?: string }
type RecordedTalk = {
  readonly consultation: string
  readonly answers: readonly { readonly kind: string; readonly statements: readonly Recorded[] }[]
}
export type JudgedAnswer = { readonly talk: string; readonly kind: string; readonly recorded: Recorded; readonly isKept: boolean; readonly rules: readonly string[] } // biome-ignore format: short

function readTalks(folder: string): readonly RecordedTalk[] {
  const path = join(import.meta.dirname, 'answers', folder)
  if (!existsSync(path)) return []
  // The files stand in this repository, so they are trusted; their README gives the form.
  return readdirSync(path).filter((file) => file.endsWith('.json')).sort().map((file) => parseJson(readFileSync(join(path, file), 'utf8')) as unknown as RecordedTalk) // biome-ignore format: short
}

/** `folder` of `answers`. A talk that is not among the consultations is left out. */
export async function judgeAnswers(
  folder: string,
  consultations: readonly Consultation[],
): Promise<readonly JudgedAnswer[]> {
  const judged: JudgedAnswer[] = []
  for (const { consultation, answers } of readTalks(folder)) {
    const talk = consultations.find(({ id }) => id === consultation)
    if (talk === undefined) continue
    for (const { kind, statements } of answers)
      for (const recorded of statements)
        judged.push({ talk: talk.id, kind, recorded, ...(await judgeStatement(talk.segments, recorded)) })
  }
  return judged
}
