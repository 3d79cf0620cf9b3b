/** The findings that an examiner tells in fragments, while the examination goes on. D437. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { type Candidate, type Quote, says } from '../../candidates.ts'
import { type Found, hasPart, hasSign, isAsRule } from '../constructions.ts'
import { isTakenBack, ofDanger } from '../dangers.ts'
import { isNotSeen, isOwnHands, notFound, tellFound } from '../findings.ts'
import { cutFragments, furtherQuality, ofStrip, readFragment, readStrip, sideTopic, thingOf } from './fragments.ts'
import { readPressed } from './pressed.ts'
import { listStretches } from './stretch.ts'
import { readTested } from './tested.ts'
import { partOf, testOf } from './topics.ts'

/** What stands behind a fragment and changes it. */
const takesBack = /^(?:but (?:i|not|it)|except|apart|only|unless|if|wait|hang on|hold on|no wait|actually)\b/
const stem = (word: string): string => word.slice(0, 5)
const small =
  /^(?:a|an|the|your|his|her|bit|very|and|is|are|of|on|in|at|no|not|to|all|both|little|quite|really|with|some)$/

/** True if the lines of the sentence have all words of the finding already. */
function isTold({ display }: Found, lines: readonly Candidate[]): boolean {
  const told = new Set(lines.flatMap(({ text }) => text.toLowerCase().split(/[^a-z]+/)).map(stem))
  return display.split(/[^a-z]+/).filter((word) => word !== '' && !small.test(word)).every((word) => told.has(stem(word))) // biome-ignore format: short
}

/** A sign is in one of these, and on another part. */
const within = /\b(?:ears?|canals?|throat|mouth|nose|eyes?|chest|lungs?|abdomen|tummy|belly|groin|breasts?|joint|knee|elbow|shoulder|ankle|hip|wrist)\b/ // biome-ignore format: a list

type Topic = { readonly name: string; readonly sentences: readonly Sentence[] }

/** The fragments of a sentence with their findings, and the part that the last one was about. */
function readSentence(
  sentence: Sentence,
  before: Topic | undefined,
): { readonly list: readonly Found[]; readonly isReferring: boolean } {
  let topic = before?.name
  let isReferring = false
  let bare: string | undefined
  let isRow = false
  let isChain = false
  const list: Found[] = []
  for (const fragment of cutFragments(sentence.text)) {
    const thing = sideTopic(fragment, topic) ?? (list.length === 0 ? thingOf(fragment) : undefined)
    if (thing !== undefined) {
      topic = thing
      bare = thing
      continue
    }
    const own = partOf(fragment)
    if (own !== undefined) bare = undefined
    if (takesBack.test(fragment)) list.pop()
    const isFree = !notFound.test(fragment) && !isAsRule(fragment)
    // "The big toe joint is red, hot, swollen": the part stands before the row.
    const row: Found | undefined = own === undefined && isRow ? furtherQuality(fragment) : undefined
    const told: Found | undefined = isFree
      ? (row ?? (ofStrip.test(sentence.said) ? readStrip(fragment) : undefined) ?? readFragment(fragment, own ?? topic))
      : undefined
    isRow = told !== undefined && (own !== undefined || row !== undefined)
    if (told !== undefined) {
      // "Canal red, wet": a second quality of the part needs no name.
      const last = list.at(-1)
      const isNamed: boolean = topic !== undefined && last !== undefined && (last.text.startsWith(topic) || isChain)
      const lead: number = row === undefined && own === undefined && topic !== undefined && isNamed && told.text.startsWith(`${topic} `) ? topic.length + 1 : 0 // biome-ignore format: short
      // "Nails, no pitting."
      const isSign =
        told.isAbsent ||
        (list.length === 0 && hasSign.test(told.display) && !/\b(?:in|on|over|at|behind|under)\b/.test(told.display))
      const where = row === undefined && isSign && bare !== undefined && lead === 0 && !hasPart.test(told.display) ? ` ${told.isAbsent || within.test(bare) ? 'in' : 'on'} the ${bare}` : '' // biome-ignore format: short
      isChain = lead > 0 || own === 'swelling' || (isChain && told.isAbsent && own === undefined)
      list.push({ ...told, text: `${told.text.slice(lead)}${where}`, display: `${told.display.slice(lead)}${where}` })
      if (own === undefined && topic === before?.name) isReferring = true
    }
    // "Bit of swelling, not warm": the part is not warm.
    topic = own === 'swelling' ? (topic ?? own) : (own ?? topic)
  }
  return { list, isReferring }
}

