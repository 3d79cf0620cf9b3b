/**
 * A medicine that is started, stopped or continued, by the verb and whatever form the sentence has. Dose, rate and length are taken out first;
 * the sentence that remains must be one of these constructions, word for word, so that no condition or doubt stands beside it. D287.
 */
import type { MedicineChange } from '../../../core/clinical-note.ts'
import { singleSpaced } from '../../../core/talk/rewrite.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim } from '../candidates.ts'
import { findDose, saidName } from '../medication.ts'
import { findFrequency } from '../regimens/frequencies.ts'
import { classes, medicineChange } from './medicine-changes.ts'
import { quotesOf } from './medicine-orders.ts'

const frame =
  '(?:(?:so|and|then|now|well|ok|also|please|first|for now),? )*(?:(?:(?:what )?(?:i|we) (?:will|would|am going to|are going to|would like to|want to|need to|should)(?: (?:do|suggest))?(?: now)?(?: is)?(?: to)?|(?:i|we) (?:would like|want|need) (?:you|him|her) to|let us|you (?:need to|should|must|have to|can|will)|(?:it is )?(?:best|time) to|can (?:you|i get you to)|i am|we are) )?(?:(?:just|also|please|probably|definitely) )*' // biome-ignore format: one row
const one = '(?:(?:the|your|his|her|that|this|some|an?|a course of|a bit of|regular|with|on|of|for|taking|using) )*'
const tail = '(?: (?:for now|now|today|tonight|tomorrow|from today|as of today|from tomorrow|altogether|completely|please|then|instead|as well|too|straight away|for that|for you|from the (?:chemist|pharmacy)|at the (?:chemist|pharmacy)|as (?:you are|it is|before|normal|usual|you have been)|the same|exactly as (?:you are|it is)))*' // biome-ignore format: one row
const stop =
  '(?:stop|stopping|cease|ditch|drop|discontinue|come off|coming off|quit|bin|leave off|hold|withhold|pause|lose|scrap)'
const keep = '(?:continue|carry on|keep|keep taking|keep using|keep going|stay|stick|keep on|keep up|persist)'

// biome-ignore format: one row a line
const constructions: readonly (readonly [change: MedicineChange, pattern: RegExp])[] = [
  ['started',   new RegExp(`^${frame}(?:start|starting|put|putting|pop|get|getting|try|commence|begin|pick up|go|going|have) (?:(?:you|him|her) )?(?:(?:started|going|in|up) )?${one}MED${tail}$`)],
  ['started',   new RegExp(`^${frame}(?:give|giving|prescribe|prescribing|write|writing|issue|do|print|send|leave) (?:(?:you|him|her) )?(?:up )?${one}(?:(?:script|prescription|course) (?:for|of) )?${one}MED${tail}$`)],
  ['started',   new RegExp(`^(?:so |and )?(?:here is|i have (?:got|written|done)|there is) (?:you )?an? (?:script|prescription|course) (?:for|of) ${one}MED${tail}$`)],
  ['started',   new RegExp(`^${frame}get ${one}MED into (?:you|him|her)${tail}$`)],
  ['stopped',   new RegExp(`^${frame}${stop} ${one}MED${tail}$`)],
  ['stopped',   new RegExp(`^${one}MED,? ${frame}${stop} (?:that|it|taking it|that one)${tail}$`)],
  ['stopped',   new RegExp(`^${one}MED (?:has to|needs to|should|must|will have to|can) (?:stop|go|come off|be stopped)${tail}$`)],
  ['stopped',   new RegExp(`^${frame}take (?:you|him|her) off ${one}MED${tail}$`)],
  ['continued', new RegExp(`^${frame}${keep} (?:(?:you|him|her) )?${one}MED(?: going)?${tail}$`)],
  ['continued', new RegExp(`^${one}MED,? (?:no (?:change|changes)(?: there)?,? )?${frame}${keep} (?:taking |using |on |going )?(?:with )?(?:it|that|that one)${tail}$`)],
  ['continued', new RegExp(`^(?:i am |we are )?happy with ${one}MED,? (?:so |and )?${frame}${keep} (?:taking |on )?(?:with )?(?:it|that)${tail}$`)],
]

const verbs: Readonly<Record<MedicineChange, string>> = { started: 'Start', stopped: 'Stop', continued: 'Continue', changed: 'Change' } // biome-ignore format: a table

