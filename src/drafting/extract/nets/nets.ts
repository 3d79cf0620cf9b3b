/**
 * Safety nets over one or several sentences of a turn, read chunk by chunk between the commas: each chunk is a danger, an action, or words that add
 * nothing. "A knee that jams. Calf tight and swollen. Foot numb or cold. Those are all ED." is one warning with four dangers. D382.
 */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { type Candidate, claim, sentenceCase } from '../candidates.ts'
import { isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { saidName } from '../medication.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { isElliptic } from '../plain/conditions.ts'
import { isImperative } from '../returns/no-dangers.ts'
import { findAction, findWhen, rankOf } from './net-actions.ts'
import { isBodily, splitDangers, tellNetDanger } from './net-dangers.ts'

/** What a sentence holds. Without an action it is a part of a list. */
type Part = { readonly dangers: readonly string[]; readonly deeds: readonly string[]; readonly action?: string; readonly when?: string; readonly isIf: boolean } // biome-ignore format: short

/** Words that bring a list of dangers, up to its first one. */
const intro =
  /^.*?\b(?:things?|bits?|sort of thing|list|signs?|symptoms?|caveat|what (?:would|will|should|might|i would|we)|the one)\b.*?(?:\b(?:is|are)(?: if)? (?=(?!(?:the|this|that|a|an) (?:bit|thing|list)\b))|: |$)/i
const isIntro = (said: string): boolean =>
  /\b(?:(?:things?|bits?|signs?) (?:that )?(?:i|we|you) (?:do not|would not|want|need|have to|should)|sort of thing (?:i|we)|what (?:would|will|should|might) (?:make|have|get|bring|send|put) (?:me|you|us)|red flags?|danger signs?|what (?:i|we) (?:would|do) not want|things? that (?:are|is) not|what (?:i|we) (?:worry|would worry)|(?:proper |little )?list\b|look out for|watch (?:out )?for|always a caveat|by that i mean|not (?:to )?(?:brush off|sit (?:on|at home)))\b/i.test(said) // biome-ignore format: short

/** Adds nothing to danger and action. */
const idle =
  /^(?:(?:and|so|but|then|now|well|okay|right|please|obviously|though|mind|say|look|really|just|straight|same|same thing|or|also)\b,? ?)*(?:$|(?:no (?:messing|waiting|ifs|buts|delay|arguments?)|(?:it |that )?does not matter|whatever|whether it is|since\b|because\b|just because|as you|in case (?:it|that)|that is (?:not|different|two|three|four|five|six|seven|an? (?!ambulance|today|emergency)|the|kidney|very|rare|when|one|how|why|odd)|it is (?:very |quite )?(?:rare|unlikely|hard|nothing)|this is|which (?:is|can|would)|not (?:in|for|at|to|hay|an?)\b|(?:i|we) (?:would|will|do|am) (?:not|see you|have to|say|only|worry|be|less|happier|mean)|i am|and i (?:will|would)|and we|they\b|there is (?:always|a number)|it can\b|that (?:can|might|may|would|could)\b|you know\b|in the flesh|any hour|night or day|(?:that )?would (?:change|be different)|short of that|for less than that|like i said|as i said|before then|between now and then|now listen|listen|remember|you (?:ask|may|might) ?(?:for me)?$|i know|for me|any day you\b|if (?:it is|you are|we are) (?:the middle of the night|at night|the weekend|after hours|closed|shut|late|out of hours)|(?:the |an? )?[a-z]+ one$|it is (?:one one one|111)|with (?:a|the) [a-z]+ in$|(?:and )?(?:the )?same(?: (?:day|week|thing))?$|i am not bothered))/i
/** Forbids the wrong action, or the wait. */
const forbids = /^(?:(?:and|so|but|please|then|just)\b,? ?)*(?:(?:you |he |she )?(?:do not|should not|must not)|never|no (?=(?:waiting|driving|sitting)))\b/i // biome-ignore format: one row

/** Of another time, another speaker, or a question. */
const blocked =
  /\b(?:said|told|used to|ago|yesterday|last (?:time|week|month|year|night)|usually|normally|some people|other people|might have|could have|did you|have you|were you|do you|if (?:i|we|they)\b|unless|would have|had had|(?:if|when) (?:you|he|she) (?:would|had|did|were having))\b|\[|"/i

/** What goes with the deed of an action: "ring, and say it is urgent". */
const linking = /^(?:(?:and|so|then|please|just|you|i|we|would|will|want|need|like|to|that|is|it|be|she|he|they|is|are|have|should|must|or|do|me|us|him|her|ask|on|but|straight|don't|phone|them|would like|wanting|those|all)\b[ ,]*)*$/i // biome-ignore format: one row
const conditional = /^(?:if|should|when|for|with|in case|on)\b/i

/** A danger list with its action; a sentence may have two of them. */
type Group = { dangers: string[]; deeds: string[]; action: string | undefined; isIf: boolean; isTrailing: boolean }
type Read = { groups: Group[]; isWhole: boolean }

const open = (): Group => ({ dangers: [], deeds: [], action: undefined, isIf: false, isTrailing: false })
const lastOf = ({ groups }: Read): Group => groups.at(-1) as Group

function addDangers(words: string, into: Read): void {
  const items = splitDangers(words.replace(/[.!?]+$/, ''))
  const told = items.map(tellNetDanger)
  if (told.includes(undefined)) into.isWhole = false
  if (told.every((item) => item === '')) return
  const group = lastOf(into)
  // Dangers behind an action belong to it only if they are its condition.
  const own = group.action !== undefined && !group.isTrailing && group.dangers.length > 0 ? open() : group
  if (own !== group) into.groups.push(own)
  if (own.deeds.length > 0 && own.action === undefined) into.isWhole = false
  own.isTrailing ||= own.action !== undefined && own.dangers.length === 0 && /^(?:if|should|for|with)\b/i.test(words)
  own.dangers.push(...told.flatMap((item) => item || []))
  own.isIf ||= /^(?:and |or |so |but )*(?:if|should)\b/i.test(words)
}

const joinActions = (one: string | undefined, other: string): string =>
  one === undefined || one === other ? other : [one, other].toSorted((a, b) => rankOf(a) - rankOf(b)).join(' or ') // biome-ignore format: short

/** "Bin it", "stop them": what to do beside the action. */
const deed = /^(?:(?:and|then|so|just|please|obviously|you) )*((?:stop|bin|ditch|leave off|take off|pull over|pull in|lie down|sit down|use) (?:it|them|that|the [a-z]+(?: [a-z]+)?|[a-z]+))(?: (?:and|then|first))*$/i // biome-ignore format: one row
/** Who forbids something else in the same breath; the words are kept as they were said. */
const refusing = /\b(?:i do not want you|do not let|is to pull|'s to pull)\b/i
const ofHelper = /\b(?:mother|father|mum|dad|husband|wife|partner|son|daughter|somebody|someone|[a-z]+)(?:'s| is| are| has| should| must| can) to\b/i // biome-ignore format: one row
/** An order of another kind. */
const isOther = (chunk: string): boolean => {
  const [, verb = '', next = ''] = /^(?:(?:and|then|just|please|you) )*([a-z]+)(?: ([a-z']+))?/i.exec(chunk) ?? []
  return isImperative(chunk) || (isOrderVerb(verb.toLowerCase()) && /^(?:it|them|that|this|the|your|an?|on|quietly|down|still|some|off|up|one|two|four|him|her)$/i.test(next) && !/^(?:get|have|start|lose|pass|drop|turn|bring|wake|go|come|see|feel|keep|stop (?!it|them))$/i.test(verb)) // biome-ignore format: short
}

function readChunk(chunk: string, into: Read): void {
  const bare = chunk.trim().replace(/^(?:and|so|but|then|now|or) (?=if\b)/i, '')
  const group = lastOf(into)
  if (/^(?:while|whilst)\b/i.test(bare) && group.dangers.length > 0) {
    group.dangers.push(`${group.dangers.pop()} ${bare.replace(/^(while|whilst) (?:you|he|she) (?:are|is) /i, '$1 ')}`)
    return
  }
  const found = /^whether\b/i.test(bare) ? undefined : findAction(bare)
  if (found === undefined) {
    const own = deed.exec(bare)?.[1]
    const late = /\b(?:if|when) (.+)$/i.exec(bare)?.[0]
    if (own !== undefined && group.action === undefined && group.dangers.length > 0) group.deeds.push(own)
    else if (idle.test(bare) || forbids.test(bare)) {
      if (late !== undefined && /\bif\b/i.test(late) && isBodily(late)) addDangers(late, into)
    } else if (/^(?:and |so )*same with\b/i.test(bare)) {
      group.isTrailing = true
      addDangers(bare.replace(/^(?:and |so )*same with /i, ''), into)
    } else if (isOther(bare)) into.isWhole &&= group.action !== undefined && !/\bif\b/i.test(bare)
    else if (group.action === undefined || group.isTrailing || isBodily(bare) || conditional.test(bare)) addDangers(bare, into) // biome-ignore format: short
    return
  }
  const before = bare.slice(0, found.from).trim().replace(/(?<!\bby) (?:(?:then|and|so|i would|i will|we would|you|you would|you should|you need to|that is|just|please|be|,) ?)+$/i, '') // biome-ignore format: short
  const after = bare.slice(found.to).trim()
  const own = deed.exec(before)?.[1]
  if (own !== undefined) group.deeds.push(own)
  else if (before !== '' && !linking.test(before) && !idle.test(before) && !ofHelper.test(before)) {
    if (isBodily(before) || /\bif\b/i.test(before)) addDangers(before, into)
  }
  const target = lastOf(into)
  target.action = joinActions(target.action, found.text)
  const condition = /(?:^|\b(?:straight ?away|day|week|sooner|early|us|me|today|once|\bthan (?:the|our|your) [a-z]+) )(?:if|for|with|in case of|should) (?!(?:me|that|you to|it)\b|(?:an? )?(?:appointment|friday|monday|thursday|tuesday|wednesday))(.+)$/i.exec(after)?.[0] // biome-ignore format: short
  if (condition !== undefined && (/^(?:.*? )?(?:if|should)\b/i.test(condition) || isBodily(condition) || /\bany\b/i.test(condition))) {
    target.isTrailing = true
    target.isIf = true
    addDangers(condition.replace(/^.*?\b(?:if|for|with|should)\b /i, ''), into)
  } else if (/\b(?:if|unless|until|about|how|what)\b/i.test(after)) into.isWhole = false
}

/** Chunks between commas; a condition in the middle of a clause begins one. */
const chunksOf = (said: string): readonly string[] =>
  said.replace(/[.!?]+$/, '').split(/[,;:] |(?<=\b(?:straight ?away|us|me|day)) (?=if\b)/)

/** The parts of a sentence, each a list with its action or without one; undefined if a word of it is not read. */
export const readNetParts = readOnceOf((sentence: Sentence): readonly Part[] | undefined => {
  const whole = openSpoken(tellSpoken(sentence.text)).replaceAll(/ \b'?cause\b/gi, ' because').replace(/\bsay i said\b/i, 'say')
  if (blocked.test(whole) || (refusing.test(whole) && /\bif\b/i.test(whole) && /\b(?:ambulance|nine)\b/i.test(whole)) || sentence.text.trimEnd().endsWith('?')) return undefined
  const said = isIntro(whole) ? whole.replace(intro, '') : whole
  const into: Read = { groups: [open()], isWhole: true }
  const [head = ''] = said === whole ? [] : (intro.exec(whole) ?? [])
  const early = findAction(head)
  if (early !== undefined) Object.assign(lastOf(into), { action: early.text, isTrailing: true })
  for (const chunk of chunksOf(said)) readChunk(chunk, into)
  const isOpen = into.groups.length > 1 && lastOf(into).action === undefined
  if (!into.isWhole || isOpen) return undefined
  const when = findWhen(whole)
  return into.groups.map((group) => ({
    dangers: group.dangers,
    deeds: group.deeds,
    isIf: group.isIf || /\bif\b|^should you\b/i.test(said),
    ...(group.action === undefined ? {} : { action: group.action }),
    ...(when === undefined ? {} : { when }),
  }))
})

/** A sentence that can stand in a list whose action comes later. */
function isListed(sentence: Sentence, part: Part): boolean {
  return (
    part.action === undefined &&
    part.dangers.length > 0 &&
    (isIntro(sentence.said) || part.dangers.every((danger) => isBodily(danger) || conditional.test(danger))) &&
    !/^(?:do|keep|take|use|wear|avoid|no|have|get|put|start|stop|drink|eat)\b/i.test(sentence.said)
  )
}

/** Points back to the dangers before it. */
const pointing = /^(?:(?:and|so|but|then|well|for|with|if (?:it is|you (?:get|have|see|notice))),? )*(?:(?:all |any |either |each )?(?:of )?(?:that|those|these|this|them)\b|you (?:do not|come|go|ring|call|would)|(?:then )?(?:ring|call|phone|go|come|straight|same|nine|triple|an? ambulance|with an? [a-z]+ in)\b)/i // biome-ignore format: one row
/** Tells what the words before it mean. */
const explaining = /^(?:(?:and|so) )?(?:by that i mean|that means|such as|for example|i mean|so like)\b/i
/** The same action as in the warning before. */
const again = /(?:^|, )(?:(?:and|so) )?(?:the )?same(?: thing| again| goes)?[.!]*$/i

/** "Stop it" names what the dangers are told of: "swelling on the new tablet". */
function nameThing(deed: string, list: string): string {
  const [, thing] = /\b(?:on|with) (?:the )?((?:new )?(?:tablets?|spray|cream|drops|capsules?|inhaler|antibiotics?|medicine|patch))\b/i.exec(list) ?? []
  return thing === undefined ? deed : deed.replace(/\b(?:it|them|that)$/i, `the ${thing}`)
}

/** A course, a number or a denial, which a condition may tell without a sign of the body. */
const tellsChange = /\b(?:not|no|still|any|more|less|worse|better|again|changes?|times|every|back|under|over)\b/i

const mostParts = 8
const mostDangers = 14

export type Net = { readonly sentences: readonly Sentence[]; readonly parts: readonly Part[]; readonly candidate: Candidate }

function netOf(sentences: readonly Sentence[], parts: readonly Part[], index = 0): Net | undefined {
  const dangers = [...new Set(parts.flatMap((part) => part.dangers))]
  const deeds = parts.flatMap((part) => part.deeds)
  const actions = parts.flatMap((part) => part.action ?? [])
  const isVerdict = actions.includes('call an ambulance')
  const action = isVerdict ? 'call an ambulance' : actions.reduce((out: string | undefined, one) => joinActions(out, one), undefined) // biome-ignore format: short
  const [first] = sentences
  if (first === undefined || action === undefined || dangers.length === 0 || dangers.length > mostDangers) return undefined // biome-ignore format: short
  if (!dangers.some((danger) => isBodily(danger) || (parts.some(({ isIf }) => isIf) && tellsChange.test(danger)))) return undefined
  if (dangers.some(isElliptic)) return undefined
  const when = rankOf(action) > 3 ? undefined : parts.flatMap((part) => part.when ?? [])[0]
  const list = dangers.length > 2 ? `${dangers.slice(0, -1).join(', ')}, or ${dangers.at(-1)}` : dangers.join(', or ')
  const acts = [...deeds.map((one) => nameThing(one, list)), `${action}${when === undefined ? '' : ` ${when}`}`].join(' and ')
  const line = sentenceCase(`${acts} if ${list}`)
  return {
    sentences,
    parts,
    candidate: {
      text: `${line}.`,
      claims: [claim('safety-net', { key: `${quoteKey(sentences)}${index === 0 ? '' : `-${index}`}`, display: line })],
      quotes: sentences.map((sentence) => ({ sentence, role: 'statement' as const })),
      weight: 88,
      at: first.at,
    },
  }
}

/** "Stop them": the medicine that was named last in the turn. */
function nameMedicine(net: Net, before: readonly Sentence[]): Net {
  const { text } = net.candidate
  if (!/^(?:Stop|Bin|Ditch|Leave off) (?:it|them)\b/.test(text)) return net
  const named = before.findLast(({ segment, terms }) => segment === net.sentences[0]?.segment && terms.some(({ kind }) => kind === 'medicine')) // biome-ignore format: short
  const names = [...new Set((named?.terms ?? []).flatMap((term) => (term.kind === 'medicine' ? saidName(named as Sentence, term) : [])))]
  const [name] = names
  if (named === undefined || name === undefined || names.length > 1) return net
  const line = text.replace(/\b(?:it|them)\b/, name)
  const [safety] = net.candidate.claims
  const claims = safety === undefined ? [] : [{ ...safety, display: line.replace(/\.$/, '') }]
  return { ...net, candidate: { ...net.candidate, text: line, claims, quotes: [{ sentence: named, role: 'statement' as const }, ...net.candidate.quotes] } } // biome-ignore format: short
}

/** The safety nets of the clinician's turns, each with its sentences. */
export function listNets(dialogue: readonly Sentence[]): readonly Net[] {
  const nets: Net[] = []
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  for (const [place, sentence] of own.entries()) {
    const read = readNetParts(sentence)
    const last = nets.at(-1)
    const isNext = last !== undefined && last.sentences.at(-1) === own[place - 1] && own[place - 1]?.segment === sentence.segment // biome-ignore format: short
    const [part, second] = read ?? []
    if (part === undefined) continue
    if (second !== undefined) {
      for (const [index, one] of (read ?? []).entries()) {
        const net = netOf([sentence], [one], index)
        if (net !== undefined) nets.push(net)
      }
      continue
    }
    if (part.action === undefined && isNext && again.test(sentence.said) && part.dangers.length > 0) {
      const { action } = last.parts.find((one) => one.action !== undefined) ?? {}
      const net = action === undefined ? undefined : netOf([last.sentences.at(-1) as Sentence, sentence], [{ ...part, action }]) // biome-ignore format: short
      if (net !== undefined) nets.push(net)
      continue
    }
    if (part.action === undefined) continue
    const sentences = [sentence]
    const parts = [part]
    const isPointing = part.dangers.length === 0 && pointing.test(sentence.said)
    if (isPointing && isNext) {
      const joined = netOf([...last.sentences, sentence], [...last.parts, part])
      if (joined !== undefined) nets.splice(-1, 1, joined)
      continue
    }
    // What comes before belongs to the action if the action only points to it.
    for (let at = place - 1; isPointing && at >= 0 && parts.length < mostParts; at -= 1) {
      const before = own[at]
      if (before === undefined || before.segment !== sentence.segment || nets.some((net) => net.sentences.includes(before))) break // biome-ignore format: short
      const [listed, more] = readNetParts(before) ?? []
      const isEmpty = listed !== undefined && listed.dangers.length === 0 && listed.action === undefined
      if (isEmpty && pointing.test(before.said)) {
        sentences.unshift(before)
        continue
      }
      if (listed === undefined || more !== undefined || !isListed(before, listed)) break
      sentences.unshift(before)
      parts.unshift(listed)
      if (isIntro(before.said)) break
    }
    for (let at = place + 1; (part.dangers.length === 0 || explaining.test(own[place + 1]?.said ?? '')) && parts.length < mostParts; at += 1) {
      const next = own[at]
      const [listed] = next === undefined ? [] : (readNetParts(next) ?? [])
      if (next === undefined || listed === undefined || next.segment !== sentence.segment) break
      if ((sentences.length === 1 && !explaining.test(next.said)) || listed.action !== undefined || !listed.dangers.every(isBodily)) break // biome-ignore format: short
      sentences.push(next)
      parts.push(listed)
    }
    const net = netOf(sentences, parts)
    if (net !== undefined) nets.push(net)
  }
  return nets.map((net) => nameMedicine(net, own.slice(0, own.indexOf(net.sentences[0] as Sentence))))
}
