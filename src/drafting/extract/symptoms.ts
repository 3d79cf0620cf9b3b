/** Symptoms: one reading of each from its mentions, with its attributes, as a sentence of the note. */

import type { Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Attribute } from './attribute.ts'
import { addAttributes, findAttributes, renderAttributes } from './attributes.ts'
import { type Candidate, claim, isUncertain, joinWords, sentenceCase } from './candidates.ts'
import type { Mention } from './mention.ts'
import { readMentions } from './mentions.ts'
import { isGainsaid } from './senses/gainsaid.ts'

/** Several mentions of one symptom: the patient's own words before a yes or no, clearly heard words before others. */
type Group = { readonly term: Term; readonly mentions: readonly Mention[] }

function groupMentions(mentions: readonly Mention[]): readonly Group[] {
  const groups = new Map<string, Mention[]>()
  for (const mention of mentions) groups.set(mention.term.key, [...(groups.get(mention.term.key) ?? []), mention])
  return [...groups.values()].flatMap((list) => (list[0] === undefined ? [] : [{ term: list[0].term, mentions: list }]))
}

const rank = (mention: Mention): number => (isUncertain(mention.quotes) ? 0 : 2) + (mention.isExplicit ? 1 : 0)
const best = (mentions: readonly Mention[]): Mention | undefined =>
  [...mentions].sort((a, b) => rank(b) - rank(a) || a.at - b.at)[0]

type Settled = { readonly mention?: Mention; readonly conflict?: string }

/** One reading of a symptom: if a present yes and a present no contradict, neither is stated. */
function settle({ term, mentions }: Group): Settled {
  const hasAbsent = mentions.some(({ polarity }) => polarity === 'absent')
  const present = mentions.filter(
    ({ polarity, time, isHad }) => polarity === 'present' && time === 'current' && !(isHad && hasAbsent),
  )
  const past = mentions.filter(({ polarity, time }) => polarity === 'present' && time === 'past')
  const absent = mentions.filter(({ polarity }) => polarity === 'absent')
  const explicit = present.filter(({ isExplicit }) => isExplicit)
  if (present.length > 0 && absent.length > 0) {
    const isClear =
      explicit.some(({ isComplaint: leads }) => leads === true) || (explicit.length > 1 && absent.length === 1)
    return isClear ? mentionOf(best(present)) : { conflict: `${sentenceCase(term.display)}: said both ways.` }
  }
  return mentionOf(best(present) ?? best(past) ?? best(absent))
}
const mentionOf = (mention: Mention | undefined): Settled => (mention === undefined ? {} : { mention })

/** "abdominal pain" adds nothing to "lower abdominal pain"; a no to it would contradict. */
/** "sore red skin" includes "sore skin". */
function isNarrower(specific: string, general: string): boolean {
  const words = new Set(specific.split(' '))
  const own = general.split(' ')
  return own.length < words.size && own.at(-1) === specific.split(' ').at(-1) && own.every((word) => words.has(word))
}
const covers = (specific: Mention, general: Mention): boolean =>
  specific !== general &&
  specific.polarity === 'present' &&
  (isNarrower(specific.term.display, general.term.display) ||
    (general.term.display === 'limb weakness' && /^(?:arm|leg|hand|foot|grip) weakness$/.test(specific.term.display)) ||
    (general.term.key === 'pain' && /pain|ache|sore/.test(specific.term.display)))

/** Names that add nothing beside a more exact one: the exact name, and the names that it includes. */
// biome-ignore format: one row a line
const implied: readonly (readonly [specific: RegExp, general: RegExp])[] = [
  [/diarrhoea/,                                  /^(?:loose|watery) stools$/],
  [/itchy/,                                      /^itching$/],
  [/^(?:runny nose|blocked nose|sore throat)$/,  /^cold symptoms$/],
  [/^fever$/,                                    /^feeling hot$/],
  [/^tiredness$/,                                /^lethargy$/],
  [/^stress at work$/,                           /^stress$/],
  [/^(?:productive cough|(?:green|yellow) phlegm|coughing up blood)$/, /^phlegm$/],
  [/^night sweats$/,                             /^sweating$/],
  [/^shortness of breath on exertion$/,          /^shortness of breath$/],
  [/^(?:vertigo|lightheadedness)$/,              /^dizziness$/],
  [/^(?:head injury|twisted ankle|sprain.*)$/,   /^injury$/],
  [/./,                                          /^feeling unwell$/],
]
const implies = (specific: Mention, general: Mention): boolean =>
  specific !== general &&
  !(isUncertain(specific.quotes) && !isUncertain(general.quotes)) &&
  specific.time === general.time &&
  implied.some(([own, included]) => own.test(specific.term.display) && included.test(general.term.display))

export type SymptomReading = { readonly candidates: readonly Candidate[]; readonly open: readonly string[] }

