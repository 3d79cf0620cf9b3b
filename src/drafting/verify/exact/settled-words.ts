/** Words that a reader settles before comparing: the side that stands after one that is taken back, and halves as numbers. D349. */

/** "The left, no wait, right": the side after words of taking back is the one that is meant. */
const sideTakenBack =
  /\b(?:left|right)\b[,.]* (?:(?:no|wait|sorry|hang (?:on|about)|i meant?|actually|rather|or|make that|i tell a lie)[,.]* )+(?:(?:the|my|it is|on) )*(left|right)\b(?! (?:now|away|there|then|so|oh)\b)/g

/** "In the left calf at night. No, what am I saying, it's the right": words may stand between the side and its correction. */
const sideCorrected =
  /\b(left|right)\b((?: (?!left\b|right\b|not?\b|sorry\b|wait\b)[a-z]+){1,5}) ?[.,]? (?:(?:no|wait|sorry|hang on|actually|what am i saying|i mean|i meant|rather|i tell a lie|my mistake)\b ?[,.]* ?){1,4}(?:(?:it is|it was|the|my|on) )+(left|right)\b(?! (?:now|away|there|then|so|oh)\b)(?!(?: (?:one|side|hand|knee|leg|arm|ear|eye))? (?:is|was|feels?) (?:fine|okay|ok|good|normal|better|all right|not)\b)/g

/** "In my left calf at night. No, what am I saying, it's the right.": what was said of the first side is meant of the second. D525. */
const sideReplaced =
  /\b(left|right)((?: (?!(?:left|right|both|not|but|and)\b)[a-z']+){1,5}) ?[,.]+ ?(?:no|wait|sorry|hang (?:on|about)|hold on|i meant?|actually|rather|make that|i tell a lie|i lie|what am i (?:saying|talking about)|that is wrong)\b[^.?!]{0,40}?\b(?:the|my) (left|right)(?= ?(?:[,.;!]|$)| (?:one|side)\b)/g

/** "The pulses on the left are there. And on the right too." */
const otherSideToo =
  /\bon the (left|right)\b((?:(?!\b(?:left|right|not|no|but|none)\b)[^?]){0,120}?[.,]? and (?:on )?the (?:right|left)(?: side| one)? (?:too|as well)\b)/g

export const settleSides = (plain: string): string => plain.replaceAll(sideTakenBack, 'the $1 side').replaceAll(sideCorrected, 'the $3$2').replaceAll(sideReplaced, '$3$2').replaceAll(otherSideToo, 'on both sides , the $1$2') // biome-ignore format: short

const digits: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 } // biome-ignore format: a table
const number = '(a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d+)'
const decades: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 } // biome-ignore format: a table
const withHalf = (said: string): number => (digits[said] ?? Number(said)) + 0.5
/** "Thirty-seven and a half milligrams" is 37.5 mg. */
const writeLargeHalves = (plain: string): string =>
  plain.replaceAll(/\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?: (one|two|three|four|five|six|seven|eight|nine))? and a half\b/g, (_, ten: string, one = '') => String((decades[ten] ?? 0) + (digits[one] ?? 0) + 0.5)) // biome-ignore format: short

/** "Three and a half months" is 3.5 months, and "a week and a half" is 1.5 weeks. */
export const writeHalves = (plain: string): string =>
  writeLargeHalves(plain)
    .replaceAll(new RegExp(`\\b${number} and a half\\b`, 'g'), (_, said: string) => String(withHalf(said)))
    .replaceAll(new RegExp(`\\b${number} (hour|day|week|month|year)s? and a half\\b`, 'g'), (_, said: string, unit: string) => `${withHalf(said)} ${unit}s`) // biome-ignore format: short

