/** Whether the words that name a thing state it of the patient now. docs/design/drafting.md#verification; D410. */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import { conceptsIn, findSpoken, isMedicine, type Named } from '../synonyms.ts'
import type { Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, tokensOf } from '../words.ts'
import { type NameForm, nameForms, shunned } from './name-forms.ts'

const end = /^[.?!]$/

type Said = { readonly before: string; readonly after: string; readonly sentence: string; readonly quote: QuoteRead }

/** The sentence of a name, and its words before and after the name. */
function saidAt(quote: QuoteRead, { at, to = at }: { readonly at: number; readonly to?: number }): Said {
  const { tokens } = quote
  const from = tokens.slice(0, at).findLastIndex((token) => end.test(token)) + 1
  const stop = tokens.findIndex((token, index) => index > to && end.test(token))
  const until = stop < 0 ? tokens.length : stop
  const words = (a: number, b: number): string => tokens.slice(a, b).join(' ')
  return { quote, before: `${words(from, at)} `, after: words(to + 1, until), sentence: words(from, until) }
}

type Places = { readonly said: readonly Said[]; readonly isAsked: boolean }

/** Every place that names the thing; `isAsked`: one of them is in a question, whose reply states it. */
function placesOf(named: Named, quotes: readonly QuoteRead[]): Places {
  const found = quotes.map((quote) => ({ quote, places: findSpoken(quote, named) })).filter(({ places }) => places.length > 0) // biome-ignore format: short
  return {
    said: found.flatMap(({ quote, places }) => places.map((place) => saidAt(quote, place))),
    isAsked: found.some(({ quote: { role } }) => role === 'question'),
  }
}

const isSpokenBy = ({ by }: NameForm, { speaker }: QuoteRead): boolean =>
  by === undefined || (by === 'clinician') === (speaker === 'clinician')

const fits = (form: NameForm, said: Said): boolean =>
  isSpokenBy(form, said.quote) && form.pattern.test(said[form.where])

/** "Ibuprofen sets off my chest, I was told not to." is not taking it. */
const takes = /^(?:possibly )?(?:takes|taking|uses|using|on)\b/

/** A complaint is a symptom. */
const kindOf = (kind: Claim['kind']): Claim['kind'] => (kind === 'complaint' ? 'symptom' : kind)

/** The things that the tables name, or the whole line as one thing. */
function thingsOf(text: string): readonly Named[] {
  const tokens = tokensOf(text)
  const listed = conceptsIn(tokens)
  return listed.length > 0 ? listed : [{ display: text.replace(/\.$/, ''), from: 0, to: tokens.length - 1 }]
}

export function checkNamed({ text, claims }: Statement, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(bare(text))
  const kinds = new Set(claims.map(({ kind }) => kindOf(kind)))
  const forms = nameForms.filter(({ of, toldBy }) => (of === undefined || of.some((kind) => kinds.has(kind))) && toldBy?.test(plain) !== true) // biome-ignore format: short
  return thingsOf(bare(text)).flatMap((named) => {
    const { said: places, isAsked } = placesOf(named, quotes)
    if (places.length === 0) return []
    if (isMedicine(named) && takes.test(plain)) return places.every(({ sentence }) => shunned.test(sentence)) ? ['polarity-mismatch' as const] : [] // biome-ignore format: short
    const own = forms.filter((form) => (!isAsked || form.isAsked === true) && (form.isUnlisted !== true || named.item === undefined)) // biome-ignore format: short
    if (!places.every((said) => own.some((form) => fits(form, said)))) return []
    const form = own.find((one) => places.some((said) => fits(one, said)))
    return form === undefined ? [] : [form.rule]
  })
}
