/** What somebody beside the patient says of the patient: "He has lost weight." D321. */
import type { QuoteRead } from '../evidence.ts'
import { otherPersons, ownRelatives } from '../tables.ts'
import { ofNeighbour } from './neighbours.ts'

const pronoun = /^(?:he|she|him|her|his|hers)$/
const isNamed = (token: string): boolean => !pronoun.test(token) && (ownRelatives.get(token) !== undefined || otherPersons.has(token)) // biome-ignore format: short

/** True if a companion's "he" or "she" before the token has nobody else to mean: no person is named before it. */
export const isOfPatient = ({ speaker, tokens }: Pick<QuoteRead, 'speaker' | 'tokens'>, at: number): boolean =>
  speaker === 'other' && !tokens.slice(0, at).some(isNamed) && !ofNeighbour.test(tokens.slice(0, at).join(' '))

/** True if a companion tells something of the patient, and of nobody else. */
export const isToldOfPatient = (quote: QuoteRead): boolean =>
  quote.role !== 'question' && quote.tokens.some((token) => pronoun.test(token)) && isOfPatient(quote, quote.tokens.length) // biome-ignore format: short

/** "And with your mum as well, that's migraine.": a clinician's "you", or "that is" after a comma, is about the patient again. */
export const isOfPatientAgain = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === 'you' || (tokens[at] === ',' && /^(?:that|this|it)$/.test(tokens[at + 1] ?? '') && /^(?:is|was)$/.test(tokens[at + 2] ?? '')) // biome-ignore format: short
