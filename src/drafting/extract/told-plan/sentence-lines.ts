/** The line of one sentence, where it stands in the plan and gives an order of today. D443, D445. */
import type { Claim } from '../../../core/clinical-note.ts'
import { relatives } from '../../dialogue/context.ts'
import { isOfMoment } from '../../dialogue/instructions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { tellSpoken } from '../../dialogue/wording.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { isMeant, isOfOtherCase } from '../orders/own-order.ts'
import { isSupposed } from '../orders/proposals.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import type { Accepted } from './accepted.ts'
import { namesCare } from './care-names.ts'
import { isBareDeed } from './heads.ts'
import { isRefused, rejects, results } from './no-orders.ts'
import { type PlanLine, readPlanLine } from './plan-lines.ts'
import { timed } from './things.ts'

export type Region = {
  /** The first sentence that may belong to the plan. */
  readonly from: number
  readonly isGiven: (sentence: Sentence) => boolean
  readonly isChilds: boolean
  /** Within an examination, or a finding: then it needs a thing of care, or a frame. */
  readonly isExamined: (sentence: Sentence) => boolean
  /** In a warning. */
  readonly isWarned: (sentence: Sentence) => boolean
  /** Offers that the patient has accepted. */
  readonly accepted: ReadonlyMap<Sentence, Accepted>
  /** Coded orders of a sentence, for a line in these words. */
  readonly listOrders: (sentence: Sentence, words: string) => readonly Claim[]
}

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

/** An examiner's words order nothing, unless they name a thing of care with its order or time. */
const isOfExamination = ({ said }: Sentence, { text, isThing }: PlanLine): boolean =>
  measured.test(said) || !(namesCare(text.toLowerCase()) || (framed.test(said) && !isThing)) || (isThing && !timed.test(text) && !/^(?:no|for)\b/i.test(text)) // biome-ignore format: short

/** "The HbA1c again in three months": a time, and no value. */
const ofTimeAhead = /\b(?:in|every) (?:[a-z]+ ){1,3}(?:days?|weeks?|months?|years?)\b/g

/** "One more tip, cut down on salt." */
const heading =
  /^(?:(?:And|So|Now|Oh),? )?(?:one (?:more|last|other|final) (?:tip|thing|trick)|(?:the )?(?:last|other|final|next|main|big) (?:tip|thing|one)|another (?:tip|thing)|(?:top|golden) (?:tip|rule)|no excuses|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|lastly|finally)[,:] (?=\w)/i

/** "Tell your sister to bring her tablets.": an errand or an order for somebody else. */
const toOthers = new RegExp(`\\b(?:${[...relatives.keys()].join('|')})\\b`, 'i')

export const lineOf = (
  sentence: Sentence,
  { isGiven, isChilds, isExamined, isWarned, accepted }: Region,
): PlanLine | undefined => {
  const { segment } = sentence
  const { said, text } = accepted.get(sentence) ?? sentence
  if (segment.speaker !== 'clinician' || text.trimEnd().endsWith('?') || isWarned(sentence)) return undefined
  if (!isMeant(said) || isSupposed(said) || isOfOtherCase(text) || elliptic.test(said) || warning.test(said.replaceAll(ownCall, '')) || (!isChilds && ofOthers.test(said))) return undefined // biome-ignore format: short
  if (isOfMoment(said) || isRefused(said) || !isGiven(sentence)) return undefined
  const line = readPlanLine(openSpoken(tellSpoken(withoutEnd(text.replace(heading, '')))))
  if (line?.isThing === true && (/^Or\b/.test(text) || results.test(said.replace(ofTimeAhead, '')))) return undefined
  // "Fever, shivers, pain up in the side": dangers without their action.
  if (line?.isThing === true && !/^(?:no|for)\b/i.test(line.text) && namesKind(line.text.split(', ')[0] ?? '', 'symptom') && !namesKind(line.text, 'medicine')) return undefined // biome-ignore format: short
  if (line !== undefined && (rejects.test(line.text) || (!isChilds && toOthers.test(line.text)))) return undefined
  if (line !== undefined && !namesCare(line.text.toLowerCase()) && !timed.test(line.text) && !isBareDeed(line.text)) return undefined // biome-ignore format: short
  return line !== undefined && isExamined(sentence) && isOfExamination(sentence, line) ? undefined : line
}

/** "Stay on the iron, with orange... no, not juice": what the speaker breaks off is taken back. */
const withoutEnd = (text: string): string =>
  text.trimEnd().endsWith('...') ? text.replace(/,[^,]*\.\.\.\s*$/, '.') : text
