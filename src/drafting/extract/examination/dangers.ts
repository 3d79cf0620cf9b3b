/** What takes the place of a finding: a danger to watch for, a plan, and words that take a finding back. */
import type { Sentence } from '../../dialogue/sentence.ts'

const dangers =
  'reasons? to|come (?:straight |right )?(?:back|in)|ring(?! fingers?\\b)|(?<!\\b(?:we|i|would|they|doctors) )call\\b(?! (?:it|this|that)\\b)|phone|emergency|triple zero|triple oh|nine nine nine|ambulance|hospital|urgent\\w*|danger|red flags?|warning|look out|watch (?:for|out)|straight away|allerg\\w+'
/** Words of a danger: a list that they close is a list of signs to watch for. */
export const ofDanger = new RegExp(`\\b(?:${dangers})\\b`)
/** Words of a danger or of a plan: what is listed beside them was not found. */
export const ofPlan = new RegExp(`\\b(?:${dangers}|prescri\\w+|i will (?:give|send|refer|start|book|arrange|order|write)|we will|start you)\\b`) // biome-ignore format: one pattern

/** "No lumps. Hang on. There's one.": the examiner finds another thing after all. */
const takesBack = /^(?:(?:oh|ah|no|um|uh|but|so),? )*(?:hang (?:on|about)|hold on|wait|actually|scratch that|(?:there|here) (?:is|are) (?:one|some|it))\b/ // biome-ignore format: short
const takesBackWithin = /[,.] (?:oh,? )?(?:wait|hang on|hold on|actually|scratch that)\b/

/** True if the examiner takes back what the sentence says. */
export const isTakenBack = ({ said }: Sentence, next: readonly Sentence[]): boolean => takesBackWithin.test(said) || next.some((one) => takesBack.test(one.said)) // biome-ignore format: short