const number =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|point|zero|half|and|couple of|\\d+(?:\\.\\d+)?)'
/** Dose, rate and length. */
// biome-ignore format: one row a line
const slots: readonly RegExp[] = [
  new RegExp(`,? ?\\bfor (?:the next |about |another )?(?:${number} )+(?:full )?(?:days?|weeks?|months?)\\b`, 'g'),
  new RegExp(`,? ?\\b(?:(?:once|twice|(?:up to )?${number} times|one|two) (?:a|per|every|each) (?:day|week|month)|(?:once|twice|${number} times) daily|every ${number} hours|(?:every|each) (?:day|morning|night|evening)|daily|(?:only )?(?:as|when|if) (?:needed|required)|morning and (?:night|evening)|at (?:night|bedtime)|in the (?:morning|evening))\\b`, 'g'),
  new RegExp(`,? ?\\b(?:${number}[ -])+(?:milligrams?|micrograms?|mg|mcg|grams?|g|mls?|mils?|millilitres?|units|puffs?|tablets?|capsules?|drops?|sprays?|sachets?)\\b(?: of)?`, 'g'),
]

/** The sentence with MED for its medicine, and without its slots. */
function skeletonOf({ words }: Sentence, term: Term): string {
  const said = words.flatMap(({ text }, at) => (at === term.from ? ['MED'] : at > term.from && at <= term.to ? [] : [text])) // biome-ignore format: short
  const bare = slots.reduce((out, slot) => out.replaceAll(slot, ' '), singleSpaced(said.join(' ').replaceAll(/\b(?:um+|uh+|er+m?|ah+)\b,?/g, '').replaceAll(/ ,/g, ','))) // biome-ignore format: short
  return singleSpaced(bare.replaceAll(/(?:\s*,)+/g, ',')).replace(/[,.?! ]+$/, '').replace(/^[, ]+/, '').trim() // biome-ignore format: short
}

/** A rate that the table of rates has no other words for, as it was said. */
const rateOf = (said: string): string | undefined => said.match(slots[1] ?? /^$/)?.[0]?.replace(/^[, ]+/, '')

/** The line of the one medicine of a sentence; undefined if the sentence has another form. */
export function readMedicineLine({ sentences }: Utterance): Candidate | undefined {
  const [sentence, other] = sentences
  const [term, more] = sentence?.terms.filter(({ kind }) => kind === 'medicine') ?? []
  if (
    sentence === undefined ||
    other !== undefined ||
    term === undefined ||
    more !== undefined ||
    classes.test(term.key)
  )
    return undefined
  const skeleton = skeletonOf(sentence, term)
  const change = constructions.find(([, pattern]) => pattern.test(skeleton))?.[0]
  if (change === undefined || /\[/.test(sentence.text)) return undefined
  const dose = change === 'stopped' ? undefined : findDose(sentence.words)
  const frequency = change === 'stopped' ? undefined : (findFrequency(sentence.said) ?? rateOf(sentence.said))
  const duration = dose === undefined ? undefined : findDuration(sentence.words, dose.at)
  const length = duration !== undefined && sentence.words.slice(Math.max(0, duration.from - 3), duration.from).some(({ text }) => text === 'for') ? duration.text : undefined // biome-ignore format: short
  // If one word about dose, rate or length is not read, the line would give another order.
  const [lengthSaid, rateSaid, doseSaid] = slots.map((slot) => new RegExp(slot.source).test(sentence.said))
  const isWhole = change === 'stopped' || ((dose !== undefined) === doseSaid && (frequency !== undefined) === rateSaid && (length !== undefined) === lengthSaid) // biome-ignore format: short
  if (!isWhole) return undefined
  const name = saidName(sentence, term)
  const parts = [verbs[change], name, dose === undefined ? undefined : `${dose.value} ${dose.unit}`, frequency, length === undefined ? undefined : `for ${length}`] // biome-ignore format: short
  const filled = { ...(dose === undefined ? {} : { value: dose.value, unit: dose.unit }), ...(frequency === undefined ? {} : { frequency }), ...(length === undefined ? {} : { duration: length }) } // biome-ignore format: short
  return {
    text: `${parts.filter((part) => part !== undefined).join(' ')}.`,
    claims: [claim('plan', { ...term, display: name }, filled), medicineChange({ change, term, name }, filled)],
    quotes: quotesOf({ sentences, text: sentence.text, said: sentence.said }),
    weight: 84,
    at: sentence.at,
  }
}
