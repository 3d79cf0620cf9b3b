/** Duration, side and character of a symptom: said in its own sentence, or in answer to a question about it. */

import type { Sentence } from '../dialogue/sentence.ts'
import { findDuration } from '../vocabulary/amounts.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Attribute } from './attribute.ts'
import { fromAnswers, topicFilter, topicOf } from './attribute-answers.ts'
import { canHave, canHaveSide, findQualities, findSide, isNearSince, readTime, startedAt } from './attribute-words.ts'
import { isUncertain, says } from './candidates.ts'
import { openAntecedents } from './described/antecedents.ts'
import { settleChanges } from './described/changes.ts'
import { isEvent, listAfterEvents, listEventTimes, timeOfEvent } from './described/event-times.ts'
import { listFacets } from './described/facets.ts'
import { listOnsetDays } from './described/onset-days.ts'
import { listToldOnsets } from './described/onsets.ts'
import { isFronted, isParted, nearTerm, ownClause, ownPart, reaches } from './described/own-part.ts'
import { listPointedPlaces } from './described/pointed-places.ts'
import { listPrompts } from './described/prompts.ts'
import { listRecappedAttributes } from './described/recaps.ts'
import { listToldPlaces } from './described/told-places.ts'
import { listOwnSides, listToldSides } from './described/told-sides.ts'
import { listPresentedTimes, listToldTimes } from './described/told-times.ts'
import { generalKeys, type Mention } from './mention.ts'
import { listSlotLines } from './slots/slot-lines.ts'

