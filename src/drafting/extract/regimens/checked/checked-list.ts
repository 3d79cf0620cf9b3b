/**
 * A list of medicines that the clinician goes through, one by one or several at once: "Metformin?" - "Yep, the big ones.", "And rosuvastatin ten
 * at night." - "That's the one.", "Ramipril five, Crestor ten, and Nexium twenty?" - "That's right." What was read out holds if the patient agrees,
 * says its dose again, or tells its rate. D472.
 */
import { readContext } from '../../../dialogue/context.ts'
import type { Sentence } from '../../../dialogue/sentence.ts'
import type { Term } from '../../../vocabulary/terms.ts'
import type { Quote } from '../../candidates.ts'
import { classes } from '../../orders/medicine-changes.ts'
import { asksElse, asksMedicines, isCorrection } from '../forms.ts'
import { isLightProposal, opensList } from '../light-takings.ts'
import { partByMedicine, withWords } from '../parts.ts'
import { isContraryRate } from '../rates.ts'
import { type Filled, type Reading, readSentence } from '../slot-reading.ts'
import type { Spoken } from '../spoken-slots.ts'
import { checksAgain, isAgreed } from './agreement.ts'

const medicinesOf = ({ terms }: Sentence): readonly Term[] => terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key)) // biome-ignore format: short

/** An order, an end, a condition, a harm: no reading out. */
const isElse = /\b(?:start\w*|stop\w*|will|would|going to|want|should|let us|try|prescrib\w+|add|change|increase|reduce|swap|instead|could|might|if|need|keep|continue|give|given|script|allerg\w*|react\w*|intoleran\w*|ever|not|no|never|off|used to|were|was|did|have had|had|interact\w*|cause[sd]?|because|so that|help\w*|work\w*|okay|ok|fine|all right|alright|agree\w*|suit\w*)\b/ // biome-ignore format: one row
/** How far back the clinician may have opened the list. */
const reach = 40
/** A share of the talk: behind it, the plan is read out. */
const latest = 0.6

const turnAt = (dialogue: readonly Sentence[], at: number): readonly Sentence[] => {
  const first = dialogue[at]
  const turn = dialogue.slice(at, at + 14)
  const end = turn.findIndex(({ segment }) => segment !== first?.segment)
  return end < 0 ? turn : turn.slice(0, end)
}

const slotsOf = ({ dose, rate }: Reading): Filled => ({ ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }) }) // biome-ignore format: short

/** A medicine that is read out, with its slots. */
type Piece = Filled & { readonly term: Term; readonly sentence: Sentence; readonly whole: Sentence }

/** The medicines of a sentence of the list; undefined if it says anything else. */
function readOut(sentence: Sentence, isOpen: boolean): readonly Piece[] | undefined {
  if (isElse.test(sentence.said)) return undefined
  const pieces = partByMedicine(sentence).map((piece, place): Piece | undefined => {
    const [term] = medicinesOf(piece)
    const reading = readSentence(piece)
    const rest = reading.rest.replaceAll(/\b(?:and|that will be|for (?:the|your) \w+(?: \w+)?|the rest|we have)\b/g, ' ').replaceAll(/ {2,}/g, ' ').trim() // biome-ignore format: short
    const isRead = term !== undefined && readContext(piece, term).status !== 'absent' && isLightProposal(rest, { isQuestion: sentence.isQuestion, isListed: isOpen || place > 0 }) // biome-ignore format: short
    return isRead ? { ...(reading.isClear ? slotsOf(reading) : {}), term, sentence: piece, whole: sentence } : undefined
  })
  return pieces.some((piece) => piece === undefined) ? undefined : pieces.filter((piece) => piece !== undefined)
}

type Reply = { readonly filled: Filled; readonly used: readonly Sentence[] }

/** "Seventy-five now.": the last word says that it changed. */
function withoutNow(sentence: Sentence): Sentence {
  const at = sentence.words.findIndex(({ text }, place) => text === 'now' && place > 0)
  return at < 0 ? sentence : withWords(sentence, 0, at)
}

