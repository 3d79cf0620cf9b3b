/**
 * An order for one medicine over one or several sentences of the clinician: "We'll go with doxycycline." - "How much?" - "A hundred milligrams,
 * twice a day for a week." Slots without a name belong to the order before them, until another medicine or another subject comes. D289.
 */
import type { Claim, MedicineChange } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim, type Quote } from '../candidates.ts'
import { type Dose, saidName } from '../medication.ts'
import { withWords } from '../regimens/parts.ts'
import { rateOf, readSlots } from '../regimens/slots.ts'
import { readStrength } from '../regimens/strengths.ts'
import { isIdleClause } from './clauses.ts'
import { classes, medicineChange } from './medicine-changes.ts'
import { isMeant, isToPatient } from './own-order.ts'
import { findNewDose, isLightOrder, readChange, takeCourse, takesBack } from './prescription-words.ts'
import { openSpoken } from './spoken-orders.ts'

/** The slots of a sentence, and its words with MED, DOSE, RATE and COURSE in their places. */
type Piece = {
  readonly doses: readonly Dose[]
  readonly rates: readonly string[]
  readonly course?: string
  readonly rest: string
}

function readPiece(sentence: Sentence): Piece {
  const { doses, rates, rest } = readSlots(sentence)
  const taken = takeCourse(rest)
  return { doses, rates, ...(taken === undefined ? {} : { course: taken.text }), rest: (taken?.rest ?? rest).trim() }
}

const countWords = (said: string): number => said.split(' ').filter(Boolean).length

/** "Twenty five milligrams every night, no, what am I saying, ten milligrams": what stands before the cue is taken back. */
function readSentence(sentence: Sentence): Piece | undefined {
  const said = sentence.words.map(({ text }) => text).join(' ')
  const match = takesBack.exec(said)
  if (match === null) return readPiece(sentence)
  const cut = countWords(said.slice(0, match.index))
  const end = countWords(said.slice(0, match.index + match[0].length))
  const [before, after] = [readPiece(withWords(sentence, 0, cut)), readPiece(withWords(sentence, end, sentence.words.length))] // biome-ignore format: short
  if (after.doses.length === 0 && after.rest !== '') return undefined
  const bare = before.rest.replaceAll(/\b(?:DOSE|RATE|COURSE)\b/g, ' ')
  return after.rest === '' && before.rest === ''
    ? { doses: [], rates: [], rest: 'TAKENBACK' }
    : { ...after, rest: `${bare} , ${after.rest === '' ? 'TAKENBACK' : after.rest}` }
}

type Group = { readonly sentences: readonly Sentence[]; readonly pieces: readonly Piece[] }

const isTakenBack = ({ rest }: Piece): boolean => rest.includes('TAKENBACK')
const hasSlot = ({ rest }: Piece): boolean => /\b(?:DOSE|RATE|COURSE)\b/.test(rest)

/** The most segments between two sentences of one order. */
const reach = 4
/** A gap inside may hide a "not"; one at the edge hides another sentence. */
const hasGap = ({ text }: Sentence): boolean => /\w[^[]*\[[^\]]*\].*\w/.test(text)

/** "Twenty milligrams?" - "Fifteen, at night.": the number has the unit of the one that the patient asked about. */
function readCorrected(sentence: Sentence, asked: Sentence | undefined): Piece | undefined {
  if (asked === undefined || asked.segment.speaker === 'clinician' || !asked.text.trimEnd().endsWith('?')) return undefined // biome-ignore format: short
  const [dose, other] = readSlots(asked).doses
  const at = sentence.words.findIndex(
    ({ text }) => !/^(?:no|nope|not|quite|just|only|make|it|actually|,|\.)$/.test(text),
  )
  const read = dose === undefined || other !== undefined || dose.unit === '' || at < 0 ? undefined : readStrength(sentence, at, true) // biome-ignore format: short
  if (read === undefined || dose === undefined) return undefined
  const rest = readPiece(withWords(sentence, read.to + 1, sentence.words.length))
  return rest.doses.length > 0 ? undefined : { ...rest, doses: [{ ...read.dose, unit: dose.unit }], rest: `DOSE ${rest.rest}`.trim() } // biome-ignore format: short
}

