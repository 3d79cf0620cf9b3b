/** The complaint of a part that is only the topic: its pain, or its injury. It stands for a complaint that names no part. D548. */
import { readAnswer } from '../../dialogue/answers.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { answers, type Quote, says } from '../candidates.ts'
import { generalKeys, type Mention, plainly } from '../mention.ts'
import { findPlace, isElsewhere, type Place, sideOf } from './part-of-visit.ts'

const hurts = /\b(?:pains?|painful|aches?|aching|achy|sore|hurts?|hurting|kills|killing|agony|throb\w*|stabb\w+|toothache|like a knife|sharp)\b(?! (?:spot|killers?|relief|tablets?|clinic)\b)/ // biome-ignore format: a list
const isNone = /\b(?:no|not|never|without|if|used to|before|any|less|better|pain ?killers?|(?:gave|give) me)\b[^.,]{0,24}$/ // biome-ignore format: a list
/** A sore is a wound. */
const isSore = (said: string): boolean => {
  const at = said
    .replaceAll(/\ba (?:bit of a |little |small )?sore\b/g, (whole) => '-'.repeat(whole.length))
    .search(hurts)
  return at >= 0 && !isNone.test(said.slice(0, at))
}
/** What happens to a limb in an injury. */
const moves = 'rolled|twisted|went over|gone over|came (?:down|off)|come (?:down|off)|landed|fell|fallen|slipped|tripped|stumbled|trod|bent|wrenched|jarred|popped|buckled|snapped|crashed|collided|dislocated|(?:gone|went)(?=,? (?:like,? )?the other way)' // biome-ignore format: a list
const strikes = 'done|did|hurt|injured|sprained|strained|tweaked|ricked|pulled|slammed|shut|banged|bashed|bumped|knocked|stubbed|jammed|crushed|squashed|whacked|smashed|hit|cut|sliced|burnt|scalded|caught|broke|cracked|dropped (?:a |the )?[a-z]+ on' // biome-ignore format: a list
const before =
  "(?:'s| have| has| had| is)?(?:,? (?:just|like|really|sort of|kind of|gone and|went and|got|um|uh|accidentally|only|then))*,?"