/** What the reply says of one medicine that was read out; undefined if it does not hold. */
function readReply(turn: readonly Sentence[], { dose, rate, term }: Piece): Reply | undefined {
  const [first, ...later] = turn
  if (first === undefined || first.isQuestion) return undefined
  const own = readSentence(withoutNow(first), 'asked')
  const rest = own.rest.replace(/^(?:(?:yes|yeah|yep|just|only|about|um|oh|well),? )+/, '')
  if (dose === undefined && own.dose === undefined && later.slice(0, 2).some(({ said }) => /\b(?:was|had|were|did)\b/.test(said))) return undefined // biome-ignore format: short
  const others = medicinesOf(first).filter(({ key }) => key !== term.key)
  if (others.length > 0 || later.slice(0, 2).some(({ said }) => /\b(?:stopped|ran out|not any ?more|came off)\b/.test(said))) return undefined // biome-ignore format: short
  const isSame = dose === undefined || own.dose === undefined || own.dose.value === dose.value
  const isYes = isAgreed(first)
  const isSlots = /^(?:DOSE|RATE)(?:[, ]|$)/.test(rest) && own.isClear && !/\b(?:no|not|but|used to|stopped|until|then)\b/.test(first.said) // biome-ignore format: short
  if (!isYes && !isSlots) return undefined
  const isPut = !isSame && (isCorrection(own.rest) || /^(?:well|no|now)\b|\bnow\b/.test(first.said))
  if (!isSame && !isPut) return isYes ? { filled: rate === undefined ? {} : { rate }, used: [first] } : undefined
  const more = later.slice(0, 2).map((sentence) => ({ sentence, reading: readSentence(sentence) })).find(({ sentence, reading }) => reading.isClear && reading.rate !== undefined && reading.dose === undefined && sentence.words.length <= 12 && medicinesOf(sentence).length === 0 && /^(?:(?:one|and|the|just|,) ?)*RATE/.test(reading.rest)) // biome-ignore format: short
  const told = own.rate ?? more?.reading.rate
  if (isContraryRate(rate, told) && told?.startsWith('most') !== true) return undefined
  const taken = isPut ? own.dose : (dose ?? own.dose)
  const filled = { ...(taken === undefined ? {} : { dose: taken }), ...((rate ?? told) === undefined ? {} : { rate: (told !== undefined && /most|needed|other/.test(told) ? told : (rate ?? told)) as string }) } // biome-ignore format: short
  return { filled, used: more !== undefined && own.rate === undefined ? [first, more.sentence] : [first] }
}

/** "So the XR, one gram twice a day.": the clinician says over what the patient told of it, and the patient does not object. */
function readRestated(turn: readonly Sentence[], reply: readonly Sentence[]): (Filled & { readonly sentence: Sentence }) | undefined {
  const [first] = turn
  if (first === undefined || first.isQuestion || medicinesOf(first).length > 0 || isElse.test(first.said)) return undefined
  const reading = readSentence(first, 'asked')
  const isOver = /^(?:(?:ok|okay|right|yes|good),? )*so\b/.test(first.said) && reading.isClear && reading.dose !== undefined && reading.dose.unit !== '' && first.words.length <= 14
  const objects = reply[0] !== undefined && (/^(?:no|nah|not|well|actually|half)\b/.test(reply[0].said) || readSentence(reply[0], 'named').dose !== undefined)
  return isOver && !objects ? { ...slotsOf(reading), sentence: first } : undefined
} // biome-ignore format: short

const isNone = /^(?:(?:um|oh|well),? )*(?:no|nope|nah|none|nothing|nil)\b/
/** Sentences between two medicines of one list. */
const nextReach = 8