/** The clinician's sentences with slots alone that follow an order. */
function followOrder(sentence: Sentence, first: Piece, following: readonly Sentence[]): Group {
  const sentences = [sentence]
  const pieces = [first]
  for (const next of following) {
    if (next.at - (sentences.at(-1)?.at ?? 0) > reach) break
    if (next.segment.speaker !== 'clinician') {
      // The patient may ask for the dose, and say it over; another medicine ends the order.
      if (next.terms.some(({ kind, key }) => kind === 'medicine' && !sentence.terms.some((own) => own.key === key))) break // biome-ignore format: short
      continue
    }
    const piece = hasGap(next) || next.text.endsWith('?') ? undefined : (readCorrected(next, following[following.indexOf(next) - 1]) ?? readSentence(next)) // biome-ignore format: short
    const isSlots = piece !== undefined && !piece.rest.includes('MED') && (hasSlot(piece) || isTakenBack(piece)) && isLightOrder(piece.rest, true) // biome-ignore format: short
    if (!isSlots) break
    sentences.push(next)
    pieces.push(piece)
  }
  return { sentences, pieces }
}

type Slots = {
  readonly doses: readonly Dose[]
  readonly rate?: string
  readonly course?: string
  readonly rest: string
}

/** The slots that hold after everything that was taken back; undefined if two rates or lengths remain. */
function joinPieces(pieces: readonly Piece[]): Slots | undefined {
  let held: Piece[] = []
  for (const piece of pieces)
    held = isTakenBack(piece)
      ? [...held.map(({ rest }) => ({ doses: [], rates: [], rest: rest.replaceAll(/\b(?:DOSE|RATE|COURSE)\b/g, ' ') })), { ...piece, rest: piece.rest.replace('TAKENBACK', '') }] // biome-ignore format: short
      : [...held, piece]
  const rates = held.flatMap((piece) => piece.rates)
  const courses = [...new Set(held.flatMap(({ course }) => course ?? []))]
  const rate = rates.length === 0 ? undefined : rateOf({ rates: [...new Set(rates)] })
  if ((rates.length > 0 && rate === undefined) || courses.length > 1) return undefined
  const [course] = courses
  return {
    doses: held.flatMap(({ doses }) => doses),
    ...(rate === undefined ? {} : { rate }),
    ...(course === undefined ? {} : { course }),
    rest: held.map(({ rest }) => rest).join(' , '),
  }
}

/** The one medicine of the sentence; a class beside its name only explains it: "Elocon, a steroid cream". */
function findMedicine({ terms }: Sentence): Term | undefined {
  const named = terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key))
  return new Set(named.map(({ key }) => key)).size === 1 ? named[0] : undefined
}

const verbs: Readonly<Record<MedicineChange, string>> = { started: 'Start', stopped: 'Stop', continued: 'Continue', changed: 'Change' } // biome-ignore format: a table
/** The direction in the clinician's word; without one the line says only that the dose changes. */
const directions: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/\bincreas/, 'Increase'],
  [/\breduc/, 'Reduce'],
  [/\blower/, 'Lower'],
  [/\brais/, 'Raise'],
]
const givings: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/\bgiv(?:e|ing) (?:(?:you|him|her) )?(?:(?:some|the|an?) )?MED\b/, 'Give'],
  [/\bprescrib\w+ (?:(?:you|him|her) )?(?:(?:some|the|an?) )?MED\b/, 'Prescribe'],
]
function verbOf({ change, slots }: Pick<Order, 'change' | 'slots'>): string {
  const rows = change === 'changed' ? directions : change === 'started' ? givings : []
  return rows.find(([pattern]) => pattern.test(slots.rest))?.[1] ?? verbs[change]
}
const write = ({ value, unit }: Dose): string => `${value} ${unit}`

