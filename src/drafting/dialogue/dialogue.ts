/** Turns segments into sentences, and pairs questions with answers: the unit of a consultation is a question with its answer. */

import type { Segment } from '../../core/clinical-note.ts'
import type { PhraseNode } from '../vocabulary/phrases.ts'
import { findTerms } from '../vocabulary/terms.ts'
import { readWords, type Word } from '../vocabulary/words.ts'
import { isRepeated } from './repeated.ts'
import type { Sentence } from './sentence.ts'

type Draft = Omit<Sentence, 'answers' | 'asked' | 'isQuestion'> & {
  isQuestion: boolean
  answers: Sentence[]
  asked: Sentence[]
}

/** Searched at the beginning of its marks only, so that a long row of marks costs no more. */
const sentenceEnd = /(?<![.?!])[.?!]+(?=\s|$|,|\[)/g
const clinicianLead =
  /^(?:(?:and|so|ok|okay|um|uh|right|fine|but|now|all right|alright|great|er|well|then|just)[ ,]+)*(?:do|does|did|have|has|had|are|is|was|were|can|could|any|what|how|when|where|whereabouts|which|who|why|would) (?:you|your|it|there|the|that|this|any|other|long|many|much|did|do|is|are|about|is|kind|sort|often|bad|old|in|of)\b/
const patientLead =
  /^(?:(?:and|so|ok|okay|um|uh|but|well|oh|ohh|like|or|yeah|i mean)[ ,]+)*(?:do (?:you|i)|should i|should we|can i|can you|could it|could i|could you|is (?:it|that|there) (?:something|anything|going|serious|possible|normal|ok|bad|because|related|the)|what (?:is|should|do|does|if|about|are|can|kind|was)|how (?:do|long do|can|should|about|would|are)|will (?:i|it|you)|would (?:it|you|i)|are (?:you|there)|am i what|any what|pardon|say again|say that)\b|^(?:um,? |uh,? |oh,? )*sorry[?.]*$/

const patientAsks =
  /\b(?:is it|could it|do you (?:reckon|think)|am i|should i|can i|does it|would it|will it|is that|is this|what about|how (?:do|can|long)|why)\b/

/** Lower case, contractions opened, gaps left out. */
export const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll(/\[[^[\]]*\]/g, ' ')
    .replaceAll(/\bcan't\b/g, 'can not')
    .replaceAll(/\bwon't\b/g, 'will not')
    .replaceAll("n't", ' not')
    .replaceAll("'ve", ' have')
    .replaceAll("'re", ' are')
    .replaceAll("'ll", ' will')
    .replaceAll("'m", ' am')
    .replaceAll("'d", ' would')
    .replaceAll(/\b(it|that|he|she|there|what|who|how|where)'s\b/g, '$1 is')
    .replaceAll(/\s+/g, ' ')
    .trim()

function isQuestion(segment: Segment, text: string): boolean {
  const said = plainText(text)
  if (segment.speaker === 'clinician')
    return said.endsWith('?') || clinicianLead.test(said) || /^(?:\w+,? )?(?:can you )?tell me\b/.test(said)
  return patientLead.test(said) || (said.endsWith('?') && patientAsks.test(said))
}

/** Longer than anyone speaks in one breath. The time to read a term grows with its sentence. */
const mostWords = 120
/** The beginning of a new clause, which no earlier "no" reaches. */
const beginsAnew = /^(?:i|my|it|but|so|then|also|because|we|he|she|they|there)$/

/** Words of a sentence; `from` and `to` are absent for the whole sentence. */
type Piece = {
  readonly words: readonly Word[]
  readonly from?: number
  readonly to?: number
  /** True if it can be read alone: its beginning does not depend on words before it. */
  readonly isOwn: boolean
}

function cutLong(words: readonly Word[]): readonly Piece[] {
  const pieces: Piece[] = []
  let [rest, isOwn] = [words, true]
  while (rest.length > mostWords) {
    const found = rest.slice(0, mostWords).findLastIndex(({ text }) => beginsAnew.test(text))
    const cut = found > mostWords / 4 ? found : mostWords
    pieces.push(pieceOf(pieces, rest.slice(0, cut), isOwn, rest[cut]?.start))
    isOwn = cut === found
    rest = rest.slice(cut)
  }
  return [...pieces, pieceOf(pieces, rest, isOwn, undefined)]
}

const pieceOf = (before: readonly Piece[], words: readonly Word[], isOwn: boolean, to: number | undefined): Piece => {
  const from = before.at(-1)?.to
  return { words, isOwn, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function splitSegment(segment: Segment, at: number, loaded: PhraseNode | undefined): Draft[] {
  const sentences: Draft[] = []
  let start = 0
  const push = (end: number) => {
    const words = readWords(segment.text.slice(start, end))
    for (const piece of cutLong(words.map((word) => ({ ...word, start: word.start + start, end: word.end + start })))) {
      const [from, to] = [piece.from ?? start, piece.to ?? end]
      const text = segment.text.slice(from, to)
      const lead = text.length - text.trimStart().length
      if (piece.words.some(({ text: word }) => /[a-z0-9]/.test(word)))
        sentences.push({
          segment,
          at,
          start: from + lead,
          end: from + text.trimEnd().length,
          text: text.trim(),
          words: piece.words,
          said: plainText(text.trim()),
          terms: piece.isOwn ? findTerms(piece.words, loaded) : [],
          isQuestion: isQuestion(segment, text),
          answers: [],
          asked: [],
        })
    }
    start = end
  }
  for (const match of segment.text.matchAll(sentenceEnd)) push(match.index + match[0].length)
  push(segment.text.length)
  return sentences
}

const acknowledgement = new Set(
  'ok okay yeah yes right mm mmm hmm mhm alright all fine sure great good i see no absolutely um uh oh ohh yep mm-hmm exactly of course yea sorry to hear that lovely perfect'.split(
    ' ',
  ),
)
const saysSomething = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ words }) => words.some(({ text }) => /[a-z]/.test(text) && !acknowledgement.has(text)))

const mostAnswers = 6

/** All sentences in order, with questions and answers paired; `loaded` names terms that our tables lack. */
export function readDialogue(segments: readonly Segment[], loaded?: PhraseNode): readonly Sentence[] {
  const bySegment = segments.map((segment, at) => splitSegment(segment, at, loaded))
  let open: Draft[] = []
  let answered = false
  for (const sentences of bySegment) {
    const first = sentences[0]
    if (first === undefined) continue
    if (first.segment.speaker === 'clinician') {
      const questions = sentences.filter((sentence) => sentence.isQuestion)
      if (questions.length > 0) {
        open = questions
        answered = false
      } else if (
        answered &&
        sentences.reduce((sum, { words }) => sum + words.length, 0) > 12 &&
        saysSomething(sentences)
      )
        open = []
      continue
    }
    if (first.segment.speaker !== 'patient') continue
    for (const [index, sentence] of sentences.entries()) {
      sentence.isQuestion ||= isRepeated(sentence, open, sentences[index + 1])
      sentence.asked = open
      for (const question of open) if (question.answers.length < mostAnswers) question.answers.push(sentence)
      answered ||= open.length > 0
    }
  }
  return bySegment.flat()
}

const skipped = /^(?:um|uh|er|erm|well|so|oh|ohh|hm|hmm|mm|like|i|mean|you|know|ah|ooh|just|a|the|really|,|\.)$/
const yesWords = new Set('yes yeah yep yup aye correct definitely absolutely yea exactly ye'.split(' '))
const noWords = new Set('no nope nah never none nothing neither'.split(' '))

export type Answer = {
  readonly says: 'yes' | 'no' | 'unknown'
  /** Nothing qualifies the yes or no. */
  readonly isPlain: boolean
  readonly sentence: Sentence
}

const clipsNo =
  /\b(?:but|except|apart|although|though|maybe|anymore|any more|sometimes|occasionally|once|used to|usually|bit|little|slightly|other than|might|until|not sure|not know|dunno|only|recently|lately|normally|mostly|probably|i guess|not much|much)\b/
const clipsYes =
  /\b(?:but|not|no|nah|nope|none|nothing|never|maybe|might|think so|guess|sure|used to|could|except|suppose|other than|apart|aside|once|nearly|almost)\b/

/** The first yes or no decides; a contrary one beside it, or a qualification, leaves the answer open. */
export function readAnswer(question: Sentence): Answer | undefined {
  for (const sentence of question.answers) {
    const words = sentence.words.map(({ text }) => text)
    const firstAt = words.findIndex((word) => !skipped.test(word))
    const first = words[firstAt]
    if (first === undefined) continue
    if (sentence.isQuestion || isEcho(question, words)) continue
    const rest = restOf(question, sentence)
    if (overlapsLong(question, sentence) && words.length <= 3) continue
    if (noWords.has(first))
      return {
        says: 'no',
        isPlain: !clipsNo.test(rest) && !saysYes(words.slice(firstAt + 1)) && !laterYes.test(rest),
        sentence,
      }
    if (yesWords.has(first) && /^(?:[a-z]+,? )*?ye\w+,? nah\b/.test(sentence.said))
      return { says: 'no', isPlain: true, sentence }
    if (yesWords.has(first) || /^(?:that is right|i do|i have|i am|it is|it does)\b/.test(sentence.said))
      return { says: 'yes', isPlain: !clipsYes.test(rest), sentence }
    if (someYes.test(sentence.said)) return { says: 'yes', isPlain: !clipsYes.test(sentence.said), sentence } // biome-ignore format: short
    if (softNo.test(sentence.said)) return { says: 'no', isPlain: !clipsNo.test(rest), sentence }
    return { says: 'unknown', isPlain: false, sentence }
  }
  return undefined
}

/** "Oh, allergies.": repeats the question's word, and is no answer yet. */
const isEcho = (question: Sentence, words: readonly string[]): boolean => {
  const asked = new Set(question.words.map(({ text }) => text))
  const content = words.filter((word) => !skipped.test(word))
  return content.length > 0 && content.length < 3 && content.every((word) => asked.has(word) && word.length > 3)
}

/** "A bit, when I go up the stairs." */
const someYes =
  /^(?:(?:um|uh|er|well|oh|just|i mean),? )*(?:(?:a (?:little |wee )?bit|a little|a lot|quite a (?:bit|lot)|sometimes|occasionally|now and then|every now and then|from time to time)(?:[,.]|$| when\b| yeah\b| yes\b)|i (?:have|do|did|am|was)[.,]?$|(?:it|there) (?:has|is|does|did|was)[.,]?$)/

/** "Not that I've noticed", "not really, no", "I don't think so", "nothing like that". */
const softNo =
  /^(?:(?:um|uh|er|well|hm+|mm+|oh|so|i mean),? )*(?:not that i(?: have|'ve)? ?(?:know|noticed|seen|recall|remember|am aware|can (?:think|remember|recall)|[.,]|$)|(?:not,? )?not really[.,]?(?: no\b|$)|not at all|not (?:at the moment|currently|so far|yet|recently|lately)[.,]?$|(?:i )?would not say (?:so|that)|(?:not,? )?i (?:have not|do not|did not|am not|was not)[.,]?(?: no)?[.,]?$|(?:neither|none) of (?:those|that|them|these)\b|(?:not,? )?(?:i )?(?:have not|did not) (?:really )?(?:noticed?|had|seen|felt|feel) (?:any|anything|that|it|them|one)(?: like that| of (?:that|those))?[.,]?$|(?:not,? )?(?:i )?do not (?:really )?think so\b|nothing (?:like that|unusual|at all|of the sort|that i)\b)/
const laterYes = /[.?!] (?:um,? |uh,? )*(?:yes|yeah|yep)\b/

/** Said while the question was still being asked: nobody can tell what it answers. */
function overlapsLong(question: Sentence, answer: Sentence): boolean {
  return question.segment.endMs - answer.segment.startMs > 2500
}

const saysYes = (words: readonly string[]): boolean => words.slice(0, 4).some((word) => yesWords.has(word))

/** Words after a yes or no that may take it back. */
const goesOn =
  /^(?:(?:um|uh|er),? )*(?:but|well|except|although|though|apart|only|just|maybe|actually|i mean|not|no|yes|yeah|or)\b/

/** The sentence and its continuation in the same turn, as far as it belongs to it. */
function restOf(question: Sentence, sentence: Sentence): string {
  const from = question.answers.indexOf(sentence)
  return plainText(
    question.answers
      .slice(from, from + 3)
      .filter((later) => later === sentence || (later.at <= sentence.at + 1 && goesOn.test(later.said)))
      .map(({ text }) => text)
      .join(' '),
  )
}

export type QuestionKind = 'yes-no' | 'choice' | 'open'
const openLead =
  /\b(?:what|how|when|where|whereabouts|which|who|why|describe|tell me|since when)\b(?!.*\bany\b)|\bhow (?:long|many|often|much|bad)\b/
const choiceLead = /\b(?:is|are|was|does|do|did|were|been)\b(?!.*\bany\b).*\bor\b(?! anything| something)/

export function questionKind(question: Sentence): QuestionKind {
  const said = question.said
  if (openLead.test(said.slice(0, 60)) && !/^(?:and |so |ok,? |um,? )*(?:do|have|are|is|any|did)\b/.test(said))
    return 'open'
  return choiceLead.test(said) ? 'choice' : 'yes-no'
}

/** "You haven't had a fever?", "no cough?": a yes to it is no answer. */
export const isNegativeQuestion = (question: Sentence): boolean =>
  /\b(?:no|not|never|without)\b/.test(question.said.replace(/\bor not\b/, ''))

/** "...is that right?": a statement that asks for confirmation. */
export const isConfirming = (question: Sentence): boolean =>
  /\b(?:is that right|that right|is that correct|correct|is not it|are not you|do not you|have not you|yeah|right)\?$/.test(
    question.said,
  )
