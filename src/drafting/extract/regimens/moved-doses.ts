/** A dose that was changed since: "Zoloft, fifty. Oh, it went up. A hundred now.", "five, no, they've put it up, it's ten". The first number is the old one. D532. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Quote, says } from '../candidates.ts'
import { withWords } from './parts.ts'
import { type Filled, readSentence } from './slot-reading.ts'

/** `isMoved`: the dose that was named first holds no more. */
export type Named = Filled & { readonly term: Term; readonly sentence: Sentence; readonly quotes: readonly Quote[]; readonly isMoved?: true } // biome-ignore format: one row

const opener =
  '(?:(?:no|oh|well|actually|sorry|wait|hang on|hold on|but|yeah|yes|now|and|then|that is right|i tell a lie) (?:, )?)*'
const subject =
  '(?:it|that|they|the dose|he|she|i|we|you|(?:the|my) (?:doctor|gp|specialist|cardiologist|psychiatrist|hospital|heart doctor))'
const aux = '(?:(?:has|have|had|is|was|got|been|just|since|recently|only|then|also) )*'
const change =
  '(?:(?:put|moved|took|turned|bumped|pushed|brought|cut|went|gone|come|goes|jumped) (?:(?:it|that|me|them|the dose) )?(?:up|down|back)|upped|doubled|halved|increased|reduced|lowered|dropped|changed|raised|(?:put|moved) (?:me|it) (?:on|onto|to))'
const tail =
  '(?:(?:it|that|me|them|the dose|to|on|onto|now|,|and|so|last (?:week|month|time|year)|recently|a (?:bit|while) ago|from \\w+(?: \\w+)?|it is|i am on|i take|am on|is) ?)*'
const moved = new RegExp(`^${opener}(?:${subject} ${aux})?${change}\\b[ ,]*${tail}`)
const notMoved = /\b(?:not|never|if|might|may|would|could|should|wants?|wanted|thinking|going to|from (?!.*\bto\b)|\?)/

/** The words behind those of the change; undefined if the sentence tells no change of a dose. */
function behindChange(sentence: Sentence): Sentence | undefined {
  const said = sentence.words.map(({ text }) => text).join(' ')
  const match = sentence.isQuestion || notMoved.test(said) ? null : moved.exec(said)
  if (match === null) return undefined
  const from = match[0].trim().split(' ').length
  // "It's ten now."
  const last = sentence.words.findLastIndex(({ text }) => !/^(?:now|,|\.|!)$/.test(text))
  return withWords(sentence, from, Math.max(from, last + 1))
}

/** The medicine as it is taken since the change that the sentence tells; undefined if it tells none. */
export function withChange(named: Named | undefined, sentence: Sentence): Named | undefined {
  const isNear = named?.dose !== undefined && sentence.at - (named.quotes.at(-1)?.sentence.at ?? 0) <= 2
  const rest = isNear && !sentence.terms.some(({ kind }) => kind === 'medicine') ? behindChange(sentence) : undefined
  if (named === undefined || rest === undefined) return undefined
  const { dose, rate, isClear } = readSentence(rest, 'asked')
  const quotes = [...named.quotes, ...says(sentence)]
  // "I dropped it back to once, at night": how often has changed, and not the dose.
  if (isClear && dose === undefined && rate !== undefined) return { ...named, rate, quotes }
  const { dose: _, ...undosed } = named
  return { ...undosed, ...(isClear && dose !== undefined ? { dose } : {}), ...(isClear && rate !== undefined ? { rate } : {}), isMoved: true, quotes } // biome-ignore format: one row
}
