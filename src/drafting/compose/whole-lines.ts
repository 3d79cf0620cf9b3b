/** Lines that break off, or lack the thing that their verb needs. Nobody could act on one, so the reviewer gets it and the note does not. D353. */
import type { Candidate } from '../extract/candidates.ts'
import { isWorded } from './hedging.ts'

type Fragment = { readonly name: string; readonly pattern: RegExp }

// biome-ignore format: one row a line
const fragments: readonly Fragment[] = [
  // "Diagnosed with high blood pressure, or.", "No problems with for example.": the word joins what follows, and nothing follows.
  { name: 'broken-off', pattern: /(?:\b(?:(?<!vitamin |hepatitis |group |type )an?|the|my|your|and|or|but|nor|because|since|than|like|such as|for example|for instance|including|of|to|is|are|was|were|been|being|very|quite|some|any|other|especially|mainly)|,)\.?$/i },
  // "Get a good.": a quality without the thing that has it.
  { name: 'no-noun',    pattern: /\b(?:an?|the|some|your) (?:good|nice|bit|little|lot|few|couple|proper|regular|certain|different|quick|further|whole)(?: (?:nice|good|little|bit|few))*\.?$/i },
  // "Cut down completely.", "Try to use.": an order whose verb takes an object, and has none.
  { name: 'no-object',  pattern: /^(?:(?:try|aim|continue|remember) to )?(?:get|cut|cut down|cut back|use|try|take|give|have|make|keep|start|arrange|book|check|put|bring|send|add|avoid|stop|continue|increase|reduce)(?: (?:down|back|up|completely|totally|regularly|today|now|then|first|again|just|well|really))*\.?$/i },
]

/** Undefined for a whole line. Quotes are the speaker's, and as whole as the speaker made them. */
export const fragmentOf = (text: string): string | undefined =>
  isWorded(text) ? undefined : fragments.find(({ pattern }) => pattern.test(text.replace(/ \(recording unclear\)/, '')))?.name // biome-ignore format: short

/** A warning always stays, even if it breaks off. */
const isWarning = ({ claims }: Candidate): boolean => claims.some(({ kind }) => kind === 'safety-net')

export type Parted = { readonly whole: readonly Candidate[]; readonly rest: readonly string[] }

/** The candidates whose lines are whole, and the lines of the others for the reviewer. */
export function partFragments(candidates: readonly Candidate[]): Parted {
  const left = candidates.filter((candidate) => fragmentOf(candidate.text) !== undefined && !isWarning(candidate))
  return {
    whole: candidates.filter((candidate) => !left.includes(candidate)),
    rest: left.map(({ text }) => `Not in the note: ${text}`),
  }
}
