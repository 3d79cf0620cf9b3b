/**
 * "Come back if ...", over clauses and sentences in any order: the actions are found first; each stretch of words between them is a list of conditions,
 * or words that add nothing. A stretch of any other kind leaves the whole unread. D308.
 */
import { readOnce } from '../../../core/cache/read-once.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { type Candidate, claim, joinWords, sentenceCase } from '../candidates.ts'
import { findUrgency, listAllActions } from '../orders/danger-actions.ts'
import { quotesOf } from '../orders/medicine-orders.ts'
import { plainNet } from '../orders/net-forms.ts'
import { ofMoment } from '../orders/safety-nets.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { isImperative, partMeanwhile } from './no-dangers.ts'
import { listUnsettled, nameGraded } from './unsettled.ts'
import { hasWholeConditions } from './whole-conditions.ts'

/** Words that introduce conditions. */
const link = /\b(?:(?:look|watch|keep (?:an )?(?:eye|look))(?: out)?(?: for)?,? (?:would be|will be|are|is),?(?: (?:that|things like))?(?: if)?|(?:look|watch) out for(?: is| are)?(?: if)?|bear in mind(?: (?:those|the|these) symptoms? (?:(?:that )?i (?:have )?(?:mentioned|said|told you|talked)(?: about)?)?)?|if|in case(?: of)?)\b/i // biome-ignore format: one row

