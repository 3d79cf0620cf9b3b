/**
 * Lines of the plan for sentences that no other reader puts plainly. Amounts and times in a sentence of their own, and a sentence whose thing is only
 * pointed at ("have them with food"), go on with the line before them. D443.
 */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
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
  /** Within an examination, or a finding. */
  readonly isElsewhere: (sentence: Sentence) => boolean
  /** Coded orders of a sentence, for a line in these words. */
  readonly listOrders: (sentence: Sentence, words: string) => readonly Claim[]
}

const isQuote = ({ text }: Candidate): boolean => text.startsWith('Also said:')

const ofOthers = /^(?:(?:so|and|but|then|well),? )*(?:he|she|they)\b/
/** "If you're not, ...": what is supposed stands in the sentence before. */
const elliptic =
  /^(?:(?:so|and|but|then),? )*(?:if|when|once) (?:you|he|she|it|that|they|this) (?:is|are|do|does|did|have|has|were|was)(?: not)?,/
/** A warning belongs to its own reader. */
const warning = /\b(?:ambulance|triple zero|nine nine nine|emergency|hospital|casualty|a and e|ed)\b|\b(?:ring|call|phone|come (?:back|in|and see)|let (?:me|us) know|see (?:me|us|you|him|her))\b.*\bif\b|\bif\b.*\b(?:ring|call|phone|come (?:back|in)|let (?:me|us) know)\b/ // biome-ignore format: one row

const lineOf = (sentence: Sentence, { isGiven, isChilds, isElsewhere }: Region): PlanLine | undefined => {
  const { said, segment, text } = sentence
  if (segment.speaker !== 'clinician' || text.trimEnd().endsWith('?') || isElsewhere(sentence)) return undefined
  if (!isMeant(said) || isSupposed(said) || isOfOtherCase(text) || elliptic.test(said) || warning.test(said) || (!isChilds && ofOthers.test(said))) return undefined // biome-ignore format: short
  return isGiven(sentence) ? readPlanLine(openSpoken(tellSpoken(text))) : undefined
}

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
  const lines: Candidate[] = plans.filter((plan) => !isQuote(plan))
  const told = new Set<Sentence>()
  const placeOf = (sentence: Sentence | undefined): number => (sentence === undefined ? -1 : lines.findLastIndex((line) => line.quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: short
  const read = dialogue.map((sentence, place) => (place < region.from ? undefined : lineOf(sentence, region)))
  const ordered = new Set(lines.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence.segment)))
  for (const [place, line] of read.entries()) if (line !== undefined && !line.isThing) ordered.add((dialogue[place] as Sentence).segment) // biome-ignore format: short
  for (const [place, line] of read.entries()) {
    const sentence = dialogue[place] as Sentence
    if (line === undefined) continue
    const own = placeOf(sentence)
    const old = lines[own]
    const before = dialogue[place - 1]
    const holder = before?.segment === sentence.segment ? placeOf(before) : -1
    const last = lines[holder]
    const joins = line.isPiece || line.isPointing || dosesNothing(sentence)
    const isJoined = joins && last !== undefined && last !== old && last.quotes.length < mostQuoted && last.claims.length === 1 && last.claims[0]?.kind === 'plan' // biome-ignore format: short
    if (old !== undefined && !(isLoose(old) && (isJoined || isFuller(line, old)))) continue
    if (old !== undefined) lines.splice(own, 1)
    if (isJoined) {
      const at = placeOf(before)
      lines[at] = lengthen(lines[at] as Candidate, sentence, line.text)
      told.add(sentence)
    } else if (
      line.isOrder &&
      !joins &&
      (!line.isThing || ordered.has(sentence.segment) || answersPatient(dialogue, place))
    ) {
      const display = sentenceCase(line.text)
      lines.push({
        text: `${display}.`,
        claims: [claim('plan', { key: quoteKey([sentence]), display }), ...region.listOrders(sentence, display)],
        quotes: says(sentence),
        weight: line.isThing ? weights.thing : weights.order,
        at: sentence.at,
      })
      told.add(sentence)
    }
  }
  const isTold = (plan: Candidate): boolean => plan.quotes.some(({ sentence }) => told.has(sentence))
  return [...lines, ...plans.filter((plan) => isQuote(plan) && !isTold(plan))]
}

/** The turn replies to a question of the patient: "So no X-ray?" - "No X-ray." */
function answersPatient(dialogue: readonly Sentence[], place: number): boolean {
  const { segment } = dialogue[place] as Sentence
  const before = dialogue.slice(0, place).findLast((sentence) => sentence.segment !== segment)
  return before !== undefined && before.segment.speaker !== 'clinician' && before.text.trimEnd().endsWith('?')
}
