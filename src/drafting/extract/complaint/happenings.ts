/**
 * How an injury happened, by the patient's clauses in their order: "Went up for a rebound, came down on a foot, it rolled." Each clause of the
 * patient, of a part of the body or of "it" is told without its subject; clauses about others are left out. D421.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { withoutHedges } from '../../grammar/chunks.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { thirdOf } from '../../vocabulary/verb-forms.ts'
import { answers, type Candidate, claim, sentenceCase } from '../candidates.ts'
import { listPrompts, listTurns, type Turn } from '../described/prompts.ts'
import { slotKey } from '../slots/slot-key.ts'

const mostAt = 16
const mostOrdinary = 112
const ofComplaint = 120
const ofRemark = 88
/** "What have you done?", "take me to the second it happened", "how did you do it?" */
const asks = /\bwhat (?:have|did) you (?:done|do|been up to)\b(?! (?:for|about|to (?:help|treat)|with))|\bwhat(?: is| has)? happened\b|\bhow did (?:it|that|this|you) (?:happen|do (?:it|that|this)|manage)\b|\bwhat were you doing\b|\btake me (?:to|through) the\b|\bit happened\b|\bwhich one is it\b|\bwhat is going on\b/ // biome-ignore format: one row

const events = /^(?:fell|fallen|slipp(?:ed)|tripp(?:ed)|roll(?:ed)|twist(?:ed)|land(?:ed)|came|come|went|lift(?:ed)|pick(?:ed)|hit|bang(?:ed)|crash(?:ed)|stuck|turn(?:ed)|bent|caught|jump(?:ed)|dropp(?:ed)|stepp(?:ed)|cut|pull(?:ed)|kick(?:ed)|tackl(?:ed)|knock(?:ed)|stumbl(?:ed)|skidd(?:ed)|snapp(?:ed)|popp(?:ed)|reach(?:ed)|push(?:ed)|swung|threw|got|div(?:ed)|collid(?:ed)|whack(?:ed)|cross(?:ed)|trod|stood|sliced|burnt|spill(?:ed)|touch(?:ed)|grabb(?:ed)|kept|bit|stung|jarred|wrenched|hurt|put)$/ // biome-ignore format: a list
const strong = /\b(?:fell|fallen|slipped|tripped|rolled|twisted|landed|came (?:down|off)|lifted|picked up|hit|banged|crashed|stuck|bent|caught|dropped|stepped|cut|pulled|kicked|tackled|knocked|stumbled|skidded|snapped|popped|collided|whacked|trod|sliced|burnt|spilled|spilt|bit|stung|jarred|wrenched)\b/ // biome-ignore format: a list

/** "On my, on this leg": only the second start counts. */
const falseStart = /\b(on|in|to|at|for|with|of|off|onto) (?:my|the|a|an|this),? (?=\1\b)/g
const again = /\b(a|an|the|my|this|i|it|i have),? (?:just,? )?(?=(?:a|an|the|my|this|i|it)\b)/g

const pieces = (said: string): readonly string[] =>
  withoutHedges(said.replaceAll(/, (?:like|you know|sort of|right|um|uh|oh),? ?/g, ' ').replace(/[.?!]+$/, ''))
    .replaceAll(falseStart, '')
    .replaceAll(again, (whole, first: string, at: number, all: string) =>
      /^(?:i|it|i have)$/.test(first) || whole.includes(',') || all.startsWith(first, at + whole.length) ? '' : whole,
    )
    .split(/,? and then |,? (?:and|but|so) |, /)
    .map((piece) => piece.trim().replace(/^(?:so|and|then|but|well|yeah|i mean) /, ''))
    .filter((piece) => piece !== '')

const isPast = (verb: string): boolean => thirdOf(verb) === verb

/** The clause without its subject; undefined if it is somebody else's, or no deed. */
function tellPiece(piece: string): string | undefined {
  const own = /^i (?:have |had )?(?:just |really |actually )?([a-z]+)\b(.*)$/.exec(piece)
  if (own !== null) {
    const [, verb = '', rest = ''] = own
    return (events.test(verb) || isPast(verb)) && !/^(?:thought|think|guess|was|had|did|know|mean|said|heard|felt)$/.test(verb) ? `${verb}${rest}` : undefined // biome-ignore format: one row
  }
  const part = /^my ([a-z]+) ([a-z]+)\b(.*)$/.exec(piece)
  if (part !== null && bodyWord.test(`${part[1]} body`) && (isPast(part[2] ?? '') || events.test(part[2] ?? ''))) return piece.slice(3) // biome-ignore format: one row
  if (/^it (?:just )?(?:rolled|went|snapped|popped|twisted|gave way|buckled|bent|cracked|locked|slipped|folded)\b/.test(piece)) return piece // biome-ignore format: one row
  return events.test(/^([a-z]+)\b/.exec(piece)?.[1] ?? '') ? piece : undefined
}

const others =
  /\b(?:he|she|they|we|you|him|them|mum|dad|wife|husband|mother|father|brother|sister|mate|nobody|someone|girl|boy|man|guy|bloke|woman|lady|kid)\b/

