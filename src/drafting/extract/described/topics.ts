/**
 * A complaint in two sentences: the first one names a part of the body as the topic, the second one says what is wrong with it. "It's my left
 * ear. It's been blocked since Saturday." English takes up a topic by "it" or by "there is", so that only both together name the complaint. D311.
 */

import { relatives } from '../../dialogue/context.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { bodyWord, namesTrouble } from '../../vocabulary/clinical-words.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { readTime } from '../attribute-words.ts'
import { generalKeys, type Mention, plainly } from '../mention.ts'
import { tellThirdPerson } from '../plain/third-person.ts'
import { tellTime } from './bare-times.ts'
import { readOneBreath } from './one-breath.ts'

/** A patient names the topic in the first segments. */
const opening = 12

const particles = '(?:(?:oh|so|well|um|uh|er|erm|yes|yeah|hi|hello|right|look|okay|ok|doctor|sorry|thanks|thank you|basically|actually),? )*' // biome-ignore format: short
const naming = '(?:it is|it is (?:about|to do with|all about)|this is about|(?:i am|i was) (?:here|calling|ringing|phoning) (?:about|with|because of|over)|i have (?:come|rung|called)(?: in)? (?:about|with)|(?:the|my) (?:problem|trouble|issue|reason) is(?: with)?|i have (?:got )?(?:a problem|trouble|problems|an issue) with)' // biome-ignore format: short
const addressed = '(?:,? (?:doctor|doc|again|really|you see|this time|mainly|mostly|i am afraid|the (?:left|right) (?:one|side)|on the (?:left|right)))*[.,]?' // biome-ignore format: short
const topicForm = new RegExp(
  `^${particles}${naming} (?:just )?(?:my|me|this|these) ((?:[a-z]+ ){0,2}?[a-z]+?)${addressed}$`,
)
const sideForm = /^(?:it is |only |just )*(?:on )?the (left|right)(?: one| side| hand side)?[.,]?$/

/** What is wrong with the topic, after "it" or "there is"; a time may stand before. */
const said = (rest: string): string => `^${particles}(?:[a-z0-9 ]{2,24} )?${rest}`
// biome-ignore format: one row a line
const predicates: readonly { readonly form: RegExp; readonly build: (part: string, told: string) => string; readonly reason: string }[] = [
  { form: new RegExp(said('it (?:has been|is) (?:giving me|causing me) ((?:[a-z]+ )?(?:pains?|trouble|grief|gyp))\\b')), build: (part, told) => `${told} in my ${part}`, reason: 'the topic gives a trouble' },
  { form: new RegExp(said('there is (?:a|an|this|some|a lot of|a bit of) ((?:[a-z]+ ){0,2}[a-z]+?)(?:[.,]| (?:in|on|there|when|since|and|that|which)\\b|$)')), build: (part, told) => `${told} in my ${part}`, reason: 'a trouble is there' },
  { form: new RegExp(said('(?:it|they) ((?:has been|have been|is|are|has gone|have gone|keeps?|feels?|gets?|goes?|hurts?|aches?|itch|itches|throbs?|burns?|swells?|has started|have started|will not)\\b.*)$')), build: (part, told) => `my ${part} ${told}`, reason: 'the topic has a state' },
]

/** The predicate without its time, and without the clauses after it. */
const withoutRest = (told: string): string =>
  told
    .replace(/,? (?:since|for|ever since|because|but|so|which|and (?:i|it|now|my)|when|whenever|if|after|before|these|this|the (?:last|past))\b.*$/, '') // biome-ignore format: short
    .replace(/[.,;!]+$/, '')
    .trim()

const notWrong = /\b(?:not|no|never|fine|okay|ok|better|normal|all right|due|booked|about|just that)\b/
const notBody = /\b(?:appointment|prescription|results?|tablets?|medic\w*|blood test|test|scan|letter|form|operation|check)\b/ // biome-ignore format: short

type Topic = { readonly part: string; readonly side?: 'left' | 'right'; readonly sentences: readonly Sentence[] }

