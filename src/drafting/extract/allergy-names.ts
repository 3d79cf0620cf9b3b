/** Names of allergens in a sentence: medicines, known others, and the words after "allergic to". */

import type { Sentence } from '../dialogue/sentence.ts'
import { allergens } from '../vocabulary/allergens.ts'
import { saidName } from './medication.ts'

/** Words that may come before a name. */
const passed =
  /^(?:,|to|um|uh|er|the|a|an|like|just|only|really|something|called|actually|some|well|so|mainly|mostly|also|one|certain|all)$/
const notNamed =
  /^(?:any|no|not|my|your|food|foods|other|known|severe|bad|medication|medications|medicine|medicines|drug|drugs|anything|nothing|reaction|reactions|that|this|these|those|certain|also|have|had|of|bit|lot|it|them|as|well|and|but|or|idea|which|what|everything|i|he|she|they|we|you|with|when|if|seasonal|skin|few|many)$/
/** A second word belongs to these: "bee stings", "dust mites", "cat hair". */
const compound = /^(?:bee|wasp|dust|cat|dog|horse|grass|contrast|sticking|sticky|sulfa|sulfur|sulphur)$/
const follows = /^(?:stings?|venom|mites?|hair|fur|dander|pollen|dye|plasters?|drugs?|tablets?|antibiotics?)$/
/** Classes of medicines: a question names them, an answer does not. */
const classes: ReadonlySet<string> = new Set(['antibiotics', 'painkillers', 'vaccine'])

export type NamesRead = { readonly names: readonly string[]; readonly end: number }

type NameRead = { readonly name: string; readonly end: number }

function readName(sentence: Sentence, from: number): NameRead | undefined {
  const { words } = sentence
  const medicine = sentence.terms.find(({ kind, from: at, key }) => kind === 'medicine' && at === from && !classes.has(key)) // biome-ignore format: short
  if (medicine !== undefined) return { name: saidName(sentence, medicine), end: medicine.to + 1 }
  const first = words[from]?.text ?? ''
  const next = words[from + 1]?.text ?? ''
  const isCompound = compound.test(first) && follows.test(next)
  if (!allergens.has(first) && !isCompound) return undefined
  return isCompound ? { name: `${first} ${next}`, end: from + 2 } : { name: first, end: from + 1 } // biome-ignore format: short
}

const skip = (sentence: Sentence, from: number): number => {
  let at = from
  while (passed.test(sentence.words[at]?.text ?? '')) at += 1
  return at
}

/** What nobody is allergic to but in a figure of speech: places, people, duties, days, money. */
const figurative =
  /^(?:(?:hard|early|house|home|the) )?(?:work\w*|hospitals?|doctors?|dentists?|nurses?|needles?|injections?|exercis\w*|gyms?|running|mornings?|mondays?|winters?|weather|housework|cooking|cleaning|ironing|dishes|school|homework|boss|people|crowds|kids|children|husbands?|wives|men|women|mother|politic\w*|bills?|tax\w*|money|nonsense|bullshit|stupid\w*|idiots?|paperwork|forms|waiting|queues|life|pain|being|getting|going|doing|having|talking|losing|stress|change|commitment|fun|sport|football|traffic|computers?|phones?)(?: (?!(?:products?|fluids?|sprays?|agents?|tapes?|soaps?|gloves?|dust|glues?|paints?|gels?|chemicals?|detergents?|food|powders?)$)[a-z]+)?$/

/** Up to two words that no table has, as they were said. */
function readUnknown({ words }: Sentence, from: number): NameRead | undefined {
  const taken: string[] = []
  for (const { text } of words.slice(from, from + 2)) {
    if (!/^[a-z]{3,}$/.test(text) || notNamed.test(text) || /^(?:only|since|because|gives?|makes?|made|gave)$/.test(text)) break // biome-ignore format: short
    taken.push(text)
  }
  return taken.length === 0 || figurative.test(taken.join(' '))
    ? undefined
    : { name: taken.join(' '), end: from + taken.length }
}

/** A list of names that begins at word `from`; `isOpen` lets its first be unknown to the tables. */
export function readNames(sentence: Sentence, from: number, isOpen: boolean): NamesRead {
  const names: string[] = []
  let end = from
  for (let at = skip(sentence, from); ; ) {
    const read = readName(sentence, at) ?? (isOpen && names.length === 0 ? readUnknown(sentence, at) : undefined)
    if (read === undefined) break
    names.push(read.name)
    end = read.end
    const next = skip(sentence, end)
    const link = sentence.words[next]?.text ?? ''
    at = skip(sentence, /^(?:and|or)$/.test(link) ? next + 1 : next)
    if (at === end) break
  }
  return { names, end }
}

/** "A penicillin allergy", "lactose intolerant": the name just before the word at `to`. */
export function readNameBefore(sentence: Sentence, to: number): string | undefined {
  const medicine = sentence.terms.find(({ kind, to: last, key }) => kind === 'medicine' && last === to - 1 && !classes.has(key)) // biome-ignore format: short
  if (medicine !== undefined) return saidName(sentence, medicine)
  const before = sentence.words[to - 1]?.text ?? ''
  return allergens.has(before) ? before : undefined
}
