/** A reply that sets one of two things asked against the other: "The one, nausea. The other, no.", "No to the first, yes to the second." D322. */

type Polarity = 'present' | 'absent'
type Reading = readonly [named: Polarity, other: Polarity]

const stop = '[,.;]? '
const link = `(?:${stop}(?:and |but )?|[,.;]? ?(?:and|but) )`
const one = '(?:the )?(?:one|first|first one|former)'
const other = '(?:the )?(?:other|other one|second|second one|latter)'
const yes = '(?:yes|yeah|yep|aye|sure|i (?:do|have|did|am)|definitely|always|often)'
const no = '(?:no|nope|nah|never|not|none|not at all|i (?:do|have|did|am) not)'
const end = '[.!]?$'

/** NAME stands for the words of the thing that the reply names. */
// biome-ignore format: one row a line
const named: readonly (readonly [form: RegExp, reading: Reading, reason: string])[] = [
  [new RegExp(`^(?:just |only )?${one}${stop}NAME(?:,? ${yes})?${link}(?:not )?${other},? (?:${no})${end}`), ['present', 'absent'], 'the one is told, the other denied'],
  [new RegExp(`^(?:just |only )?NAME(?:,? ${yes})?${link}not ${other}${end}`),                                 ['present', 'absent'], 'the same with a denial of the other'],
  [new RegExp(`^NAME,? ${yes}${link}${other},? ${no}${end}`),                                                  ['present', 'absent'], 'a yes to the name, a no to the other'],
  [new RegExp(`^NAME,? ${no}${link}${other},? ${yes}${end}`),                                                  ['absent', 'present'], 'a no to the name, a yes to the other'],
  [new RegExp(`^not ${one}${link}(?:just |only )?${other}${stop}NAME${end}`),                                 ['present', 'absent'], 'the other is told by its name'],
]

/** Without a name, the order of the question decides. */
// biome-ignore format: one row a line
const ordered: readonly (readonly [form: RegExp, reading: Reading, reason: string])[] = [
  [/^(?:yes,? )?(?:yes to )?the (?:first|former)(?: one)?,? (?:but |and )?(?:yes,? )?(?:(?:but |and )?not?)(?: to)? the (?:second|last|latter|other)(?: one)?[.!]?$/,   ['present', 'absent'], 'ordinals: the first is told'],
  [/^(?:no,? )?(?:not?)(?: to)? the (?:first|former)(?: one)?,? (?:but |and )?(?:yes,? )?(?:yes to )?the (?:second|last|latter|other)(?: one)?(?: yes)?[.!]?$/, ['absent', 'present'], 'ordinals: the second is told'],
]

/**
 * The polarity of the first and of the second of two things; undefined if the reply sets none against the other. `name` has the indexes
 * of the words that name one of them, and `isSecond` says which.
 */
export function readPair(
  words: readonly string[],
  name?: { readonly from: number; readonly to: number; readonly isSecond: boolean },
): Reading | undefined {
  const told = name === undefined ? words : [...words.slice(0, name.from), 'NAME', ...words.slice(name.to + 1)]
  const said = told.join(' ').replaceAll(/ ([,.;!?])/g, '$1').replaceAll(/\b(?:um|uh|er|oh|well|just),? |\b(?:my|a|an|the) (?=NAME)/g, '') // biome-ignore format: short
  const found = (name === undefined ? ordered : named).find(([form]) => form.test(said))?.[1]
  return found !== undefined && name?.isSecond === true ? [found[1], found[0]] : found
}
