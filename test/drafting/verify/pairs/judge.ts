/** Judges a sentence of a pair as the answer of an outside drafter is judged: with all lines of its talk as evidence. */
import type { Claim, Segment, Statement } from '../../../../src/core/clinical-note.ts'
import { settleDraft } from '../../../../src/drafting/compose/settle.ts'
import { handWritten, noteOf, talk, verify } from '../../dialogues.ts'
import type { Pair } from './pair.ts'

export const sectionOf: Partial<Record<Claim['kind'], string>> = {
  plan: 'plan',
  'safety-net': 'plan',
  impression: 'assessment',
  finding: 'objective',
  vital: 'objective',
}

function roleOf(segments: readonly Segment[], at: number): 'question' | 'answer' | 'statement' {
  const { speaker, text } = segments[at] ?? { speaker: 'patient', text: '' }
  if (speaker === 'clinician') return text.trim().endsWith('?') ? 'question' : 'statement'
  return segments[at - 1]?.text.trim().endsWith('?') === true ? 'answer' : 'statement'
}

export function claimOf(kind: Claim['kind'], display: string, marks: string): Claim {
  return {
    kind,
    concept: display,
    display,
    polarity: marks.includes('-') ? 'absent' : 'present',
    certainty: marks.includes('u') ? 'uncertain' : 'certain',
    person: marks.includes('r') ? 'relative' : 'patient',
    time: marks.includes('p') ? 'past' : 'current',
  }
}

function statementOf(kind: Claim['kind'], sentence: string, segments: readonly Segment[]): Statement {
  const [text = '', display = '', marks = ''] = sentence.split('|')
  const cited = segments.map((_, segment) => ({ segment, role: roleOf(segments, segment) }))
  return { ...handWritten(text, cited, segments), claims: [claimOf(kind, display, marks)] }
}

/** `rules` are those for which the sentence was withheld. */
export type JudgedSentence = { readonly isKept: boolean; readonly rules: readonly string[] }

async function judgeSentence(kind: Claim['kind'], sentence: string, lines: readonly string[]): Promise<JudgedSentence> {
  const segments = talk(...lines)
  const statement = statementOf(kind, sentence, segments)
  const { note, refused } = await settleDraft(noteOf(sectionOf[kind] ?? 'subjective', statement), async (draft) =>
    verify(draft, segments),
  )
  const isKept = note.sections.some(({ statements }) => statements.length > 0)
  return { isKept, rules: refused.flatMap(({ rules }) => rules) }
}

export const judgePair = async ([, kind, right, wrong, lines]: Pair) => ({
  right: await judgeSentence(kind, right, lines),
  wrong: await judgeSentence(kind, wrong, lines),
})
