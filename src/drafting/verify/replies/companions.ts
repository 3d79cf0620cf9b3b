/** What somebody beside the patient says of the patient: "He has lost weight." D321. */
import type { QuoteRead } from '../evidence.ts'
import { otherPersons, ownRelatives } from '../tables.ts'

const pronoun = /^(?:he|she|him|her|his|hers)$/
const isNamed = (token: string): boolean => !pronoun.test(token) && (ownRelatives.get(token) !== undefined || otherPersons.has(token)) // biome-ignore format: short

/** "That's Ron next door, he had the fall": somebody else by a name and a place. */
export const ofNeighbour =
  /\b(?:that|it)(?:'s| is| was| would be| must be) [a-z]+ (?:next door|opposite|upstairs|downstairs|again|(?:over|across|up|down) the (?:road|way|hall|corridor|street)|(?:in|from) (?:room|bed|number|unit|flat) \w+)\b|\b(?:the|another|other) (?:resident|patient|man|woman|lady|gentleman|fella|fellow|boy|girl) (?:next door|opposite|upstairs|downstairs|in (?:room|bed|number|unit|flat) \w+)\b/i

/** True if a companion's "he" or "she" before the token has nobody else to mean: no person is named before it. */
export const isOfPatient = ({ speaker, tokens }: Pick<QuoteRead, 'speaker' | 'tokens'>, at: number): boolean =>
  speaker === 'other' && !tokens.slice(0, at).some(isNamed) && !ofNeighbour.test(tokens.slice(0, at).join(' '))

/** True if a companion tells something of the patient, and of nobody else. */
export const isToldOfPatient = (quote: QuoteRead): boolean =>
  quote.role !== 'question' && quote.tokens.some((token) => pronoun.test(token)) && isOfPatient(quote, quote.tokens.length) // biome-ignore format: short

/** "And with your mum as well, that's migraine.": a clinician's "you", or "that is" after a comma, is about the patient again. */
export const isOfPatientAgain = (tokens: readonly string[], at: number): boolean =>
  tokens[at] === 'you' || (tokens[at] === ',' && /^(?:that|this|it)$/.test(tokens[at + 1] ?? '') && /^(?:is|was)$/.test(tokens[at + 2] ?? '')) // biome-ignore format: short