/** Words of politeness, will and linking. None of them is a condition, a denial or a doubt. */
const idle = /\b(?:of course|one|so|and|but|now|then|also|please|do|just|ok|okay|alright|all right|well|right|i|we|you|would|will|want|need|like|to|must|should|have|has|got|really|make|sure|that|the|a|an|things?|couple|few|of|couple of|think about|is|are|be|it|though|anyway|in|at|any|time|point|stage|as|always|of course|obviously|certainly|definitely|the meantime|meantime|meanwhile|it is|worth|best|probably|happy|feel free|don't|hesitate|wait|can|get|me|us|here|straight|away|sooner|earlier|than|this|much|or|bit|back|again|over|the phone|if possible|possible|urgently|immediately|today|same day|admit|say|important|for|on|hear|know|touch|with|next|him|her|them|by all means|not)\b|[^a-z]+/gi // biome-ignore format: one row
const isIdle = (text: string): boolean =>
  !/\b(?:not|don't)\b(?! (?:hesitate|wait))/i.test(text) && text.replaceAll(idle, '') === ''

/** After an action: what happens then, and why. It changes nothing in the order. */
const after = /,? ?(?:(?:and|so|but|then|because|cause|'cause|otherwise)(?: then| that way)?,? )?(?:(?:we|i|they|someone|somebody)(?: can| will| would| could| do| are going to)?(?: just| then| always| perhaps| maybe)? (?:have (?:a|another) (?:look|chat|think|talk|listen|discussion|feel|word)|take (?:a|another) look|see (?:how|what|where|you)|check|go from there|talk|discuss|chat|look|help|reassess|review|examine|do something|sort|work out|wonder|worry|can|speak)\b|that (?:may|might|could|would) be\b|(?:it|that|this) (?:is|would be|will be) (?:ongoing|something|a sign)\b)[^.]*/gi // biome-ignore format: one row
const changing =
  /\b(?:if|unless|until|stop|start|take|not|no longer|never|avoid|only|except|hospital|ambulance|emergency)\b/i
const dropAfter = (text: string): string => text.replaceAll(after, (tail) => (changing.test(tail) ? tail : ' '))

/** Fillers between the words of a condition, and a condition that only points back to a list: "if you have any of those". */
const noise =
  /,? ?\b(?:you know|kind of|sort of|i mean|indeed|obviously|et ?cetera|etc|and so on|(?:and )?things like that|or something(?: like that)?|does that make sense)\b,?|,? which is something (?:that )?we (?:want to|would like to|need to) (?:avoid|prevent)/gi
const pointing =
  /[,.]? ?(?:and |so |but )?if (?:you|he|she) (?:(?:do|ever|are|is) )*(?:have|has|get|gets|notice|see|develop|having|getting) (?:any of |one of |either of )?(?:these|those|that|them|this)(?: symptoms?| things?)?,?/gi
/** A time after a comma belongs to its condition; two times in a row are a span. */
const count = '(?:an?|one|two|three|four|five|six|seven|ten|fourteen|twenty four|forty eight|seventy two|a couple of|a few|\\d+)' // biome-ignore format: one row
// biome-ignore format: one row a line
const times: readonly (readonly [pattern: RegExp, text: string])[] = [
  [new RegExp(`, (?=(?:in|within|by|after|over) (?:the |about |around )?(?:${count}|next|end)\\b)`, 'gi'), ' '],
  [new RegExp(`,? so (${count} (?:hours|days|weeks))\\b`, 'gi'), ' ($1)'],
  [new RegExp(`(${count} (?:day|week|month)s?), (${count} (?:days|weeks|months))\\b`, 'gi'), '$1 to $2'],
  [/\bthis week,? (?=by the end of\b)/gi, ''],
  [/\b(having|have|get|getting|feeling|with|for|like|just|be|is|are|and|or|generally|if), (?=[a-z])/gi, '$1 '],
]
/** When the patient comes back, directly behind the action. */
const due = new RegExp(`^,? ?(?:here )?(next (?:week|month|[a-z]+day)|tomorrow(?: morning)?|(?:in|within) (?:the next |about |around )?${count}(?: (?:to|or) ${count})? (?:hours?|days?|weeks?|months?)(?:'s|s'|')?(?: time)?|later (?:this week|today))(?=$|[,. ])`, 'i') // biome-ignore format: one row

/** A gap in the recording before a new clause, or at an edge, hides no word of the clauses beside it. */
const edgeGap =
  /^\s*(?:\[\.\.\.\][, ]*)+|[, ]*(?:\[\.\.\.\][,. ]*)+$|[, ]*\[\.\.\.\],? (?=(?:and |so |but |then )?(?:i|we|you|if|it|they|please|do)\b)/gi

/** `deeds`: what to do until help comes. */
type Part = { readonly conditions: readonly string[]; readonly deeds?: string | undefined }

function readStretch(stretch: string): Part | undefined {
  if (isIdle(stretch)) return { conditions: [] }
  const found = link.exec(stretch)
  if (found === null || !isIdle(stretch.slice(0, found.index))) return undefined
  const rest = stretch.slice(found.index + found[0].length).replace(tail, '')
  const meanwhile = partMeanwhile(rest)
  const conditions = listUnsettled(meanwhile?.danger ?? rest)
  return conditions === undefined ? undefined : { conditions, deeds: meanwhile?.deeds }
}

/** The beginning of the clause of the action, which ends a list. */
const tail =
  /(?:[,;. ]+(?:(?:and|then|so|please|just|but|do|i|we|you|would|will|want|need|like|have|really|must|should|to|it is|that is|probably|definitely|certainly|worth|best|got|is|the|then)\b[ ,]*)+)$/i

/** The line of a return; undefined if the words have another construction. `said` has no contractions. */
export const readReturn = readOnce((said: string): string | undefined => {
  const text = cleanReturn(said)
  const actions = listAllActions(text)
  if (actions.length === 0 || text.includes('[') || reported.test(text) || ofMoment.test(text)) return undefined
  const stretches = [
    ...actions.map(({ from }, at) => text.slice(actions[at - 1]?.to ?? 0, from)),
    text.slice(actions.at(-1)?.to ?? 0),
  ]
  const when = stretches.slice(1).flatMap((stretch) => due.exec(stretch)?.[1] ?? [])
  const parts = stretches.map((stretch, at) => readStretch(at === 0 ? stretch : stretch.replace(due, '')))
  if (parts.includes(undefined)) return undefined
  const conditions = [...new Set(parts.flatMap((one) => one?.conditions ?? []))]
  if (conditions.length === 0 || when.length > 1) return undefined
  const deeds = parts.flatMap((one) => one?.deeds ?? [])
  // The deed goes with its own condition: beside another one nobody knows when to do it.
  const isParted = parts.filter((one) => (one?.conditions.length ?? 0) > 0).length > 1
  if (deeds.length > 0 && (isParted || parts.at(-1)?.deeds !== undefined)) return undefined
  const urgency = findUrgency(text)
  const acts = [...deeds, [...new Set(actions.map((action) => action.text))].join(' or ')].join(', and ')
  const list = conditions.length > 2 ? `${conditions.slice(0, -1).join(', ')}, or ${conditions.at(-1)}` : conditions.join(', or ') // biome-ignore format: short
  const isEarlier = /\bor (?:even |a bit )?(?:sooner|earlier)\b/i.test(text)
  if (when[0] !== undefined && isEarlier) return `${sentenceCase(acts)} ${when[0].toLowerCase()}, or sooner if ${list}`
  return `${[sentenceCase(acts), urgency, ...when.map((one) => one.toLowerCase())].filter((one) => one !== undefined).join(' ')} if ${list}` // biome-ignore format: short
})

/** True if the words are conditions, and no action follows them. */
export function isConditionAlone(said: string): boolean {
  const text = cleanReturn(said)
  // "If it bleeds, press for fifteen minutes": the order belongs to this condition alone.
  if (text.split(', ').slice(1).some(isImperative)) return false
  return listAllActions(text).length === 0 && (readStretch(text)?.conditions.length ?? 0) > 0
}

/** "If your eyes go yellow stop the methotrexate": the order stands without a mark behind its condition. */
const unmarkedOrder = /(\bif (?:[a-z']+ ){2,8}?[a-z']+(?<!\b(?:to|not|cannot|can|could|will|would|you|he|she|they|i|we|and|or|that|which|when|if|never|must|should|may|start|just|then|please))) (?=(?:stop|do not|give|take|use|skip|withhold|increase|reduce|double) (?:the|your|his|her|it|them|a|an|another|any|taking|two)\b)/gi // biome-ignore format: one row

const cleanReturn = readOnce((said: string): string => {
  const bare = said
    .replaceAll(unmarkedOrder, '$1, ')
    .replaceAll(edgeGap, ', ')
    .replaceAll(noise, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(' ,', ',')
  const text = /\b(?:symptoms|look|mind|signs)\b/i.test(bare) ? bare.replaceAll(pointing, ',') : bare
  return dropAfter(times.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), text))
})
const reported = /\b(?:said|told|thinks|used to|last (?:time|year|week|month)|previously|usually|some people|other patients|might|may|could|unless|until)\b/i // biome-ignore format: one row

/** A filler between two commas leaves one comma. */
const filler = /,? \b(?:um+|uh+|er+m?|ah+)\b,/gi

/** The words of the speaker, cleaned, without contractions. */
export const tellReturn = readOnce((text: string): string =>
  plainNet(openSpoken(tellSpoken(text.replaceAll(filler, ',')))),
)

/** "The things to look out for are fever and pus": dangers whose action nobody tells here. */
const watched =
  /^(?:(?:and|so|but|now|ok|okay|well),? )*(?:(?:the |your )?(?:(?:main|only|big|other|key) )*(?:red flags?|warning signs?|danger signs?)|(?:the )?(?:(?:main|only|big|other|key) )*(?:things|signs|symptoms)(?: (?:that )?(?:(?:for )?you (?:to|should|need to|must|want to)|(?:i|we) want you to|to) (?:watch|look|keep an eye)(?: out)?(?: for)?| to watch)) (?:are|is|would be|include)(?: things like)?,? (?:if )?(.+)$/i

function readWatched(said: string): string | undefined {
  const text = cleanReturn(said).replace(/[.!?]+$/, '')
  const list = watched.exec(text)?.[1]
  if (list === undefined || listAllActions(text).length > 0 || text.includes('[') || reported.test(text)) return undefined // biome-ignore format: short
  const told = listUnsettled(list)?.map(nameGraded)
  return told === undefined ? undefined : `Watch for ${joinWords(told, 'or')}`
}

export function draftReturn(utterance: Utterance): Candidate | undefined {
  const [first] = utterance.sentences
  const said = tellReturn(utterance.text)
  const line = readReturn(said) ?? readWatched(said)
  if (first === undefined || line === undefined || !hasWholeConditions(line)) return undefined
  return {
    text: `${line}.`,
    claims: [claim('safety-net', { key: quoteKey(utterance.sentences), display: line })],
    quotes: quotesOf(utterance),
    weight: 87,
    at: first.at,
  }
}
