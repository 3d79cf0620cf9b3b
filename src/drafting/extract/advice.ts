/**
 * Plan and safety net in the clinician's own words: conditions, reasons, refusals and alternatives stay with their sentence.
 * Only a plain order for one medicine is put into slots.
 */

import { readCertainty } from '../dialogue/certainty.ts'
import { isAboutChild, isSpokenFor } from '../dialogue/child.ts'
import { plainText } from '../dialogue/dialogue.ts'
import { isToldFor, type Sentence } from '../dialogue/sentence.ts'
import { listUtterances, type Utterance } from '../dialogue/utterances.ts'
import { isAsking, quoteKey, tellAdvice } from '../dialogue/wording.ts'
import { alsoSaid, type Candidate, claim } from './candidates.ts'
import { readDecisions } from './decisions/decisions.ts'
import { isDeclined } from './decisions/declined.ts'
import { listMedicineVerdicts } from './decisions/medicine-verdicts.ts'
import { readMedicineLine } from './orders/medicine-lines.ts'
import { followedOrder, plainOrder, quotesOf } from './orders/medicine-orders.ts'
import { isMeant, isOfOtherCase, isToPatient } from './orders/own-order.ts'
import { listPrescriptions } from './orders/prescriptions.ts'
import { isProposal, isSupposed, openProposal } from './orders/proposals.ts'
import { isTakenBack } from './orders/retracted.ts'
import { afterService, readSpokenOrders } from './orders/spoken-orders.ts'
import {
  acts,
  commits,
  dangles,
  isChat,
  isTalk,
  matters,
  mostFollowing,
  pointless,
  tells,
} from './plain/advice-words.ts'
import { isAftertalk, putPlainly } from './plain/plan-lines.ts'
import { withoutReason } from './plain/reasons.ts'
import { readRegimenLine } from './plain/regimen-lines.ts'
import { isLeftToColleague, sequel } from './plain/treatments.ts'
import { joinConditions, ordersOrActs, returning } from './returns/join-conditions.ts'
import { draftReturn } from './returns/returns.ts'
import { hasWholeConditions } from './returns/whole-conditions.ts'
import { asUtterance, firstShare, isNoOrder, listOrders, settlePlan } from './told-plan/settle-plan.ts'
import { isDiagnosis } from './verdicts/diagnosis-terms.ts'

const isMatter = ({ sentences }: Utterance, words: string): boolean =>
  matters.test(plainText(words)) || sentences.some((sentence) => sentence.terms.some(({ kind }) => kind === 'medicine')) // biome-ignore format: short

function isRetracted(following: (last: Sentence) => readonly Sentence[], { sentences }: Utterance): boolean {
  const last = sentences.at(-1)
  return last !== undefined && isTakenBack(following(last))
}

/** Says only what it is, or may be: an impression, and never a plan. */
const isDiagnosisAlone = ({ said, sentences }: Utterance): boolean =>
  !ordersOrActs.test(said) &&
  sentences.some((sentence) => sentence.terms.some((term) => isDiagnosis(term) && readCertainty(sentence, term) !== undefined)) // biome-ignore format: short

/** An option that the clinician could choose is no plan, whatever the answer. */
const isOffer =
  /^(?:(?:so|and|or|then|also|but|maybe|perhaps|alternatively|i think|otherwise),? )*(?:we|i) (?:could|can|might) (?:(?:always|also|just|even) )*(?:try|do|go|give|start|use|put|look at (?!a|the)|consider|think|offer|arrange|get)\b(?! (?:you )?(?:a |an |some |another |the )?(?:script|prescription|leaflet|letter|certificate|sick note|medical|blood|different|things|get|check))|^(?:(?:one|another|the other|an|a second) )?(?:option|alternative|possibility|choice)s? /

/** "Bring him back": whoever is brought is the patient. */
const seesAgain =
  /\b(?:bring|see|check|get|have|review|check on) (?:him|her|bub|baby|the little one) (?:back|again|in)\b/

const [fewestWords, mostWords] = [3, 55]

