/** What the words after a medicine, or behind its dose, make of it. */
import { isToldFor, type Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import { asksElse, asksOfOther, namesPerson } from './forms.ts'

/** "No longer. It's ten.": the amount has ended, not the medicine. */
export const isAnotherAmount = ({ segment }: Sentence, next: Sentence | undefined): boolean =>
  next?.segment === segment && next.words.some((_, at) => readAmount(next.words, at) !== undefined)

/** "Gliclazide. That's what my mum had.": what follows the bare name gives it to somebody else. */
export const isOfPersonNext = ({ segment }: Sentence, next: Sentence | undefined): boolean =>
  next?.segment === segment && /^(?:(?:no|oh|sorry|wait|well),? )*(?:(?:but )?(?:that|it|those|they) (?:is|was|are|were|will be)|my|which) /.test(next.said) && namesPerson(next.said) && next.terms.every(({ kind }) => kind !== 'medicine') && !/\b(?:milli|micro|takes|too|says|reminds|told|gets|picks|makes)/.test(next.said) && !isToldFor(segment) // biome-ignore format: short

/** "Every second day, because it binds me up." */
export const withoutReason = (rest: string): string => rest.replace(/,? (?:because|cos|cause|so that) .*$/, '')

/** The reply to a question after allergies or earlier medicines names none that is taken. */
export const asksOfHarm = ({ asked, segment }: Sentence): boolean =>
  asked.some(({ said }) => asksElse(said) || (!isToldFor(segment) && asksOfOther(said)))
