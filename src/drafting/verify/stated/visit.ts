/** "Here for asthma review." and "Pregnant, 22 weeks and 3 days.": judged by what was booked, and by weeks that somebody tells of the pregnancy. D549. */
import type { Rule } from '../tables.ts'
import { cardinals } from '../words.ts'

type Quoted = { readonly role: string; readonly speaker: string; readonly plain: string }

const booked = /\b(?:this is|today is|it is|we are (?:here|doing)|got you(?: down)?(?: here)?(?: today)?|have you(?: down)?(?: today)?|rung|rang|ringing|calling|called|phoning|you are|you have come|you came|i am|i have come|i came|come)\b[a-z ,']{0,30}$/ // biome-ignore format: one row
const another = /\b(?:meant|supposed|instead|not|if|next|last|missed|overdue|after|before|should|could|need)\b/
const refuses = /^\W*(?:(?:oh|well|um) ?,? )*(?:no|nope|nah|not|actually)\b(?! worries)/

function checkBooked(name: string, quotes: readonly Quoted[]): readonly Rule[] {
  const isBooked = quotes.some(({ plain, speaker }) => {
    const at = plain.indexOf(name)
    const before = plain.slice(Math.max(0, at - 60), Math.max(0, at))
    return at >= 0 && speaker !== 'other' && booked.test(before) && !another.test(before)
  })
  const isRefused = quotes.some(({ role, speaker, plain }) => role === 'answer' && speaker === 'patient' && refuses.test(plain)) // biome-ignore format: one row
  return isBooked && !isRefused ? [] : ['words-unsupported']
}

const decades = ['', '', 'twenty', 'thirty', 'forty']
const wordsOf = (value: number): string => (value === 0 ? '' : (cardinals[value] ?? `${decades[Math.floor(value / 10)] ?? ''} ${value % 10 === 0 ? '' : cardinals[value % 10]}`.trim())) // biome-ignore format: one row
const either = (value: number): string => `(?:${value}|${wordsOf(value)})`

const ofPregnancy = /\b(?:pregnan\w*|antenatal|how far|due date|wheel|bub|bump|expecting)\b/

/** "Twenty weeks on Friday" is not twenty weeks today. */
const notYet =
  /\bweeks? (?:on|this|next) [a-z]+day\b|\bweeks? (?:tomorrow|next week)\b|\b(?:nearly|almost|at|in|until|till|after|before|from) (?:[a-z]+ )?[a-z0-9]+ weeks?\b/

function checkGestation(weeks: number, days: number | undefined, quotes: readonly Quoted[]): readonly Rule[] {
  const isTopic = quotes.some(({ plain }) => ofPregnancy.test(plain) && !/\bnot pregnant\b/.test(plain))
  const pause = '(?: ?,? ?(?:um|uh|about) ?,?)*'
  const said = new RegExp(days === undefined ? `(?<!(?:twenty|thirty|forty|and) )\\b${either(weeks)}(?: weeks?\\b|$)(?! and\\b)` : `(?<!(?:twenty|thirty|forty) )\\b${either(weeks)}(?: weeks?)? ?,? and${pause} ?,? ?${either(days)}(?: days?\\b|(?= ?[,.]|$))`) // biome-ignore format: one row
  const isSaid = quotes.some(({ plain, role, speaker }) => said.test(plain) && !notYet.test(plain) && speaker !== 'other' && (role !== 'question' || quotes.some((other) => other.role === 'answer' && !refuses.test(other.plain)))) // biome-ignore format: one row
  return isTopic && isSaid ? [] : [isTopic ? 'number-mismatch' : 'words-unsupported']
}

/** Undefined for any other sentence. */
export function checkVisit(sentence: string, quotes: readonly Quoted[]): readonly Rule[] | undefined {
  const plain = sentence.toLowerCase().replace(/\.$/, '').trim()
  const name = /^here for ([a-z -]+)$/.exec(plain)?.[1]
  if (name !== undefined) return checkBooked(name.replaceAll('-', ' '), quotes)
  const [, weeks, days] = /^pregnant, (\d{1,2}) weeks(?: and (\d) days?)?$/.exec(plain) ?? []
  return weeks === undefined ? undefined : checkGestation(Number(weeks), days === undefined ? undefined : Number(days), quotes) // biome-ignore format: one row
}
