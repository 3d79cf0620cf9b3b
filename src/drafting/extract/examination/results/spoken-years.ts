/** The year of a former result, as it is spoken: "twenty twenty-two". D567. */
import type { Sentence } from '../../../dialogue/sentence.ts'

const units = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const teens = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const yearIn = (said: string): string => {
  const [, last = ''] = /^twenty (?:twenty[ -]?)?([a-z]*)$/.exec(said) ?? []
  return /^\d/.test(said) ? said : teens.includes(last) ? `20${10 + teens.indexOf(last)}` : `202${units.indexOf(last)}`
}

/** "It was, twenty twenty-two, HPV negative": the year of a former result. */
export const yearOf = ({ said }: Sentence): string => {
  const year = /\b(?:was|were|in|back)\b[, ]+(?:in )?(twenty (?:twenty(?:[ -](?:one|two|three|four|five))?|[a-z]+teen)|20[0-2]\d)\b/.exec(said)?.[1] // biome-ignore format: one row
  return year === undefined ? '' : ` in ${yearIn(year)}`
}
