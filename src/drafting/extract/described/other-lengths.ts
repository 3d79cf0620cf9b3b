/** A length or a time that the sentence gives to another thing than a trouble: "The drive, yes, two hours.", "a ten hour flight". D349. */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'

const event = '(?:flight|drive|ride|journey|trip|walk|hike|run|race|match|game|class|shift|wait|queue|meeting|film|movie|session|appointment|course|holiday|cruise|nap|sleep|party|wedding|concert)' // biome-ignore format: a list
const time = '(?:hour|day|week|month|year)s?'

// biome-ignore format: one row a line
const rows: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [new RegExp(`\\b${event},? (?:which|that|it|and it) (?:was|is|took|takes|lasted|lasts|has)\\b.*\\b${time}\\b`), 'a clause about an event tells how long the event was'],
  [new RegExp(`\\b${time}(?: long)? ${event}\\b`), 'the time stands before the event as its attribute'],
  [new RegExp(`\\b(?:i|we|he|she) (?:have |has |had |only |just |was |were )*(?:waited|queued|drove|driven|driving|walked|flew|flown|travelled|waiting|queuing|travelling|commuting)\\b[^,.]*\\b${time}\\b`), 'a verb of waiting or going with its length'],
  [new RegExp(`\\b(?:i|we|he|she) (?:have|has) been (?:an?) (?!bit|little|while|mess|wreck|nightmare|problem|pain|week|month|day|couple|few)[a-z]+ (?:for|over|nearly)\\b.*\\b${time}\\b`), 'a calling with its length: "I have been a baker for ten years"'],
  [/^(?:(?:yes|yeah|yep|still|still there|there|um|uh|a|an|the),? )*(?!(?:itch|swell|bleed|vomit|cough|wheez|sneez|ach|burn|sting|throb|tingl|limp|sweat|shak|snor|peel|weep|rac|pound|ring|spott|lock|click|brush|grind)ing)[a-z]+(?:ing|er|or|ist|ian|work),? (?:about |nearly |over |for |um,? )*[a-z0-9 -]{1,20}\byears?\b/, 'a calling, and behind it the years'],
]

/** A thing in front of its predicate: "The drive, yes, two hours". */
const fronted =
  /^(?:(?:oh|well|so|and|yes|yeah|no|um|uh|er|ah),? )*(?:the|my|our|that|this|his|her) ((?:[a-z'-]+ ){0,2}[a-z'-]+) ?,/
/** Words that take up the trouble itself, a side of it or a time. */
const ofTrouble =
  /\b(?:pains?|aches?|troubles?|problems?|symptoms?|things?|issues?|ones?|feelings?|other|first|second|last|latter|former|whole|past|same|best|worst|left|right|both|sides?|one|it|days?|weeks?|months?|years?|nights?|weekend|beginning|start|itch\w*|sore\w*|lump|spots?|rash|swell\w*|bleed\w*|numb\w*|cough\w*|snor\w*|tired\w*|is|was|has|have|been|had)\b/

/** True if the time of the sentence belongs to something that is no trouble. */
export function tellsOtherLength({ said: own, terms }: Pick<Sentence, 'said' | 'terms'>): boolean {
  const said = plainText(own)
  if (rows.some(([pattern]) => pattern.test(said))) return true
  const thing = fronted.exec(said)?.[1]
  return thing !== undefined && terms.length === 0 && !ofTrouble.test(thing) && !thing.split(' ').some((word) => bodyWord.test(word)) // biome-ignore format: short
}
