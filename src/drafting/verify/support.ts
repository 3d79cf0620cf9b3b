/** Finds content words of a sentence that its evidence lacks. */
import { referralRows, testRows } from '../vocabulary/services.ts'
import { readReactionAllergies } from './allergy-reactions.ts'
import { asksReactions } from './allergy-words.ts'
import type { QuoteRead } from './evidence.ts'
import { conceptsIn, placesIn, supportingWord } from './synonyms.ts'
import { ownRelatives, templateWords } from './tables.ts'
import { tokensOf } from './words.ts'

/** Each name of a service, with the words that a clinician uses for it to a patient. */
const services = [...testRows, ...referralRows].map(([name, says]) => ({
  words: tokensOf(name),
  said: new RegExp(`\\b(?:${says})s?\\b`),
}))

/** Words of the clinical names of the services that the quotes name. */
const serviceWords = (quotes: readonly QuoteRead[]): ReadonlySet<string> =>
  new Set(services.flatMap(({ words, said }) => (quotes.some(({ plain }) => said.test(plain)) ? words : [])))

/** Content words of the sentence that no quote carries. */
export function unsupportedWords(tokens: readonly string[], quotes: readonly QuoteRead[]): readonly string[] {
  const carried = new Set<number>()
  const isReaction =
    (tokens.includes('allergic') && readReactionAllergies(quotes).length > 0) ||
    (tokens.includes('allergies') && quotes.some(({ role, plain }) => role === 'question' && asksReactions.test(plain)))
  for (const concept of conceptsIn(tokens))
    if (quotes.some((quote) => placesIn(quote, concept).length > 0))
      for (let at = concept.from; at <= concept.to; at++) carried.add(at)
  const unsaid = tokens.filter((token, at) => {
    if (carried.has(at) || !/[a-z]{2}/.test(token) || isNumberWord.test(token)) return false
    if (isReaction && /^(?:allergic|allergies|known)$/.test(token)) return false
    const relative = ownRelatives.get(token)
    if (relative !== undefined)
      return !quotes.some((quote) => quote.tokens.some((other) => ownRelatives.get(other) === relative))
    if (
      (templateWords.has(token) && !mustBeSaid.test(token)) ||
      grammar.test(token) ||
      isToldOtherwise(token, tokens[at - 1], quotes)
    )
      return false
    return !quotes.some((quote) => supportingWord(token, quote))
  })
  const named = unsaid.length === 0 ? undefined : serviceWords(quotes)
  return unsaid.filter((token) => named?.has(token) !== true)
}

const isNumberWord =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|once|twice|times|couple|few|several|half|day|days|week|weeks|month|months|year|years|hours?|minutes?|mg|micrograms|ml|tablets?|capsules?|puffs?|units|drops?|sprays?|next|end|tomorrow|week|under|left|right)$/

/** Persons and helping verbs, which a line in plain words has in another form: "burning when you go" is "burning when going". */
const grammar =
  /^(?:you|yours?|it|its|them|their|his|her|is|are|am|be|been|being|can|could|will|would|going|getting|having)$/

/** "Nothing abnormal behind the ear" of "nothing behind the ear"; "no previous stroke" of "any strokes in the past?". */
const isToldOtherwise = (token: string, before: string | undefined, quotes: readonly QuoteRead[]): boolean =>
  (token === 'abnormal' && before === 'nothing' && quotes.some(({ plain }) => /\b(?:nothing|no)\b/.test(plain))) ||
  (token === 'previous' && quotes.some(({ plain }) => /\b(?:past|before|ever|already|history|once)\b/.test(plain)))

/** Template words that state a fact of their own. */
const mustBeSaid = /^(?:smok\w*|drinks?|helped|resolved|worse|better|active)$/
