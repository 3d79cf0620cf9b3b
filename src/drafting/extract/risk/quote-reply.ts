/** A reply in the patient's own words, with the question that it answers: `Reports: "Once, years ago" (asked: "Have you ever tried?").` D355. */
import type { ClaimKind } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { gapped, quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, sentenceCase } from '../candidates.ts'
import { titleOf } from './reply-title.ts'

/** The words as they were said: a "no" at the beginning stays. */
export const quoteWords = (sentences: readonly Sentence[]): string =>
  gapped(sentences.map(({ text }) => text).join(' '))
    .replaceAll('"', "'")
    .replaceAll(/(?<=^|[.,!] )(?:um+|uh+|er+m?|ah+|hmm+)\b[,.]* */gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([.!?,]) ?,+ ?/g, '$1 ')
    .replaceAll(' ,', ',')
    .replace(/[\s,.?!;:-]+$/, '')
    .trim()

/** Nothing but a yes, a no or a sign of hearing. */
const bare =
  /^(?:(?:um|uh|oh|well|doc|doctor|yes|yeah|yep|yup|no+|nah|nope|never|none|not really|not at all|nothing like that|okay|ok|right|alright|all right|sure|fine|good|great|thanks?|thank you|i do|i am|i have|i see|i know|deal|will do)[,.! ]*)+$/
export const isBareReply = (turn: readonly Sentence[]): boolean => bare.test(turn.map(({ said }) => said).join(' '))

/** `question` undefined: the words are understood alone. */
export function quoteReply(
  turn: readonly Sentence[],
  question: Sentence | undefined,
  kind: ClaimKind,
  weight: number,
): Candidate | undefined {
  // biome-ignore format: short
  const [first] = turn
  const words = quoteWords(turn)
  if (first === undefined || words === '') return undefined
  const asked = question === undefined ? [] : [question]
  const what = { key: quoteKey(turn), display: words }
  const title = question === undefined ? undefined : titleOf(question.said)
  return {
    text: title === undefined ? `Reports: "${words}"${asked.map((one) => ` (asked: "${quoteWords([one])}?")`).join('')}.` : `${sentenceCase(title)}: "${words}".`, // biome-ignore format: short
    claims: [claim(kind, what, kind === 'family' ? { person: 'relative' } : {})],
    quotes: [
      ...asked.map((sentence) => ({ sentence, role: 'question' as const })),
      ...turn.map((sentence) => ({ sentence, role: question === undefined ? ('statement' as const) : ('answer' as const) })), // biome-ignore format: short
    ],
    weight,
    at: first.at,
  }
}
