/** "I've got this abscess on my leg": a trouble of skin or lining at a place that the patient shows is why the patient came, and no past history. D485. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

/** Illnesses that stand at one place and come to be seen; "eczema on my hands" may be of long standing. */
const local: ReadonlySet<string> = new Set(['abscess', 'cyst', 'ganglion', 'hernia', 'lipoma', 'paronychia', 'shingles', 'skin-tag', 'stye']) // biome-ignore format: a list

const has =
  /\b(?:have|got|had)(?: (?:just|also|like|um|uh|er|,))*(?: (?:an?|this|these|some|another)(?: [a-z]+){0,2})?$/
const ofOld = /\b(?:used to|ages|years|always|history)\b|\bhad\b(?!.*\bsince\b)/
const inner = /\b(?:ovar(?:y|ies)|kidneys?|liver|lungs?|brain|pancreas|womb|spleen|spine|stomach)\b/
const place = /^(?:[ ,]|right|just|here|up|down|um|uh|er)* (on|in|under|behind|near|above|below|between|around) (?:my|the|his|her) ([a-z]+(?: (?:of (?:my|the) )?[a-z]+){0,3})/ // biome-ignore format: one row

/** The line of the trouble with its place; undefined if it is of long standing or no place of the body stands behind it. */
export function localTrouble(sentence: Sentence, term: Term): Candidate | undefined {
  if (
    !local.has(term.key) ||
    ofOld.test(sentence.said) ||
    sentence.terms.filter(({ kind }) => kind === 'condition').length > 1
  )
    return undefined
  const textOf = (from: number, to?: number): string =>
    sentence.words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ')
  if (!has.test(textOf(0, term.from))) return undefined
  const [, preposition = '', named = ''] = place.exec(` ${textOf(term.to + 1)}`) ?? []
  const words = named.replaceAll(/\b(?:my|his|her)\b/g, 'the').split(' ')
  const last = words.findLastIndex((word) => bodyWord.test(word))
  if (last < 0 || inner.test(named)) return undefined
  const display = `${term.display} ${preposition} the ${words.slice(0, last + 1).join(' ')}`
  return { text: `${sentenceCase(display)}.`, claims: [claim('complaint', { key: term.key, display })], quotes: says(sentence), weight: 122, at: sentence.at } // biome-ignore format: one row
}
