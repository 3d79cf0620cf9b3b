/** Judges a drafted line as a draft of the embedded drafter is judged: by the words that it cites, in the whole talk. */
import type { Claim, Evidence, Segment, Statement } from '../../../../src/core/clinical-note.ts'
import { noteOf, talk, verify } from '../../dialogues.ts'
import { claimOf, sectionOf } from '../pairs/judge.ts'
import type { Drafted, DraftedLine } from './drafted.ts'

/** The place of the words in the talk; they must stand there once. */
function cite(words: string, segments: readonly Segment[], isAnswering: boolean): Evidence {
  const holding = segments.filter(({ text }) => text.includes(words))
  const exact = holding.find(({ text }) => text === words)
  const segment = exact ?? holding[0]
  if (segment === undefined) throw new Error('A drafted line cites words that are not in its talk.')
  const start = segment.text.indexOf(words)
  const isAsked = segment.speaker === 'clinician' && words.endsWith('?')
  const role = isAsked ? 'question' : isAnswering && segment.speaker !== 'clinician' ? 'answer' : 'statement'
  return { kind: 'segment', transcriptId: 't1', segmentId: segment.id, start, end: start + words.length, role }
}

function statementOf([kind, text, claim, ...cited]: DraftedLine, segments: readonly Segment[]): Statement {
  const [display = '', marks = ''] = claim.split('|')
  const evidence = cited.map((words, at) => cite(words, segments, cited[at - 1]?.endsWith('?') === true))
  return { id: 'd1', text, claims: [claimOf(kind as Claim['kind'], display, marks)], evidence, confidence: 1 }
}

/** The rules that the verifier finds broken; a line with any is withheld. */
function rulesFor(line: DraftedLine, segments: readonly Segment[]): readonly string[] {
  const { findings } = verify(noteOf(sectionOf[line[0]] ?? 'subjective', statementOf(line, segments)), segments)
  return findings.filter(({ statementId }) => statementId !== undefined).map(({ rule }) => rule)
}

export const judgeDrafted = ({ lines, right, wrong }: Drafted) => {
  const segments = talk(...lines)
  return { right: rulesFor(right, segments), wrong: rulesFor(wrong, segments) }
}
