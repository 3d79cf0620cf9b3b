/** Lines that break off, or lack the thing that their verb needs. Nobody could act on one, so the reviewer gets it and the note does not. D353. */
import type { Candidate } from '../extract/candidates.ts'
import { tagWords } from '../grammar/tagger.ts'
import { isWorded } from './hedging.ts'

type Fragment = { readonly name: string; readonly pattern: RegExp }

// biome-ignore format: one row a line
const fragments: readonly Fragment[] = [
  // "Diagnosed with high blood pressure, or.", "No problems with for example.": the word joins what follows, and nothing follows.
  { name: 'broken-off', pattern: /(?:\b(?:(?<!vitamin |hepatitis |group |type )an?|the|my|your|and|or|but|nor|because|since|than|like|such as|for example|for instance|including|of|to|(?<!\bas (?:it|they|you) )(?:is|are)|was|were|been|being|very|quite|some|any|other|especially|mainly|bar|except|unless|besides|apart from|other than|rather than)|,)\.?$/i },
  // "Get a good.": a quality without the thing that has it.
  { name: 'no-noun',    pattern: /\b(?:an?|the|some|your) (?:good|nice|bit|little|lot|few|couple|proper|regular|certain|different|quick|further|whole)(?: (?:nice|good|little|bit|few))*\.?$/i },
  // "Get help.": nobody knows which.
  { name: 'no-thing',   pattern: /^(?:get|seek|ask for|need|needs) (?:some )?help\.?$/i },
  // "Arrange sample.", "Do a test for that bug.": the kind alone says nothing.
  { name: 'no-kind',    pattern: /^(?:arrange|get|do|order|send|repeat) (?:an? |the |some )?(?:samples?|scans?|tests?|swabs?)\.?$|\bfor that (?:bug|thing|one)\.?$|\bshows? (?:any |some )?(?:[a-z]+ )?ones?\b/i },
  // "Take it every second day if it does.": what it does was said elsewhere.
  { name: 'no-case',    pattern: /\b(?:if|when|once) (?:it|that|this|they|he|she) (?:does|do|is|are|did)(?: not)?\.?$/i },
  // "Cut down completely.", "Try to use.": an order whose verb takes an object, and has none.
  { name: 'no-object',  pattern: /^(?:(?:try|aim|continue|remember) to )?(?:get|cut|cut down|cut back|use|try|take|give|have|make|keep|start|arrange|book|check|put|bring|send|add|avoid|stop|continue|increase|reduce)(?: (?:down|back|up|completely|totally|regularly|today|now|then|first|again|just|well|really))*\.?$/i },
]

/** Undefined for a whole line. Quotes are the speaker's, and as whole as the speaker made them. */
export const fragmentOf = (text: string): string | undefined =>
  isWorded(text) ? undefined : fragments.find(({ pattern }) => pattern.test(text.replace(/ \(recording unclear\)/, '')))?.name // biome-ignore format: short

const points = /\b(?:it|that|this|them|those|these|one)\b/
const idiom = /\b(?:take it (?:easy|slow\w*|gently)|that way|this way|these days|call it a day)\b/
const whenOrHow = /^(?:days?|weeks?|nights?|months?|years?|mornings?|evenings?|afternoons?|times?|hours?|minutes?|today|tomorrow|tonight|bit|lot|while|moment|half|end|rest|start|way|thing|things|stuff|both|nothing|anything|something|everything|left|right|mon|tues|wednes|thurs|fri|satur|sunday|[a-z]+day)$/ // biome-ignore format: one row

/** "Keep writing it down.", "Can change to every night after that.": the only things of the line are times, and what "it" is was said elsewhere. */
const isOnlyPointing = (text: string): boolean =>
  points.test(text.replaceAll(/\bone (?:hour|minute|day|week|of|on|side)\b/g, '')) && !idiom.test(text) && tagWords(text).every(({ tag, text: word }) => (tag !== 'NOUN' && tag !== 'PROPN') || whenOrHow.test(word)) // biome-ignore format: one row

const told: ReadonlySet<string> = new Set(['plan', 'request', 'follow-up', 'finding'])
/** What must not be done to a wound, a plaster or a limb that was just treated: "Do not scratch it." */
const forbids = /^Do not (?!take|stop|start|use|wait|have|give|do|try|change|go)/
const isPointing = ({ text, claims }: Candidate): boolean =>
  !isWorded(text) && !forbids.test(text) && claims.every(({ kind }) => told.has(kind)) && isOnlyPointing(text.toLowerCase().replace(/ \(recording unclear\)|\.$/g, '')) // biome-ignore format: one row

/** A warning always stays, even if it breaks off. */
const isWarning = ({ claims }: Candidate): boolean => claims.some(({ kind }) => kind === 'safety-net')

export type Parted = { readonly whole: readonly Candidate[]; readonly rest: readonly string[] }

/** The candidates whose lines are whole, and the lines of the others for the reviewer. */
export function partFragments(candidates: readonly Candidate[]): Parted {
  const left = candidates.filter(
    (candidate) => (candidate.isLacking === true || fragmentOf(candidate.text) !== undefined || isPointing(candidate)) && !isWarning(candidate), // biome-ignore format: short
  )
  return {
    whole: candidates.filter((candidate) => !left.includes(candidate)),
    rest: left.map(({ text }) => `Not in the note: ${text}`),
  }
}
