/** Reads "NKDA", "Allergies: nil known" and "No adverse drug reactions": what a note says where somebody denied every allergy, in any words. D341. */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { asksReactions, readStatedAllergies } from '../allergy-words.ts'
import { answerOf, type QuoteRead, type Resolved } from '../evidence.ts'
import { leavesOpen } from '../replies/unsure.ts'
import { bare } from '../wording.ts'
import { plainOf } from '../words.ts'
import { answersTo } from './places.ts'

/** The sentence denies all allergies, or all to medicines; the first group is the kind. */
const told = /^(?:allerg(?:y|ies)(?: status)?: )?(?:denies (?:any )?|not allergic to (?:any )?|no |nil |none |has no |there are no )?(?:(?:known|previous|prior|past|reported|adverse|any) )*(?:(drugs?|medications?|medicines?) )?(?:(?:adverse )?(?:allerg(?:y|ies)|reactions?|intolerances?)(?: to (drugs|medicines|medications))?|(medicines|medications|drugs)|nil|none|nil known|none known|known)(?: known| reported)?\.?$/ // biome-ignore format: one row
const denies = /\b(?:no|nil|none|denies|not)\b/
const ofMedicines = /\b(?:medic\w+|drugs?|tablets?|pills?|antibiotics?|prescri\w+)\b/
const ofOthers = /\b(?:foods?|nuts?|cats?|dogs?|pets?|pollen|latex|plasters?|stings?|bees?)\b/

/** An answer that denies every one. */
const none = /\b(?:can|could) (?:take|tolerate|have|eat) (?:anything|everything)\b|\bnever (?:had (?:an? |any )?(?:\w+ )?react\w*|react\w*|been allergic|one|any)\b|\bnone that\b|\bnot that (?:i|we) (?:know|am aware|are aware)\b|^(?:\W)*(?:nil|none|nope|never)\b|\b(?:they|it) all agrees? with me\b/ // biome-ignore format: one row
const own = /\b(?:no|not|nil|never|none|without)\b[^.?!]*\b(?:allerg|react(?:ed|ion))/
/** An exception: something is denied, and something is not. */
const exception = /\b(?:but|except|only|just|apart from|other than|used to|as a (?:kid|child|baby)|bar|might|maybe|not sure|think)\b/ // biome-ignore format: one row

/** "Just, you know, nah": no exception. */
const idle = /\bjust ?(?=,|you know\b|like ,|no\b|nah\b)/g

const isDenied = ({ kind, polarity, person }: Claim): boolean => kind === 'allergy' && polarity === 'absent' && person === 'patient' // biome-ignore format: short

/** "Drug allergies?" says nothing of foods, and "any food allergies?" nothing of medicines. */
const reaches = (asked: string, isOfDrugs: boolean): boolean =>
  isOfDrugs ? !ofOthers.test(asked) || ofMedicines.test(asked) : !ofMedicines.test(asked) && !ofOthers.test(asked)

function isAskedAndDenied(quote: QuoteRead, answers: readonly QuoteRead[], isOfDrugs: boolean): boolean {
  const { plain, role } = quote
  if (role !== 'question' || !(/\ballerg/.test(plain) || asksReactions.test(plain))) return false
  const asksAbsence = /\b(?:no|nil|not)\b[^?]*\ballerg/.test(plain)
  const reply = answers.map((answer) => answer.plain).join(' ')
  const isNone = asksAbsence ? /^(?:\W|oh|yeah|yes|that is|correct|right|no)+\b/.test(reply) : answerOf(answers) === 'no' || none.test(reply) // biome-ignore format: short
  return answers.length > 0 && isNone && reaches(plain, isOfDrugs || asksReactions.test(plain))
}

/** True if the sentence denies all allergies, and somebody did. */
export function isNoneHeld({ text, claims }: Statement, { quotes }: Pick<Resolved, 'quotes'>): boolean {
  const plain = plainOf(bare(text))
  const found = told.exec(plain)
  if (found === null || !denies.test(plain) || claims.length === 0 || !claims.every(isDenied)) return false
  const isOfDrugs = found.slice(1).some((kind) => kind !== undefined)
  const replies = quotes.filter(({ speaker, role }) => speaker !== 'clinician' && role !== 'question')
  if (replies.some((quote) => exception.test(quote.plain.replaceAll(idle, ' ')))) return false
  if (readStatedAllergies(quotes.map(({ speaker, text: said }) => ({ speaker, text: said })), false).length > 0) return false // biome-ignore format: short
  return quotes.some((quote, index) => isAskedAndDenied(quote, answersTo(quotes, index), isOfDrugs)) || replies.some((quote) => own.test(quote.plain) && reaches(quote.plain, isOfDrugs)) // biome-ignore format: short
}

/** "No, only penicillin.": what is named after it is not denied. */
const named = /\b(?:no|none|nothing|not)\b[^?!]{0,14}\b(?:only|just|except|apart from|other than|bar)\b (?!that\b|me\b|the usual|you know|now|then)/ // biome-ignore format: one row

/** "Aspirin did not agree with me.": a negation that tells of a reaction. */
const disagrees = /(?<!\b(?:nothing|anything|none|any)(?: \w+){0,4} )\b(?:did|does|do) not (?:really |quite )?(?:agree|suit|sit well)\b(?!.*\b(?:nothing|none|anything)\b)/ // biome-ignore format: one row

/** True if the sentence denies all allergies, and the reply to the question after them makes an exception, or is one of doubt. */
export function isNoneRefuted({ text }: Pick<Statement, 'text'>, { quotes }: Pick<Resolved, 'quotes'>): boolean {
  const plain = plainOf(bare(text))
  if (!/\b(?:allerg|reaction|intoleran)/.test(plain) || !told.test(plain) || !denies.test(plain)) return false
  const asked = quotes.findIndex(({ role, plain: words }) => role === 'question' && (/\ballerg/.test(words) || asksReactions.test(words))) // biome-ignore format: short
  const reply = asked < 0 ? '' : answersTo(quotes, asked).map((answer) => answer.plain).join(' ') // biome-ignore format: short
  return named.test(reply) || disagrees.test(reply) || leavesOpen(reply)
}
