/** "Kids? They've flown the nest.": who is named as gone, or as living elsewhere, does not live with the patient. D477. */
import type { Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { otherPersons, ownRelatives } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, tokensOf } from '../words.ts'

const livesWith = /\blives? with ([^.;]+)/
const pronoun = /^(?:he|she|they|him|her|them|his|someone|somebody|everyone|people)$/
const away = /\b(?:flown|moved (?:out|away)|left (?:home|me|us)|(?:do|does|did) not live|not living|own (?:place|flat|house|home)|lives? (?:in|at|near|over|outside|with (?:his|her|their)|kind of|next|down|up|round)|no longer|passed away|died|separated|divorced|grown up|at uni\w*|away|not my|not (?:him|her|them))\b/ // biome-ignore format: one row

const nameOf = (token: string): string => ownRelatives.get(token) ?? token.replace(/(?<=[^s])s$/, '').replace(/^children$|^child$/, 'kid') // biome-ignore format: short

export function checkCompany({ text, claims }: Statement, quotes: readonly QuoteRead[]): readonly Rule[] {
  const [, company = ''] = livesWith.exec(plainOf(bare(text))) ?? []
  if (company === '' || !claims.some(({ kind }) => kind === 'social')) return []
  const isPerson = (token: string): boolean => !pronoun.test(token) && (ownRelatives.get(token) !== undefined || otherPersons.has(token)) // biome-ignore format: short
  const sentences = quotes
    .filter(({ role }) => role !== 'question')
    .flatMap(({ plain }) => plain.split(/(?<=[.?!])\s+/))
  const isGone = (person: string): boolean => {
    const at = sentences.flatMap((sentence, index) => (tokensOf(sentence).some((token) => nameOf(token) === person) ? [index] : [])) // biome-ignore format: short
    const goesOn = (index: number): string => (/^(?:he|she|they)\b/.test(sentences[index + 1] ?? '') ? (sentences[index + 1] ?? '') : '') // biome-ignore format: short
    return (
      at.length > 0 &&
      at.every(
        (index) =>
          !/\bliv(?:e|es|ing) with\b(?! (?:his|her|their))/.test(
            sentences[index]?.replace(/\bnot (?:\w+ )?liv\w+ with\b/, '') ?? '',
          ) && away.test(`${sentences[index]} ${goesOn(index)}`),
      )
    )
  }
  return tokensOf(company).filter(isPerson).map(nameOf).some(isGone) ? ['person-mismatch'] : []
}
