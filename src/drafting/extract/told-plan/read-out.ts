/** The medicines of today are read out before the plan: "And rosuvastatin, ten at night." - "That's the one." is no order. D457. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate } from '../candidates.ts'

/** A word that decides. */
const orders =
  /\b(?:start|stop|continue|change|increase|reduce|halve|double|prescribe|add|switch|swap|try|going to|will|let us|i would|you (?:can|should|need|must)|script|take|use|put|give|keep|for (?:the next )?(?:a|one|two|three|four|five|six|seven|ten|fourteen) (?:days?|weeks?|months?))\b/ // biome-ignore format: one row

const opener = /^(?:(?:and|so|then|ok|okay|right|lovely|good|great|now|um|uh|also|plus),? )+/

/** A bare name with its dose. */
function isBare({ said, terms, words }: Sentence): boolean {
  const first = words.findIndex(({ text }) => /[a-z0-9]/.test(text) && !opener.test(`${text} `))
  return !orders.test(said) && terms.some(({ kind, from }) => kind === 'medicine' && from <= first)
}

/** True for a line of bare names that stand before the plan. */
export const isReadOut = ({ quotes }: Candidate, dialogue: readonly Sentence[], planFrom: number): boolean =>
  planFrom > 0 && quotes.length > 0 && quotes.every(({ sentence }) => sentence.segment.speaker === 'clinician' && isBare(sentence) && dialogue.indexOf(sentence) < planFrom) // biome-ignore format: one row
