/**
 * What the patient answers to a question about mood, sleep, habits, home or sexual health, where no name holds it: a plain line in the third
 * person if each sentence allows it, else the whole answer as a quote with its question. D355.
 */
import { isToldFor, type Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, sentenceCase } from '../candidates.ts'
import { tellThirdPerson } from '../plain/third-person.ts'
import { ofPast } from '../reported.ts'
import { isBareReply, quoteReply } from '../risk/quote-reply.ts'
import { namesRisk } from '../risk/risk-words.ts'
import { topicOf } from './topic-questions.ts'

const mostQuotes = 12
const mostWords = 45
const fewestWords = 5

type Row = NonNullable<ReturnType<typeof topicOf>>

function tellPlain(sentence: Sentence, { kind, weight }: Row): Candidate | undefined {
  const line = tellThirdPerson(cleanWords(sentence.text))
  if (
    line === undefined ||
    /\b(?:no|not|never|cannot|none)\b/i.test(line) ||
    !/^(?:and |but |so |yeah,? |yes,? |well,? )*i\b/.test(sentence.said)
  )
    return undefined
  return {
    text: `${sentenceCase(line)}.`,
    claims: [
      claim(
        kind === 'medication' ? 'history' : kind,
        { key: quoteKey([sentence]), display: line },
        ofPast.test(line) ? { time: 'past' } : {},
      ),
    ],
    quotes: [{ sentence, role: 'statement' }],
    weight,
    at: sentence.at,
  }
}

type Told = { readonly plain: readonly Candidate[]; readonly quote?: Candidate }

function tellTurn(turn: readonly Sentence[], used: ReadonlySet<Sentence>): Told {
  const [first] = turn
  const question = first?.asked.findLast(({ said, text }) => text.endsWith('?') && topicOf(said) !== undefined)
  const row = question === undefined ? undefined : topicOf(question.said)
  const words = turn.reduce((sum, sentence) => sum + sentence.words.length, 0)
  const isNew = first?.asked.at(-1)?.answers[0]?.at === first?.at
  if (row === undefined || question === undefined || !isNew || words > mostWords || isBareReply(turn)) return { plain: [] } // biome-ignore format: short
  // A name that was read holds the answer, or most of it; what led to a medicine's end is told whole.
  const left = turn.filter((sentence) => !used.has(sentence)).reduce((sum, sentence) => sum + sentence.words.length, 0)
  if (left < fewestWords && left < words && row.kind !== 'medication') return { plain: [] }
  const plain = turn.map((sentence) => tellPlain(sentence, row))
  if (left === words && plain.every((one) => one !== undefined)) return { plain }
  const quote = quoteReply(turn, question, row.kind, row.weight)
  return quote === undefined ? { plain: [] } : { plain: [], quote }
}

const fewestTopics = 4

/** A history of the mind or of sexual health, and not a question about habits in another one. */
export const isOfMind = (dialogue: readonly Sentence[]): boolean =>
  new Set(dialogue.flatMap(({ segment, isQuestion, said }) => (isQuestion && segment.speaker === 'clinician' ? ((namesRisk.test(said) ? 'risk' : topicOf(said, true)?.topic) ?? []) : []))).size >= fewestTopics // biome-ignore format: short

/** The line of a habit or a home that says what a quote of the same reply would say again. */
const lineOf: Readonly<Record<string, RegExp>> = { alcohol: /^alcohol/, tobacco: /^(?:smoking|vaping)/, home: /^home/ }

/** A turn whose habit or home has a line already. */
function isStated(turn: readonly Sentence[], stated: readonly Candidate[]): boolean {
  const question = turn[0]?.asked.findLast(({ said }) => topicOf(said) !== undefined)
  const line = lineOf[question === undefined ? '' : (topicOf(question.said)?.topic ?? '')]
  return line !== undefined && stated.some(({ claims, quotes }) => claims.some(({ kind, concept }) => kind === 'social' && line.test(concept)) && quotes.some(({ sentence, role }) => role !== 'question' && turn.includes(sentence))) // biome-ignore format: short
}

/** `used`: sentences that other facts quote. */
export function draftTopics(
  dialogue: readonly Sentence[],
  used: ReadonlySet<Sentence>,
  stated: readonly Candidate[],
): readonly Candidate[] {
  const own = dialogue.filter(({ segment, isQuestion, text }) => segment.speaker === 'patient' && !isToldFor(segment) && !isQuestion && !text.endsWith('?')) // biome-ignore format: short
  const turns = [...Map.groupBy(own, ({ at }) => at).values()].filter((turn) => !isStated(turn, stated))
  const told = turns.map((turn) => tellTurn(turn, used))
  const quotes = told
    .flatMap(({ quote }) => quote ?? [])
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, mostQuotes)
  return [...told.flatMap(({ plain }) => plain), ...quotes]
}