/** "There's a two centimetre lump. Firm, moves freely.": what comes next is about the thing that was found. */
const foundThing = /\b(?:there is|there['’]s|i can feel|got) an? (?:[a-z-]+ ){0,5}?(lump|mass|nodule|ulcer|lesion|cyst|gland|node|bump|blister|growth|polyp|hernia|bulge)\b/ // biome-ignore format: one pattern
const thingIn = (said: string): string | undefined => foundThing.exec(said)?.[1]

/** A condition, a rule, somebody else, or what somebody else found. */
const ofOthers =
  /\bif (?!you (?:can|could|do not mind|are happy)\b|that is|it is (?:ok|sore)|i (?:just )?(?:push|press|tap|move|bend|squeeze|lift|pull|tilt)\b(?!.*\b(?:that (?:is|would|means)|then)\b))|\b(?:they (?:say|said|found|saw|wrote|thought)|letter|report says|my (?:\w+ )?(?:brother|sister|mum|dad|wife|husband|son|daughter|mate|friend|own)|people|patients|with (?!the\b|your\b|a\b|this\b|that\b|both\b|some\b|no\b|it\b)[a-z]+ you|you (?:tend|can get|may get|might get)|tends? to|an? (?:normal|healthy)|in (?!the\b|your\b|his\b|her\b|both\b|and\b|there\b|between\b|front\b|fact\b)[a-z]+(?: [a-z]+)?,? (?:it|they) (?:is|are)|last (?:time|week|month|year))\b/

/** What the examiner does to a part: what comes next may be about the test alone. */
const handles = /\b(?:i am|i will|i'll|let me) (?:just )?(?:push|pull|bend|twist|draw|rock|slid|stress|lift|rotat|mov)/

const mostBack = 5
/** The patient said more than a word or two in between: "it" may be about that. */
const mostBetween = 6
const isTurned = (dialogue: readonly Sentence[], { sentences }: Topic, sentence: Sentence): boolean =>
  dialogue.filter(({ at, segment }) => segment.speaker !== 'clinician' && at > (sentences.at(-1)?.at ?? 0) && at < sentence.at).reduce((sum, { words }) => sum + words.length, 0) > mostBetween // biome-ignore format: short

/** `told`: the lines that the sentence has already. */
export function draftRunning(dialogue: readonly Sentence[], told: readonly Candidate[]): readonly Candidate[] {
  const within = listStretches(dialogue)
  const own = dialogue.filter((sentence) => within.has(sentence) && sentence.segment.speaker === 'clinician')
  const linesOf = Map.groupBy(told.flatMap((line) => line.quotes.map(({ sentence }) => ({ sentence, line }))), ({ sentence }) => sentence) // biome-ignore format: short
  let topic: Topic | undefined
  const out: Candidate[] = []
  for (const [at, sentence] of own.entries()) {
    const lines = (linesOf.get(sentence) ?? []).map(({ line }) => line)
    const isNear =
      topic !== undefined &&
      own.indexOf(topic.sentences.at(-1) as Sentence) >= at - mostBack &&
      !isTurned(dialogue, topic, sentence)
    const isOpen =
      !sentence.isQuestion &&
      !sentence.text.includes('[') &&
      !ofOthers.test(sentence.said) &&
      !isNotSeen(sentence) &&
      !isOwnHands(sentence)
    if (
      isOpen &&
      !isTakenBack(sentence, own.slice(at + 1, at + 3)) &&
      ![sentence, ...own.slice(at + 1, at + 3)].some(({ said }) => ofDanger.test(said))
    ) {
      const { list, isReferring } = readSentence(sentence, isNear ? topic : undefined)
      const fresh = list.filter((found) => !isTold(found, lines))
      const quotes: readonly Quote[] = isReferring ? [...new Set([...(topic?.sentences ?? []), sentence])].flatMap(says) : says(sentence) // biome-ignore format: short
      if (fresh.length > 0) out.push(...tellFound(sentence, fresh, quotes, firstOwn))
    }
    // "Pulse is ninety-six. It's okay for you.": a value is no part that is looked at.
    if (lines.some(({ claims }) => claims[0]?.kind === 'vital')) {
      topic = /\bpulse\b/.test(sentence.said) ? { name: 'pulse', sentences: [sentence] } : undefined
      continue
    }
    const name = thingIn(sentence.said) ?? partOf(sentence.said, sentence.said.includes('?') ? -1 : 0)
    const sided = isNear ? sideTopic(sentence.said.replace(/[.!?]+$/, ''), topic?.name) : undefined
    if (sided !== undefined) topic = { name: sided, sentences: [...(topic?.sentences ?? []), sentence] }
    else if (name !== undefined) topic = { name, sentences: [sentence] }
    else if (handles.test(sentence.said) || testOf(sentence.said) !== undefined) topic = undefined
  }
  return [...out, ...readTested(dialogue, within, [...told, ...out]), ...readPressed(dialogue, within)]
}
/** The findings of a fragment have numbers of their own among those of the sentence. */
const firstOwn = 20