export function draftSymptoms(dialogue: readonly Sentence[]): SymptomReading {
  const reading = readMentions(dialogue)
  const { mentions } = reading
  const gainsaid = new Set(mentions.filter((mention) => isGainsaid(mention, dialogue)).map(({ term }) => term.display))
  const settled = groupMentions(mentions.filter((mention) => !isGainsaid(mention, dialogue))).map(settle)
  const all = settled.flatMap(({ mention }) => (mention === undefined ? [] : [mention]))
  const chosen = all.filter((mention) => !all.some((other) => covers(other, mention)))
  const allPresent = chosen.filter(({ polarity }) => polarity === 'present').sort((a, b) => a.at - b.at)
  const exact = allPresent.filter(({ term }) => term.key !== 'pain')
  const present = exact.length > 1 ? exact : allPresent
  const attributes = findAttributes(dialogue, mentions, present)
  const said = new Set(chosen.map(({ term }) => term.display))
  const telling = present.filter((mention) => addAttributes(mention, attributes).length > 0 || !present.some((other) => implies(other, mention))) // biome-ignore format: short
  return {
    candidates: [
      ...telling.map((mention, index) =>
        renderPresent(mention, attributes, {
          index,
          isLeading: isTakenUp(mention, dialogue) || isComplaint(mention, mentions),
          at: firstAt(mention, mentions),
        }),
      ),
      ...renderAbsent(chosen.filter(({ polarity }) => polarity === 'absent')),
    ],
    open: [
      ...[...gainsaid].map((display) => `${sentenceCase(display)}: said both ways.`),
      ...settled.flatMap(({ conflict }) => (conflict === undefined ? [] : [conflict])),
      ...reading.open.filter((line) => ![...said].some((display) => line.startsWith(`${sentenceCase(display)}:`))),
    ],
  }
}

/** It is the complaint, or tells it more exactly: "productive cough" of "cough". D420. */
const isComplaint = (mention: Mention, mentions: readonly Mention[]): boolean => mentions.some((other) => other.isComplaint === true && (other.term.key === mention.term.key || covers(mention, other))) // biome-ignore format: short

/** The place of a symptom among the others. `isLeading`: the patient came because of it. */
type Place = { readonly index: number; readonly isLeading: boolean; readonly at: number }

/** The first place where the talk has the symptom as present, by this name or as pain without a site. */
const firstAt = ({ term, at }: Mention, mentions: readonly Mention[]): number =>
  Math.min(at, ...mentions.filter((other) => other.polarity === 'present' && other.term.key === term.key).map((other) => other.at)) // biome-ignore format: short

/** "Tell me more about your skin.": a clinician first takes up the complaint that the patient came with. */
const takesUp =
  /\b(?:tell me (?:a (?:little )?bit )?more|more about|tell me about|describe|how long|when did|whereabouts)\b/
const opening = 16
const tooBroad = /^(?:pain|ache|feeling|sore|bad|red|dry|both)$/

function isTakenUp({ term }: Mention, dialogue: readonly Sentence[]): boolean {
  const names = term.display.split(' ').filter((word) => word.length > 3 && !tooBroad.test(word))
  const first = dialogue.find(
    (sentence) => sentence.segment.speaker === 'clinician' && sentence.at <= opening && takesUp.test(sentence.said),
  )
  return first !== undefined && (first.terms.some(({ key }) => key === term.key) || names.some((name) => first.said.includes(name))) // biome-ignore format: short
}

/** The weight of the complaint that the clinician takes up: it is above all others. */
const ofTakenUp = 20

/** "He was sick once last night": one time of this illness, and nothing of before. */
const isOnce = ({ quotes }: Mention): boolean =>
  quotes.some(({ sentence, role }) => role !== 'question' && /\b(?:once|one time)\b/.test(sentence.said) && !/\b(?:years?|months?) (?:ago|back)\b|\bwhen i was\b|\bonce (?:upon|i|he|she|it|the|you)\b/.test(sentence.said)) // biome-ignore format: short

function renderPresent(mention: Mention, attributes: readonly Attribute[], place: Place): Candidate {
  const { index, isLeading, at } = place
  const own = addAttributes(mention, attributes)
  const { display } = mention.term
  const tail = mention.isResolved
    ? ', now resolved'
    : mention.time === 'current'
      ? ''
      : mention.isInitial
        ? ' initially'
        : isOnce(mention)
          ? ' once'
          : ' previously'
  const { text, slots } = renderAttributes(own, display)
  const isComplaint = index < 3 && at < opening && mention.time === 'current'
  return {
    text: `${sentenceCase(display)}${tail}${text}.`,
    claims: [
      claim(isComplaint ? 'complaint' : 'symptom', mention.term, {
        time: tail === ' once' ? 'current' : mention.time,
        ...slots,
      }),
    ],
    quotes: [...mention.quotes, ...own.flatMap(({ quotes }) => quotes)],
    weight: (isComplaint ? 100 : 80) - index + own.length + (isComplaint && isLeading ? ofTakenUp : 0),
    at,
  }
}

/** Denials of one question, or in one sentence, make one statement. */
function renderAbsent(mentions: readonly Mention[]): readonly Candidate[] {
  const groups: Mention[][] = []
  for (const mention of mentions) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && isOneSource(before, mention)) last.push(mention)
    else groups.push([mention])
  }
  return groups.flatMap((list) => {
    const [first] = list
    if (first === undefined) return []
    const names = list.map(({ term }) => term.display)
    const quotes = [
      ...new Map(list.flatMap((mention) => mention.quotes).map((quote) => [quote.sentence, quote])).values(),
    ]
    return [
      {
        text: `No ${joinWords(names, 'or')}.`,
        claims: list.map(({ term }) => claim('symptom', term, { polarity: 'absent' })),
        quotes,
        weight: 44 + list.length,
        at: first.at,
      },
    ]
  })
}

const isOneSource = (before: Mention, mention: Mention): boolean =>
  before.quotes.length === mention.quotes.length &&
  before.quotes.every((quote, index) => quote.sentence === mention.quotes[index]?.sentence)
