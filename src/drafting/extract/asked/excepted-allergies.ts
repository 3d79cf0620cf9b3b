/**
 * A no with its exception, in one sentence or two: "No. Cats.", "Not to medicines. Bandaids.", "I'm not allergic to anything, well, latex."
 * The exception is an allergy; the no holds for medicines if it names them. D431.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { asksAllergyAlone } from '../allergy-answers.ts'
import { readNames } from '../allergy-names.ts'
import { answers, type Quote, says } from '../candidates.ts'
import { readBareReaction, readReaction } from './reactions.ts'

export type Excepted = { readonly names: readonly string[]; readonly deniesMedicines: boolean; readonly quotes: readonly Quote[] } // biome-ignore format: short

const sounds = '(?:(?:um+|uh+|er+m?|oh|well|so|look|,) ?)*'
const none = new RegExp(`^${sounds}(?:no|nope|nah|none|nothing|no allergies|not (?:really|that i know of)|not to (?:any )?(?:medicines?|medications?|drugs|tablets)|no medicines|nothing (?:medical|like that)|(?:and )?(?:no,? )?(?:i am |he is |she is )?not allergic(?: to (?:any|any medicines?|anything))?)[.,! ]*$`) // biome-ignore format: one row
const ofMedicines = /\b(?:medicines?|medications?|drugs|tablets)\b/
const inOne = new RegExp(`^${sounds}(?:and )?(?:no,? |none,? |nothing,? |nope,? )?(?:(?:i am|he is|she is) not allergic to (?:anything|any medicines?)|(?:i|he|she) (?:have|has) no allergies|not allergic to anything|no allergies|nothing|none|no|not to (?:medicines?|drugs|tablets)),? (?:well|oh|except(?: for)?|apart from|only|just|but|other than|bar),? `) // biome-ignore format: one row
/** A name alone: "Cats.", "Just plasters.", "Well, penicillin." */
const isBare = (sentence: Sentence, from: number): readonly string[] => {
  const at = sentence.words.findIndex(({ text }, place) => place >= from && !/^(?:,|well|oh|just|only|um|uh|erm?|the|to|and|except|for|apart|from|maybe|but|a|bit)$/.test(text)) // biome-ignore format: short
  const { names, end } = readNames(sentence, at < 0 ? from : at, false)
  const rest = sentence.words.slice(end).map(({ text }) => text).join(' ') // biome-ignore format: short
  const effect = { ...sentence, words: sentence.words.slice(end + 1) }
  if (names.length > 0 && /^, (?!(?:but|though|no|not)\b)/.test(rest) && (readReaction(effect) ?? readBareReaction(effect)) !== undefined) return names // biome-ignore format: short
  return /^(?:[.,! ]|a bit|sometimes|i think|allergies|though|mainly|mostly|hair)*$/.test(rest) ? names : []
}

/** `before`: the sentence before it. */
export function readExceptedAllergy(sentence: Sentence, before: Sentence | undefined): Excepted | undefined {
  if (sentence.isQuestion || sentence.said.includes('?')) return undefined
  const own = inOne.exec(sentence.said)
  if (own !== null) {
    // The words of the plain text and those of the sentence differ, so the exception is looked for from its end.
    const at = sentence.words.findLastIndex(({ text }) =>
      /^(?:well|oh|except|for|from|only|just|but|than|bar)$/.test(text),
    )
    const names = at < 0 || !(/\ballerg/.test(own[0]) || sentence.asked.some(asksAllergyAlone)) ? [] : isBare(sentence, at + 1) // biome-ignore format: short
    return names.length === 0 ? undefined : { names, deniesMedicines: ofMedicines.test(own[0]), quotes: says(sentence) }
  }
  const question = sentence.asked.at(-1)
  if (before?.segment !== sentence.segment || !none.test(before.said)) return undefined
  const isAsked = question !== undefined && asksAllergyAlone(question)
  if (!isAsked && !/\ballerg/.test(before.said)) return undefined
  const names = isBare(sentence, 0)
  if (names.length === 0) return undefined
  const quotes = question === undefined ? [...says(before), ...says(sentence)] : answers(question, before, sentence)
  // "Any allergies to medicines?" - "No. Plasters, I go red."
  const isOther = question !== undefined && ofMedicines.test(question.said) && !sentence.terms.some(({ kind }) => kind === 'medicine') // biome-ignore format: short
  return { names, deniesMedicines: isOther || ofMedicines.test(before.said), quotes }
}

/** "We've got dogs. Spaniels.": a bare name behind a clause of another subject is no item of the list. */
export function namesAnother(sentence: Sentence, before: Sentence | undefined): boolean {
  if (before?.segment !== sentence.segment || /^(?:and|also|plus|oh|then|or)\b/.test(sentence.said)) return false
  return sentence.words.length <= 5 && /^(?:i|we|he|she) (?:\w+ ){0,2}?(?:see|saw|hear|heard|feel|felt|smell|dream|dreamt|imagine|keep|own|have got|like|love|breed|work with)\b/.test(before.said) // biome-ignore format: short
}
