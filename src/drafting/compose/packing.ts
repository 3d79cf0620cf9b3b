/** Several facts in one sentence, as clinicians write: "No fever, cough or vomiting.", "Nausea; fatigue; headache for 2 days." */
import { type ClaimKind, isWordsAlone } from '../../core/clinical-note.ts'
import { type Candidate, isUncertain, joinWords } from '../extract/candidates.ts'
import { replyKey } from '../extract/replies/reply-key.ts'
import { slotKey } from '../extract/slots/slot-key.ts'
import { isWorded, lowerStart } from './hedging.ts'

/** Candidates that make one statement; a single one stays as it is. */
export type Pack = readonly [Candidate, ...Candidate[]]

/** Functions of the body, such as sleep; what was asked of one trouble, such as what makes it worse; replies in their own words. */
type Group = 'function' | 'slot' | 'reply'

type Shape = {
  readonly kinds: readonly ClaimKind[]
  readonly polarity: 'present' | 'absent'
  readonly join: 'list' | 'semicolon'
  /** The sentence holds facts of this group alone. */
  readonly group?: Group
  /** Most facts in one sentence. */
  readonly most: number
}

/** Kinds that share a sentence. Complaint, allergies, impression and quotes stay separate. */
// biome-ignore format: one row a line
const shapes: readonly Shape[] = [
  { kinds: ['symptom'],               polarity: 'absent',  join: 'list',      most: 9 },
  { kinds: ['history', 'procedure'],  polarity: 'absent',  join: 'list',      most: 5 },
  { kinds: ['symptom', 'complaint'],  polarity: 'present', join: 'semicolon', most: 3 },
  { kinds: ['symptom'],               polarity: 'present', join: 'semicolon', most: 5, group: 'function' },
  { kinds: ['symptom'],               polarity: 'present', join: 'semicolon', most: 4, group: 'slot' },
  { kinds: ['symptom'],               polarity: 'present', join: 'semicolon', most: 3, group: 'reply' },
  { kinds: ['history'],               polarity: 'present', join: 'semicolon', most: 4 },
  { kinds: ['procedure'],             polarity: 'present', join: 'semicolon', most: 4 },
  { kinds: ['immunisation'],          polarity: 'present', join: 'semicolon', most: 4 },
  { kinds: ['medication'],            polarity: 'present', join: 'semicolon', most: 4 },
  { kinds: ['family'],                polarity: 'present', join: 'semicolon', most: 4 },
  { kinds: ['social'],                polarity: 'present', join: 'semicolon', most: 4 },
  { kinds: ['vital'],                 polarity: 'present', join: 'semicolon', most: 5 },
]

const mostWords = 26

/** "No fever.": a name after "No", and nothing else. */
const isPlainNo = ({ text, claims }: Candidate): boolean =>
  text === `No ${joinWords(claims.map(({ display }) => display), 'or')}.` && claims.every(({ display }) => !/,| or /.test(display)) // biome-ignore format: short

const functions: ReadonlySet<string> = new Set(['eating-and-drinking', 'bowels', 'passing-urine', 'appetite', 'breathing', 'sleep', 'eating', 'drinking', 'feeding', 'mood', 'energy', 'concentration', 'memory', 'vision', 'hearing', 'balance', 'speech', 'weight-steady', 'periods']) // biome-ignore format: short

/** "Bowels normal": the function works as it should, so it is no complaint. */
export const isFunction = ({ claims }: Candidate): boolean =>
  claims.length > 0 && claims.every(({ concept, polarity }) => functions.has(concept) && polarity === 'present')

/** "Worse with stairs": what was asked of a trouble. D419. */
const isSlot = ({ claims }: Candidate): boolean => claims.some(({ concept }) => concept.endsWith(slotKey))

/** "Knee pain: worse with stairs": lines of one trouble share a sentence. D554. */
const nameOf = ({ text }: Candidate): string => /^[A-Z][a-z -]+(?=: )/.exec(text)?.[0] ?? ''

/** "Sleep: wakes at three": a reply in its own words. D468. */
const isReply = ({ claims }: Candidate): boolean => claims.some(({ concept }) => concept.endsWith(replyKey))

const groupOf = (candidate: Candidate): Group | undefined =>
  isFunction(candidate) ? 'function' : isSlot(candidate) ? 'slot' : isReply(candidate) ? 'reply' : undefined

/** True for a sentence in the speaker's own words, which shares its line with no other. */
const isOwnWords = (candidate: Candidate): boolean =>
  candidate.claims.some(isWordsAlone) && groupOf(candidate) === undefined

function shapeOf(candidate: Candidate): number {
  if (
    isWorded(candidate.text) ||
    isOwnWords(candidate) ||
    candidate.references !== undefined ||
    candidate.text.includes(';')
  )
    return -1
  return shapes.findIndex(
    ({ kinds, polarity, join, group }) =>
      groupOf(candidate) === group &&
      candidate.claims.every((claim) => kinds.includes(claim.kind) && (claim.polarity === polarity || isHabit(claim.kind, join))) &&
      (join === 'semicolon' || isPlainNo(candidate)),
  ) // biome-ignore format: short
}

