/** Words that a reader settles before comparing: the side that stands after one that is taken back, and halves as numbers. D349. */

/** "The left, no wait, right": the side after words of taking back is the one that is meant. */
const sideTakenBack =
  /\b(?:left|right)\b[,.]* (?:(?:no|wait|sorry|hang (?:on|about)|i meant?|actually|rather|or|make that|i tell a lie)[,.]* )+(?:(?:the|my|it is|on) )*(left|right)\b(?! (?:now|away|there|then|so|oh)\b)/g

export const settleSides = (plain: string): string => plain.replaceAll(sideTakenBack, 'the $1 side')

const digits: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 } // biome-ignore format: a table
const number = '(a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d+)'
const withHalf = (said: string): number => (digits[said] ?? Number(said)) + 0.5

/** "Three and a half months" is 3.5 months, and "a week and a half" is 1.5 weeks. */
export const writeHalves = (plain: string): string =>
  plain
    .replaceAll(new RegExp(`\\b${number} and a half\\b`, 'g'), (_, said: string) => String(withHalf(said)))
    .replaceAll(new RegExp(`\\b${number} (hour|day|week|month|year)s? and a half\\b`, 'g'), (_, said: string, unit: string) => `${withHalf(said)} ${unit}s`) // biome-ignore format: short

export const settleWords = (plain: string): string => writeHalves(settleSides(plain))
