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

/** "Still not smoking?", "are you staying off the cigarettes?": the question takes the end for granted. */
const asksStillOff =
  /\b(?:still|stay(?:ed|ing)?|keeping|kept|remained|managed to stay|been)\b(?: \w+){0,2} (?:off|not|away from|clear of|stopped|quit|given up)\b|\bnot smoking (?:still|any ?more|again)\b|\bsmoke ?free\b/
/** A yes, or how long it has been, and nothing else. */
const stillOff =
  /^(?:(?:yes|yeah|yep|still|oh|um|uh|nope|no|coming up|nearly|about|almost|over|more than|just|going on|it is|it has been|it will be|been|for|that is|not one|none|thank god|actually),? )*(?:(?:(?:a|an|[a-z]+(?: [a-z]+)?|\d+) (?:days?|weeks?|months?|years?)|since [a-z0-9' -]{3,24})(?: (?:now|and counting|clean|free|today|doctor|strong|tomorrow|not one|in [a-z]+|next [a-z]+|without (?:one|a single one)))*|yes|yeah|yep|absolutely|yes i am|still (?:off|stopped)|not one|none at all)[.,!]*$/

const isStillOff = (question: string, said: string): boolean => asksStillOff.test(question) && stillOff.test(said)

export const isFormerSmoking = (question: Sentence, said: string): boolean =>
  asksSmoking.test(question.said) && !goesOn.test(said) && !nameOthers(question.words.map(({ text }) => text)) && (ended.test(said) || usedTo.test(said) || isStillOff(question.said, said)) // biome-ignore format: short
