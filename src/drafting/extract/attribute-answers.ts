/** Attributes of a symptom from the answers to "how long?", "which side?", "what is it like?", "does it spread?". */

import { readAnswer } from '../dialogue/answers.ts'
import { firstTurnOf, type Sentence } from '../dialogue/sentence.ts'
import { readAmount } from '../vocabulary/amounts.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Attribute } from './attribute.ts'
import { canHave, canHaveSide, findQualities, findSide, readFrequency, readTime, startedAt } from './attribute-words.ts'
import { answers, isUncertain, type Quote, says } from './candidates.ts'
import { takesBack } from './described/bare-times.ts'
import { readTimeQuestion } from './described/time-questions.ts'
import type { Mention } from './mention.ts'

const whereAsked = /\b(?:which|what) side\b|\bwhere(?:abouts)?\b|\bleft or right\b|\bboth\b/

const likeAsked =
  /\bdescribe\b|\bwhat kind\b|\bwhat (?:type|sort)\b|\bconstant\b|\bcome and go\b|\ball the time\b|\bsudden|\bgradual|\bsharp\b|\bdull\b|\bthrobbing\b|\bcramp|\bdry\b|\bany worse\b|\bworse\b|\bwhat colour\b|\bmore about\b/

const oftenAsked = /\bhow (?:many times|often|frequent)/

const rateAsked = /\bout of (?:ten|10)\b|\bscale\b.*\b(?:ten|10)\b|\b(?:one|zero) to ten\b/

const movesAsked =
  /\b(?:pain|it)\b.*\b(?:move|moving|spread|radiat\w*|travel|go(?:ing)?) (?:anywhere|at all|to|towards|down|into|around|up|elsewhere)/

/** The symptom that a question is about: the one that it names, else the last one that was present. */
export function topicOf(
  question: Sentence,
  mentions: readonly Mention[],
  fits: (term: Term) => boolean,
): Term | undefined {
  const { at } = question
  const before = mentions.filter((mention) => mention.polarity === 'present' && mention.at <= at && fits(mention.term))
  const keys = new Set(before.map(({ term }) => term.key))
  const named = question.terms.filter(({ kind }) => kind === 'symptom')
  const own = named.find(({ key }) => keys.has(key))
  if (own !== undefined) return own
  const said = question.said
  if (/\b(?:pain|ache|hurt)\b/.test(said))
    return before.findLast(({ term }) => term.key !== 'pain' && /pain|ache|sore|painful/.test(term.display))?.term
  if (named.length > 0) return undefined
  if (/\bcough/.test(said)) return before.findLast(({ term }) => /cough/.test(term.display))?.term
  if (readTimeQuestion(question) !== undefined && /\b(?:symptoms|this|it all)\b/.test(said)) return before[0]?.term
  if (/\b(?:symptoms?|this|these|it all|it|that|they|side)\b/.test(said)) {
    const last = before.at(-1)
    const reach = /\bside\b|\bsymptoms?\b/.test(said) ? 10 : 4
    return last !== undefined && at - last.at <= reach ? last.term : undefined
  }
  return undefined
}

/** Symptoms that a question of this kind can be about. */
export function topicFilter(said: string): (term: Term) => boolean {
  if (whereAsked.test(said)) return canHaveSide
  if (oftenAsked.test(said)) return ({ display }) => countable.test(display)
  if (movesAsked.test(said)) return ({ display }) => /pain|ache/.test(display)
  return () => true
}

const countable = /diarr|stool|vomit|urinat|cough|headache/

/** A clear answer counts even if the question was not heard well. */
export const answersClearly = (question: Sentence, sentence: Sentence): readonly Quote[] =>
  isUncertain(says(question)) && !isUncertain(says(sentence)) ? says(sentence) : answers(question, sentence)

/** "A week. Maybe a bit more, ten days.": the rules of told times settle which one counts. */
const isCorrected = (answers: readonly Sentence[]): boolean => {
  const turn = firstTurnOf(answers)
  return turn.slice(1).some(({ said }) => takesBack.test(said)) && new Set(turn.flatMap((sentence) => readTime(sentence)?.text ?? [])).size > 1 // biome-ignore format: short
}