const units = 'zero one two three four five six seven eight nine'.split(' ')
const degrees = new RegExp(`(?<!\\b(?:one|two|hundred|and) )\\b(3[4-9]|4[0-2]|thirty (?:${units.slice(4).join('|')})|forty (?:one|two)) (${units.join('|')}|\\d)(?= ?(?:[,.;!?]|(?:and|but|this|last|yesterday|now|today|at|in|he|she|it|was|is|when|on|then|so|again)\\b|$))`, 'g') // biome-ignore format: one row
const degreesOf = (said: string): string => said.replace(/^thirty (\w+)$/, (_, one: string) => `3${units.indexOf(one)}`).replace(/^forty ?(\w*)$/, (_, one: string) => `4${Math.max(0, units.indexOf(one))}`) // biome-ignore format: short

/** "Thirty-eight nine" is a temperature of 38.9. */
const writeTenths = (plain: string): string =>
  plain.replaceAll(degrees, (_, whole: string, tenth: string) => `${degreesOf(whole)}.${/\d/.test(tenth) ? tenth : units.indexOf(tenth)}`) // biome-ignore format: short

/** "A week last Sunday" is a day, and lasts no week. */
const writeDays = (plain: string): string =>
  plain.replaceAll(/\ba (week|fortnight|month) (?=(?:last|ago|on|come|next|this) (?:\w+ )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)/g, 'the $1 ') // biome-ignore format: short

const ordinals: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4 }

/** "A pack a day" is twenty, and "the third stage" is stage 3. */
const writeNamed = (plain: string): string =>
  plain.replaceAll(/(?<!\b(?:half|quarter|over|under|than) (?:of )?)\b(?:a|one) (?:pack|packet)(?= (?:a|per|each|every) day)/g, '20 cigarettes').replaceAll(/\b(first|second|third|fourth) (stage|degree|grade|trimester)\b/g, (_, count: string, noun: string) => `${noun} ${ordinals[count]}`) // biome-ignore format: short

const hours = 'three|four|five|six|seven|eight|nine|ten|eleven|twelve'
/** "At seven thirty" is 7.30, and "in ninety-four" the year 1994. */
const writeClock = (plain: string): string =>
  plain
    .replaceAll(/\b(\d{1,2}):(\d\d)\b/g, '$1.$2')
    .replaceAll(new RegExp(`\\b(at|say|by|around|about|until|till|from|day) (${hours}) (fifteen|thirty|forty five)\\b(?! (?:mg|milligrams?|micrograms?|mls?|over|on)\\b)`, 'g'), (_, lead: string, hour: string, rest: string) => `${lead} ${hours.split('|').indexOf(hour) + 3}.${rest === 'fifteen' ? 15 : rest === 'thirty' ? 30 : 45}`) // biome-ignore format: short
    .replaceAll(/\b(in|since|until|till|of) (sixty|seventy|eighty|ninety)(?: (one|two|three|four|five|six|seven|eight|nine))?(?= ?(?:[.,;!?]|$)| (?:and|but|when|after)\b)/g, (_, lead: string, ten: string, one = '') => `${lead} ${1900 + (decades[ten] ?? 0) + (digits[one] ?? 0)}`) // biome-ignore format: short
    .replaceAll(/\bnone (?=out of (?:ten|five|three|\d))/g, 'zero ')

/** "Three days. Or is it four?": the speaker leaves both open. D525. */
const leftBoth = new RegExp(`\\b${number} (hour|day|week|month|year)s? ?[.,]* or (?:is|was) it ${number}(?= ?\\?)`, 'g')

const plurals: Readonly<Record<string, number>> = { fives: 5, sixes: 6, sevens: 7, eights: 8, nines: 9, tens: 10, elevens: 11, twelves: 12, thirteens: 13, fourteens: 14, fifteens: 15, sixteens: 16 } // biome-ignore format: a table
/** "Mostly nines" are readings of 9. */
const writePlurals = (plain: string): string => plain.replaceAll(/\b(?:fives|sixes|sevens|eights|nines|tens|elevens|twelves|thirteens|fourteens|fifteens|sixteens)\b/g, (word) => String(plurals[word] ?? word)) // biome-ignore format: short

