/** Checks each concept of the sentence against the evidence: polarity, person, and whether it is asserted at all. */

import { readReactionAllergies } from './allergy-reactions.ts'
import { checkBareAnswer, checkTopic } from './bare.ts'
import { relativesIn } from './claims.ts'
import type { QuoteRead } from './evidence.ts'
import { turnsOfSpeech } from './meaning/turns-of-speech.ts'
import { evidencePolarities, personBefore, textPolarity } from './polarity.ts'
import { readExceptions } from './replies/allergy-exceptions.ts'
import type { Named } from './synonyms.ts'
import { conceptsIn, isCondition, isDeed, placesIn } from './synonyms.ts'
import { otherPersons, ownRelatives, type Rule, softWords } from './tables.ts'
import { plainOf, tokensOf } from './words.ts'

const fearBefore =
  /\b(?:if|unless|whether|worried|worry|scared|afraid|concerned|in case|googled?|googling|wonder\w*|might|maybe|could be|sign of|what if|read about|not think|not believe|not reckon)\b/

const beliefBefore = /\b(?:think|thought) (?:it|this|that)\b/

/** Nothing is left of the concept where the quote only speaks so. */
function isTurnOfSpeech(named: Named, quote: QuoteRead): boolean {
  const rest = quote.plain.replaceAll(turnsOfSpeech, ' ')
  if (rest === quote.plain) return false
  return placesIn({ ...quote, plain: rest, tokens: tokensOf(rest) }, named).length === 0
}

/** The name of a measurement before its value: `support.ts` looks for its name, unit, device or form. */
const measured = /^(?:possibly )?(?:reported )?(?:temperature|blood pressure|pulse|respiratory rate|oxygen saturation|weight|height|glucose|peak flow) (?:about )?[0-9]/ // biome-ignore format: one row

/** The clinician tells it of "he" or "she", and of nobody who is named. */
const isExaminers = (holding: readonly QuoteRead[]): boolean =>
  holding.every(({ speaker, role, tokens }) => speaker === 'clinician' && role === 'statement' && tokens.every((token) => ownRelatives.get(token) === undefined && (!otherPersons.has(token) || /^(?:he|she|him|her|his)$/.test(token)))) // biome-ignore format: short

const ofUnborn = /^fetal\b/i

/** `isObserved`: a finding of an examination, which is the patient's, whether the examiner says "you" or "he". */
export function checkConcepts(
  text: string,
  tokens: readonly string[],
  quotes: readonly QuoteRead[],
  isObserved = false,
): readonly Rule[] {
  const rules: Rule[] = []
  const relatives = relativesIn(tokens)
  for (const named of conceptsIn(tokens)) {
    const holding = quotes.filter((quote) => placesIn(quote, named).length > 0)
    if (holding.length === 0) {
      if (!measured.test(plainOf(text))) rules.push('words-unsupported')
      continue
    }
    if (quotes.some(({ role }) => role === 'record')) continue
    if (holding.every((quote) => isTurnOfSpeech(named, quote))) rules.push('not-asserted')
    const said = evidencePolarities(quotes, named)
    const told = textPolarity(text, named)
    if (isAllergyTold(text, quotes)) continue
    if (said.size === 0) rules.push('question-unanswered')
    else if (!said.has(told) && !isEndTold(text, quotes)) rules.push('polarity-mismatch')
    // "The baby's heart rate": the words of an unborn child's value name it.
    rules.push(...(ofUnborn.test(text) || (isObserved && isExaminers(holding)) ? [] : checkPerson(named, holding, { relatives, quotes })), ...checkAsserted(text, named, holding)) // biome-ignore format: short
  }
  rules.push(...checkBareAnswer(text, tokens, quotes), ...checkTopic(plainOf(text), quotes))
  return rules
}

/** An allergy that was read out is told by its reaction: the reply need be no yes. */
const isAllergyTold = (text: string, quotes: readonly QuoteRead[]): boolean =>
  /^(?:possibly )?allergic to\b/.test(plainOf(text)) &&
  [...readReactionAllergies(quotes), ...readExceptions(quotes)].length > 0

/** "No longer takes it" holds where somebody tells the end, whatever the polarity of the words. */
const isEndTold = (text: string, quotes: readonly QuoteRead[]): boolean =>
  /^(?:possibly )?no longer\b/.test(plainOf(text)) &&
  quotes.some(({ speaker, plain }) => speaker === 'patient' && /\b(?:stopp\w+|ceased|off|bin|quit|gave|given|any ?more|no longer|finished|dropped|gone|ditched|withdrew|discontinued)\b/.test(plain)) // biome-ignore format: short

type Person = { readonly relatives: ReadonlySet<string>; readonly quotes: readonly QuoteRead[] }

const feminine = new Set(['mother', 'sister', 'daughter', 'grandmother', 'aunt'])

