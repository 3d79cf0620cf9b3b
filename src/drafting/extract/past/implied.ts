/** "Any medical problems?" - "Just the blood pressure.": the thing stands for the trouble with it. D362. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { answersClearly } from '../attribute-answers.ts'
import { type Candidate, claim, joinWords } from '../candidates.ts'
import { asksPast } from './asks-past.ts'

const thing =
  /(?:^|, |\band |\bor |\bfrom |\bjust |\bonly |\bfor )(?:(?:the|my|his|her|a bit of|some|a little|just|usual|old) )*(blood pressure|sugars?|thyroid|prostate)(?=[,.]| and\b| (?:thing|stuff|tablets?|problem)\b|$)/g
const isDenied = /\b(?:no|not|never|nothing|none|fine|normal|good|okay|ok|checked|family|mum|dad|mother|father)\b/

/** One line for all that are named. */
export function impliedConditions(sentence: Sentence): readonly Candidate[] {
  const question = sentence.asked.at(-1)
  if (question === undefined || !asksPast(question.said) || isDenied.test(sentence.said)) return []
  const names = [...sentence.said.matchAll(thing)].flatMap(([, name]) => name?.replace(/^sugars$/, 'sugar') ?? [])
  if (names.length === 0) return []
  const claims = names.map((name) => claim('history', { key: `${name.replace(' ', '-')}-problems`, display: `${name} problems` })) // biome-ignore format: short
  return [{ text: `History of ${joinWords(names, 'and')} problems.`, claims, quotes: answersClearly(question, sentence), weight: 84, at: sentence.at }] // biome-ignore format: short
}

/** "I'm diabetic, type two": the type behind the name belongs to it. */
export function withType(sentence: Sentence, term: Term): Term {
  if (term.key !== 'diabetes') return term
  const after = sentence.words.slice(term.to + 1, term.to + 4).map(({ text }) => text).join(' ') // biome-ignore format: short
  const [, type] = /^(?:, )?(type (?:one|two|1|2))\b/.exec(after) ?? []
  const [meant] = type === undefined ? [] : findTerms(readWords(`${type} diabetes`))
  return meant === undefined ? term : { ...meant, from: term.from, to: term.to }
}
