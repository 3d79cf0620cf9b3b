/** Years in words: "nineteen ninety four", "twenty sixteen". D450. */
import { wordTable } from '../../vocabulary/words.ts'

const centuries: Readonly<Record<string, number>> = wordTable({ nineteen: 1900, twenty: 2000 })
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ones: readonly string[] = 'one two three four five six seven eight nine'.split(' ')

/** The year that begins at a token, and the token behind it. A year to come is none. */
export function readYear(
  tokens: readonly string[],
  at: number,
): { readonly value: string; readonly next: number } | undefined {
  const century = centuries[tokens[at] ?? '']
  if (century === undefined) return undefined
  const [word = '', last = ''] = tokens.slice(at + 1)
  if (teens.includes(word)) return { value: String(century + 10 + teens.indexOf(word)), next: at + 2 }
  const decade = tens.indexOf(word) < 0 ? 0 : 20 + 10 * tens.indexOf(word)
  if (decade === 0 || (century === 2000 && decade > 20)) return undefined
  const year = century + decade + ones.indexOf(last) + 1
  return { value: String(year), next: ones.includes(last) ? at + 3 : at + 2 }
}
