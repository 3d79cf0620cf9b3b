/** Who has given up smoking, in the reply to a question after it: "Do you smoke?" - "Gave up twelve years ago." D483. */
import { nameOthers } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'

const asksSmoking = /\b(?:smok\w*|cigarettes?|cigs?|ciggies|fags?|tobacco)\b/
const lead =
  '^(?:(?:no|nah|nope|not (?:any ?more|now)|yes|yeah|yep|well|oh|um|uh|i|have|had|i have|actually|it was),? )*'
/** Without the habit as its object: those with it are read in each sentence. */
const ended = new RegExp(
  `${lead}(?:gave (?:up|away)|given (?:up|away)|quit|stopped)(?:$|[,.!]| (?:about|around|nearly|over|more than|back|when|in|at|last|years?|months?|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|thirty|forty|fifty|\\d+)\\b)`,
)
const usedTo = new RegExp(`${lead}(?:used to|ex[- ]smoker|former smoker)(?:$|[,.!])`)
const goesOn = /\bnever\b|\bback on\b|\bagain\b|\bbut\b|\bfor a (?:bit|while)\b|\btrying\b/

export const isFormerSmoking = (question: Sentence, said: string): boolean =>
  asksSmoking.test(question.said) && !goesOn.test(said) && !nameOthers(question.words.map(({ text }) => text)) && (ended.test(said) || usedTo.test(said)) // biome-ignore format: short