const event = new RegExp(`\\b(?:i|it|knee|ankle|foot|leg|back|shoulder|wrist|hand|finger|thumb|elbow|arm|hip|neck)${before} (?:${moves})\\b|\\bi${before} (?:${strikes}) (?:it|my|me|the|this|that|both)\\b(?! (?:shopping|dishes|garden|washing|ceilings?|car))|\\band (?:landed on|fell on|twisted|rolled|went over|wrenched|hurt|bent|jarred)\\b`) // biome-ignore format: one row
const noEvent = /\b(?:years? ago|last year|used to|if|when i was|nearly|almost|not|never)\b/
/** A question that takes the pain for granted. */
const supposes = /^(?:[a-z ,.']{0,24} )?(?:where(?:abouts)?|how bad|when|what|how)\b.*\b(?:the pain|(?:kind|sort|type) of (?:a )?pain|it hurts?|(?:is it|does it) (?:sore|hurt)|it sore)\b/ // biome-ignore format: one row

const mostInjury = 16
const mostLater = 24

const isTold = ({ segment, isQuestion, text }: Sentence): boolean => segment.speaker === 'patient' && !isQuestion && !text.includes('[') && !text.endsWith('?') // biome-ignore format: one row

/** A thing that got into an eye, an ear or the skin. */
const foreign = /\b(?:got|have|had|get|feels? like(?: there is)?) (something|a splinter|a bit of [a-z]+|a piece of [a-z]+|some (?:metal|glass|grit|sand|dust|sawdust)|metal|glass|grit|sand|sawdust|a bug|a bead) (?:stuck |caught )?in (?:it|there)\b/ // biome-ignore format: one row

type Trouble = { readonly quotes: readonly Quote[]; readonly display: string; readonly code?: string }

const findInjury = (dialogue: readonly Sentence[], { row }: Place): Sentence | undefined =>
  dialogue.find((one) => one.at <= mostInjury && isTold(one) && event.test(one.said) && !noEvent.test(one.said) && !isElsewhere({ ...one, said: one.said.replaceAll(/\bon (?:his|her|their|someone's|somebody's|this [a-z]+'s|another [a-z]+'s|[a-z]+'s) (?:foot|leg|knee|boot|ankle)\b|\bon my (?:left|right)\b/g, '') }, row)) // biome-ignore format: one row

/** "Where does it hurt?" - "Here.": no answer of no. */
function findAsked(dialogue: readonly Sentence[], { at, row }: Place): readonly Quote[] | undefined {
  const question = dialogue.find((one) => one.segment.speaker === 'clinician' && one.isQuestion && one.at >= at && one.at <= at + mostLater && supposes.test(one.said) && !isElsewhere(one, row)) // biome-ignore format: one row
  const reply = question?.answers[0]
  return question === undefined || reply === undefined || readAnswer(question)?.says === 'no' || /\bnot? (?:really )?(?:sore|pain|hurt)/.test(reply.said) ? undefined : answers(question, reply) // biome-ignore format: one row
}

function findPain(
  dialogue: readonly Sentence[],
  mentions: readonly Mention[],
  place: Place,
): readonly Quote[] | undefined {
  const { at, row } = place
  const told = dialogue.find((one) => one.at >= at - 2 && one.at <= at + mostLater && isTold(one) && isSore(one.said) && !isElsewhere(one, row)) // biome-ignore format: one row
  if (told !== undefined) return says(told)
  const general = mentions.find(({ term, polarity, time, at: own }) => generalKeys.has(term.key) && term.key === 'pain' && polarity === 'present' && time === 'current' && own >= at) // biome-ignore format: one row
  return findAsked(dialogue, place) ?? general?.quotes
}

const ofTrunk = /^(?:(?:lower |upper )?(?:back|abdomen)|neck|chest|ear|eye|throat|tooth|breast|testicle|groin|flank)$/

function findTrouble(dialogue: readonly Sentence[], mentions: readonly Mention[], place: Place): Trouble | undefined {
  const [site, pain, code] = place.row
  const within = dialogue.find((one) => one.at <= mostInjury && isTold(one) && foreign.test(one.said) && !isElsewhere(one, place.row)) // biome-ignore format: one row
  if (within !== undefined) return { quotes: says(within), display: `${foreign.exec(within.said)?.[1]} in the ${site}` }
  const injury = findInjury(dialogue, place)
  const ofInjury = injury === undefined ? undefined : { quotes: says(injury), display: `${site} injury` }
  if (ofInjury !== undefined && !ofTrunk.test(site)) return ofInjury
  const sore = findPain(dialogue, mentions, place)
  return sore === undefined ? ofInjury : { quotes: sore, display: pain, code }
}

/** Names that say nothing without a part, or that another trouble brings with it. */
const weak = /^(?:pain|ache|soreness|sore|stiffness|bruising|limping|giving way of joint|reduced movement|reduced range of movement|instability|weakness|injury|sharp pain|throbbing|burning sensation|tingling|pins and needles)$/i // biome-ignore format: a list
/** How it came about, or only that the part was hurt. */
const asDeed = /^(?:has |i )?(?:done|did|hurt|put|went|gone|came|come|bent|landed|heard|felt|twisted|rolled|fell|slipped|lifted|picked)\b|\btrouble$|^[a-z]+'s (?:been )?gone\b|: (?:gone|itchy|sharp|stiff|burning|throbbing|stinging)\b/i // biome-ignore format: a list
/** Of the whole person: a part that was the topic before it goes first. */
const ofWhole =
  /^(?:difficulty sleeping|tiredness|fatigue|irritability|loss of appetite|weight loss|runny nose|blocked nose|cold symptoms)$/
const isWeak = ({ term, at }: Mention, place: Place): boolean =>
  weak.test(term.display) || asDeed.test(term.display) || (ofWhole.test(term.display) && place.at < at)
const replaced = /^(?:pain|ache|soreness|sharp pain)$/

const termOf = ({ display, code = '' }: Trouble): Term => ({ kind: 'symptom', key: keyOf(display), display, from: 0, to: 0, ...(code === '' ? {} : { code }) }) // biome-ignore format: one row

const unmarked = ({ isComplaint: _, ...rest }: Mention): Mention => rest

/** "A bit of a sore", and "which foot is it?": the part stands behind the name. */
const seats = /^(?:sore|sores|lump|lumps|rash|swelling|stiffness|bruising|numbness|tingling|pins and needles|weakness|discharge|bleeding|itching|blisters?|spots|mole|ulcer|wound|cut|burn)$/i // biome-ignore format: a list
const placed = (display: string, site: string): string => `${/^(?:discharge|bleeding)$/i.test(display) ? 'from' : /^(?:swelling|stiffness|bruising|numbness|tingling|pins and needles|weakness|itching)$/i.test(display) ? 'in' : 'on'} the ${site}` // biome-ignore format: one row

function withSeat(mentions: readonly Mention[], complaint: Mention | undefined, place: Place): readonly Mention[] {
  const display = complaint?.term.display ?? ''
  if (complaint === undefined || !seats.test(display) || complaint.quotes.some(({ sentence }) => isElsewhere(sentence, place.row))) return mentions // biome-ignore format: one row
  const seat = { concept: complaint.term.key, kind: 'quality' as const, order: 3, text: placed(display, place.row[0]), quotes: place.quotes } // biome-ignore format: one row
  return mentions.map((one) =>
    one === complaint ? { ...one, isComplaint: true, attributes: [...(one.attributes ?? []), seat] } : one,
  )
}

/** Adds the complaint of the part, where the one that was found has none. */
export function addPart(mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Mention[] {
  const complaint = mentions.find(({ isComplaint }) => isComplaint === true)
  const place = findPlace(dialogue)
  if (place === undefined || (complaint !== undefined && !isWeak(complaint, place) && !seats.test(complaint.term.display))) return mentions // biome-ignore format: one row
  const bare = complaint ?? mentions.find(({ term, polarity, time, at }) => seats.test(term.display) && polarity === 'present' && time === 'current' && at < mostInjury) // biome-ignore format: one row
  const trouble =
    complaint === undefined || isWeak(complaint, place) ? findTrouble(dialogue, mentions, place) : undefined
  if (trouble === undefined) return withSeat(mentions, bare, place)
  const quotes = [...place.quotes.filter(({ sentence }) => !trouble.quotes.some((one) => one.sentence === sentence)), ...trouble.quotes] // biome-ignore format: one row
  const rest = mentions.filter((one) => !replaced.test(one.term.display) && !asDeed.test(one.term.display))
  const term = termOf(trouble)
  const side = sideOf(dialogue, place)
  const attributes = side === undefined ? [] : [{ concept: term.key, kind: 'side' as const, order: 0, ...side }]
  return [...rest.map(unmarked), { term, polarity: 'present', ...plainly, quotes, at: place.at, isExplicit: true, isComplaint: true, attributes }] // biome-ignore format: one row
}
