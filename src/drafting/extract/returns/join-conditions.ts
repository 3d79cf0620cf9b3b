/** A condition and its action in two sentences: "If it gets worse." - "Come back straight away." */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { mostApart } from '../orders/medicine-orders.ts'
import { gatherDangers } from './gather-dangers.ts'
import { joinNetParts } from './list-parts.ts'
import { isConditionAlone, readReturn, tellReturn } from './returns.ts'

/** Verbs by which a patient turns to a clinician again. */
export const returning =
  /\b(?:come (?:straight )?(?:back|in)|come and see|see (?:me|us|a|your|the|someone)|call|ring|phone|get (?:back )?in touch|let (?:me|us) know|contact|go (?:straight )?(?:to|back)|hospital|ambulance|a and e|a&e|emergency|casualty|bring (?:him|her|them|it)|speak to|check in|medical attention|seek)\b/
/** Somebody acts, or tells the patient to. */
export const ordersOrActs =
  /\b(?:i will|i am going to|i am gonna|we will|we are going to|let us|let's|i would like|we should|we need to|i need to|i want (?:you )?to|you (?:should|need|must|have to)|prescri\w+|refer\w*|(?:start|take|try|use|keep|stop|avoid|drink|book|order|send|arrange|give|treat|check|test|rule|exclude|make sure|monitor)\b(?! (?:like|that (?:is|it))))\b/

/** "If it gets worse." - "Come back straight away.": joins one order that was said in two sentences. */
export function joinConditions(utterances: readonly Utterance[]): readonly Utterance[] {
  const out: Utterance[] = []
  for (const utterance of gatherDangers(utterances)) {
    const before = out.at(-1)
    const last = before?.sentences.at(-1)
    const isNear = last !== undefined && (utterance.sentences[0]?.at ?? 0) - last.at <= mostApart
    const parts = before !== undefined && isNear && isWarning(before, utterance) ? joinNetParts(cleanText(before), cleanText(utterance)) : undefined // biome-ignore format: short
    if (before !== undefined && isNear && (parts !== undefined || answers(before, utterance))) {
      const text = parts ?? joinTexts(before, utterance)
      out.splice(-1, 1, { sentences: [...before.sentences, ...utterance.sentences], text, said: plainText(cleanWords(text)) }) // biome-ignore format: short
    } else out.push(utterance)
  }
  return out
}

/** A question belongs to the words behind it only if nobody could answer it between them. */
const isWarning = (before: Utterance, after: Utterance): boolean =>
  !before.text.trimEnd().endsWith('?') || before.sentences.at(-1)?.segment === after.sentences[0]?.segment || /\bif\b/.test(before.said) // biome-ignore format: short

/** Without hesitation and gaps at the edges. */
const cleanText = ({ text }: Utterance): string => text.replaceAll(/,? ?\b(?:um+|uh+|er+m?|ah+)\b,?/gi, '').trim()

const joinTexts = (before: Utterance, after: Utterance): string =>
  `${before.text.replace(/[.,\s]+$/, '')}, ${after.text}`

/** True if the first has a condition, and the second its action. */
const answers = (before: Utterance, after: Utterance): boolean =>
  (leavesOpen(before) && answersCondition(after)) ||
  (isConditionAlone(tellReturn(before.text)) && readReturn(tellReturn(joinTexts(before, after))) !== undefined)

/** A condition without an action. */
const leavesOpen = ({ said, text }: Utterance): boolean =>
  /\b(?:if|look out for|watch out for)\b/.test(said) &&
  !returning.test(said) &&
  !ordersOrActs.test(said) &&
  !text.trimEnd().endsWith('?')

const answersCondition = ({ said }: Utterance): boolean =>
  !/\b(?:if|unless)\b/.test(said.slice(0, 40)) &&
  /^(?:(?:and|so|then|but|or|please|just|do|i|we|would|like|want|need|really|you|to|know|your .{0,60}|do) )*(?:come (?:straight )?back|come and see|give (?:me|us) a (?:call|ring)|call|ring|get (?:back )?in touch|let (?:me|us) know|go (?:straight )?to|see (?:me|us))\b/.test(
    said,
  )