/** "My father... He died of it.": the quote before says whom the pronoun means. */
function isPronoun(
  persons: readonly (string | undefined)[],
  relatives: ReadonlySet<string>,
  quotes: readonly QuoteRead[],
): boolean {
  if (!persons.includes('other')) return false
  const pronouns = new Set(quotes.flatMap(({ tokens }) => tokens.filter((token) => token === 'he' || token === 'she')))
  const named = new Set(quotes.flatMap(({ tokens }) => [...relativesIn(tokens)]))
  return [...relatives].every((name) => named.has(name) && pronouns.has(feminine.has(name) ? 'she' : 'he'))
}

/** "What did your father die of?" - "A stroke.": the question says whose death it is, and the answer names nobody else. */
function isAskedCause(relatives: ReadonlySet<string>, quotes: readonly QuoteRead[]): boolean {
  const [name, other] = relatives
  const answers = quotes.filter(({ role }) => role === 'answer')
  const isAsked = quotes.some(({ role, plain, tokens }) => role === 'question' && /\b(?:die|dead|pass(?:ed)?|killed|took)\b/.test(plain) && tokens.some((token) => ownRelatives.get(token) === name)) // biome-ignore format: short
  return isAsked && other === undefined && answers.every(({ tokens }) => tokens.every((token) => ownRelatives.get(token) === undefined && !/^(?:i|my|me|not)$/.test(token))) // biome-ignore format: short
}

/** "Dad dropped dead at fifty-four. Heart attack.": a death that is told, and behind it the illness alone. */
function isToldCause(relatives: ReadonlySet<string>, holding: readonly QuoteRead[], quotes: readonly QuoteRead[]): boolean {
  const [name, other] = relatives
  const isBare = holding.every(({ role, tokens }) => role !== 'question' && tokens.length <= 5 && tokens.every((token) => ownRelatives.get(token) === undefined && !/^(?:i|my|me|not|no|never)$/.test(token)))
  const dies = quotes.some(({ role, plain, tokens }) => role !== 'question' && /\b(?:died|dropped dead|passed(?: away)?)\b/.test(plain) && tokens.some((token) => ownRelatives.get(token) === name))
  return isBare && dies && other === undefined
} // biome-ignore format: short

/** "My mother and my sister both have it": a statement about one covers the other. */
const isJoint = (
  persons: readonly (string | undefined)[],
  relatives: ReadonlySet<string>,
  told: readonly QuoteRead[],
): boolean =>
  told.some(({ tokens }) => {
    const names = tokens
      .filter((token) => token !== 'my' && token !== 'your')
      .map((token) => ownRelatives.get(token) ?? token)
    return [...relatives].every((name) => names.some((own, at) => own === name && names[at + 1] === 'and' && persons.includes(names[at + 2]))) // biome-ignore format: short
  })

/** "They took my appendix out": others do it, to the speaker. */
const isDoneToMe = (named: Named, { tokens }: QuoteRead, at: number): boolean =>
  isDeed(named) &&
  /\b(?:they|he|she|doctor) (?:\w+ ){1,2}my\b|\b(?:they|he|she|doctor) (?:\w+ ){1,2}me on\b/.test(
    tokens.slice(Math.max(0, at - 4), at + 2).join(' '),
  )

function checkPerson(named: Named, holding: readonly QuoteRead[], person: Person): readonly Rule[] {
  const { relatives, quotes } = person
  const told = holding.filter(({ role }) => role === 'statement' || role === 'answer')
  const persons = told.flatMap((quote) =>
    placesIn(quote, named).map((at) => (isDoneToMe(named, quote, at) ? undefined : personBefore(quote, at))),
  )
  if (relatives.size > 0) {
    if (persons.length === 0) return []
    const isNamed = persons.some((name) => name !== undefined && relatives.has(name))
    return isNamed ||
      isAskedCause(relatives, quotes) ||
      isToldCause(relatives, holding, quotes) ||
      isJoint(persons, relatives, told) ||
      isPronoun(persons, relatives, quotes)
      ? []
      : ['person-mismatch']
  }
  const asked = holding.some(({ role, plain }) => role === 'question' && !/\bfamily\b|\bparents\b/.test(plain))
  return persons.length > 0 && persons.every((name) => name !== undefined) && !asked ? ['person-mismatch'] : []
}

function checkAsserted(text: string, named: Named, holding: readonly QuoteRead[]): readonly Rule[] {
  if (/\bworried\b|\bconcern/.test(text.toLowerCase()) || softWords.test(text.toLowerCase())) return []
  const told = holding.filter(({ role, speaker }) => role !== 'question' && speaker === 'patient')
  if (told.length === 0 || holding.length > told.length) return []
  const isFear = told.every((quote) =>
    placesIn(quote, named).every((at) => {
      const clause = lastClause(quote.tokens.slice(Math.max(0, at - 9), at))
      return fearBefore.test(clause) || (isCondition(named) && beliefBefore.test(clause))
    }),
  )
  return isFear ? ['not-asserted'] : []
}

const lastClause = (tokens: readonly string[]): string =>
  tokens
    .join(' ')
    .split(/[.?!]| but /)
    .at(-1) ?? ''