/** The clinician has opened the list, or asked for the medicines, and goes through them still. */
function isListOpen(dialogue: readonly Sentence[], at: number): boolean {
  const before = dialogue.slice(Math.max(0, at - reach), at + 1)
  const opener = before.findLast(({ segment, said, isQuestion }) => segment.speaker === 'clinician' && (opensList(said) || (isQuestion && asksMedicines(said) && !asksElse(said)))) // biome-ignore format: short
  if (opener === undefined || (dialogue[at]?.at ?? 0) > (dialogue.at(-1)?.at ?? 0) * latest) return false
  const from = before.indexOf(opener)
  const events = before.flatMap((sentence, place) => (place >= from && place < before.length - 1 && (place === from || medicinesOf(sentence).length > 0) ? [place] : [])) // biome-ignore format: short
  const isChained = events.every((place, index) => (events[index + 1] ?? before.length - 1) - place <= nextReach)
  const reply = before[from + 1]
  return isChained && !(reply?.segment.speaker === 'patient' && isNone.test(reply.said))
}

/** What the dialogue confirms, medicine by medicine. */
export function readCheckedList(dialogue: readonly Sentence[]): readonly Spoken[] {
  return dialogue.flatMap((first, at): readonly Spoken[] => {
    if (first.segment.speaker !== 'clinician' || dialogue[at - 1]?.segment === first.segment) return []
    const turn = turnAt(dialogue, at)
    const from = turn.findIndex((sentence) => medicinesOf(sentence).length > 0)
    if (from < 0) return []
    const isOpen = isListOpen(dialogue, at + from)
    const listed = turn.slice(from)
    const checks = listed.findIndex((sentence, place) => place > 0 && medicinesOf(sentence).length === 0)
    const named = checks < 0 ? listed : listed.slice(0, checks)
    const behind = checks < 0 ? [] : listed.slice(checks)
    const asking = behind.at(0)
    if (behind.length > 1 || (asking !== undefined && !checksAgain(asking))) return []
    const isAsked = named.at(-1)?.isQuestion === true || asking !== undefined
    const read = named.map((sentence) => readOut(sentence, isOpen || asking !== undefined))
    const pieces = read.flatMap((own) => own ?? [])
    const [only] = pieces
    if (only === undefined || read.includes(undefined) || !(isOpen || isAsked)) return []
    const reply = turnAt(dialogue, at + turn.length)
    if (reply[0]?.segment.speaker !== 'patient') return []
    const asked: readonly Quote[] = asking === undefined ? [] : [{ sentence: asking, role: 'question' }]
    const cite = (sentence: Sentence): Quote => ({ sentence, role: sentence.isQuestion ? 'question' : 'statement' })
    if (pieces.length > 1) {
      if (!reply[0] || !isAgreed(reply[0]) || reply.slice(1).some(({ said }) => /\b(?:stopped|not|no longer|ran out|but|except)\b/.test(said))) return [] // biome-ignore format: short
      return pieces.map((piece) => ({ ...piece, quotes: [cite(piece.whole), ...asked, { sentence: reply[0] as Sentence, role: 'answer' }], isTaken: true })) // biome-ignore format: short
    }
    const held = readReply(reply, only)
    if (held === undefined) return []
    const next = at + turn.length + reply.length
    const over = dialogue[next]?.segment.speaker === 'clinician' ? readRestated(turnAt(dialogue, next), turnAt(dialogue, next + turnAt(dialogue, next).length)) : undefined // biome-ignore format: short
    const dose = held.filled.dose ?? over?.dose
    const quotes: readonly Quote[] = [cite(only.whole), ...asked, ...held.used.map((sentence) => ({ sentence, role: 'answer' as const })), ...(over === undefined ? [] : [cite(over.sentence)])] // biome-ignore format: short
    return [{ ...held.filled, ...(dose === undefined ? {} : { dose }), ...((held.filled.rate ?? over?.rate) === undefined ? {} : { rate: (held.filled.rate ?? over?.rate) as string }), term: only.term, sentence: only.sentence, quotes, isTaken: true }] // biome-ignore format: short
  })
}
