/** The words whose form a word may be: the rules of morphy(7WN), and irregular verbs. D313. */
import { irregularOf } from '../lexicon/word-forms.ts'

/** Longer endings first. "Stopping" has a double letter of its own. */
const endings: readonly (readonly [ending: RegExp, base: string])[] = [
  [/([bdfgklmnprtvz])\1(?:ing|ed|er|est)$/, '$1'],
  [/(?:ies|ied|ier|iest)$/, 'y'],
  [/(?<=[sxz]|[cs]h)es$/, ''],
  [/(?:ing|es|ed|er|est)$/, ''],
  [/(?:ing|es|ed|er|est)$/, 'e'],
  [/(?<=[^s])s$/, ''],
  [/men$/, 'man'],
]

/** The word itself comes first. Of a phrase the first word bends: "passed out". */
export function lemmasOf(word: string): readonly string[] {
  const space = word.indexOf(' ')
  if (space > 0) return lemmasOf(word.slice(0, space)).map((lemma) => `${lemma}${word.slice(space)}`)
  const bases = endings.flatMap(([ending, base]) => (ending.test(word) ? [word.replace(ending, base)] : []))
  return [...new Set([word, irregularOf(word) ?? word, ...bases.filter((base) => base.length > 2)])]
}
