/**
 * The orders of an utterance, read by its frames and not by its phrases: tests, referrals, the next visit, and advice.
 * An utterance with a clause that none of these constructions fits states nothing here. D285.
 */

import type { Utterance } from '../../dialogue/utterances.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { type Candidate, claim, joinWords, sentenceCase } from '../candidates.ts'
import { tellAdviceLine } from '../plain/advice-lines.ts'
import { openWords } from '../plain/conditions.ts'
import { type FramedOrder, readFrame } from './frames.ts'
import { quotesOf } from './medicine-orders.ts'
import { listReferrals, listTests, type NamedService } from './named-services.ts'
import type { OrderLine } from './order-line.ts'
import { readVisit } from './visits.ts'

/** Opens every contraction, so that a frame has one form. */
export const openSpoken = (text: string): string =>
  openWords(text)
    .replaceAll(/\b(I|you|he|she|it|we|they|that|there|what)'ll\b/gi, '$1 will')
    .replaceAll(/\b(I|you|he|she|it|we|they|that|what)'d\b/gi, '$1 would')
    .replaceAll(/\bI'm\b/gi, 'I am')
    .replaceAll(/\b(what|who|how|where|here|thing|plan|step|idea|advice)'s\b/gi, '$1 is')
    .replaceAll(/\blet's\b/gi, 'let us')
    .replaceAll(/\bgonna\b/gi, 'going to')
    .replaceAll(/\bwanna\b/gi, 'want to')
    .replaceAll(/\bgotta\b/gi, 'have to')

/** Where another subject begins a clause of its own. */
const clauseStart =
  /[,;]? (?:and|then|but|so|plus)(?: then| also)?,? (?=(?:I|we|you) (?!know\b|can see\b)|let us\b|what |please |make sure\b)|[,;] (?=(?:I|we|you) (?:will|would|am|are|need|should|must|have to)\b|let us\b|please |make sure\b)/i

/** Leaves it open whether the service is ordered, or says that it was. */
const open =
  /\b(?:if|unless|in case|might|may|could|can|maybe|possibly|perhaps|consider\w*|think(?:ing)? about|or|either|not|never|no|rather than|instead of|until|usually|normally|whether|depending|discuss|options?|already|came back|results?|reports?|findings|husband|wife|partner|mum|mother|dad|father|brother|sister|last (?:week|month|time|year)|previous\w*|down the (?:track|line|road)|later on|eventually|at some (?:point|stage)|one day|in future|next time|had|did|was|were|other people|patients)\b/i // biome-ignore format: one row

/** Verbs by which a service is ordered. */
const ordering =
  /^(?:order|arrange|organi[sz]e|book|request|get|do|run|send|take|check|repeat|perform|have|put|set|sort|chase|write|fill|print|schedule|obtain|start|collect|redo|recheck|begin|go|need|give|ask|drop|bring|provide|add|include|complete|pop)$/i // biome-ignore format: one row
const referring =
  /^(?:refer|send|get|put|pass|hand|sign|link|hook|connect|direct|write|arrange|organi[sz]e|book|make|set|ask|have|see|speak|talk|visit|involve|bring|fax|email|do|contact|request|start|join|enrol|need|attend|phone|call|ring|suggest|line|run|go)$/i // biome-ignore format: one row
/** Between the verb and the name of what is ordered. */
const light =
  /^(?:an?|the|some|your|you|him|her|that|this|for|off|in|up|out|down|over|on|through|to|another|one|of|and|few|couple|quick|routine|urgent|urgently|simple|proper|full|further|more|basic|fasting|repeat|new|baseline|form|request|slip|referral|letter|appointment|with|see|at|hospital|booked|sorted|done|have|get|go|come|us|me|as|well|also|today|tomorrow|now|straight|away|quickly|soon|this|week|next|morning|afternoon|i|will|be|having|getting|into|our|sample|set|round|bunch|series|bit|little|first|second|routine|touch|clinic|local|lovely|good|colleague|colleagues|people|opinion|from|all|her|his|their|someone|somebody|specialist|assessed|seen|reviewed|checked|looked|by|private|public|'s|,)$/i // biome-ignore format: one row

const isLight = (text: string): boolean => text.split(/[\s,]+/).every((word) => word === '' || light.test(word))

/** What stands between verb and services, and between them, decides nothing. */
function isOrdered(act: string, verb: string, services: readonly NamedService[]): boolean {
  const [first] = services
  if (first === undefined || !isLight(act.slice(verb.length, first.from))) return false
  return services.every((service, at) => at === 0 || isLight(act.slice(services[at - 1]?.to ?? 0, service.from)))
}

const firstWord = (act: string): string => /^[a-z]+/i.exec(act)?.[0] ?? ''
const whenDone = /\b(urgent(?:ly)?|today|tomorrow|this (?:week|morning|afternoon)|next week|fasting)\b/i

function requestLine(kind: 'test' | 'referral', act: string, services: readonly NamedService[]): OrderLine {
  const names = services.map(({ name }) => name)
  const when = whenDone.exec(act)?.[1]?.toLowerCase()
  const time = when === undefined ? '' : when.startsWith('urgent') ? ', urgent' : when === 'fasting' ? ', fasting' : ` ${when}` // biome-ignore format: short
  return {
    text: `${kind === 'test' ? 'Arrange' : 'Refer to'} ${joinWords(names, 'and')}${time}`,
    claims: names.map((name) => claim('request', { key: keyOf(`${kind} ${name}`), display: name })),
    weight: 80,
  }
}

/** "Refer you to the physio", "see a physio", but not "see how the physio goes". */
function readService(order: FramedOrder): OrderLine | undefined {
  const { act, isNamed, actor, isBare } = order
  const verb = isNamed ? '' : firstWord(act)
  const tests = listTests(act)
  const isTest = isNamed || (ordering.test(verb) && !(isBare && /^(?:go|ask|pop)$/i.test(verb)))
  const referrals = listReferrals(act)
  const isReferral = referrals.length > 0 && (isNamed ? /\breferral\b|\bsee\b/i.test(act) : referring.test(verb))
  const goes = /^(?:refer|send|write|see|speak|link)\b|\b(?:referral|letter|appointment|see|touch|assess|review|opinion|involved|through to|in with|over to|in to|on to|up with)\b/i // biome-ignore format: one row
  if (isReferral && goes.test(act) && isOrdered(act, verb, referrals) && !(actor === 'patient' && /^(?:phone|call|ring|contact|go)$/i.test(verb))) return requestLine('referral', act, referrals) // biome-ignore format: short
  return isTest && isOrdered(act, verb, tests) ? requestLine('test', act, tests) : undefined
}

function readClause(clause: string): OrderLine | undefined {
  const visit = readVisit(clause)
  if (visit !== undefined) return visit
  const order = readFrame(clause)
  if (order === undefined) return undefined
  const service = open.test(order.act) ? undefined : readService(order)
  if (service !== undefined) return service
  if (order.actor !== 'patient' || order.isNamed) return undefined
  const line = tellAdviceLine(order)
  return line === undefined ? undefined : { text: line, claims: [], weight: 70 }
}

/** What the service will do next: no order. */
export const afterService =
  /,? (?:and |so |then )*(?:they|somebody|someone|the (?:hospital|clinic|surgery|team|department|nurse|lab|results?)) (?:will|should|would|are going to|can|may|might)\b[^.?!]*$/i
/** A dose, or how often something is taken: the order of a medicine, which other rules read. */
const dosed =
  /\b(?:\d+(?:\.\d+)? ?(?:mg|g|mL|micrograms|units)|milligrams?|micrograms?|mils|puffs?|(?:one|two|three|four|half an?|an?|\d+) (?:tablets?|capsules?|pills?|sprays?|drops?|sachets?|patch(?:es)?|doses?|spoonfuls?|teaspoons?|lozenges?))\b|\b(?:take|use|have|apply|put|start|go)\b.*\b(?:(?:once|twice|\w+ times) (?:a|per|each|every) (?:day|week)|every (?:\w+ hours|morning|night|evening|other day)|at (?:night|bedtime)|daily|in the morning)\b/i

/** One candidate for each clause that gives an order; undefined if a clause fits no construction. */
export function readSpokenOrders(utterance: Utterance): readonly Candidate[] | undefined {
  const spoken = tellSpoken(utterance.text)
  const [first] = utterance.sentences
  if (first === undefined || /\[|"/.test(spoken) || /\b(?:if|unless|in case|should you)\b/i.test(spoken.replace(/^if you (?:can|could|would)\b/i, ''))) return undefined // biome-ignore format: short
  const clauses = openSpoken(spoken).replace(afterService, '').split(clauseStart)
  if (dosed.test(spoken) || utterance.sentences.some(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))) return undefined // biome-ignore format: short
  const lines = clauses.map(readClause)
  if (lines.some((line) => line === undefined)) return undefined
  return lines.flatMap((line, index) =>
    line === undefined
      ? []
      : [
          {
            text: `${sentenceCase(line.text)}.`,
            claims: [
              claim('plan', {
                key: `${quoteKey(utterance.sentences)}${index === 0 ? '' : `-${index}`}`,
                display: line.text,
              }),
              ...line.claims,
            ],
            quotes: quotesOf(utterance),
            weight: line.weight,
            at: first.at,
          },
        ],
  )
}