/** A request during the examination: it is about that moment, and is no safety net. */
const ofExamination =
  /\b(?:let me know|tell me|say|shout) if (?:anything|it|this|that|you feel|there)\b.{0,24}\b(?:sore|hurts?|tender|painful|pain|uncomfortable)\b/

/** A dose in an utterance that names no medicine. */
const dosesNothing = ({ sentences }: Utterance, said: string): boolean =>
  /\b(?:milligrams?|micrograms?|mg|puffs?)\b/.test(said) &&
  !sentences.some(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))

/** "Can you come back in two weeks?" has the form of a question and is an order. */
const asksToDo =
  /^(?:(?:so|and|then|ok),? )*(?:can|could|would|will) you (?:just |please )?(?:come back|come in|make|book|bring|drop|keep|take|stop|start|have|do|ring|call|see|rest|drink|avoid|write|jot|send|collect|measure|record|check|get|give|cut|try|wear|put|use|apply|pop|phone)\b(?! (?:hear|see me|tell|describe|show|any|a temperature|you))/

const asking = /^.*?\b(?:can|could|would|will) you (?:just |please )?/i

/** "Can you keep food down?" asks about an ability, unless it says when or how often from now on. */
const asksAbility =
  /\byou (?:just |please )?(?:keep|take|have|do|see|rest|drink|write|jot|send|collect|measure|record|check|get|give|cut|try|wear|put|use|apply|pop|phone)\b/
const fromNow =
  /\b(?:please|for me|from (?:now|today|tomorrow)|tomorrow|today|next|this (?:week|weekend|evening|afternoon)|until|every|(?:once|twice|times) (?:a|per)|for (?:the next |a |one |two |three |\d+ )\w+|in (?:a|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?)|and (?:come|see|call|ring|bring)|next time|before you (?:go|leave|see)|on your way out)\b/

/** "Can I get you to have a blood test?" */
const asksOfYou = /^(?:(?:so|and|then|ok),? )*(?:can|could|may) (?:i|we) (?:just )?(?:get|ask|have) you to /

const isRequest = (said: string): boolean =>
  isProposal(said) || asksOfYou.test(said) || (asksToDo.test(said) && (!asksAbility.test(said) || fromNow.test(said)))

/** Turns a request into an order, without the form of a question. */
const asOrder = (utterance: Utterance): Utterance =>
  isProposal(utterance.said)
    ? {
        ...utterance,
        text: openProposal(utterance.text).replace(/\?\s*$/, '.'),
        said: openProposal(utterance.said).replace(/\?\s*$/, ''),
      }
    : isRequest(utterance.said)
      ? {
          ...utterance,
          text: utterance.text.replace(asking, '').replace(/\?\s*$/, '.'),
          said: utterance.said.replace(asking, ''),
        }
      : utterance

