/**
 * Somebody else's tablets: "the missus gave me some Panadeine of hers", "a Nexium of my mum's", "one of my housemate's Endone". The patient
 * has tried them, and does not take them regularly. D433.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

const person = '(?:missus|wife|husband|hubby|partner|mum|mam|mother|dad|father|sister|brother|son|daughter|mate|friend|housemate|flatmate|roommate|neighbour|nan|nanna|gran|grandma|girlfriend|boyfriend|cousin|aunt|auntie|uncle|workmate|boss|girl|bloke)' // biome-ignore format: one row
const whose = '(?:my|me|the|his|her|our)'
const owned = new RegExp(`\\b${whose} (?:\\w+ )?${person}(?:'?s)(?: \\w+)?,?$`)
const ofOwner = new RegExp(`^ ?,? ?of (?:${whose} ${person}'?s?|hers|his|theirs)\\b`)
const given = new RegExp(`\\b(?:${whose} (?:\\w+ )?${person}|she|he) (?:(?:just|only|then) )?(?:gave|give|lent|slipped) me (?:(?:some|one|two|three|a|an|couple|few|of|her|his|the|half|um|,) )*$`) // biome-ignore format: one row
const taken =
  /\b(?:had|took|taken|tried|have had|used|gave|give|lent|slipped|given)\b|^(?:and|also|just|oh|um|,|a|an|one|two|some) /
const notTaken = /\b(?:not|never|would|could|should|offered|want|allergic|did not|if)\b/

/** True if the medicine is another person's. */
export function isBorrowed({ words, segment, start, end }: Sentence, { from, to }: Term): boolean {
  const [first, last] = [words[from], words[to]]
  if (first === undefined || last === undefined) return false
  const before = tidy(segment.text.slice(Math.min(start, first.start), first.start))
  const after = tidy(segment.text.slice(last.end, Math.max(last.end, end)))
  return owned.test(before) || ofOwner.test(` ${after}`) || given.test(`${before} `)
}
const tidy = (text: string): string => text.toLowerCase().replaceAll('\u2019', "'").replaceAll(/,? ?\b(?:um+|ah+|uh+|er+m?)\b,?/g, '').replaceAll(/\s+/g, ' ').trim() // biome-ignore format: short

/** "One glass on a Friday, because of the methotrexate": the medicine is a reason, and the rest of the sentence tells nothing of it. */
const ofReason = /\b(?:because of|due to|on account of|thanks to|cause of|caused by|blame|goes with|mix\w* with|with being on)(?: (?:the|my|that|all the|those|me))?$/ // biome-ignore format: one row
export const isCause = ({ words }: Sentence, { from }: Term): boolean => ofReason.test(words.slice(Math.max(0, from - 5), from).map(({ text }) => text).join(' ')) // biome-ignore format: one row

const byPerson = new RegExp(`\\b${whose} (?:\\w+ )?${person} (?:just |only |then )?(?:gave|give|lent|slipped) me\\b`)

/** "My sister gave me some Mobic" was tried, and "he gave me Mobic" may be a doctor's. Undefined if it was not taken. */
export function readBorrowedVerb({ isQuestion, said }: Sentence): string | undefined {
  if (isQuestion || notTaken.test(said) || !taken.test(said)) return undefined
  return /\b(?:gave|lent|slipped)\b/.test(said) && !byPerson.test(said) ? 'Was given' : 'Has tried'
}

/** "I've been having Telfast... No, not Telfast.": the name is taken back. */
const isTakenBack = ({ terms }: Sentence, next: Sentence): boolean =>
  /^(?:no|sorry|wait|hang on|actually|oh)\b/.test(next.said) && next.terms.some(({ kind, key, from }) => kind === 'medicine' && next.words[from - 1]?.text === 'not' && terms.some((own) => own.key === key)) // biome-ignore format: short

/** "Chlorsig. No, hang on, that's me brother.": the name just said is another person's. */
export const isTakenBackForOther = (sentence: Sentence, next: Sentence | undefined): boolean =>
  next !== undefined && next.segment === sentence.segment && (isTakenBack(sentence, next) || isOthersNext(next) || isDeniedBehind(sentence)) // biome-ignore format: short
/** "They put him on Endone. About ten days back. No, it wasn't the Endone.": further on in the turn. */
function isDeniedBehind({ words, terms, segment, end }: Sentence): boolean {
  const rest = segment.text.slice(end).toLowerCase()
  return terms.some(({ kind, from }) => {
    const name = words[from]?.text ?? ''
    return kind === 'medicine' && /^[a-z]{3,}$/.test(name) && new RegExp(`(?:^|[.!?] )\\s*(?:no|oh|sorry|wait|hang on|hold on|actually)\\b[^.?!]*\\b(?:not|(?:was|is)n['’]t)(?: on)?(?: the| an?)? ${name}\\b`).test(rest) // biome-ignore format: short
  })
}
const isOthersNext = (next: Sentence): boolean => new RegExp(`^(?:(?:no|oh|sorry|wait|hang on|hold on|actually|well|um),? )+(?:that is|that was|it is|it was|i mean) (?:${whose} )(?:\\w+ )?${person}\\b`).test(next.said) // biome-ignore format: short
