/**
 * Lines that tell of a trouble what the clinician asked after: "Worse with sitting, bending and coughing.", "8/10 at worst, 4/10 now." The question
 * gives the slot, and the stretches of the reply fill it by their kind, over several sentences. D419.
 */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { answers, type Candidate, claim, joinWords, says, sentenceCase } from '../candidates.ts'
import { isOfEarlierBout } from '../described/earlier-bouts.ts'
import { listPrompts, listTurns } from '../described/prompts.ts'
import { readCharacter } from './characters.ts'
import { readSite, readSpread } from './places.ts'
import { readSeverity } from './severities.ts'
import { slotKey } from './slot-key.ts'
import { readSlotQuestion, type Slot } from './slot-questions.ts'
import { readThings } from './things.ts'
import { listUnasked } from './told-unasked.ts'
import { namesOwn, troubleOf, underName } from './trouble-names.ts'

export type SlotLine = {
  readonly slot: Slot
  readonly question: Sentence
  readonly replies: readonly Sentence[]
  readonly text: string
  /** How many things it names. */
  readonly count: number
}

/** The clinician has the examination or the plan from there on. */
const lastShare = 0.75
const fewSegments = 12
const endOf = (dialogue: readonly Sentence[]): number => Math.max(fewSegments, (dialogue.at(-1)?.at ?? 0) * lastShare)
const mostSentences = 6

const betterWords: readonly (readonly [RegExp, string])[] = [
  [/\bbetter\b/, 'better with'],
  [/\beas/, 'eased by'],
  [/\brelie/, 'relieved by'],
  [/\bsettl/, 'settled by'],
]
const betterOf = (said: string): string => betterWords.find(([pattern]) => pattern.test(said))?.[1] ?? 'helped by'

/** Deeds and things after "with"; times stand alone: "worse at night". */
const ofTime = /^(?:at|in|on|after|before|during|with|first|under|over|around|by|out) /
const withLead = (lead: string, [first = '', ...rest]: readonly string[]): string =>
  `${ofTime.test(first) ? lead.replace(/ (?:with|by|when)$/, '') : lead} ${joinWords([first, ...rest], 'and')}`.trim()

const sayings = (sentences: readonly Sentence[]): readonly string[] => sentences.map(({ said }) => said)

