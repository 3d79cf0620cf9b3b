/** Denials whose "not" stands inside the name: "my chest doesn't hurt", "my nose isn't running". The name is read without the negated verb. */
import { findTerms, type Term } from '../vocabulary/terms.ts'
import type { Sentence } from './sentence.ts'

/** Verbs before "not". Those of the first row say nothing without it, and go with it. */
const emptied: ReadonlySet<string> = new Set(['do', 'does', 'did', 'will', 'would'])
const kept: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 'has', 'have', 'had', 'been', 'am'])

/** A weak, a limited or an ended denial denies less. */
const limits = /\bnot (?:really|too|that|so|always|even|just|only|much|usually|normally|necessarily|quite|yet|as|very|all)\b|\b(?:any ?more|unless|except|until|but|if|when|while|apart|only|sure|though|because)\b/ // biome-ignore format: short

/** Names that the sentence denies around a "not"; `from` and `to` are indexes of its own words. */
export function listDeniedInside({ words, said, isQuestion }: Sentence): readonly Term[] {
  const at = words.findIndex(({ text }, index) => text === 'not' && index > 0 && isVerb(words[index - 1]?.text ?? ''))
  if (at < 0 || isQuestion || limits.test(said)) return []
  const isEmptied = emptied.has(words[at - 1]?.text ?? '')
  const left = words.flatMap((word, index) =>
    index === at || (isEmptied && index === at - 1) ? [] : [{ word, index }],
  )
  if (left.some(({ word }) => negates.test(word.text))) return []
  return findTerms(left.map(({ word }) => word)).flatMap((term) => {
    const [from, to] = [left[term.from]?.index ?? 0, left[term.to]?.index ?? 0]
    return from < at && at < to ? [{ ...term, from, to }] : []
  })
}

const isVerb = (word: string): boolean => emptied.has(word) || kept.has(word)
const negates = /^(?:not|no|never|none|nothing|neither|nor|without)$/
