/** The year of a former result, as it is spoken: "twenty twenty-two". D567. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { readAmount } from '../../../vocabulary/amounts.ts'
import { readWords } from '../../../vocabulary/words.ts'

/** "Twenty twenty-two": the number behind the century. */
const yearIn = (said: string): string =>
  /^\d/.test(said)
    ? said
    : `20${readAmount(readWords(said.replace(/^twenty /, '').replaceAll('-', ' ')), 0)?.value ?? ''}`

/** "It was, twenty twenty-two, HPV negative": the year of a former result. */
export const yearOf = ({ said }: Sentence): string => {
  const year = /\b(?:was|were|in|back)\b[, ]+(?:in )?(twenty (?:twenty(?:[ -](?:one|two|three|four|five))?|[a-z]+teen)|20[0-2]\d)\b/.exec(said)?.[1] // biome-ignore format: one row
  return year === undefined ? '' : ` in ${yearIn(year)}`
}