function ownWords(utterance: Utterance, isChilds: boolean): Candidate | undefined {
  const { said, sentences, text } = utterance
  const [first] = sentences
  if (isDiagnosisAlone(utterance)) return undefined
  const words = tellAdvice(text)
  const count = words.split(' ').length
  if (first === undefined || count < fewestWords || count > mostWords || words.split('[...]').length > 3)
    return undefined
  const isNet = /\b(?:if|unless|look out|watch out|in case)\b/.test(said) && returning.test(said)
  // Words that could not be heard may change an order.
  if (ofExamination.test(said) || dosesNothing(utterance, said)) return undefined
  if (isAftertalk(words) || /\bcan not (?:rule out|exclude)\b/.test(said)) return undefined
  const isOwn = isMeant(said) && !isOfOtherCase(text)
  const plain = !isOwn || /\[.*\[|\w.*\[/.test(text) ? undefined : putPlainly(words)
  const line = isNet && plain !== undefined && !hasWholeConditions(plain) ? undefined : plain
  const isWeighed = line !== undefined && /^(?:Consider|Can|Could|May)\b/.test(line)
  if (isWeighed && isOffer.test(said)) return undefined
  const isOpen = isNet || isWeighed || !isOwn || text.includes('[')
  const orders = isOpen ? [] : listOrders(utterance, { words: line ?? words, isChilds })
  const isNamed = sentences.some(({ terms, isQuestion }) => !isQuestion && terms.some(({ kind }) => kind !== 'symptom'))
  if (
    isNamed &&
    orders.length === 0 &&
    !acts.test(said) &&
    !tells.test(said) &&
    !/\b(?:is|are|can|could|may|might|will|helps?|works?|means?|causes?|take|give|use|try)\b/.test(said)
  )
    return undefined
  if (dangles.test(plainText(words)) || (orders.length === 0 && (isNamed ? isChat : isTalk).test(said)))
    return undefined
  const isLoose = !isNet && (!isMatter(utterance, words) || (!acts.test(said) && !tells.test(said)))
  if (!isNamed && orders.length === 0 && isLoose) return undefined
  if (pointless.test(plainText(words)) && !isNet) return undefined
  const display = line ?? words
  return {
    text: line === undefined ? alsoSaid(words) : `${line}.`,
    claims: [claim(isNet ? 'safety-net' : 'plan', { key: quoteKey(sentences), display }), ...orders],
    quotes: quotesOf(utterance),
    weight: isNamed && !acts.test(said) && !tells.test(said) ? 40 : weigh(said, isNet),
    at: first.at,
  }
}

/** The most important first: the safety net, medicines, review and referral. */
function weigh(said: string, isNet: boolean): number {
  const rows: readonly RegExp[] = [/\brefer\w*|\bspecialist|\bphysio/, /\b(?:weeks?|days?|tomorrow|months?)\b/, /\b(?:tests?|bloods?|scan|x ?-?ray|sample|swab)\b/, commits, /\b(?:certificate|stop|avoid|tablets?|antibiotics?|prescri\w+)\b/] // biome-ignore format: a list
  return (isNet ? 82 : 62) + 5 * rows.filter((row) => row.test(said)).length
}

/** The next sentence has the dose: the order is not whole without it. */
const hasSlotsLater = (utterance: Utterance, next: Utterance | undefined): boolean =>
  dosesNothing(utterance, next?.said ?? '') &&
  !next?.sentences.some(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))

/** True if, between the two, the patient asks something or names a medicine: then the dose may belong to another medicine. */
function isParted(dialogue: readonly Sentence[], named: Utterance, next: Utterance | undefined): boolean {
  const from = named.sentences.at(-1)?.at ?? 0
  const to = next?.sentences[0]?.at ?? from
  return dialogue.some(
    ({ at, segment, isQuestion, terms }) =>
      at > from &&
      at < to &&
      segment.speaker !== 'clinician' &&
      (isQuestion || terms.some(({ kind }) => kind === 'medicine')),
  )
}

export function draftAdvice(dialogue: readonly Sentence[]): readonly Candidate[] {
  const places = new Map(dialogue.map((sentence, place) => [sentence, place]))
  const following = (last: Sentence) => {
    const place = (places.get(last) ?? 0) + 1
    return dialogue.slice(place, place + mostFollowing)
  }
  const isChilds = isAboutChild(dialogue) || isSpokenFor(dialogue) || dialogue.some(({ segment }) => isToldFor(segment))
  const last = dialogue.at(-1)?.at ?? 0
  const isLate = ({ sentences, said }: Utterance): boolean =>
    (sentences[0]?.at ?? 0) >= last * firstShare || last < 12 || commits.test(said)
  const utterances = listUtterances(dialogue, 'clinician')
  const isGiven = (sentence: Sentence): boolean => {
    const whole = asUtterance(sentence)
    return !isDeclined(following, whole) && !isRetracted(following, whole)
  }
  const decided = listMedicineVerdicts(dialogue, { isGiven, isChilds }).filter(
    ({ candidate }) => candidate.at >= last * firstShare || last < 12,
  )
  const isDecided = (sentence: Sentence): boolean => decided.some(({ sentences }) => sentences.includes(sentence))
  const prescribed = [...decided, ...listPrescriptions(dialogue, utterances.filter(isLate).filter(({ sentences }) => !sentences.some(isDecided)), { isGiven, isChilds })] // biome-ignore format: short
  const taken = new Set(dialogue.filter(({ segment }) => segment.speaker !== 'clinician').flatMap(({ terms }) => terms.map(({ key }) => key))) // biome-ignore format: short
  const inSlots = new Set(prescribed.flatMap(({ sentences }) => sentences))
  const orders = prescribed.map(({ candidate }) => candidate)
  const rest = utterances.filter(({ sentences }) => !sentences.some((each) => inSlots.has(each)) && !sentences.every(isNoOrder)) // biome-ignore format: short
  const all = joinConditions(rest)
    .filter(isLate)
    .filter(
      ({ sentences, said }) => !sentences.some(({ text }) => isAsking(text)) || /\bif\b/.test(said) || isRequest(said),
    )
    .filter(
      (utterance) =>
        !isSupposed(utterance.said) && !isDeclined(following, utterance) && !isRetracted(following, utterance),
    )
    .map(asOrder)
    .flatMap((utterance, index, list) => {
      const next = list[index + 1]
      return readUtterance(utterance, { next, isChilds, isApart: isParted(dialogue, utterance, next), taken })
    })
  const heard = { isGiven, isChilds, last }
  return settlePlan([...all, ...orders], dialogue, heard)
}

/** Who sees the patient. */
const colleague =
  /\b(?:(?:the|our|those) [a-z]+ people|some(?:one|body) (?:from|at|in) (?:the|our)|some(?:one|body) to (?:stay|drive|help|be|sit|take|collect|pick|look|do))\b|\b(?:with|by|see) (?:(?:one|another) of )?(?:my|our|the|a|an?other) (?:[a-z]+ )?(?:colleagues?|gps?|doctors?)\b/g

type Beside = {
  readonly next: Utterance | undefined
  readonly isChilds: boolean
  /** True if the patient speaks of something else between the two. */
  readonly isApart: boolean
  /** The medicines that the patient names. */
  readonly taken: ReadonlySet<string>
}

/** The lines of one utterance; where its words give none but a quote, those of its order without the reason before it. */
function readUtterance(utterance: Utterance, beside: Beside): readonly Candidate[] {
  const lines = readWhole(utterance, beside)
  const isRead = lines.length > 0 && lines.every(({ text }) => !text.startsWith('Also said:'))
  const order = isRead ? undefined : withoutReason(utterance)
  const plain = order === undefined ? [] : readWhole(order, beside)
  return plain.length > 0 && plain.every(({ text }) => !text.startsWith('Also said:')) ? plain : lines
}

/** The lines by the first reader that has a form for the utterance. */
function readWhole(utterance: Utterance, { next, isChilds, isApart, taken }: Beside): readonly Candidate[] {
  const isOwn = isMeant(utterance.said) && !isOfOtherCase(utterance.text)
  const isOrder =
    isOwn && isToPatient(utterance.said.replace(afterService, '').replace(colleague, '').replace(sequel, ''), isChilds)
  const isJoined = isOrder && isToPatient(next?.said ?? '', isChilds) && !isApart
  const line =
    (isOrder ? plainOrder(utterance) : undefined) ??
    (isJoined ? followedOrder(utterance, next) : undefined) ??
    (isOrder && !hasSlotsLater(utterance, next)
      ? (readMedicineLine(utterance) ?? readRegimenLine(utterance, taken))
      : undefined) ??
    (isOwn ? draftReturn(utterance) : undefined)
  if (line !== undefined) return [line]
  const spoken =
    isOrder || (isOwn && (seesAgain.test(utterance.said) || isLeftToColleague(utterance.said)))
      ? readSpokenOrders(utterance)
      : undefined
  if (spoken !== undefined) return spoken
  const own = ownWords(utterance, isChilds)
  // A line with coded orders holds more than one without.
  const isCoded = own !== undefined && own.claims.length > 1
  const decided = isOrder && !isCoded ? readDecisions(utterance) : undefined
  return decided ?? (own === undefined ? [] : [own])
}
