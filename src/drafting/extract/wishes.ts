/** What a patient asks of the clinician: a script, a certificate, a test, a referral. It is in the note whether it is granted or not. D366. */
import type { Sentence } from '../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../dialogue/wording.ts'
import { answers, type Candidate, claim, says } from './candidates.ts'

const lead = '^(?:(?:and|so|but|well|yeah|oh|also|actually|hi|hello|please|while i am here|i guess|look|doctor|doc|um+|uh+),? )*' // biome-ignore format: one row
const light = '(?:(?:please|just|possibly|maybe|also|really|perhaps) )*'
/** How somebody asks; the words behind are the thing. */
const frames: readonly RegExp[] = [
  new RegExp(`${lead}(?:can|could|may|might) (?:i|we) ${light}(?:get|have|grab|pick up|ask for|ask you for|trouble you for)(?: you to (?:do|write|give me|order|print))? (.+)$`, 'i'), // biome-ignore format: one row
  new RegExp(`${lead}(?:can|could|would|will) you ${light}(?:write|give|do|print|order|prescribe|organise|arrange|renew|fill in|fill out|sign)(?: (?:me|us|up|out))* (.+)$`, 'i'), // biome-ignore format: one row
  new RegExp(`${lead}(?:i|we)(?: am|'m| are|'re| was| were)? ${light}(?:hoping|wanting|looking|keen|here|after|chasing)(?: (?:to get|to have|to ask for|to ask about|to pick up|for|i could (?:get|have)|we could (?:get|do|have)|you could (?:do|give me|write me|write|order|organise)))? (.+)$`, 'i'), // biome-ignore format: one row
  new RegExp(`${lead}(?:i|we)(?:'d| would)? ${light}(?:need|want|like|love|wanted)(?: to (?:get|have|ask for))? (.+)$`, 'i'), // biome-ignore format: one row
]

/** Things that a clinician gives, writes or orders. */
const thing =
  /^(?:(?:a|an|the|my|another|some|any|his|her|our|more|new|another one of) )*(?:(?!(?:and|but|or|because|if|that|to|is|was|for)\b)[a-z'-]+ ){0,3}?(?:scripts?|prescriptions?|repeats?|repeat prescription|referrals?|certificate|med cert|letter|form|blood tests?|bloods|urine test|scan|x-?ray|ultrasound|mri|ct|check-?up|health check|skin check|sti (?:check|test|screen)|std (?:check|test)|pap smear|smear|cervical screening|test|shot|jab|vaccine|vaccination|booster|injection|needle|antibiotics|cream|specialist appointment|second opinion|care plan|mental health plan|mental health care plan|results|test results|paperwork)\b(?: (?:for|of|to|on|from|about|off|saying|against) (?!.*\b(?:husband|wife|mum|dad|mother|father|son|daughter|partner|brother|sister|friend|mate|dog|cat)\b).{2,50})?$/i // biome-ignore format: one row

const clean = (words: string): string =>
  words
    .replace(/[?.!,; ]+$/, '')
    .replace(/,? (?:please|today|if (?:that is|that's|it's|it is) (?:ok|okay|all right|possible)|if possible|while i'?m here|while i am here|done|doctor|doc|too|as well|thanks|maybe|i suppose|i guess|for me|really)+$/i, '') // biome-ignore format: one row
    .replace(/[, ]+$/, '')

const toNote = (words: string): string => words.replaceAll(/\b(?:my|our|his|her|your)\b/gi, 'the').replace(/^(?:another one of )/i, 'another of ') // biome-ignore format: one row

/** The thing that a sentence asks for; undefined if it asks for none. */
export function readWish(text: string): string | undefined {
  const words = cleanWords(text)
  for (const frame of frames) {
    const asked = frame.exec(clean(words))?.[1]
    if (asked === undefined) continue
    const bare = clean(asked)
    return thing.test(bare) && bare.split(' ').length <= 12 && !/\b(?:not|never|no|if|but|because|i|you)\b/i.test(bare) ? toNote(bare) : undefined // biome-ignore format: one row
  }
  return undefined
}

/** The clinician asks for the wish. */
const asksWish =
  /\b(?:what|anything)\b.*\b(?:(?:are|were) you (?:hoping|after|wanting|looking)|(?:did|do) you (?:want|have in mind|hope|need)|you (?:wanted|would like|were hoping|needed|were after))\b/

const replyThing = (text: string): string | undefined => {
  const bare = clean(clean(cleanWords(text).replace(/^(?:(?:um+|uh+|well|oh|just|maybe|probably|i suppose|i guess|yeah|yes|perhaps|only),? )+/i, ''))) // biome-ignore format: one row
  return thing.test(bare) && bare.split(' ').length <= 10 && !/\b(?:not|never|no|if|but|because|i|you)\b/i.test(bare) ? toNote(bare) : undefined // biome-ignore format: one row
}

const draftWish = (sentence: Sentence): readonly Candidate[] => {
  if (sentence.text.includes('[')) return []
  const question = sentence.asked.at(-1)
  const isAsked = question !== undefined && question.segment.speaker === 'clinician' && asksWish.test(question.said)
  const own = readWish(sentence.text)
  const wish = own ?? (isAsked ? replyThing(sentence.text) : undefined)
  if (wish === undefined) return []
  const quotes = own === undefined && question !== undefined ? answers(question, sentence) : says(sentence)
  return [{ text: `Asks for ${wish.replace(/^([A-Z])(?=[a-z])/, (first) => first.toLowerCase())}.`, claims: [claim('complaint', { key: quoteKey([sentence]), display: wish })], quotes, weight: 60, at: sentence.at }] // biome-ignore format: one row
}

/** One line for each thing that the patient asks for. */
export const draftWishes = (dialogue: readonly Sentence[]): readonly Candidate[] =>
  dialogue.filter(({ segment }) => segment.speaker === 'patient').flatMap(draftWish)
