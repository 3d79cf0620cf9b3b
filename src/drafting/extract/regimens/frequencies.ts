/** How often a medicine is taken, as a sentence says it by itself. */
import { weekday, withCalendarNames } from '../../vocabulary/calendar.ts'
import { wordTable } from '../../vocabulary/words.ts'

const countWords: Readonly<Record<string, string>> = wordTable({
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  eight: '8',
})

const frequencies: readonly (readonly [pattern: RegExp, render: (match: RegExpExecArray) => string | undefined])[] = [
  [/\b(once|twice)(?: or (once|twice))? (?:a|per|every) (day|week|month)\b|\b(once|twice) daily\b/, (match) => match[2] !== undefined ? undefined : match[4] !== undefined ? `${match[4]} a day` : `${match[1]} a ${match[3]}`],
  [/\b(up to )?(two|three|four|five|six|\d) times (?:a|per|every|each) (day|week|month)\b/, (match) => `${match[1] ?? ''}${countWords[match[2] ?? ''] ?? match[2]} times a ${match[3]}`],
  [/\b(up to )?(two|three|four|five|six|\d) times daily\b/, (match) => `${match[1] ?? ''}${countWords[match[2] ?? ''] ?? match[2]} times a day`],
  [/\b(?:every|each) (day|morning|night|evening|week)\b/, (match) => `every ${match[1]}`],
  [/\bone a day\b/, () => 'once a day'],
  [/\bevery (four|six|eight|twelve) hours\b/, (match) => `every ${{ four: '4', six: '6', eight: '8', twelve: '12' }[match[1] ?? ''] ?? ''} hours`],
  [/\b(?:at night|at bedtime|before bed)\b/, () => 'at night'],
  [/\bin the morning\b/, () => 'in the morning'],
  [/\b(?:as (?:and when|needed|required)|when (?:i need|needed|required)|when i need it|as and when)\b/, () => 'as needed'],
  [/(?<!\btimes )\bdaily\b/, () => 'daily'],
  [new RegExp(`\\bon (?:a |the )?(${weekday})s?\\b`), ([, day = '']) => withCalendarNames(`on ${day}`)],
] // biome-ignore format: one row a line

/** The time of day beside a rate: "once a day at night". */
const daytime = /\b(?:at night|at bedtime|in the morning)\b/

export function findFrequency(text: string): string | undefined {
  for (const [pattern, render] of frequencies) {
    const match = pattern.exec(text)
    if (match === null) continue
    const rate = render(match)
    const time = daytime.exec(text)?.[0]
    const isBeside = rate !== undefined && time !== undefined && /^once a day$/.test(rate)
    return isBeside ? `${rate} ${time}` : rate
  }
  return undefined
}
