/** Turns segments into sentences, and pairs questions with answers: the unit of a consultation is a question with its answer. */

import { readOnce } from '../../core/cache/read-once.ts'
import type { Segment } from '../../core/clinical-note.ts'
import { type Rewriting, rewrite, spaces } from '../../core/talk/rewrite.ts'
import type { PhraseNode } from '../vocabulary/phrases.ts'
import { findTerms } from '../vocabulary/terms.ts'
import { readWords, type Word } from '../vocabulary/words.ts'
import { isListening, isOpenEnded, joinParts } from './continued.ts'
import { isPrompt } from './questions.ts'
import { isRepeated } from './repeated.ts'
import type { Sentence } from './sentence.ts'
import { asksUnmarked, goesOnTelling } from './unmarked-questions.ts'

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

// biome-ignore format: one row a line
const openings: readonly Rewriting[] = [
  [/\[[^[\]]*\]/g, ' ', '['],
  [/\b(?:can't|cannot)\b/g, 'can not', 'can'],
  [/\bwon't\b/g, 'will not', "won't"],
  [/n't/g, ' not', "n't"],
  [/'ve/g, ' have', "'ve"],
  [/'re/g, ' are', "'re"],
  [/'ll/g, ' will', "'ll"],
  [/'m/g, ' am', "'m"],
  [/'d/g, ' would', "'d"],
  [/\b(it|that|he|she|there|what|who|how|where)'s\b/g, '$1 is', "'s"],
  spaces,
]

/** "Um", and a small word said again, before more words. They carry nothing, and would stand between the words of a form. */
// biome-ignore format: one row a line
const hesitations: readonly Rewriting[] = [
  [/(?<=^|[ ,])(?:um+|uh+|er+m?|ah+),? (?=\S)/g, '', 'um', 'uh', 'er', 'ah'],
  [/\b(i|you|he|she|it|we|they|the|a|an|is|are|was|were|have|has|do|does|did|my|your|his|her|and|in|on|to|of|for|with|any|there)(?:,? \1)+\b/g, '$1'],
  [/\b((?:i|you|he|she|it|we|they|that|this|there) (?:is|are|am|was|were|have|has|had|will|would|do|did|can|could)(?: not)?)(?:,? \1)+\b/g, '$1'],
]

/** Lower case, contractions opened, gaps, pauses and stutters left out. */
export const plainText = readOnce((text: string): string =>
  rewrite(rewrite(text.toLowerCase().replaceAll('\u2019', "'"), openings).trim(), hesitations),
)

function isQuestion(segment: Segment, text: string): boolean {
  const said = plainText(text)
  if (segment.speaker === 'clinician')
    return (
      said.endsWith('?') ||
      clinicianLead.test(said) ||
      isPrompt(said) ||
      /^(?:\w+,? )?(?:can you )?tell me\b/.test(said)
    )
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

/** Joins sentences that go on after a listener's sound. The sound itself answers nothing, and is returned as such. */
function joinContinued(bySegment: Draft[][], loaded: PhraseNode | undefined): ReadonlySet<Draft> {
  const heard = new Set<Draft>()
  for (let at = bySegment.length - 3; at >= 0; at -= 1) {
    const [first, listening = [], [second, ...others] = []] = [
      bySegment[at]?.at(-1),
      bySegment[at + 1],
      bySegment[at + 2],
    ]
    if (first === undefined || second === undefined || second.segment.speaker !== first.segment.speaker) continue
    const isOther = listening[0] !== undefined && listening[0].segment.speaker !== first.segment.speaker
    if (!isOther || !isOpenEnded(first) || first.words.length + second.words.length > mostWords) continue
    if (!isListening(listening, first.isQuestion)) continue
    for (const sound of listening) heard.add(sound)
    const joined = joinParts(first, second)
    const said = plainText(joined.text)
    const whole = { ...first, ...joined, said, terms: findTerms(joined.words, loaded), isQuestion: isQuestion(joined.segment, joined.text) } // biome-ignore format: short
    bySegment[at]?.splice(-1, 1, whole)
    bySegment[at + 2] = others
  }
  return heard
}

/** A clinician's sentence goes on in the next segment of the same turn, if no mark ends it and no capital letter begins the next. */
function joinSplit(bySegment: Draft[][], loaded: PhraseNode | undefined): void {
  for (let at = bySegment.length - 2; at >= 0; at -= 1) {
    const [first, [second, ...others] = []] = [bySegment[at]?.at(-1), bySegment[at + 1]]
    if (first?.segment.speaker !== 'clinician' || second?.segment.speaker !== 'clinician') continue
    if (second.tail !== undefined || !isOpenEnded(first) || !/^[a-z]/.test(second.text)) continue
    if (first.words.length + second.words.length > mostWords) continue
    const joined = joinParts(first, second)
    const said = plainText(joined.text)
    const whole = { ...first, ...joined, said, terms: findTerms(joined.words, loaded), isQuestion: isQuestion(joined.segment, joined.text) } // biome-ignore format: short
    bySegment[at]?.splice(-1, 1)
    bySegment[at + 1] = [whole, ...others]
  }
}

/** True if nobody has answered yet, and the clinician goes on with the list: "Any fevers?" - "Uh." - "Or night sweats?" */
const extendsList = (open: readonly Sentence[], [first]: readonly Sentence[]): boolean =>
  first !== undefined && /^(?:(?:and|um|uh|er),? )*or\b/.test(first.said) && open.every(({ answers }) => !saysSomething(answers)) // biome-ignore format: short

/** The last sentences of a clinician's turn ask, if their form and the reply say so. */
function markUnmarked(bySegment: readonly (readonly Draft[])[]): void {
  for (const [at, sentences] of bySegment.entries()) {
    const reply = bySegment[at + 1]?.[0]
    if (sentences[0]?.segment.speaker !== 'clinician' || reply?.segment.speaker !== 'patient') continue
    const first = sentences.findLastIndex((sentence) => !sentence.isQuestion && !asksUnmarked(sentence, reply)) + 1
    const before = sentences[first - 1]
    const told = new Set(bySegment[at - 1]?.filter(({ segment }) => segment.speaker === 'patient').flatMap(({ terms }) => terms).map(({ key }) => key)) // biome-ignore format: short
    // "My head aches." - "Headache. Any fever?": a name that the patient just told is repeated, and not asked after.
    const isEcho = (sentence: Draft) => sentence !== sentences.at(-1) && sentence.terms.length > 0 && sentence.terms.every(({ key }) => told.has(key)) // biome-ignore format: short
    for (const sentence of sentences.slice(first))
      sentence.isQuestion ||= !isEcho(sentence) && (before === undefined || !goesOnTelling(before, sentence))
  }
}

/** All sentences in order, with questions and answers paired; `loaded` names terms that our tables lack. */
export function readDialogue(segments: readonly Segment[], loaded?: PhraseNode): readonly Sentence[] {
  const bySegment = segments.map((segment, at) => splitSegment(segment, at, loaded))
  const heard = joinContinued(bySegment, loaded)
  joinSplit(bySegment, loaded)
  markUnmarked(bySegment)
  let open: Draft[] = []
  let answered = false
  for (const sentences of bySegment) {
    const first = sentences[0]
    if (first === undefined) continue
    if (first.segment.speaker === 'clinician') {
      const questions = sentences.filter((sentence) => sentence.isQuestion)
      if (questions.length > 0) {
        open = extendsList(open, questions) ? [...open, ...questions] : questions
        answered = false
      } else if (
        answered &&
        sentences.reduce((sum, { words }) => sum + words.length, 0) > 12 &&
        saysSomething(sentences)
      )
        open = []
      continue
    }
    if (first.segment.speaker !== 'patient' || heard.has(first)) continue
    for (const [index, sentence] of sentences.entries()) {
      sentence.isQuestion ||= isRepeated(sentence, open, sentences[index + 1])
      sentence.asked = open
      for (const question of open) if (question.answers.length < mostAnswers) question.answers.push(sentence)
      answered ||= open.length > 0
    }
  }
  return bySegment.flat()
}
