/**
 * Lines of the plan for sentences that no other reader puts plainly. Amounts and times in a sentence of their own, and a sentence whose thing is only
 * pointed at ("have them with food"), go on with the line before them. D443.
 */
import type { Claim, Segment } from '../../../core/clinical-note.ts'
import { isOfMoment } from '../../dialogue/instructions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'
import { isMeant, isOfOtherCase } from '../orders/own-order.ts'
import { isSupposed } from '../orders/proposals.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { namesCare } from './care-names.ts'
import { type PlanLine, readPlanLine, timed } from './plan-lines.ts'

export type Region = {
  /** The first sentence that may belong to the plan. */
  readonly from: number
  readonly isGiven: (sentence: Sentence) => boolean
  readonly isChilds: boolean
  /** Within an examination, or a finding: then it needs a thing of care, or a frame. */
  readonly isExamined: (sentence: Sentence) => boolean
  /** In a warning. */
  readonly isWarned: (sentence: Sentence) => boolean
  /** Coded orders of a sentence, for a line in these words. */
  readonly listOrders: (sentence: Sentence, words: string) => readonly Claim[]
}

/** A condition that is none: "with your mum having glaucoma", "to check your blood pressure". */
const isMalformed = ({ text, claims }: Candidate): boolean =>
  claims.some(({ kind }) => kind === 'safety-net') && /^[^"]* if (?:to|your|his|her|mum|mother|dad|nothing)\b(?! [a-z]+ (?:is|are|gets?|turns?|goes|looks?|starts?))/i.test(text) // biome-ignore format: one row

const isQuote = ({ text }: Candidate): boolean => text.startsWith('Also said:')

const ofOthers = /^(?:(?:so|and|but|then|well),? )*(?:he|she|they)\b/
/** "If you're not, ...": what is supposed stands in the sentence before. */
const elliptic =
  /^(?:(?:so|and|but|then),? )*(?:if|when|once) (?:you|he|she|it|that|they|this) (?:is|are|do|does|did|have|has|were|was)(?: not)?,/
/** A warning belongs to its own reader. */
const warning = /\b(?:ambulance|to (?:the )?hospital|triple zero|nine nine nine|emergency|casualty|a and e)\b|\b(?:ring|call|phone|come (?:back|in|and see)|let (?:me|us) know|see (?:me|us))\b.*\bif\b|\bif\b.*\b(?:ring|call|phone|come (?:back|in)|let (?:me|us) know)\b/ // biome-ignore format: one row
/** The clinician's own call is none. */
const ownCall = /\b(?:i|we) (?:will|would|am going to|are going to) (?:ring|call|phone)\b/g

/** "We'll use", "you should keep": who acts is said. */
const framed =
  /^(?:(?:so|and|then|but|now|okay|right|well),? )*(?:i|we|you) (?:will|would|should|need|can|must|want|am going|are going)\b/
const measured =
  /\b(?:blood pressure|pulse|temp|temperature|sats|oxygen|heart|chest|weight|nitrites|ketones|leucocytes|dipstick|white cells|scars?|the same)\b/

/** A thing with its value is a result. */
const results = /\b(?:pulse|temp|temperature|sats|oxygen|nitrites|ketones|leucocytes|dipstick|white cells|egfr|potassium|cholesterol|ldl|hba1c)\b.*\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+ty|hundred|plus|no|normal|negative|positive)\b/ // biome-ignore format: one row

/** An examiner's words order nothing, unless they name a thing of care with its order or time. */
const isOfExamination = ({ said, segment }: Sentence, { text, isThing }: PlanLine): boolean =>
  measured.test(said) || !(namesCare(text.toLowerCase()) || (framed.test(said) && !isThing)) || (isThing && !timed.test(text) && !/^no\b/i.test(text)) // biome-ignore format: short

