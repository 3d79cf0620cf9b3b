/** Rewrites spoken words before they are read: contractions opened, fillers gone, and one form for what is said in several. */
import { type Rewriting, spaces } from '../../../core/talk/rewrite.ts'

// biome-ignore format: one row a line
export const openings: readonly Rewriting[] = [
  [/\[[^[\]]*\]/g, ' [?] ', '['],
  [/\bcan'?t\b|\bcannot\b/g, 'can not', 'can'],
  [/\bwon't\b/g, 'will not', "won't"],
  [/n't\b/g, ' not', "n't"],
  [/'(?:ve)\b/g, ' have', "'ve"],
  [/'m\b/g, ' am', "'m"],
  [/\blet's\b/g, 'let us', "let's"],
  [/\b(my|his|her|our) pop\b(?! (?:in|it|up|down|over|round|back|out|by)\b)/g, '$1 grandfather', ' pop'],
  [/\b(it|that|there|he|she|what|who)'s\b/g, '$1 is', "'s"],
  [/\b([a-z]{3,})'s (?=(?:clear|normal|fine|soft|firm|red|dry|flat|good|okay|ok|all|not|a bit|a little|very|quite|nice|nicely|still|swollen|tender|enlarged|sore|intact|full|moving|healing|open|closed|loose|warm|cold|hot|weak|strong|smooth|hard|equal|wet|moist|pink|blue|pale|stiff|tight|sticky|crusty|weepy|blocked|bulging|steady|even|straight|regular|quiet|bright)\b)/g, '$1 is ', "'s"],
  [/(?<=[a-z])'s?(?= |$)/g, '', "'"],
  [/(?<=\d ?)([ap])\.m\b\.?/g, '$1m', '.m'],
  [/\bthe (?=(?:hundred|thousand)\b)/g, 'a ', 'hundred', 'thousand'],
  [/\b(\d{1,2})([ap]m)\b/g, '$1 $2', 'am', 'pm'],
  [/\b(?:no|not) (?:more|longer) than (?=(?:an?|\d|one|two|three|four|five|six|seven|eight|ten|twelve)\b)|\b(?:for )?a maximum of |\bmaximum (?=\d)/g, 'at most ', 'more than', 'longer than', 'maximum'],
  [/mid-day/g, 'midday', 'mid-day'],
  [/\b(?:a |one )?fortnight\b/g, 'two weeks', 'fortnight'],
  [/\b(a|one|two|three|four|five|six|seven|eight|nine|ten) (?:good|full|whole|solid|entire|long) (?=(?:hour|day|night|week|month|year)s?\b)/g, '$1 ', 'good', 'full', 'whole', 'solid', 'entire', 'long'],
  [/\bwould not mind (?=an?\b|some\b)/g, 'would like ', 'would not mind'],
  [/\b(?:quick smart|quick sticks|pronto|asap|on the double)\b/g, 'straight away', 'quick', 'pronto', 'asap', 'double'],
  [/\b(?:might|may) (?:just )?as well\b/g, 'will', 'as well'],
  [/\b(?:wondered|was wondering|am wondering|wonder|was hoping|hoped) (?:if )?you (?:could|can|would|might) (?:please )?(?:help|have a look|look)(?: me)?(?: with| at)?\b/g, 'have come about', 'wonder', 'hop'],
  [/\b(every|each) (?:single|blessed) (?=day|night|morning|evening|week|month|year|time)/g, '$1 ', 'single', 'blessed'],
  [/\b(?:every (?:other|second)|(?:on )?alternate) (?=day|week|month|hour|night|morning)/g, 'every two ', 'every other', 'every second', 'alternate'],
  [/\bwithin the (?:next |coming )?(?=(?:hour|week|month)\b)|\bin the (?:next|coming) (?=(?:hour|week|month)\b)/g, 'within a ', 'within the', 'in the'],
  [/\b(?:another|one more|an extra) (?=day|week|month|year)\b/g, 'a ', 'another', 'one more', 'an extra'],
  [/\bkilos?\b/g, 'kg', 'kilo'],
  [/\b(?:um+|uh+|er+m?|mm+|hmm+)\b,?/g, ' '],
  [/-/g, ' ', '-'],
  spaces,
  // "H R T", "A F": letters that are spelt out are one word.
  [/(?<=\b[b-hj-z]) (?=[b-hj-z]\b)|(?<=\ba) (?=(?:f|c l|d h d|n a|a a)\b)/g, ''],
]
