/** An inhaler by its colour beside its name. D433. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

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
