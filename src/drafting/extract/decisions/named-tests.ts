/**
 * A test that a sentence of the plan only names: "and X-rays of both hands and feet", "a seven-day Holter", "Today then, bloods: TSH and iron". An indefinite
 * thing, a list, a part of the body or a time of the future is new and ordered; "the X-ray" takes up a thing that is known. D540.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { tagWords } from '../../grammar/tagger.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'
import { listTests } from '../orders/named-services.ts'
import { isMeant } from '../orders/own-order.ts'
import { dropPersons } from '../plain/subordinate.ts'

const opening = /^(?:(?:and|then|also|plus|so|now|oh|ok|okay|right|well|alright|yes|yeah|next|first(?:ly| of all| up| thing)?|second(?:ly)?|third(?:ly)?|finally|lastly|today(?: then)?|for starters|as well as that|in the meantime|meanwhile|while (?:we are|i am|you are) (?:at it|here|there)|to (?:save time|start with|begin with|be (?:thorough|safe))|just to be (?:thorough|safe)),? )*/i // biome-ignore format: one pattern
/** Who orders it. */
const frame = /^(?:(?:i|we) (?:will|would like|want|need|am going to|are going to|should)(?: to)?(?: also| just)? (?:(?:do|get|run|have|order|arrange|organise|book|add|send(?: off)?) )?|let us (?:just |also )?(?:do|get|have|run|add) |you (?:will )?need )/i // biome-ignore format: one pattern
const today = /\btoday(?: then)?,? /i

/** What was broken off: "a twenty-four hour, actually no, let's do a longer one, a seven-day Holter". */
const brokenOff = /^.*\b(?:actually,? no|no,? actually|no,? sorry|sorry,? no|scrap that|or rather|no,? wait)\b,? ?(?:(?:let us|i will|we will) (?:do|make it|get|have) (?:a |the )?(?:longer|shorter|bigger|better|proper|full) one,? )?/i // biome-ignore format: one pattern