const lineOf = (sentence: Sentence, { isGiven, isChilds, isExamined, isWarned }: Region): PlanLine | undefined => {
  const { said, segment, text } = sentence
  if (segment.speaker !== 'clinician' || text.trimEnd().endsWith('?') || isWarned(sentence)) return undefined
  if (!isMeant(said) || isSupposed(said) || isOfOtherCase(text) || elliptic.test(said) || warning.test(said.replaceAll(ownCall, '')) || (!isChilds && ofOthers.test(said))) return undefined // biome-ignore format: short
  if (isOfMoment(said) || !isGiven(sentence)) return undefined
  const line = readPlanLine(openSpoken(tellSpoken(withoutEnd(text))))
  if (line?.isThing === true && (/^Or\b/.test(text) || results.test(said))) return undefined
  return line !== undefined && isExamined(sentence) && isOfExamination(sentence, line) ? undefined : line
}

/** "Stay on the iron, with orange... no, not juice": what the speaker breaks off is taken back. */
const withoutEnd = (text: string): string => (/\.\.\.\s*$/.test(text) ? text.replace(/,[^,]*\.\.\.\s*$/, '.') : text)

const weights = { order: 70, thing: 66 } as const

/** The line with the words of a sentence that goes on with it. */
function lengthen(candidate: Candidate, sentence: Sentence, text: string): Candidate {
  const words = `${candidate.text.replace(/[.]$/, '')}, ${text}`
  const [plan, ...rest] = candidate.claims
  return plan === undefined ? candidate : { ...candidate, text: `${words}.`, claims: [{ ...plan, display: words }, ...rest], quotes: [...candidate.quotes, ...says(sentence)] } // biome-ignore format: short
}

const mostQuoted = 4

const contentOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9'-]+/g) ?? []

/** A line of one sentence without coded orders. */
const isLoose = ({ quotes, claims }: Candidate): boolean =>
  quotes.length === 1 && claims.length === 1 && claims[0]?.kind === 'plan'

/** The line has all words of the poorer one, and an amount, a time or a thing of care besides. */
function isFuller(line: PlanLine, plan: Candidate): boolean {
  const [own, old] = [contentOf(line.text), contentOf(plan.text)]
  const more = own.filter((word) => !old.includes(word))
  if (/\b(?:milligrams?|micrograms?)\b/i.test(plan.text) && /\d (?:mg|micrograms)\b/.test(line.text)) return true
  return line.isOrder && !line.isPointing && old.every((word) => own.includes(word)) && more.length > 1 && (namesCare(more.join(' ')) || timed.test(more.join(' '))) // biome-ignore format: short
}

const dosed = /\b(?:milligrams?|micrograms?|mg|puffs?)\b/

/** A dose belongs to a medicine that is named. */
const dosesNothing = ({ said, terms }: Sentence): boolean =>
  dosed.test(said) && !terms.some(({ kind }) => kind === 'medicine')

/** The lines of a plan with those that its other sentences tell. */
export function withToldPlan(
  plans: readonly Candidate[],
  dialogue: readonly Sentence[],
  region: Region,
): readonly Candidate[] {
  const lines: Candidate[] = plans.filter((plan) => !isQuote(plan) && !isMalformed(plan))
  const told = new Set<Sentence>()
  const placeOf = (sentence: Sentence | undefined): number => (sentence === undefined ? -1 : lines.findLastIndex((line) => line.quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: short
  const read = dialogue.map((sentence, place) => (place < region.from ? undefined : lineOf(sentence, region)))
  const ordered = new Set(lines.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence.segment)))
  for (const [place, line] of read.entries()) if (line !== undefined && !line.isThing) ordered.add((dialogue[place] as Sentence).segment) // biome-ignore format: short
  const write = (sentences: readonly Sentence[], line: string, weight: number): void => {
    const [first] = sentences as readonly [Sentence, ...Sentence[]]
    const display = sentenceCase(line)
    lines.push({
      text: `${display}.`,
      claims: [
        claim('plan', { key: quoteKey(sentences), display }),
        ...sentences.flatMap((sentence) => region.listOrders(sentence, display)),
      ],
      quotes: sentences.flatMap(says),
      weight,
      at: first.at,
    })
    for (const sentence of sentences) told.add(sentence)
  }
  let named: { readonly sentence: Sentence; readonly text: string } | undefined
  for (const [place, line] of read.entries()) {
    const sentence = dialogue[place] as Sentence
    if (line === undefined) continue
    const own = placeOf(sentence)
    const old = lines[own]
    const holder = holderOf(dialogue, place, line, placeOf)
    const last = lines[holder]
    const joins = line.isPiece || line.isPointing || dosesNothing(sentence)
    const isJoined = joins && last !== undefined && (!dosesNothing(sentence) || namesKind(last.text, 'medicine')) && last !== old && last.quotes.length < mostQuoted && last.claims[0]?.kind === 'plan' && last.claims.slice(1).every(({ kind }) => kind === 'medication') // biome-ignore format: short
    if (old !== undefined && !(isLoose(old) && (isJoined || isFuller(line, old)))) continue
    if (isJoined) {
      lines[holder] = lengthen(last, sentence, line.text)
      if (old !== undefined) lines.splice(own, 1)
      told.add(sentence)
      continue
    }
    if (old !== undefined) lines.splice(own, 1)
    if (line.isName) named = { sentence, text: line.text }
    else if (joins && line.isThing && named !== undefined && sentence.at - named.sentence.at <= 2) {
      write([named.sentence, sentence], `${named.text}, ${line.text}`, weights.order)
      named = undefined
    } else if (
      line.isOrder &&
      !joins &&
      (!line.isThing ||
        ordered.has(sentence.segment) ||
        (line.isRegimen && isNew(dialogue, place)) ||
        adds(sentence, ordered, dialogue, place) ||
        answersPatient(dialogue, place))
    )
      // biome-ignore format: short
      write([sentence], line.text, line.isThing ? weights.thing : weights.order)
  }
  const isTold = (plan: Candidate): boolean => plan.quotes.some(({ sentence }) => told.has(sentence))
  return [...lines, ...plans.filter((plan) => isQuote(plan) && !isTold(plan))]
}

