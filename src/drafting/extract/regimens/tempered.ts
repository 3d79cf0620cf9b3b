/** What the same turn takes off a rate, and the form of a medicine: "Every morning. Well, most mornings.", "the XR". D472. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Quote } from '../candidates.ts'
import type { Filled } from './slot-reading.ts'

const lessens = /^(?:(?:well|or|actually|i mean|mostly|okay|ok|um|uh|oh),? )+(?:(?:i (?:try|aim) to|when i remember,?) )?.{0,12}?\b(most (?:days|nights|mornings|weeks|evenings)|when i remember|every (?:other|second) (?:day|night|morning))\b/ // biome-ignore format: one row

type Rated = Filled & { readonly quotes: readonly Quote[] }

/** The rate as the next words of the turn lessen it. */
export function temperRate<T extends Rated>(named: T, dialogue: readonly Sentence[]): T {
  const last = named.quotes.findLast(({ sentence }) => sentence.segment.speaker === 'patient')?.sentence
  if (named.rate === undefined || last === undefined) return named
  const at = dialogue.indexOf(last)
  const next = dialogue.slice(at, at + 3).find(({ segment, said }) => segment === last.segment && lessens.test(said))
  const rate = next === undefined ? undefined : lessens.exec(next.said)?.[1]
  if (next === undefined || rate === undefined) return named
  const quotes: readonly Quote[] = next === last ? named.quotes : [...named.quotes, { sentence: next, role: 'answer' }]
  return { ...named, rate: rate.replace('when i remember', 'when remembered'), quotes }
}

const form = /^(?:xr|sr|er|mr|cr|xl|la)$/
/** The name with the form that stands behind it, or that is said of it: "metformin XR". */
export function withForm(name: string, { quotes }: Rated): string {
  const found = quotes.flatMap(({ sentence }) => sentence.words.flatMap(({ text }, at) => (form.test(text) && isOfName(sentence, at, name) ? [text.toUpperCase()] : []))) // biome-ignore format: short
  const [own] = found
  return own === undefined || name.toUpperCase().endsWith(own) ? name : `${name} ${own}`
}
const isOfName = ({ words, terms }: Sentence, at: number, name: string): boolean => {
  const before = terms.findLast(({ kind, to }) => kind === 'medicine' && to < at)
  const isBeside = before !== undefined && before.to >= at - 3
  return words[at - 1]?.text === 'the' || (isBeside && (before.display.toLowerCase() === name.toLowerCase() || words.slice(before.from, before.to + 1).some(({ text }) => name.toLowerCase().includes(text)))) // biome-ignore format: short
}
