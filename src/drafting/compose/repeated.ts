/** Leaves out what another line of the note says already: the same words, the same name, or speech that adds nothing to the facts. D312. */
import { type Claim, isWordsAlone } from '../../core/clinical-note.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import type { Candidate } from '../extract/candidates.ts'
import { foldWord, readWords } from '../vocabulary/words.ts'

const isWords = ({ claims }: Candidate): boolean => claims.length > 0 && claims.every(isWordsAlone)
const isOfKind = ({ claims }: Candidate, kind: Claim['kind']): boolean => claims.length > 0 && claims.every((claim) => claim.kind === kind) // biome-ignore format: short
const sentencesOf = ({ quotes }: Candidate): readonly Sentence[] => quotes.map(({ sentence }) => sentence)
const citesAll = (other: Candidate, candidate: Candidate): boolean =>
  candidate.quotes.length > 0 && sentencesOf(candidate).every((sentence) => sentencesOf(other).includes(sentence))

/** Two lines of one sentence may be two orders: each has a key of its own then, and words that the other one lacks. */
const saysSame = (other: Candidate, candidate: Candidate): boolean => {
  const [keys, words] = [new Set(other.claims.map(({ concept }) => concept)), new Set(contentOf(other.text))]
  return (
    candidate.claims.some(({ concept }) => keys.has(concept)) ||
    contentOf(candidate.text).every((word) => words.has(word))
  )
}

/** Words of talk, which add nothing to a name: "maybe the one, maybe the other, let us see". */
const light = new Set(
  'a an the and or but so if it is was are be been am i we you they he she that this these those there of to in on at for with from by as have has had do does did not no can could may might will would should get got maybe perhaps possibly probably likely either both just now then well yes okay right let us see say said know think thought like what which how yet cannot still also again sure start take come back go your my our his her me him them plan recap again day week month'.split(
    ' ',
  ),
)
const contentOf = (text: string): readonly string[] =>
  readWords(text.replace(/^(?:Also said|Reports)[^:]*:/, ''))
    .map(({ text: word }) => word)
    .filter((word) => /^[a-z]{3,}$/.test(word) && !light.has(word) && !light.has(foldWord(word)))
    .map(foldWord)

/** "X-ray of the knee: moderate arthritis on the inside": a report says more than the diagnosis that it names. */
const saysMore = ({ claims, text }: Candidate, display: string): boolean => {
  const named = new Set(contentOf(display))
  return claims.every(({ concept }) => concept.endsWith('-report')) && contentOf(text.replace(/^[^:]*:/, '')).some((word) => !named.has(word)) // biome-ignore format: short
}

/** Each rule says whether a candidate repeats another one. */
// biome-ignore format: one rule a row
const repeats: readonly (readonly [reason: string, is: (candidate: Candidate, others: readonly Candidate[]) => boolean])[] = [
  ['the same words twice, under two kinds', (candidate, others) =>
    isWords(candidate) && others.some((other) => isWords(other) && (!isOfKind(other, 'safety-net') || isOfKind(candidate, 'safety-net')) && citesAll(other, candidate) && saysSame(other, candidate) && (other.weight > candidate.weight || (other.weight === candidate.weight && others.indexOf(other) < others.indexOf(candidate))))],
  ['a finding that is the diagnosis of its sentence', (candidate, others) =>
    isOfKind(candidate, 'finding') && others.some((other) => isOfKind(other, 'impression') && citesAll(other, candidate) && other.claims.some(({ display }) => candidate.text.toLowerCase().includes(display.toLowerCase()) && !saysMore(candidate, display)))],
  ['a bare symptom with the name of the diagnosis, beside other complaints', (candidate, others) =>
    isBareSymptom(candidate) &&
    others.some((other) => isOfKind(other, 'impression') && other.claims.some(({ display }) => display === candidate.claims[0]?.display)) &&
    others.some((other) => other !== candidate && other.claims.some(({ kind, polarity }) => (kind === 'complaint' || kind === 'symptom') && polarity === 'present' && !isWords(other)))],
  ['a bare complaint with the name of an illness of the history', (candidate, others) =>
    isBareSymptom(candidate) && others.some((other) => isOfKind(other, 'history') && citesAll(other, candidate) && other.claims.some(({ display, polarity }) => polarity === 'present' && display === candidate.claims[0]?.display.toLowerCase()))],
  ['a quality that the line of a complaint has: "Throbbing." beside "Headache for two weeks, throbbing."', (candidate, others) =>
    isWords(candidate) && isToldOfComplaint(candidate) && others.some((other) => !isWords(other) && isToldOfComplaint(other) && holdsWords(other, candidate))],
  ['"previous operation" beside the operation', (candidate, others) =>
    candidate.claims.length > 0 && candidate.claims.every(({ concept }) => concept === 'previous-operation') && others.some(({ claims }) => claims.some(({ kind, polarity, person }) => kind === 'procedure' && polarity === 'present' && person === 'patient'))],
  ['speech of the clinician that adds no word to the facts', (candidate, others) =>
    candidate.text.startsWith('Also said') && addsNothing(candidate, others)],
]

const isToldOfComplaint = ({ claims }: Candidate): boolean =>
  claims.length > 0 && claims.every(({ kind, polarity }) => (kind === 'symptom' || kind === 'complaint') && polarity === 'present') // biome-ignore format: short

/** A word with a number in it is content too: "for two weeks". */
function holdsWords(other: Candidate, { text }: Candidate): boolean {
  if (/\d|^Reports/.test(text)) return false
  const [own, held] = [contentOf(text), new Set(contentOf(other.text))]
  return own.length > 0 && own.every((word) => held.has(word))
}

const isBareSymptom = ({ claims: [first, second], text }: Candidate): boolean =>
  first !== undefined &&
  second === undefined &&
  (first.kind === 'symptom' || first.kind === 'complaint') &&
  first.polarity === 'present' &&
  text.toLowerCase() === `${first.display.toLowerCase()}.`

/** All its content is in facts of impression and plan; its own facts have lines of their own. */
function addsNothing(candidate: Candidate, others: readonly Candidate[]): boolean {
  const stated = others.filter((other) => other !== candidate && !other.text.startsWith('Also said') && !other.text.startsWith('Reports') && other.claims.some(({ kind }) => ofDecision.has(kind) || kind === 'medication')) // biome-ignore format: short
  const facts = stated.flatMap(({ claims }) => claims)
  const isStated = (claim: Claim) => isWordsAlone(claim) || facts.some(({ kind, concept }) => kind === claim.kind && concept === claim.concept) // biome-ignore format: short
  const known = new Set(stated.flatMap(({ text }) => contentOf(text)))
  const own = contentOf(candidate.text)
  return own.length > 0 && candidate.claims.every(isStated) && own.every((word) => known.has(word))
}
const ofDecision: ReadonlySet<Claim['kind']> = new Set(['impression', 'plan', 'request', 'follow-up', 'safety-net'])

/** The candidates that say something of their own. */
export const dropRepeated = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter((candidate) => !repeats.some(([, is]) => is(candidate, candidates)))