/** The patient has not named the medicine: a clinician who names one with its dose may read it out of a list. */
function isNew(dialogue: readonly Sentence[], place: number): boolean {
  const keys = (dialogue[place] as Sentence).terms.filter(({ kind }) => kind === 'medicine').map(({ key }) => key)
  return !dialogue
    .slice(0, place)
    .some(({ segment, terms }) => segment.speaker !== 'clinician' && terms.some(({ key }) => keys.includes(key)))
}

/** "And wraparound goggles.": the thing is one more of those in the clinician's turn before. */
function adds(
  { text, segment }: Sentence,
  ordered: ReadonlySet<Segment>,
  dialogue: readonly Sentence[],
  place: number,
): boolean {
  const before = dialogue
    .slice(0, place)
    .findLast((sentence) => sentence.segment !== segment && sentence.segment.speaker === 'clinician')
  return /^(?:And|Then|Plus|Also|Next)\b/.test(text) && before !== undefined && ordered.has(before.segment)
}

const mostBack = 4
/** A question after a piece of the order: "for how long?". */
const asksPiece = /\b(?:how (?:long|many|much|often)|when|what time|with food|morning|night|days?|once|twice)\b/

/** The line that a piece, or a sentence that points back, goes on with: in the same turn, or before the patient's question after a piece. */
function holderOf(
  dialogue: readonly Sentence[],
  place: number,
  { isPiece }: PlanLine,
  placeOf: (sentence: Sentence) => number,
): number {
  const sentence = dialogue[place] as Sentence
  for (let at = place - 1; at >= Math.max(0, place - mostBack); at -= 1) {
    const before = dialogue[at] as Sentence
    if (before.segment === sentence.segment) {
      const found = placeOf(before)
      if (found >= 0) return found
    } else {
      const isAsked =
        before.segment.speaker !== 'clinician' && before.text.trimEnd().endsWith('?') && asksPiece.test(before.said)
      const earlier = dialogue.slice(0, at).findLast((one) => one.segment.speaker === 'clinician' && placeOf(one) >= 0)
      return isPiece && isAsked && earlier !== undefined && sentence.at - earlier.at <= 2 ? placeOf(earlier) : -1
    }
  }
  return -1
}

/** The turn replies to a question of the patient: "So no X-ray?" - "No X-ray." */
function answersPatient(dialogue: readonly Sentence[], place: number): boolean {
  const { segment } = dialogue[place] as Sentence
  const before = dialogue.slice(0, place).findLast((sentence) => sentence.segment !== segment)
  return before !== undefined && before.segment.speaker !== 'clinician' && before.text.trimEnd().endsWith('?')
}
