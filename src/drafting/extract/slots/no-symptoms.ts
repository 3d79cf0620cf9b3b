/** Names in a reply that are no symptoms of their own: what makes the complaint worse, and what the complaint is like. D419. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Mention } from '../mention.ts'
import type { Slot } from './slot-questions.ts'

/** "Coughing gives it a bit." */
export const ofThings = /^(?:worse|better|trigger|occasion)$/

const qualities = /^(?:ach|pain|burn|throb|cramp|tight|pressure|sore|heav|sting|stab|stiff|tingl)/
/** "It's an ache": what another complaint is like. */
export const isCharacterTold = ({ term, isComplaint, quotes }: Mention, ofSlots: ReadonlyMap<Sentence, Slot>): boolean =>
  isComplaint !== true && qualities.test(term.display) && quotes.some(({ sentence }) => ofSlots.get(sentence) === 'character') // biome-ignore format: one row
