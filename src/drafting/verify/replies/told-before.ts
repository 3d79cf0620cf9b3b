/** Replies that tell an earlier deed or illness without a yes: by its number, its time or its course. The verifier's own reading. D359, D362. */
import type { QuoteRead } from '../evidence.ts'
import { conceptsIn, isCondition, isDeed, isMedicine, type Named } from '../synonyms.ts'
import { isElaborated } from './elaborations.ts'
import { deniesDeed, tellsDeed } from './vaccine-words.ts'

const doubt = /\b(?:no|not sure|never|think|maybe|might|probably|guess|mum|dad|mother|father|brother|sister|wife|husband|thought|tested|turned out)\b/ // biome-ignore format: one row
const course =
  /^(?:(?:oh|ooh|well|yes|yeah|yep|yup|i did|i have|i had|just|only|but|had|it|one|that|them|,|\.) ?)*(?:(?<=\bone ?)in |once|twice|a couple|a few|i used to|used to|as an? (?:kid|child|baby|teenager|young)|when i was|(?:years|ages) (?:ago|back)|back in|(?:in|during) (?:my|the|that) (?:last|first|second|third|teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|pregnancy|childhood|youth|past|army|navy)|(?:in|last|during) (?:nineteen|twenty|year|spring|summer|autumn|winter|\d{4}|[a-z]+(?:ber|ary|ust|ril|rch|une|uly))|(?:about |around |over )?(?:an?|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|some) (?:years?|months?) (?:ago|back)|not since|on and off|off and on|for (?:years|ages|the (?:last|past)|most of|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty) years)|since|all my life|my whole life|still|always)\b/

/** "Metformin?" - "The big ones, one in the morning.": a count, a dose or a time says that it is taken. */
const takes = /^(?:(?:oh|well|um|just|only|about|still|,) ?,? ?)*(?:(?:an?|one|two|three|four|five|ten|fifteen|twenty|twenty five|thirty|forty|fifty|sixty|seventy five|seventy|eighty|ninety|hundred|half|\d+)\b(?! (?:of (?:my|the)|year|month|week|day)s?)|(?:every|each|most|in the|at|of a) (?:day|morning|night|evening|bedtime)|(?:once|twice) (?:a|daily)|daily|when i|as needed|the (?:morning|night|evening|same dose|big|small|white|blue|pink))|\b(?:one|two|tablets?|milligrams|mg|puffs?) (?:in the|at|every|each|a|of a) (?:morning|night|day|evening)|\bi (?:still )?take it\b/ // biome-ignore format: one row
const leaves = /\b(?:no|not|never|nothing|stopped|stop|off|quit|used to|any ?more|finished|ran out|neighbours?|friends?|wife|husband|mum|mom|dad|mother|father|brother|sister|son|daughter|he|she|they|ago|last (?:year|month|week)|had|was|were|until|supposed|should|wanted|sure|think|maybe|forget|forgot)\b/ // biome-ignore format: one row

/** Undefined where the reply tells neither. */
export function toldBefore(
  named: Named,
  question: QuoteRead,
  answers: readonly QuoteRead[],
): 'present' | 'absent' | undefined {
  if (answers.length === 0) return undefined
  const reply = answers.map(({ plain }) => plain).join(' ')
  if (isMedicine(named)) return takes.test(reply) && !leaves.test(reply) && conceptsIn(question.tokens).filter(isMedicine).length === 1 ? 'present' : undefined // biome-ignore format: short
  if (isDeed(named)) return deniesDeed(reply) ? 'absent' : tellsDeed(reply) ? 'present' : undefined
  if (isCondition(named)) return course.test(reply) && !doubt.test(reply) ? 'present' : undefined
  return isElaborated(reply) && !/\b(?:no|not|never|without)\b/.test(question.plain) ? 'present' : undefined
}