type Order = { readonly change: MedicineChange; readonly dose?: Dose; readonly old?: Dose; readonly slots: Slots }

function readOrder(slots: Slots, isTaken: boolean): Order | undefined {
  const { doses, rest } = slots
  const change = readChange(rest, doses.length)
  if (change === undefined || !isLightOrder(rest, change === 'started')) return undefined
  if (change === 'stopped') return { change, slots: { doses: [], rest } }
  if (change === 'changed') {
    // "By five milligrams" is a difference, and no dose.
    if (/\bby DOSE/.test(rest)) return undefined
    const at = doses.length === 1 ? 0 : doses.length === 2 ? findNewDose(rest) : undefined
    const dose = at === undefined ? undefined : doses[at]
    const old = at === undefined || doses.length === 1 ? undefined : doses[1 - at]
    return dose === undefined ? undefined : { change, dose, ...(old === undefined ? {} : { old }), slots }
  }
  const [dose, other] = doses
  if (other !== undefined || (change === 'started' && (isTaken || dose === undefined || slots.rate === undefined))) return undefined // biome-ignore format: short
  return { change, ...(dose === undefined ? {} : { dose }), slots }
}

function candidateOf(order: Order, term: Term, sentences: readonly Sentence[]): Candidate {
  const [first] = sentences as readonly [Sentence]
  const name = saidName(first, term)
  const { change, dose, old, slots } = order
  const { rate, course } = slots
  const amount = dose === undefined ? undefined : change === 'changed' ? `${old === undefined ? '' : `from ${write(old)} `}to ${write(dose)}` : write(dose) // biome-ignore format: short
  const parts = [verbOf(order), name, amount, rate, course === undefined ? undefined : `for ${course}`]
  const filled: Partial<Claim> = { ...(dose === undefined ? {} : { value: dose.value, unit: dose.unit }), ...(rate === undefined ? {} : { frequency: rate }), ...(course === undefined ? {} : { duration: course }) } // biome-ignore format: short
  const quotes: readonly Quote[] = sentences.map((sentence) => ({ sentence, role: 'statement' as const }))
  return {
    text: `${parts.filter((part) => part !== undefined).join(' ')}.`,
    claims: [claim('plan', { ...term, display: name }, filled), medicineChange({ change, term, name }, filled)],
    quotes,
    weight: 84,
    at: first.at,
  }
}

type Prescription = { readonly candidate: Candidate; readonly sentences: readonly Sentence[] }

/** A word by which a clause of purpose, reason or sequel begins. */
const tailStart = /^(?:and|so|because|which|to|just|then)$/
/** A phrase of reason, or a clause about the medicine itself: "..., considering your kidneys", "..., it is upsetting your stomach". */
const reasonStart =
  /^(?:given|considering|seeing|due to|owing to|what with|on account of|in view of|in light of|now that|thanks to|(?:it|that|this|they) (?:is|are|has|have|can|seems?|looks?))\b/
const decides = /\b(?:for|once|twice|times|daily|every|milligrams?|if|unless|until|till|or|but|not|no|never|instead|stop|start|take|use|you (?:will|should|need|must|can|have)|i (?:will|want|would)|we (?:will|want|would))\b/ // biome-ignore format: one row

/** Without the clause at the end that decides nothing: "..., and then we'll review". */
function dropIdleTail(sentence: Sentence, named: number): Sentence {
  const at = sentence.words.findIndex(({ text }, place) => place > named && ((place > named + 1 && tailStart.test(text) && isIdleClause(restOf(sentence, place))) || isReason(restOf(sentence, place)))) // biome-ignore format: short
  return at < 0 ? sentence : withWords(sentence, 0, at)
}
const isReason = (rest: string): boolean => reasonStart.test(rest) && !decides.test(rest)
const restOf = ({ words }: Sentence, from: number): string =>
  openSpoken(words.slice(from).map(({ text }) => text).join(' ')).replaceAll(/ ,/g, ',').replace(/^(?:(?:and|so|then)\b,? ?)+(?!that\b)/, '').replace(/[,.?! ]+$/, '') // biome-ignore format: one step after the other

