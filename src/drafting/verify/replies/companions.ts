/** What somebody beside the patient says of the patient: "He has lost weight." D321. */
import type { QuoteRead } from '../evidence.ts'
import { otherPersons, ownRelatives } from '../tables.ts'

const pronoun = /^(?:he|she|him|her|his|hers)$/
const isNamed = (token: string): boolean => !pronoun.test(token) && (ownRelatives.get(token) !== undefined || otherPersons.has(token)) // biome-ignore format: short

/** True if a companion's "he" or "she" before the token has nobody else to mean: no person is named before it. */
export const isOfPatient = ({ speaker, tokens }: Pick<QuoteRead, 'speaker' | 'tokens'>, at: number): boolean =>
  speaker === 'other' && !tokens.slice(0, at).some(isNamed)

/** True if a companion tells something of the patient, and of nobody else. */
export const isToldOfPatient = (quote: QuoteRead): boolean =>
  quote.role !== 'question' && quote.tokens.some((token) => pronoun.test(token)) && isOfPatient(quote, quote.tokens.length) // biome-ignore format: short