const onsetWords =
  /\b(?:start|started|begin|began|going on|been|have had|i've had|i have|for the|since|noticed|came on|last|past|had|now)\b/

/** In the patient's own sentence: the attribute belongs to the nearest symptom before it, else after it. */
function fromSentence(mention: Mention): readonly Attribute[] {
  const sentence = mention.quotes[0]?.sentence
  if (sentence === undefined || !mention.isExplicit || mention.polarity !== 'present') return []
  const terms = sentence.terms.filter(({ kind }) => kind === 'symptom')
  const out: Attribute[] = []
  const quotes = says(sentence)
  const isClose = (at: number, from: number) =>
    from - at <= 4 && !sentence.words.slice(at, from).some(({ text }) => /^(?:,|but|and|i)$/.test(text))
  const nearest = (at: number) =>
    terms.findLast(({ to }) => to < at) ??
    terms.find(({ from }) => from > at && isClose(at, from)) ??
    (isFronted(sentence, at) ? terms[0] : undefined)
  const duration = saidDuration(sentence, mention, { terms, nearest })
  if (duration !== undefined)
    out.push({ concept: mention.term.key, kind: 'duration', order: 0, text: duration, quotes })
  if (canHaveSide(mention.term)) {
    const side = findSide(nearTerm(sentence, mention.term, terms))
    if (side !== undefined) out.push({ concept: mention.term.key, kind: 'side', order: 0, text: side, quotes })
  }
  for (const quality of findQualities(sentence)) {
    const isInside = terms.some(({ from, to }) => quality.from >= from && quality.to <= to)
    const isCourse = /^(?:getting worse|improving|spreading)$/.test(quality.display)
    if (isCourse && terms.every(({ from }) => from > quality.to)) continue
    if (!isInside && nearest(quality.from)?.key === mention.term.key && canHave(mention.term, quality.display))
      out.push({ concept: mention.term.key, kind: 'quality', order: quality.order, text: quality.display, quotes })
  }
  return out
}

type Near = { readonly terms: readonly Term[]; readonly nearest: (at: number) => Term | undefined }

/** The duration in the sentence; undefined if it is about something else. */
function saidDuration(whole: Sentence, mention: Mention, near: Near): string | undefined {
  const sentence = ownClause(whole, mention.term, near.terms)
  const isClause = sentence !== whole
  const terms = isClause ? sentence.terms.filter(({ kind }) => kind === 'symptom') : near.terms
  const nearest = isClause ? () => terms[0] : near.nearest
  const { said } = sentence
  const time = readTime(ownPart(sentence, mention.term, terms))
  const duration = findDuration(sentence.words)
  if (time === undefined || mention.time !== 'current' || !onsetWords.test(said)) return undefined
  const isNear =
    isParted(sentence, terms) ||
    // A name that no table has is the only one of its sentence.
    terms.length === 0 ||
    (duration === undefined
      ? isNearSince(sentence, mention.term, terms)
      : nearest(duration.from)?.key === mention.term.key)
  const isOther = /\bexcept|\bused to|\bmedic|\btablet|\boff work/.test(said)
  if (!isNear || isOther || !reaches(sentence, mention.term, duration)) return undefined
  return time.sense === 'ago' ? startedAt(time) : time.sense === 'since' ? `since ${time.text}` : `for ${time.text}`
}

/** "It's been going on for a few days", right after the complaint. */
function fromNextSentence(dialogue: readonly Sentence[], mention: Mention): readonly Attribute[] {
  return dialogue
    .filter(
      ({ segment, at, isQuestion, text }) =>
        segment.speaker === 'patient' && !isQuestion && !text.endsWith('?') && Math.abs(at - mention.at) <= 2,
    )
    .filter(
      (sentence) =>
        /\b(?:it|this|they|symptoms)\b.*\b(?:been|going on|started|came on)\b/.test(sentence.said) &&
        !/\bthen\b|\bwas\b/.test(sentence.said),
    )
    .flatMap((sentence): Attribute[] => {
      const time = readTime(sentence)
      const isOther = sentence.terms.some(({ key, kind }) => kind === 'symptom' && key !== mention.term.key)
      if (time === undefined || isOther) return []
      const course = findQualities(sentence).filter(({ display }) => /^(?:getting worse|improving)$/.test(display))
      if (/\bbeen worse\b|\bis worse\b/.test(sentence.said)) return []
      return [
        ...course.map(({ display, order }) => ({
          concept: mention.term.key,
          kind: 'quality' as const,
          order,
          text: display,
          quotes: says(sentence),
        })),
        {
          concept: mention.term.key,
          kind: 'duration',
          order: 0,
          text: time.sense === 'bare' ? `for ${time.text}` : startedAt(time),
          quotes: says(sentence),
        },
      ]
    })
}

/** "Both ankles.", "it's my left knee": the side of the symptom spoken of shortly before, where its site is named again. */
function fromNamedSide(dialogue: readonly Sentence[], mention: Mention): readonly Attribute[] {
  if (!canHaveSide(mention.term)) return []
  const sites = mention.term.display
    .split(' ')
    .filter(
      (word) => word.length > 2 && !/^(?:pain|swelling|the|and|has|have|been|for|with|done|from|when)$/.test(word),
    )
  return dialogue
    .filter(
      ({ segment, at, isQuestion }) =>
        segment.speaker === 'patient' && !isQuestion && at > mention.at && at - mention.at <= 8,
    )
    .filter(({ said }) => sites.some((site) => said.includes(site)))
    .flatMap((sentence) => {
      const side = findSide(sentence)
      return side === undefined
        ? []
        : [{ concept: mention.term.key, kind: 'side' as const, order: 0, text: side, quotes: says(sentence) }]
    })
}

const isLaterStart =
  /\b(?:it|this|they|that|these)\b(?: all)?(?: just| first| probably)? (?:started|began|came on|has been going on|have been going on)\b/

/** "I think it started a few days ago.": the time of the symptom last spoken of, where nothing else came between. */
function fromLaterStart(dialogue: readonly Sentence[], mentions: readonly Mention[]): readonly Attribute[] {
  return dialogue
    .filter(
      ({ segment, isQuestion, said, text }) =>
        segment.speaker === 'patient' &&
        !isQuestion &&
        !text.endsWith('?') &&
        isLaterStart.test(said) &&
        !/\b(?:then|was|if|used to)\b/.test(said),
    )
    .flatMap((sentence) => {
      const last = mentions.findLast(
        ({ at, polarity, time }) => at <= sentence.at && polarity === 'present' && time === 'current',
      )
      const time = readTime(sentence)
      const isOther = sentence.terms.some(({ key, kind }) => kind !== 'medicine' && key !== last?.term.key)
      if (last === undefined || time === undefined || isOther || sentence.at - last.at > 8) return []
      return [
        {
          concept: last.term.key,
          kind: 'duration' as const,
          order: 0,
          text: time.sense === 'bare' ? `for ${time.text}` : startedAt(time),
          quotes: says(sentence),
        },
      ]
    })
}

export function findAttributes(
  dialogue: readonly Sentence[],
  mentions: readonly Mention[],
  present: readonly Mention[],
): readonly Attribute[] {
  const antecedents = openAntecedents(dialogue, mentions)
  const asked = dialogue
    .filter(({ segment, isQuestion, answers }) => segment.speaker === 'clinician' && isQuestion && answers.length > 0)
    .flatMap((question) => {
      const fits = topicFilter(question.said)
      const term = topicOf(question, mentions, fits)
      const isMeant = question.terms.some(({ kind }) => kind === 'symptom') || antecedents(question, fits) !== undefined
      return term === undefined || !isMeant ? [] : fromAnswers(question, term)
    })
  const [complaint] = present
  const prompts = listPrompts(dialogue)
  const listed = new Set(listSlotLines(dialogue).filter(({ count }) => count > 1).flatMap(({ replies }) => replies)) // biome-ignore format: short
  // "Worse with bending forward and sitting in the van" has a line of its own.
  const isListed = ({ text, quotes }: Attribute): boolean => /^(?:worse|better) (?!with\b)/.test(text) && quotes.some(({ sentence }) => listed.has(sentence)) // biome-ignore format: short
  const all = [
    ...mentions.flatMap(({ attributes = [] }) => attributes),
    ...mentions.flatMap(fromSentence),
    ...listEventTimes(mentions),
    ...listAfterEvents(mentions, dialogue),
    ...listOnsetDays(mentions),
    ...listPresentedTimes(dialogue, prompts, mentions),
    ...listToldTimes(dialogue, prompts, antecedents),
    ...listToldSides(dialogue, prompts, antecedents, mentions),
    ...listToldOnsets(dialogue, prompts, antecedents),
    ...listOwnSides(mentions),
    ...(complaint === undefined || !complaint.isExplicit || complaint.at > 12
      ? []
      : fromNextSentence(dialogue, complaint)),
    ...asked,
    ...listFacets(dialogue, mentions, antecedents),
    ...present.flatMap((mention) => fromNamedSide(dialogue, mention)),
    ...fromLaterStart(dialogue, mentions),
    ...listToldPlaces(mentions, dialogue),
    ...listPointedPlaces(dialogue, mentions),
    ...listRecappedAttributes(dialogue),
  ]
  return settleChanges(all, dialogue).filter((attribute) => !isListed(attribute))
}

/** Attributes of the symptom, or of the broader word for it, one of each kind; no unsure one beside a sure one. */
export function addAttributes(mention: Mention, attributes: readonly Attribute[]): readonly Attribute[] {
  const isSure = !isUncertain(mention.quotes)
  const own = attributes.filter(({ concept, quotes }) => {
    const isOwn =
      concept === mention.term.key || (!generalKeys.has(concept) && mention.term.key.endsWith(`-${concept}`))
    return isOwn && mention.time === 'current' && !(isSure && isUncertain(quotes))
  })
  const kinds = (kind: Attribute['kind']) => own.filter((attribute) => attribute.kind === kind)
  const seen = new Set<string>()
  const chosen = [
    ...lastOf(
      kinds('side').filter((side) => !isOfSpread(side, own)),
      true,
    ),
    ...lastOf(kinds('duration'), false),
    ...kinds('frequency').slice(0, 1),
    ...kinds('quality').filter(({ text }) => !seen.has(text) && seen.add(text)),
  ]
  return withoutContradiction(chosen).slice(0, 6)
}

/** "It goes down my right leg": the side is that of the place where the pain goes. */
const isOfSpread = (side: Attribute, attributes: readonly Attribute[]): boolean =>
  attributes.some(({ kind, text, quotes }) => kind === 'quality' && /^(?:radiating|spreading) to\b/.test(text) && text.includes(side.text) && quotes.some(({ sentence }) => side.quotes.some((quote) => quote.sentence === sentence))) // biome-ignore format: short

/** The value that was said last in answer to another one; else the first, where sides must not contradict. */
function lastOf(values: readonly Attribute[], mustAgree: boolean): readonly Attribute[] {
  const last = values.findLast(({ isLast }) => isLast === true)
  if (last !== undefined) return [last]
  return mustAgree && new Set(values.map(({ text }) => text)).size > 1 ? [] : values.slice(0, 1)
}

const against: readonly (readonly [string, string])[] = [
  ['constant', 'intermittent'],
  ['sudden onset', 'gradual onset'],
  ['getting worse', 'improving'],
  ['severe', 'mild'],
]

function withoutContradiction(attributes: readonly Attribute[]): readonly Attribute[] {
  const texts = new Set(attributes.map(({ text }) => text))
  const dropped = new Set(against.filter(([a, b]) => texts.has(a) && texts.has(b)).flat())
  return attributes.filter(({ text }) => !dropped.has(text))
}

type Rendered = {
  readonly text: string
  readonly slots: { readonly side?: 'left' | 'right' | 'both'; readonly duration?: string; readonly frequency?: string }
}

/** `display` is the name that the attributes follow: a side in it is not told twice. */
export function renderAttributes(attributes: readonly Attribute[], display: string): Rendered {
  const find = (kind: Attribute['kind']) => attributes.find((attribute) => attribute.kind === kind)?.text
  const frequency = find('frequency')
  // Two falls have two days.
  const told = frequency !== undefined && isEvent({ display }) ? undefined : find('duration')
  const duration = told !== undefined && isEvent({ display }) ? (timeOfEvent(told, display) ?? (told.startsWith('for ') && !/^(?:fainting|collapse)$/i.test(display) ? undefined : told)) : told // biome-ignore format: short
  const side = find('side') as 'left' | 'right' | 'both' | undefined // set by findSide only
  const listed = [
    ...(side === undefined || /\b(?:left|right)\b/i.test(display)
      ? []
      : [side === 'both' ? 'both sides' : `${side} side`]),
    ...(frequency === undefined ? [] : [frequency]),
    ...attributes
      .filter(({ kind }) => kind === 'quality')
      .sort((a, b) => a.order - b.order)
      .map(({ text }) => text),
  ]
  const isClause = display.split(' ').length > 4
  const lead =
    duration === undefined ? '' : duration.startsWith('started') || isClause ? `, ${duration}` : ` ${duration}`
  return {
    text: `${lead}${listed.map((item) => `, ${item}`).join('')}`,
    slots: {
      ...(side === undefined ? {} : { side }),
      ...(duration === undefined ? {} : { duration }),
      ...(frequency === undefined ? {} : { frequency }),
    },
  }
}