/** A text as its amounts are read. */
export const writeAmounts = (plain: string): string =>
  writePlurals(writeClock(writeNamed(writeDays(writeTenths(writeHalves(plain.replaceAll(leftBoth, '$1 or $3 $2s')))))))

/** "I am not, like, not wanting to be here": the second negation is a part of the thing, and the first one denies it. D486. */
const deniedTwice =
  /\b(not|never)(?:(?: ?,| (?:like|really|um|uh|er|you know|sort of|kind of))*| ?,? (?:like|that|saying|as if|as though|because)(?: ?,| like| that)*(?: (?:i|he|she))?(?: (?:am|is|do|does))?) not want(?:ing)? to be (?:here|alive|around)\b/g
/** "I can't rule out a clot": it may be one. */
const leftOpen =
  /\b(?:can|could) not (?:completely |fully |yet |entirely )?(?:rule (?:that |it )?out|exclude)(?: that)?\b/g
const settleDenials = (plain: string): string =>
  plain.replaceAll(deniedTwice, '$1 suicidal').replaceAll(leftOpen, 'it may be')

/** A clinician's "I can't say it's cancer, and I can't say it isn't"; a patient's "can't say it hurts" denies. */
const saidNeitherWay =
  /\b(?:can|could) not (?:\w+ )?(?:say|swear|promise|guarantee) (?:that |whether |if )?(?:it|this|that) is(?: not)?\b/g
export const settleDoubts = (plain: string): string => plain.replaceAll(saidNeitherWay, 'it may be')

/** "A bit of a sore" is a wound, and "it's not sore" a feeling. */
const soreWound =
  /\b(an?|the|this|that|open|little|small|nasty) sores?(?= ?(?:[.,;?!]|$)| (?:on|in|under|between|that|which)\b)/g

/** "This, I don't know, tightness": the speaker looks for the word, and denies nothing. D511. */
const searching =
  / ?, (?:(?:oh|um|like) )?(?:i do not (?:even )?know(?: (?:how to (?:say|put|describe|explain) it|the word(?: for it)?))?|i am not sure how to (?:say|put|describe|explain) it|how (?:do (?:you|i)|would (?:you|i)|shall i) (?:say|put|describe)(?: it)?|what do (?:you|they) call (?:it|them|that)|what is (?:it called|the word)|let me (?:think|see)) ?, /g

/** "Mum's sister" is an aunt. */
const ofParent =
  /\b(?:(?:my|our|me) )?(?:mum|mom|mother|dad|father)(?:'?s)? (sister|brother|mum|mom|mother|dad|father)(?=[ ,.])(?!'s)/g
const kinOf: Readonly<Record<string, string>> = { sister: 'aunt', brother: 'uncle', mum: 'grandmother', mom: 'grandmother', mother: 'grandmother', dad: 'grandfather', father: 'grandfather' } // biome-ignore format: a table

/** "My voice has gone": what the body lacks by its going is the trouble, and no trouble has gone. D525. */
const lostFaculty =
  /\b(?:my|his|her) (voice|hearing|appetite|sight|vision|eyesight|memory|balance|energy|taste|sense of (?:taste|smell)|libido|sex drive|strength|concentration)(?: (?:has|have|is|had))?(?: (?:just about|just|completely|all|totally|suddenly|pretty much|nearly|almost))* (?:gone|went|disappeared|vanished)\b(?! (?:back|up|down|off|hoarse|funny|croaky|blurr?y))/g

export const settleWords = (plain: string): string =>
  settleDenials(writeHalves(settleSides(plain)))
    .replaceAll(lostFaculty, 'i have lost my $1')
    .replaceAll(/\barvo\b/g, 'afternoon')
    .replaceAll(searching, ' ')
    .replaceAll(ofParent, (_, own: string) => `my ${kinOf[own] ?? own}`)
    .replaceAll(soreWound, '$1 sore ulcer')