function readTopic(sentence: Sentence, next: Sentence | undefined): Topic | undefined {
  const plain = plainText(cleanWords(sentence.text))
  const part = topicForm.exec(plain)?.[1]
  const isPerson = part?.split(' ').some((word) => relatives.has(word)) === true
  if (part === undefined || !bodyWord.test(part) || isPerson || notBody.test(part) || sentence.isQuestion) return undefined // biome-ignore format: short
  const own = /\b(left|right)\b/.exec(plain)?.[1]
  const later = next === undefined || own !== undefined ? undefined : sideForm.exec(plainText(next.text))?.[1]
  const side = (own ?? later) as Topic['side'] // the patterns have these two words only
  return {
    part: part.replace(/\b(?:left|right) /, '').trim(),
    ...(side === undefined ? {} : { side }),
    sentences: later === undefined || next === undefined ? [sentence] : [sentence, next],
  }
}

/** The name of the tables, or the patient's words as the line. */
function readComplaint(topic: Topic, sentence: Sentence): Term | undefined {
  const plain = plainText(cleanWords(sentence.text))
  for (const { form, build } of predicates) {
    const told = withoutRest(form.exec(plain)?.[1] ?? '').replace(/^(?:is|has|have|are) gone (?=[a-z])/, 'is ')
    if (told === '' || notWrong.test(told) || notBody.test(told)) continue
    const words = readWords(build(topic.part, told))
    const named = findTerms(words).find(({ kind, key }) => kind === 'symptom' && !generalKeys.has(key))
    const isSited = named?.display.includes(topic.part.split(' ').at(-1) ?? '') === true
    if (named !== undefined && isSited) return { ...named, from: 0, to: 0 }
    const display = lineOf(topic, build, told)
    if (display !== undefined) return { kind: 'symptom', key: keyOf(quoteKey([...topic.sentences, sentence])), display, from: 0, to: 0 } // biome-ignore format: short
  }
  return undefined
}

function lineOf(
  { part, side }: Topic,
  build: (part: string, told: string) => string,
  told: string,
): string | undefined {
  const whole = side === undefined ? part : `${side} ${part}`
  const built = build(whole, told)
  if (!built.startsWith('my ')) return namesTrouble(told) ? `${told} in the ${whole}` : undefined
  return tellThirdPerson(built.replaceAll(/\bi\b/g, 'I'))
}

/** The complaint of a topic and of the sentence that takes it up, with its side and its time. */
function readTopics(dialogue: readonly Sentence[]): readonly Mention[] {
  const own = dialogue.filter(({ segment, at }) => segment.speaker === 'patient' && at <= opening)
  for (const [index, sentence] of own.entries()) {
    const topic = readTopic(sentence, own[index + 1])
    const next = own[index + (topic?.sentences.length ?? 1)]
    if (topic === undefined || next === undefined || next.isQuestion || next.at - sentence.at > 2) continue
    const isOther = next.terms.some(({ kind, key }) => kind === 'symptom' && !generalKeys.has(key) && next.words.length > 14) // biome-ignore format: short
    const term = isOther || next.text.includes('[') ? undefined : readComplaint(topic, next)
    if (term === undefined) continue
    const quotes = [next, ...topic.sentences].map((one) => ({ sentence: one, role: 'statement' as const }))
    const time = readTime(next)
    const base = { concept: term.key, order: 0, quotes }
    return [
      {
        term,
        polarity: 'present',
        ...plainly,
        quotes,
        at: sentence.at,
        isExplicit: true,
        attributes: [
          ...(topic.side === undefined ? [] : [{ ...base, kind: 'side' as const, text: topic.side }]),
          ...(time === undefined ? [] : [{ ...base, kind: 'duration' as const, text: tellTime(time, false) }]),
        ],
      },
    ]
  }
  return []
}

/** A complaint of two sentences replaces the only name of the second one. */
export function addTopics(mentions: Mention[], dialogue: readonly Sentence[]): void {
  for (const topic of [...readTopics(dialogue), ...readOneBreath(dialogue)]) {
    const sentence = topic.quotes[0]?.sentence
    const at = mentions.findIndex(({ quotes }) => quotes.length === 1 && quotes[0]?.sentence === sentence)
    const isOnly = sentence?.terms.filter(({ kind }) => kind === 'symptom').length === 1
    if (at >= 0 && isOnly) mentions.splice(at, 1)
    mentions.push(topic)
  }
}
