/**
 * Why the patient came: the first trouble that the opening tells. The clinician's own words of the reason come first, then the patient's first turns:
 * a name of the tables, else the complaint in the patient's words. D420.
 */
import { isAboutChild } from '../../dialogue/child.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { findTerms } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { answers, says } from '../candidates.ts'
import { generalKeys, type Mention, plainly } from '../mention.ts'
import { readOwnWords, type Told, tellPart } from './own-words.ts'
import { addPart } from './part-complaint.ts'
import { readReason } from './reasons.ts'

const mostAt = 14

/** The patient's first sentences. */
const listOpening = (dialogue: readonly Sentence[]): readonly Sentence[] => dialogue.filter(({ segment, at }) => segment.speaker === 'patient' && at < mostAt) // biome-ignore format: one row

const isTold = ({ polarity, time, isExplicit, term }: Mention): boolean => polarity === 'present' && time === 'current' && isExplicit && !generalKeys.has(term.key) // biome-ignore format: one row

const build = (told: Told): Mention => {
  const key = keyOf(told.display)
  const known = findTerms(readWords(told.display)).find(({ kind, display }) => kind === 'symptom' && display === told.display) // biome-ignore format: one row
  const term = { ...(known ?? { kind: 'symptom' as const, key, display: told.display }), from: 0, to: 0 }
  const side = told.side === undefined ? [] : [{ concept: term.key, kind: 'side' as const, order: 0, text: told.side, quotes: told.quotes }] // biome-ignore format: one row
  return { term, polarity: 'present', ...plainly, quotes: told.quotes, at: told.quotes[0]?.sentence.at ?? 0, isExplicit: true, isComplaint: true, attributes: side } // biome-ignore format: one row
}

const mark = (mentions: readonly Mention[], complaint: Mention): readonly Mention[] => mentions.map((mention) => (mention === complaint ? { ...mention, isComplaint: true } : mention)) // biome-ignore format: one row

/** By the clinician's words of the reason. What the patient tells of the same counts as the patient's. */
function byReason(mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Mention[] | undefined {
  const reason = readReason(dialogue)
  if (reason === undefined) return undefined
  const { term, part, sentence, reply, at } = reason
  // "You have chest pain. When did it start?": the reply is to the question of the same turn.
  const other = reply.asked.find((question) => question !== sentence && question.segment === sentence.segment)
  const quotes = reason.isTold === true ? [...says(sentence), ...(other === undefined ? says(reply) : answers(other, reply))] : answers(sentence, reply) // biome-ignore format: one row
  if (term !== undefined) {
    const own = mentions.find(
      (mention) =>
        mention.polarity === 'present' && mention.isExplicit && mention.term.key === term.key && mention.at < mostAt,
    )
    if (own !== undefined) return mark(mentions, own)
    return [...mentions, { term, polarity: 'present', ...plainly, quotes, at, isExplicit: true, isComplaint: true }] // biome-ignore format: one row
  }
  const sentences = listOpening(dialogue).filter((one) => one.at > at)
  const told = tellPart(part ?? '', answers(sentence, reply), sentences, undefined)
  return told === undefined ? undefined : [...mentions, build(told)]
}

const vagueInjury = /^(?:has )?(?:done|hurt|put) the (?:(?:left|right|lower|upper) )?([a-z]+)(?: in| out)?$/

/** A fall is how it came about; why the patient came is what it left. */
const event = /^(?:fall|injury|fainting|collapse|near fall)$/
const left = /pain|ache|sore|swell|swollen|bruis|cut|wound|stiff|numb|hurt|tender|broken|weight/
const isLeftBy = ({ term, at }: Mention, { term: { display }, at: start }: Mention): boolean => event.test(display) && !event.test(term.display) && left.test(term.display) && at - start <= 2 // biome-ignore format: one row

/** Marks the first symptom of the opening that a table names, or adds the complaint that none has. */
export const addComplaint = (mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Mention[] =>
  addPart(markComplaint(mentions, dialogue), dialogue)

function markComplaint(mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Mention[] {
  const ofReason = byReason(mentions, dialogue)
  if (ofReason !== undefined) return ofReason
  const opening = listOpening(dialogue)
  const start = (quotes: Mention['quotes']): number => {
    const told = new Set(quotes.map(({ sentence }) => sentence))
    const at = opening.findIndex((sentence) => told.has(sentence))
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  const listed = mentions
    .filter((mention) => isTold(mention) && mention.at < mostAt && Number.isFinite(start(mention.quotes)))
    .toSorted((a, b) => start(a.quotes) - start(b.quotes) || a.term.from - b.term.from)
  const [earliest] = listed
  const first = earliest === undefined ? undefined : (listed.find((mention) => isLeftBy(mention, earliest)) ?? earliest)
  const told = readOwnWords(opening, isAboutChild(dialogue))
  if (told === undefined) return first === undefined ? mentions : mark(mentions, first)
  // "I've done my back in. I've got really bad lower back pain.": the trouble of the part says more than the deed.
  const [, hurt] = vagueInjury.exec(told.display) ?? []
  if (first !== undefined && hurt !== undefined && first.term.display.includes(hurt)) return mark(mentions, first)
  // "My knee. It's swollen.": the bare word is told by the part that has it.
  const isOfPart = ({ term, quotes }: Mention) => (generalKeys.has(term.key) || /^reduced (?:range of )?movement$/.test(term.display)) && told.display.includes(': ') && quotes.every((quote) => told.quotes.some(({ sentence }) => sentence === quote.sentence)) // biome-ignore format: one row
  if (first === undefined || start(told.quotes) < start(first.quotes)) return [...mentions.filter((mention) => !isOfPart(mention)), build(told)] // biome-ignore format: one row
  // Of the same sentence the fuller name counts: "lump behind the ear" of "lump".
  const isFuller = start(told.quotes) === start(first.quotes) && (/^has (?:(?:gone|went) and|(?:got|had|noticed|found|developed) (?:this|these|an?|some)) /i.test(first.term.display) || (first.term.code === undefined && told.display.startsWith(`${first.term.display} `))) // biome-ignore format: one row
  if (isFuller) return [...mentions.filter((mention) => mention !== first), build(told)]
  // "Tired. My feet swell up.": told too, and not the first.
  const isNew = told.quotes.every(({ sentence }) => !mentions.some(({ quotes }) => quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: one row
  const { isComplaint: _, ...also } = build(told)
  return isNew ? [...mark(mentions, first), also] : mark(mentions, first)
}
