/** "Have you had shingles?" - "Once, on my back.": a number, a time or a course answers without a yes. D362. */
import type { Sentence } from '../../dialogue/sentence.ts'

/** `isNow`: "I've got it now." */
export type PastReply = { readonly isOver: boolean; readonly isNow?: true; readonly sentence: Sentence }

const lead =
  '^(?:(?:oh|ooh|well|um+|uh+|yes|yeah|yep|yup|i did|i have|i had(?: (?:it|one|that|them))?|just|only|but|had (?:it|one|that)|,|\\.) ?)*'
const openers = new RegExp(lead)

/** It was there, and nobody says that it still is. */
const over = new RegExp(
  `${lead}(?:once|twice|one(?=[,.]|$| in (?:the|my) \\w+(?:ies|s)?(?=[,.]|$)| (?:years|a couple|a few)\\b)|a couple|a few|used to\\b(?! (?:get|have) (?:it )?(?:more|worse))|i used to|as an? (?:kid|child|baby|teenager|young)|when i was|(?:years|ages|yonks) (?:ago|back)|back in|(?:in|during) (?:my|the|that) (?:last|first|second|third|teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|pregnancy|childhood|youth|past|army|navy)|(?:in|last|during) (?:nineteen|twenty|\\d{4}|year|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|(?:about |around |maybe |nearly |over )?(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|a couple of|a few|some|\\d+) (?:years?|months?) (?:ago|back)|not (?:since|for (?:years|ages|a long))|it (?:came|went|cleared))`,
)
/** It comes again, or has not gone. */
const lasting = new RegExp(`${lead}(?:on and off|off and on|now and then|for (?:years|ages|as long as|most of|a long|the last|the past|(?:about |over )?(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|\\d+) years)|since (?!then)|all my life|my whole life|still\\b|always)`) // biome-ignore format: one row
/** It is there today: no history of it. D526. */
const ofNow = new RegExp(`${lead}(?:i (?:have|do have|am having)(?: (?:got|it|that|one|them))* (?:right |just )?(?:now|at the moment|at present|today|currently)|(?:got|having) (?:it|that|one|them) (?:right |just )?(?:now|at the moment)|(?:right |just )?now(?=[,.]|$)|at the moment(?=[,.]|$)|i am (?:depressed|anxious|having it) now)`) // biome-ignore format: one row
const open = /\b(?:no|not sure|think|maybe|might|probably|guess|mum|dad|mother|father|brother|sister|wife|husband|son|daughter|but (?:not|no|it was not)|they (?:thought|said)|never|tested|turned out)\b/ // biome-ignore format: one row

/** Undefined where the reply is of another kind. */
export function readPastReply(question: Sentence): PastReply | undefined {
  const [reply] = question.answers
  if (reply === undefined || reply.isQuestion || reply.text.includes('[')) return undefined
  const said = reply.said.replaceAll(/\b(?:um+|uh+|er+m?),? ?/g, '').replace(/\b(not since|not for)\b/, '$1')
  if (open.test(said.replace(/^no,? (?=not since)/, ''))) return undefined
  if (ofNow.test(said) && said.replace(openers, '') !== '') return { isOver: false, isNow: true, sentence: reply }
  if (lasting.test(said)) return { isOver: false, sentence: reply }
  if (over.test(said) && said.replace(openers, '') !== '') return { isOver: !/\b(?:still|even now|to this day)\b/.test(said), sentence: reply } // biome-ignore format: short
  return undefined
}