/** A clause with a person or a verb of its own, behind the thing: a reason or a comment. */
const comment = /(?:,? (?:and )?(?:because|since|as) (?=(?:you|i|we|it|that|he|she|there)\b)|,? (?:just )?so (?:that )?(?:we|i|you|it)\b|, (?:and )?(?:that|it|this|they|those|which|who|the last|last time|we|i|you|he|she|there|nothing|not that)\b| (?:that|which|who) (?:is|are|was|were|will|would|can|does|did|has)\b).*$/i // biome-ignore format: one pattern
const found = /\b(?:normal|fine|clear|good|okay|ok|high|low|raised|back|from last|last (?:week|month|year|time)|shows?|showed|positive|negative|steady|stable|up from|down from|was|were|is|are|has|have|had|came|ago|already|done|results?|not|no|never|if|unless|might|maybe|could|or)\b/i // biome-ignore format: one pattern
const ahead = /\b(?:today|tonight|now|tomorrow|this (?:morning|afternoon|arvo|week)|next (?:week|month|visit|time|[a-z]+day)|(?:on )?[a-z]+day|urgent(?:ly)?|portable|fasting|first thing|in (?:about )?(?:a|an|one|two|three|four|six|eight|twelve|\d+) (?:minutes?|hours?|days?|weeks?|months?|years?|fortnight)|at \w+(?:[ -]\w+)? (?:weeks|months|o'clock)|every (?:\w+ )?(?:days?|weeks?|months?|years?)|monthly|weekly|yearly|before (?:you|the|starting))\b/i // biome-ignore format: one pattern
const ofPart = /\b(?:of|on) (?:(?:the|your|his|her|that|this|both|each) )+[a-z]+/i
const asks = /\b(?:please|too|as well)\b/i
/** A recurring check is ordered by its time. */
const checks = /^(?:[a-z]+ ){0,2}(?:checks?|check-?ups?|reviews?|visits?|scans?|screening) every (?:\w+ )?(?:days?|weeks?|months?|years?)\b/i // biome-ignore format: one pattern

const leads = /^(?:an?|some|another|the|your|repeat|his|her|that) /i
const isIndefinite = (words: string): boolean => /^(?:an?|some|another) /i.test(words)

const contractions: readonly (readonly [RegExp, string])[] = [[/['’]ll\b/gi, ' will'], [/\b(I|we|you)['’]d\b/gi, '$1 would'], [/\bI['’]m\b/gi, 'I am'], [/\b(we|you)['’]re\b/gi, '$1 are'], [/\blet['’]s\b/gi, 'let us'], [/\bI['’]ve\b/gi, 'I have']] // biome-ignore format: a list
const whole = (text: string): string => contractions.reduce((out, [short, long]) => out.replaceAll(short, long), text)

/** The thing, its list, place, time and purpose, without who orders it and why. */
function thingOf(sentence: Sentence): { readonly text: string; readonly isFramed: boolean; readonly isToday: boolean } {
  const told = whole(tellSpoken(sentence.text)).replace(brokenOff, '')
  const lead = opening.exec(told)?.[0] ?? ''
  const rest = told.slice(lead.length)
  const bare = rest.replace(frame, '')
  const text = bare.replace(/[.!]+$/, '').replace(/\bbefore you start\b/i, 'before starting').replace(comment, '').replace(/,? (?:just )?to be (?:sure|safe|certain|thorough|on the safe side)(?=,|$)/i, '').replace(/,? (?:just|please|too|as well|and)$/i, '') // biome-ignore format: short
  return { text, isFramed: bare !== rest, isToday: today.test(lead) }
}

/** Who does something: the sentence tells, and names no thing. */
function tells(text: string): boolean {
  const main = text.toLowerCase().split(/ (?:to|before|after|for|because|including|until|when)\b/)[0] ?? ''
  const tests = listTests(main)
  return /n['’]t\b/.test(main) || tagWords(main).some(({ tag, text: word, start }, at) => tag === 'AUX' || (tag === 'VERB' && at > 0 && !/(?:ing|ed)$/.test(word) && !tests.some(({ from, to }) => start >= from && start < to))) // biome-ignore format: short
}

/** True if the words are a test with what belongs to it, and new. `said`: the whole sentence. */
function isOrdered(text: string, isFramed: boolean, { said, text: spoken }: Sentence): boolean {
  const plainTest = /^(?:(?:an?|the) )?(?:[a-z-]+ ){0,2}(?:urine|psa|bone density)\b/i.exec(text)?.[0]
  const tests = [...listTests(text), ...(plainTest === undefined ? [] : [{ name: plainTest, from: 0, to: plainTest.length }])] // biome-ignore format: short
  const [first] = tests
  if (checks.test(text)) return true
  if (first === undefined || text.slice(0, first.from).replace(leads, '').split(' ').filter((word) => word !== '').length > 3 || /,/.test(text.slice(0, first.from))) return false // biome-ignore format: short
  const isJoined = /^(?:And|Then|Plus|Also|Next|While|Today)\b/.test(spoken.trim())
  return isFramed || ahead.test(text) || ofPart.test(text) || asks.test(said) || tests.length > 1 || (isIndefinite(text) && isJoined) // biome-ignore format: short
}

type Heard = {
  /** The first sentence that may belong to the plan. */
  readonly from: number
  readonly isGiven: (sentence: Sentence) => boolean
  /** A line has it already, or it belongs to an examination or a warning. */
  readonly isTaken: (sentence: Sentence) => boolean
}

/** The lines of tests that no other reader has found. */
export function listNamedTests(dialogue: readonly Sentence[], { from, isGiven, isTaken }: Heard): readonly Candidate[] {
  return dialogue.slice(from).flatMap((sentence) => {
    if (sentence.segment.speaker !== 'clinician' || sentence.isQuestion || sentence.text.trimEnd().endsWith('?') || /\[/.test(sentence.text)) return [] // biome-ignore format: short
    if (isTaken(sentence) || !isGiven(sentence)) return []
    const { text, isFramed, isToday } = thingOf(sentence)
    if (!isMeant(text.toLowerCase()) || tells(text) || found.test(text.replace(/\b(?:to (?:make sure|check|rule out|exclude|look)|for) .*$/i, '')) || namesKind(text.split(/\b(?:before|after|for|because)\b/)[0] ?? '', 'medicine') || text.split(' ').length > 26 || !isOrdered(text, isFramed, sentence)) return [] // biome-ignore format: short
    const display = sentenceCase(`${dropPersons(text.replace(leads, (lead) => (/repeat/i.test(lead) ? lead : ''))).replaceAll(/\b(?:your|his|her)\b/g, 'the')}${isToday && !ahead.test(text) ? ', today' : ''}`) // biome-ignore format: short
    return [{ text: `${display}.`, claims: [claim('plan', { key: quoteKey([sentence]), display })], quotes: says(sentence), weight: 66, at: sentence.at }] // biome-ignore format: short
  })
}