/** Frames by which a clinician offers a medicine: an order, if the patient does not decline and its dose follows. */
const offers =
  /^(?:(?:so|ok|okay|right|now|well|then|and|look|maybe|perhaps),? )*(?:how about|what about|what if (?:i|we)|what (?:do|would) you say (?:to|if (?:i|we))|how (?:do|would) you feel about|would you (?:like|mind|consider|try|take)|(?:would you be|are you) (?:happy|ok|okay|willing|open|comfortable|keen|fine|alright|all right|up|game|prepared) (?:to|for|if (?:i|we))|(?:can|could|may) (?:i|we)|(?:do you )?mind if (?:i|we)|why do not (?:i|we)|do you (?:fancy|want)|(?:have you )?(?:heard of|come across)|do you know|is it (?:ok|okay|all right|alright) (?:to|if (?:i|we))|any objections? to)\b/
const consents =
  /\b(?:no (?:worries|problem|objections?|drama|dramas|issue)|not at all|do not mind|would not mind|why not|if it helps|i do not see why not)\b/g
const declines =
  /\b(?:no|not|nah|never|rather|already|tried|had|allerg\w+|on (?:it|that|them)|hate|refuse|but|wary|scared|worried|unless)\b/

/** What the patient says before the dose, if it is no refusal. */
const isTakenUp = (following: readonly Sentence[], dosed: Sentence): boolean =>
  following.slice(0, following.indexOf(dosed)).every(({ segment, said }) => segment.speaker === 'clinician' || !declines.test(said.replaceAll(consents, ''))) // biome-ignore format: short

/** The patient leaves an offer open, has tried the medicine, or asks about it, and the clinician then gives way. */
const leavesOpen =
  /\b(?:think (?:about|it over|on)|thinking|sleep on|ask my|talk (?:to|it over)|check with|made me|if (?:my|he|she|i)|depends|maybe|i guess not|later|last (?:time|year)|before)\b/
const givesWay = /^(?:(?:ah|oh|hm+|yes|good|fair|point|question|so|well|okay|ok|right|true),? )*(?:no|not|actually|instead|leave|maybe not|perhaps not|let us not|probably not)\b|\binstead\b|\brather\b/ // biome-ignore format: one row
/** The patient's sentences before the clinician speaks again. */
function replyIn(later: readonly Sentence[]): readonly Sentence[] {
  const end = later.findIndex(({ segment }) => segment.speaker === 'clinician')
  return end < 0 ? later : later.slice(0, end)
}
/** What the patient says to the dose of an offer, if it is no refusal. */
const accepts =
  /\b(?:yes|yeah|yep|yup|aye|sure|ok|okay|fine|alright|all right|great|good|please|happy|sounds|perfect|thanks?|lovely|give it|worth|i will (?:take|try|have|do)|let us|worries|problem|why not|not at all|do not mind|suits|works|course|absolutely|definitely|right|cheers|you (?:think|say))\b/
const isWell = /\bi am (?:fine|good|okay|ok|all right|alright)\b,?(?: thanks?| thank you)?/
function isAccepted(before: readonly Sentence[], later: readonly Sentence[]): boolean {
  const reply = replyIn(later)
  const told = [...before, ...reply].filter(
    ({ segment, text }) => segment.speaker !== 'clinician' && !text.endsWith('?'),
  )
  if (told.length > 0 && !told.some(({ said }) => accepts.test(said.replace(isWell, '')))) return false
  const next = later.slice(reply.length, reply.length + 2).filter(({ segment }) => segment.speaker === 'clinician')
  return (
    reply.every(({ said }) => !declines.test(said.replaceAll(consents, '')) && !leavesOpen.test(said)) &&
    !next.some(({ said, terms }) => givesWay.test(said) || terms.some(({ kind }) => kind === 'medicine'))
  )
}

