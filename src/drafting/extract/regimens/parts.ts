/** Parts a sentence that names several medicines, so that each has its own dose and rate. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { classes } from '../orders/medicine-changes.ts'
import { startOf } from './strengths.ts'

/** The words of a sentence from one place to another; its evidence stays whole. */
export const withWords = (sentence: Sentence, from: number, to: number): Sentence => ({
  ...sentence,
  words: sentence.words.slice(from, to),
  terms: sentence.terms.flatMap((term) => (term.from >= from && term.to < to ? [{ ...term, from: term.from - from, to: term.to - from }] : [])), // biome-ignore format: short
})

/** One piece for each medicine. A class beside a name only explains it: "a water tablet, furosemide". */
export function partByMedicine(whole: Sentence): readonly Sentence[] {
  const all = withoutDevices(whole)
  const isWhole = all.length === whole.terms.filter(({ kind }) => kind === 'medicine').length
  if (all.length < 2) return [isWhole ? whole : { ...whole, terms: whole.terms.filter((term) => term.kind !== 'medicine' || all.includes(term)) }] // biome-ignore format: short
  const named = all.filter(({ key }) => !isClass(key))
  const kept = named.length === 0 ? all : named
  const sentence = { ...whole, terms: whole.terms.filter((term) => term.kind !== 'medicine' || kept.includes(term)) }
  const firsts = kept.filter(({ key }, place) => kept[place - 1]?.key !== key)
  if (firsts.length < 2) return [sentence]
  const starts = firsts.map(({ from }, place) => (place === 0 ? 0 : startOf(whole, from)))
  return starts.map((from, place) => withWords(sentence, from, starts[place + 1] ?? whole.words.length)) // biome-ignore format: short
}

const device = /^(?:(?:steroid|reliever)[ -]inhaler|inhaler)$/
/** The medicines of a sentence. "The brown inhaler, the Clenil" is one: the device beside a name only says which. */
export function withoutDevices({ terms, words }: Pick<Sentence, 'terms' | 'words'>): readonly Term[] {
  const all = terms.filter(({ kind }) => kind === 'medicine')
  const isBeside = (one: Term, other: Term): boolean => words.slice(one.to + 1, other.from).every(({ text }) => /^(?:,|the|my|a|called|that|is|it|um|uh|it's|that's)$/.test(text)) // biome-ignore format: short
  return all.filter((own, at) => {
    const [before, after] = [all[at - 1], all[at + 1]]
    if (!device.test(own.key)) return true
    return !((after !== undefined && !device.test(after.key) && isBeside(own, after)) || (before !== undefined && !device.test(before.key) && isBeside(before, own))) // biome-ignore format: short
  })
}

const isClass = (key: string): boolean => classes.test(key) || key === 'insulin'