/** "Lives alone; does not smoke": positive and negative habits share a sentence. */
const isHabit = (kind: ClaimKind, join: Shape['join']): boolean => kind === 'social' && join === 'semicolon'

const lengthOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { text }) => sum + text.split(' ').length, 0)

const factsOf = (pack: readonly Candidate[], { join }: Shape): number =>
  join === 'list' ? pack.reduce((sum, { claims }) => sum + claims.length, 0) : pack.length

function takes(pack: Pack, candidate: Candidate, shape: Shape): boolean {
  const all = [...pack, candidate]
  return (
    isUncertain(pack[0].quotes) === isUncertain(candidate.quotes) &&
    factsOf(all, shape) <= shape.most &&
    lengthOf(all) <= mostWords
  )
}

/** The clinician took up the complaint if its weight is above this. */
const mostOrdinary = 112

/** The complaint of the opening, even in the patient's own words, weighs more; a sentence that is only reported weighs less. */
const leastPresented = 90

/** Finds the presenting complaint: the first one that the clinician takes up; else the first with a duration, else the first that is named; else the first symptom; else the quote of the greatest weight. */
export function findLeading(candidates: readonly Candidate[]): Candidate | undefined {
  const present = candidates.filter(({ claims }) => claims[0]?.polarity === 'present').toSorted((a, b) => a.at - b.at)
  const isNamed = (candidate: Candidate, kind: ClaimKind) =>
    candidate.claims[0]?.kind === kind &&
    (!isOwnWords(candidate) || candidate.weight > leastPresented) &&
    groupOf(candidate) === undefined
  return (
    present.find((candidate) => isNamed(candidate, 'complaint') && candidate.weight > mostOrdinary) ??
    present.find(
      (candidate) => isNamed(candidate, 'complaint') && candidate.claims.some(({ duration }) => duration !== undefined),
    ) ??
    present.find((candidate) => isNamed(candidate, 'complaint')) ??
    present.find((candidate) => isNamed(candidate, 'symptom')) ??
    present.filter(({ claims }) => claims[0]?.kind === 'complaint').toSorted((a, b) => b.weight - a.weight)[0]
  )
}

/** Packs the candidates in the order of the talk. The presenting complaint has a sentence of its own. */
export function packCandidates(
  candidates: readonly Candidate[],
  placeOf: (candidate: Candidate) => string | undefined,
): readonly Pack[] {
  const leading = findLeading(candidates)
  const packs: [Candidate, ...Candidate[]][] = []
  const open = new Map<string, [Candidate, ...Candidate[]]>()
  for (const candidate of [...candidates].sort((a, b) => a.at - b.at)) {
    const place = placeOf(candidate)
    const at = candidate === leading || place === undefined ? -1 : shapeOf(candidate)
    const shape = shapes[at]
    const key = `${at} ${isUncertain(candidate.quotes)} ${place} ${isSlot(candidate) ? nameOf(candidate) : ''}`
    const pack = open.get(key)
    if (shape !== undefined && pack !== undefined && takes(pack, candidate, shape)) pack.push(candidate)
    else {
      const own: [Candidate, ...Candidate[]] = [candidate]
      packs.push(own)
      if (shape !== undefined) open.set(key, own)
    }
  }
  return packs
}

/** The sentences that the facts of a pack would be alone. */
export const listFacts = (pack: Pack): readonly Candidate[] => {
  if (pack.length === 1 || !pack.every(isPlainNo)) return pack
  return pack.flatMap((candidate) => candidate.claims.map((claim) => ({ ...candidate, text: `No ${claim.display}.`, claims: [claim] }))) // biome-ignore format: short
}

const leads = ['History of ', 'Takes ', 'Taking ', 'Has tried ', 'Had ']
const bodyOf = (text: string): string => text.replace(/\.$/, '')

/** One sentence of several: a list after "No", or parts separated by semicolons, with each common lead once. */
export function joinTexts(texts: readonly string[]): string {
  const [first = '', ...rest] = texts.map(bodyOf)
  if (rest.length === 0) return `${first}.`
  if ([first, ...rest].every((text) => /^No /.test(text) && !/[,;]/.test(text)))
    return `No ${joinWords([first, ...rest].map((text) => text.slice(3)), 'or')}.` // biome-ignore format: short
  const relative = /^[A-Z][a-z -]+: /.exec(first)?.[0]
  // "Mother: migraine; asthma.", "Knee pain: deep; worse with stairs.": whom or what all parts are about is named once.
  const isOneRelative = relative !== undefined && rest.every((text) => text.startsWith(relative))
  const lead = isOneRelative ? relative : (leads.find((own) => first.startsWith(own)) ?? '')
  // "Takes A; has tried B; takes C.": behind another lead the first one is said again.
  const follows = (at: number): boolean => lead !== '' && (rest[at]?.startsWith(lead) ?? false) && (at === 0 || (rest[at - 1]?.startsWith(lead) ?? false)) // biome-ignore format: short
  return `${[first, ...rest.map((text, at) => (follows(at) ? text.slice(lead.length) : lowerStart(text)))].join('; ')}.`
}