function tell(said: string): string | undefined {
  const told: string[] = []
  let isOpen = false
  for (const piece of pieces(said)) {
    const own = others.test(piece) ? undefined : tellPiece(piece)
    if (own !== undefined)
      told.push(
        own
          .replaceAll(/ (?:in )?(?:under|underneath|beneath|on|onto|over|behind|off|at|with|to|from) me(?=$|,)/g, '')
          .replaceAll(/\bmy\b|\bme\b(?= [a-z])/g, 'the')
          .replace(/^it just /, 'it '),
      )
    // "The right", "third quarter": a remark on the clause before it.
    else if (isOpen && !others.test(piece) && piece.split(' ').length <= 3 && !/^(?:i|it|bang|like)\b/.test(piece))
      told.push(piece)
    isOpen = own !== undefined
  }
  const line = told.join(', ')
  return told.length > 0 && strong.test(line) && line.split(' ').length <= 30 && (line.split(' ').length > 2 || (line.split(' ').length === 2 && !line.startsWith('it '))) ? line : undefined // biome-ignore format: one row
}

/** A question after the beginning. */
const asksStart = /\b(?:when|how) (?:did|has) (?:it|this|that|the [a-z ]{2,20}?|all this|your [a-z ]{2,20}?|they) (?:first |all )*(?:start|begin|begun|come on|happen)\b|\b(?:what|anything) (?:[a-z]+ ){0,3}(?:set|brought|bring|started|start) (?:it|this|that|them) (?:off|on)\b|\b(?:doing|do) (?:anything|something) (?:different|unusual|in particular|particular|new)\b|\bany (?:injury|trauma|idea what (?:caused|started))\b/ // biome-ignore format: one row
/** "I was lifting a washing machine with my brother." */
const doing =
  /^(?:(?:so|and|well|um|uh|oh|just|because|yeah|no),? )*(?:i was|i had been|i have been)(?:,? (?:um|uh|like|just|i was),?)* ([a-z]{2,}ing\b(?! to\b)[^.,;?]*)/
const noDoing =
  /^(?:think|wonder|hop|say|hav|be|feel|tak|try|worry|want|look|tell|ask|mean|get(?! ?ting (?:out|up|in|off|down))|go(?! ?ing (?:up|down|over))|bleed|vomit|cough|sleep|lay|ly|us|see|com)/
const company =
  / (?:with|for) (?:my|the|a|some|me) (?:[a-z]+ )?(?:brother|sister|mate|mates|friend|friends|son|daughter|dad|mum|husband|wife|partner|kids?|boys|girls|boss|neighbour|team)\b.*$/

/** The verb of the question tells it. */
const begun: readonly (readonly [asked: RegExp, told: string])[] = [[/\bhappen/, 'happened'], [/\bbeg[iu]n/, 'began'], [/\bcome on\b/, 'came on']] // biome-ignore format: a list

/** The deed during which the complaint began, from the reply to a question after its beginning. */
function readDoing(question: Sentence, sentences: readonly Sentence[]): readonly Candidate[] {
  if (!asksStart.test(question.said)) return []
  for (const sentence of sentences.slice(0, 4)) {
    const [, told] = sentence.isQuestion || sentence.text.includes('[') ? [] : (doing.exec(sentence.said) ?? [])
    if (told === undefined || noDoing.test(told) || sentence.terms.some(({ kind }) => kind !== 'procedure')) continue
    const deed = told.replace(company, '').replace(/ (?:and|when|so|but|then|actually|really)\b.*$/, '').replaceAll(/\b(?:my|me)\b/g, 'the').trim() // biome-ignore format: one row
    if (others.test(deed) || deed.split(' ').length > 9) continue
    const text = `${begun.find(([asked]) => asked.test(question.said))?.[1] ?? 'started'} while ${deed}`
    return [{ text: `${sentenceCase(text)}.`, claims: [claim('symptom', { key: `${quoteKey([sentence])}${slotKey}`, display: text })], quotes: answers(question, sentence), weight: ofRemark, at: sentence.at }] // biome-ignore format: one row
  }
  return []
}

const draftDoings = (turns: readonly Turn[]): readonly Candidate[] =>
  turns
    .flatMap(({ prompts, sentences }) => {
      const question = prompts.findLast(({ isQuestion }) => isQuestion)
      return question === undefined || question.at > mostAt ? [] : readDoing(question, sentences)
    })
    .slice(0, 1)

/** One line of how it happened, from the reply to a question after the event. */
export function draftHappenings(dialogue: readonly Sentence[], symptoms: readonly Candidate[]): readonly Candidate[] {
  // Without a name of the complaint, what happened is why the patient came.
  const isLeading = !symptoms.some(({ claims, weight }) => claims[0]?.kind === 'complaint' && weight > mostOrdinary)
  const turns = listTurns(dialogue, listPrompts(dialogue))
  for (const { prompts, sentences } of turns) {
    const question = prompts.findLast(({ said }) => asks.test(said))
    if (question === undefined || question.at > mostAt) continue
    for (const sentence of sentences.slice(0, 5)) {
      const text = sentence.isQuestion || sentence.text.includes('[') ? undefined : tell(sentence.said)
      if (text === undefined) continue
      return [{ text: `${sentenceCase(text)}.`, claims: [claim(isLeading ? 'complaint' : 'symptom', { key: isLeading ? keyOf(text) : `${quoteKey([sentence])}${slotKey}`, display: text })], quotes: answers(question, sentence), weight: isLeading ? ofComplaint : ofRemark, at: sentence.at }] // biome-ignore format: one row
    }
  }
  return draftDoings(turns)
}