/** "What colour's the blood?" - "Dark red.": the look is the blood's. */
const ofThing = /\b(?:colour|look like|smell like|sort of|kind of)\b[^?]*?(?:\b(?:is|was|of|does|did)|'s) (?:the|your|this|that) (blood|phlegm|sputum|discharge|urine|wee|poo|stools?|motions?|vomit|rash|spots)\b|\b(?:is|was) (?:the|your) (blood|phlegm|discharge|urine|wee|poo|vomit) (?:bright|dark|red|green|clear)\b/ // biome-ignore format: one row
function withThing(told: string | undefined, asked: string): string | undefined {
  const [, thing, other] = ofThing.exec(asked) ?? []
  const name = thing ?? other
  return told === undefined || name === undefined || told.includes(name) ? told : `${name}: ${told}`
}

function tell(slot: Slot, question: Sentence, sentences: readonly Sentence[]): { readonly text: string; readonly count: number } | undefined {
  const one = (text: string | undefined) => (text === undefined ? undefined : { text, count: 1 })
  if (slot === 'severity') {
    const told = readSeverity(sayings(sentences), question.said)
    return one(told === undefined ? undefined : `severity ${told}`)
  }
  if (slot === 'character') return one(withThing(readCharacter(sayings(sentences), question.said), question.said))
  if (slot === 'place') {
    const told = readSite(sayings(sentences))
    return one(told === undefined ? undefined : `felt ${told}`)
  }
  if (slot === 'spread') {
    const told = readSpread(sayings(sentences))
    return one(told === undefined ? undefined : `also felt ${told}`)
  }
  const things = [...new Set(sentences.flatMap(({ said }) => readThings(said, slot === 'better' ? 'better' : 'worse')))].slice(0, 5)
  if (things.length === 0) return undefined
  if (slot === 'better') return { text: withLead(betterOf(question.said), things), count: things.length }
  if (slot === 'worse') return { text: withLead('worse with', things), count: things.length }
  if (slot === 'trigger') return { text: withLead('brought on by', things), count: things.length }
  return { text: withLead('felt when', things), count: things.length }
} // biome-ignore format: one row a case

const light = /^(?:the|and|with|into|for|when|feels?|like|goes|down|felt|comes|its?|but|then|most|time|all|from|out)$/

/** The sentences that the line has words or numbers of: others may tell another time, or deny another thing. */
function usedIn(text: string, sentences: readonly Sentence[]): readonly Sentence[] {
  const words = text.split(/[^a-z]+/).filter((word) => word.length > 2 && !light.test(word)).map((word) => word.replace(/ing$/, '').slice(0, 5)) // biome-ignore format: one row
  const used = sentences.filter(({ said }) => words.some((word) => new RegExp(`\\b${word}`).test(said)))
  return used.length === 0 || /^severity/.test(text) ? sentences : used
}

/** "Straight leg raise, thirty-five degrees. Where do you feel that?": a test of the examination. */
const examines = /\b(?:degrees|straight up|straight leg|on the (?:bed|couch)|push (?:up|down|out|against)|press(?:ing)? (?:here|on|down)|bend (?:it|forward|your))\b/i // biome-ignore format: one row
/** "Allergies?" - "I get a rash from it." - "What sort of rash?": the reaction of an allergy. */
const asksAllergies = /\ballerg/
const isOfOtherMatter = (question: Sentence, dialogue: readonly Sentence[]): boolean =>
  (examines.test(question.segment.text) && !namesOwn(question)) || dialogue.some(({ segment, said, at }) => segment.speaker === 'clinician' && at < question.at && question.at - at <= 2 && asksAllergies.test(said)) // biome-ignore format: one row

/** The lines of all questions for a slot. */
export const listSlotLines = readOnceOf((dialogue: readonly Sentence[]): readonly SlotLine[] => {
  const last = endOf(dialogue)
  return listTurns(dialogue, listPrompts(dialogue)).flatMap(({ prompts, sentences }): readonly SlotLine[] => {
    const asked = readSlotQuestion(prompts)
    const [first] = sentences
    if (asked === undefined || first === undefined || asked.question.at > last) return []
    const end = sentences.findIndex(({ isQuestion, text, at }) => isQuestion || text.includes('[') || at - first.at > 2)
    const replies = sentences.slice(0, end < 0 ? mostSentences : Math.min(end, mostSentences))
    if (isOfEarlierBout(asked.question, dialogue) || isOfOtherMatter(asked.question, dialogue)) return []
    const told = tell(asked.slot, asked.question, replies)
    return told === undefined ? [] : [{ slot: asked.slot, question: asked.question, replies: usedIn(told.text, replies), ...told }]
  })
}) // biome-ignore format: one row a step

/** Each sentence of a reply that fills a slot, with the slot. */
export const listSlotReplies = (dialogue: readonly Sentence[]): ReadonlyMap<Sentence, Slot> => new Map(listSlotLines(dialogue).flatMap(({ slot, replies }) => replies.map((reply) => [reply, slot] as const))) // biome-ignore format: one row

const weight = 79
const contentOf = (text: string): readonly string[] => text.split(/[^a-z0-9/]+/).filter((word) => word.length > 2 && !light.test(word) && !/^(?:worse|better|severity|helped|eased|relieved|settled|also|brought)$/.test(word)) // biome-ignore format: one row

/** A symptom whose line has the same words of the same question says it already: "Knee pain, worse with stairs." */
const isToldBy = ({ slot, question, text }: SlotLine, symptoms: readonly Candidate[]): boolean =>
  symptoms.some((own) => own.quotes.some(({ sentence }) => sentence === question) && (contentOf(text).every((word) => own.text.toLowerCase().includes(word)) || (slot === 'spread' && /\b(?:radiating|spreading) to\b/.test(own.text)))) // biome-ignore format: one row

/** "It's like toothache.": the reply is all that the pain is known by, and cannot stand under itself. */
const isSelfNamed = ({ slot, replies }: SlotLine, symptoms: readonly Candidate[]): boolean =>
  slot === 'character' && symptoms.some(({ claims, quotes }) => claims[0]?.kind === 'complaint' && /^(?:ache|pain)$/.test(claims[0].display) && quotes.some(({ sentence }) => sentence.at === replies[0]?.at)) // biome-ignore format: one row

/** The patient's own remark of it, unless a line of a question has the sentence. */
const draftUnasked = (dialogue: readonly Sentence[], symptoms: readonly Candidate[]): readonly Candidate[] => {
  const answered = listSlotReplies(dialogue)
  const topic = symptoms.some(({ claims }) => claims.some(({ kind }) => kind === 'complaint'))
  return (topic ? listUnasked(dialogue, endOf(dialogue)) : [])
    .filter(({ sentence }) => !answered.has(sentence) && !symptoms.some(({ text, quotes }) => /worse|better/i.test(text) && quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: one row
    .map(({ sentence, text }) => {
      const question = sentence.asked.at(-1)
      const trouble = question === undefined ? undefined : troubleOf(question, dialogue, symptoms)
      const line = underName(text, trouble)
      return {
        text: `${sentenceCase(line)}.`,
        claims: [claim('symptom', { key: `${quoteKey([sentence])}${slotKey}`, display: line })],
        quotes: [...(trouble?.quotes ?? []), ...says(sentence)],
        weight: weight - 1,
        at: sentence.at,
      }
    })
}

export const draftSlots = (dialogue: readonly Sentence[], symptoms: readonly Candidate[]): readonly Candidate[] => [...draftAsked(dialogue, symptoms), ...draftUnasked(dialogue, symptoms)] // biome-ignore format: one row

/** A mole is seen, and not felt. */
const seen =
  /\b(?:mole|rash|lump|spots?|sores?|ulcer|eczema|psoriasis|wart|cyst|blisters?|bruis\w+|wound|bite|cut|burn|boil|abscess|hives)\b/i
const isSeen = (symptoms: readonly Candidate[]): boolean => {
  const [complaint] = symptoms.filter(({ claims }) => claims[0]?.kind === 'complaint').toSorted((a, b) => b.weight - a.weight) // biome-ignore format: one row
  return complaint !== undefined && seen.test(complaint.text) && !/pain|ache|itch/i.test(complaint.text)
}

const draftAsked = (dialogue: readonly Sentence[], symptoms: readonly Candidate[]): readonly Candidate[] =>
  listSlotLines(dialogue)
    .filter((line) => !isToldBy(line, symptoms) && !isSelfNamed(line, symptoms))
    .map((line) => ({
      ...line,
      text: isSeen(symptoms) ? line.text.replace(/^felt /, '') : line.text,
    }))
    .map(({ question, replies, text }, index) => {
      const trouble = troubleOf(question, dialogue, symptoms)
      const line = underName(
        trouble !== undefined && seen.test(trouble.name) ? text.replace(/^felt /, '') : text,
        trouble,
      )
      return {
        text: `${sentenceCase(line)}.`,
        claims: [claim('symptom', { key: `${quoteKey([question])}${slotKey}`, display: line })],
        quotes: [...(trouble?.quotes ?? []), ...answers(question, ...replies)],
        weight: weight - index / 10,
        at: replies[0]?.at ?? question.at,
      }
    })
