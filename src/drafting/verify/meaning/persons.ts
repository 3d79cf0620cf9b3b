/** Each person whom a note names must have been named: "uncle" is not said by "my mum". D292. */
import type { QuoteRead } from '../evidence.ts'
import { ownRelatives, type Rule } from '../tables.ts'
import { tokensOf } from '../words.ts'

/** Names of a person beside the relatives of the tables, and the words of speech that name such a person. */
const others: readonly (readonly [told: RegExp, said: RegExp])[] = [
  [/^(?:wife|spouse)$/, /\b(?:wife|missus|spouse)\b/],
  [/^(?:husband|spouse)$/, /\b(?:husband|hubby|spouse)\b/],
  [/^partner$/, /\b(?:partner|wife|husband|hubby|missus|girlfriend|boyfriend|other half)\b/],
  [/^(?:flatmate|housemate|roommate)s?$/, /\b(?:\w*mates?|share|sharing|shared)\b/],
  [/^(?:friend|mate)s?$/, /\b(?:friends?|\w*mates?|pals?|budd(?:y|ies)|boyfriend|girlfriend)\b/],
  [/^(?:colleague|coworker)s?$/, /\b(?:colleagues?|work\w*|office|team)\b/],
  [/^neighbours?$/, /\b(?:neighbours?|next door|upstairs|across the road)\b/],
  [/^(?:dog|cat)s?$/, /\b(?:dogs?|cats?|pets?|pupp(?:y|ies)|kittens?)\b/],
]
/** A relative who includes others: a parent is a mother or a father. */
const including: Readonly<Record<string, readonly string[]>> = { parent: ['mother', 'father'] }

const isSaid = (relative: string, said: ReadonlySet<string>): boolean =>
  said.has(relative) || (including[relative] ?? []).some((one) => said.has(one))

/** Relatives by their words, and those whom the words make: "my dad's sister" is an aunt. */
const kin = /\b(?:mum|mom|mother|dad|father|parent)(?:'?s)? (sister|brother|mum|mother|dad|father)\b/g
const smallOnes = /\bmy (?:little|eldest|oldest|youngest|big|older|younger) (girl|boy|one)\b/g
const made: Readonly<Record<string, string>> = { sister: 'aunt', brother: 'uncle', mum: 'grandmother', mother: 'grandmother', dad: 'grandfather', father: 'grandfather' } // biome-ignore format: a table

/** "My mum, no, sorry, my aunt": the first name is taken back. */
const misnamed =
  /\b(?:my|his|her|our|the) [a-z]+ ?,? (?:um ,? )?(?:no|sorry|i mean|or rather|not my \w+)\b(?: ?,? (?:no|sorry|wait|actually|i mean|it was))* ?,? (?=(?:my|his|her|our|the) )/g

function saidIn(quotes: readonly QuoteRead[]): ReadonlySet<string> {
  const standing = quotes.map(({ plain }) => plain.replaceAll(misnamed, ' '))
  const named = standing.flatMap((words) => tokensOf(words).flatMap((token) => ownRelatives.get(token.replace(/(?<=[a-z]{3})s$/, '')) ?? ownRelatives.get(token) ?? [])) // biome-ignore format: short
  const derived = quotes.flatMap(({ plain }) => [...plain.matchAll(kin)].flatMap(([, own = '']) => made[own] ?? []))
  const ofOwn = quotes.flatMap(({ plain }) => [...plain.matchAll(smallOnes)].flatMap(([, child = '']) => (child === 'girl' ? ['daughter'] : child === 'boy' ? ['son'] : ['daughter', 'son']))) // biome-ignore format: short
  return new Set([...named, ...derived, ...ofOwn])
}

export function checkNamedPersons(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  if (quotes.some(({ role }) => role === 'record')) return []
  const said = saidIn(quotes)
  const plain = quotes.map((quote) => quote.plain).join(' ')
  const isUnsaid = tokensOf(text).some((token) => {
    const relative = ownRelatives.get(token)
    if (relative !== undefined) return !isSaid(relative, said)
    const row = others.find(([told]) => told.test(token))
    return row !== undefined && !others.some(([told, words]) => told.test(token) && words.test(plain))
  })
  return isUnsaid ? ['person-mismatch'] : []
}
