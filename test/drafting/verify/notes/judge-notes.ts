/** Judges the sentences of a talk as the answer of an outside drafter is judged. */
import { type Judgement, judgeStatement } from '../../../../bench/drafting/judge-statement.ts'
import type { Segment } from '../../../../src/core/clinical-note.ts'
import { talk } from '../../dialogues.ts'
import { kinds, type NotePair, type NoteTalk } from './note.ts'

const sections: Readonly<Record<string, string>> = { fx: 'objective', vital: 'objective', dx: 'assessment', plan: 'plan', net: 'plan' } // biome-ignore format: a table

const isAsked = ({ text }: Segment): boolean => text.trim().endsWith('?')

/** An answer is one only beside its question. */
function roleOf(cited: readonly Segment[], segment: Segment): 'question' | 'answer' | 'statement' {
  if (segment.speaker === 'clinician') return isAsked(segment) ? 'question' : 'statement'
  return cited.some((one) => one.speaker === 'clinician' && isAsked(one)) ? 'answer' : 'statement'
}

type Claimed = { readonly short: string; readonly isUnsure: boolean; readonly claim: object }

function claimOf(text: string): Claimed {
  const [, short = '', marks = '', concept = ''] = /^([a-z]+?)([-rpu]*) (.+)$/.exec(text) ?? []
  const polarity = marks.includes('-') ? 'absent' : 'present'
  const person = marks.includes('r') ? 'relative' : 'patient'
  const time = marks.includes('p') ? 'past' : 'current'
  return { short, isUnsure: marks.includes('u'), claim: { kind: kinds[short], concept, polarity, person, time } }
}

function judge(sentence: string, cited: readonly number[], segments: readonly Segment[]): Promise<Judgement> {
  const [text = '', ...told] = sentence.split('|')
  const claims = told.map(claimOf)
  const said = segments.filter((_, at) => cited.includes(at))
  return judgeStatement(segments, {
    section: sections[claims[0]?.short ?? ''] ?? 'subjective',
    text,
    certainty: claims.some(({ isUnsure }) => isUnsure) ? 'uncertain' : 'certain',
    claims: claims.map(({ claim }) => claim),
    evidence: cited.map((at) => ({ segment: at, role: roleOf(said, segments[at] as Segment) })), // the test fails on a place that is none
  })
}

export type JudgedPair = { readonly talk: string; readonly pair: NotePair; readonly right: Judgement; readonly wrong: Judgement } // biome-ignore format: one row

export const judgeNotes = (talks: readonly NoteTalk[]): Promise<readonly JudgedPair[]> =>
  Promise.all(
    talks.flatMap(({ name, lines, pairs }) => {
      const segments = talk(...lines)
      return pairs.map(async (pair): Promise<JudgedPair> => {
        const [, right, wrong, cited] = pair
        return { talk: name, pair, right: await judge(right, cited, segments), wrong: await judge(wrong, cited, segments) } // biome-ignore format: short
      })
    }),
  )