/** The order of a medicine that begins with the sentence. `following`: the sentences after it; `taken`: medicines that the patient has named. */
function readPrescription(
  sentence: Sentence,
  following: readonly Sentence[],
  taken: ReadonlySet<string>,
): Prescription | undefined {
  const term = findMedicine(sentence)
  const isProposal = /^(?:(?:so|ok|right),? )*(?:shall we|no more)\b/.test(sentence.said)
  const isOffer = sentence.isQuestion && !isProposal
  if (term === undefined || hasGap(sentence) || (isOffer && !offers.test(sentence.said))) return undefined
  const own = dropIdleTail(sentence, term.to)
  const read = readSentence({ ...own, terms: own.terms.filter(({ kind }) => kind === 'medicine') })
  if (read === undefined) return undefined
  const first = isOffer ? { ...read, rest: read.rest.replace(offers, '') } : read
  const { sentences, pieces } = followOrder(sentence, first, following)
  const [, dosed] = sentences
  const after = following.slice(following.indexOf(sentences.at(-1) ?? sentence) + 1)
  if (isOffer && (dosed === undefined || !isTakenUp(following, dosed) || !isAccepted(following.slice(0, following.indexOf(dosed)), after))) return undefined // biome-ignore format: short
  const slots = joinPieces(pieces)
  const order = slots === undefined ? undefined : readOrder(slots, taken.has(term.key))
  // "I'm already on ten."
  if (order?.change === 'changed' && replyIn(after).some(({ said }) => /\balready\b/.test(said))) return undefined
  return order === undefined ? undefined : { candidate: candidateOf(order, term, sentences), sentences }
}

/** "Ten milligrams rather than five": the number is refused, and not the order. */
const withoutOld = (said: string): string =>
  said.replaceAll(/\b(?:rather than|instead of|in place of) (?=(?:an? )?(?:\d|hundred|half|\w+ty\b|\w+teen\b|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero))/g, 'not ') // biome-ignore format: short

type Heard = {
  /** False if the patient declines what ends with the sentence, or the clinician takes it back. */
  readonly isGiven: (last: Sentence) => boolean
  readonly isChilds: boolean
}

/** The most sentences between an order and its last slot. */
const mostFollowing = 12

/** Orders of medicines in the clinician's utterances; each takes the sentences that belong to it. */
export function listPrescriptions(
  dialogue: readonly Sentence[],
  utterances: readonly Utterance[],
  { isGiven, isChilds }: Heard,
): readonly Prescription[] {
  const taken = new Set<string>()
  const saidIn = new Map(utterances.flatMap(({ sentences, said }) => sentences.map((each) => [each, said] as const)))
  const found: Prescription[] = []
  for (const [place, sentence] of dialogue.entries()) {
    const said = saidIn.get(sentence)
    const medicines = sentence.terms.filter(({ kind }) => kind === 'medicine')
    if (medicines.length === 0) continue
    const isOwn = said !== undefined && isMeant(withoutOld(said)) && isToPatient(sentence.said, isChilds)
    const isRead = found.some(({ sentences }) => sentences.includes(sentence))
    const order = isOwn && !isRead ? readPrescription(sentence, dialogue.slice(place + 1, place + 1 + mostFollowing), taken) : undefined // biome-ignore format: short
    const last = order?.sentences.at(-1)
    if (order !== undefined && last !== undefined && isGiven(last)) found.push(order)
    if (sentence.segment.speaker !== 'clinician' || sentence.isQuestion) for (const { key } of medicines) taken.add(key)
  }
  return found
}