export function fromAnswers(question: Sentence, term: Term): readonly Attribute[] {
  const said = question.said
  const out: Attribute[] = []
  for (const sentence of question.answers.slice(0, 3)) {
    if (sentence.isQuestion || (out.length > 0 && out[0]?.kind === 'duration')) break
    const quotes = answersClearly(question, sentence)
    const add = (kind: Attribute['kind'], text: string, order = 0) =>
      out.push({ concept: term.key, kind, order, text, quotes })
    if (readTimeQuestion(question) !== undefined) {
      const time = isCorrected(question.answers.slice(0, 4)) ? undefined : readTime(sentence)
      if (time !== undefined)
        add(
          'duration',
          /\bwhen\b/.test(said) ? startedAt(time) : time.sense === 'ago' ? startedAt(time) : `for ${time.text}`,
        )
    }
    const side = whereAsked.test(said) && canHaveSide(term) ? findSide(sentence) : undefined
    if (side !== undefined) {
      const isNamed = term.display.split(' ').some((word) => word.length > 2 && sentence.said.includes(word))
      out.push({ concept: term.key, kind: 'side', order: 0, text: side, quotes: isNamed ? says(sentence) : quotes })
    }
    if (likeAsked.test(said))
      for (const quality of findQualities(sentence))
        if (canHave(term, quality.display)) add('quality', quality.display, quality.order)
    const often = oftenAsked.test(said) ? readFrequency(sentence) : undefined
    if (often !== undefined && countable.test(term.display)) add('frequency', often)
  }
  if (movesAsked.test(said) && /pain|ache/.test(term.display)) out.push(...radiation(question, term))
  const severity = rateAsked.test(said) ? readSeverity(question) : undefined
  if (severity !== undefined)
    out.push({
      concept: term.key,
      kind: 'quality',
      order: 30,
      text: severity.text,
      quotes: answers(question, severity.sentence),
    })
  return out
}

const sidedLimb = /\b(left|right) (arm|leg|shoulder|side|foot|hand)\b/
const limbPattern =
  /\b(?:down|into|to|towards|up|in) (?:the |my )?(?:(left|right) )?(arm|leg|back|shoulder|jaw|neck|groin|foot|hand|chest|side|stomach|tummy)\b(?! of)/

/** "Does it spread?" - "No", or "down my left arm". */
function radiation(question: Sentence, term: Term): readonly Attribute[] {
  const answer = readAnswer(question)
  if (answer?.says === 'no')
    return answer.isPlain
      ? [
          {
            concept: term.key,
            kind: 'quality',
            order: 15,
            text: 'not radiating',
            quotes: answers(question, answer.sentence),
          },
        ]
      : []
  for (const sentence of question.answers.slice(0, 3)) {
    const said = sentence.words.map(({ text }) => text).join(' ') // biome-ignore format: short
    const place = sidedLimb.exec(said) ?? limbPattern.exec(said)
    if (place === null || /\b(?:maybe|or|not)\b/.test(said)) continue
    const where = place[1] === undefined ? place[2] : `${place[1]} ${place[2]}`
    return [
      {
        concept: term.key,
        kind: 'quality',
        order: 15,
        text: `radiating to ${where}`,
        quotes: answers(question, sentence),
      },
    ]
  }
  return []
}

/** "Six", "now it's about a six": one number up to ten, or the one about now. */
function readSeverity(question: Sentence): { readonly text: string; readonly sentence: Sentence } | undefined {
  for (const sentence of question.answers.slice(0, 2)) {
    const amounts = sentence.words
      .flatMap((_, at) => readAmount(sentence.words, at) ?? [])
      .filter(({ value }) => value > 0 && value <= 10)
    const [first] = amounts
    const isOfNow = /\bnow\b|\bat the moment\b/.test(sentence.said.split(/\bwas\b/)[0] ?? '')
    if (first === undefined) continue
    if (amounts.length > 1 && !isOfNow) return undefined
    return { text: `severity ${first.value} out of 10`, sentence }
  }
  return undefined
}
