/** The parts of one sentence of a safety net: its chunks between the commas, each a danger, an action, or words that add nothing. D382. */
import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { tellSpoken } from '../../dialogue/wording.ts'
import { isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { ofMoment } from '../orders/safety-nets.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { turnsRound } from '../returns/both-conditions.ts'
import { isImperative, isNoDanger } from '../returns/no-dangers.ts'
import { findAction, findWhen, rankOf } from './net-actions.ts'
import { isBodily, splitDangers, tellNetDanger } from './net-dangers.ts'

/** What a sentence holds. Without an action it is a part of a list. */
export type Part = { readonly dangers: readonly string[]; readonly deeds: readonly string[]; readonly action?: string; readonly when?: string; readonly even?: string; readonly isIf: boolean } // biome-ignore format: short

/** Words that bring a list of dangers, up to its first one. */
const intro =
  /^.*?\b(?:things?|bits?|sort of thing|list|signs?|symptoms?|caveat|what (?:would|will|should|might|i would|we)|the one)\b.*?(?:\b(?:is|are)(?: if)? (?=(?!(?:the|this|that|a|an) (?:bit|thing|list)\b))|: |$)/i
export const isIntro = (said: string): boolean =>
  /\b(?:(?:things?|bits?|signs?) (?:that )?(?:i|we|you) (?:do not|would not|want|need|have to|should)|sort of thing (?:i|we)|what (?:would|will|should|might) (?:make|have|get|bring|send|put) (?:me|you|us)|red flags?|danger signs?|what (?:i|we) (?:would|do) not want|things? that (?:are|is) not|what (?:i|we) (?:worry|would worry)|(?:proper |little )?list\b|look out for|watch (?:out )?for|always a caveat|by that i mean|not (?:to )?(?:brush off|sit (?:on|at home)))\b/i.test(said) // biome-ignore format: short

/** "The thing with it is you can get thrush": what a medicine may do, before the danger. */
const effect =
  /^(?:(?:and|so|but|now) )?(?:the )?(?:(?:only|main|other|one) )?thing (?:with|about|is)\b.*\b(?:can|may|might|could)\b(?!.*\bif\b)/i
/** Adds nothing to danger and action. */
const idle =
  /^(?:(?:and|so|but|then|now|well|okay|right|please|obviously|though|mind|say|look|really|just|straight|same|same thing|or|also)\b,? ?)*(?:$|(?:no (?:messing|waiting|ifs|buts|delay|arguments?)|(?:tonight|today|now|straight ?away|right away|that day|at once)$|nothing to (?:eat|drink|panic|worry|fret|fear|be (?:scared|worried|alarmed))\b|(?:it |that )?does not matter|whatever|whether it is|since\b|because\b|just because|as you|in case (?:it|that)|that is (?:not|an? (?:different|whole|other)\b|different|two|three|four|five|six|seven|an? (?!ambulance|today|emergency)|the|kidney|very|different|another|rare|when|one|how|why|odd)|it is (?:very |quite )?(?:rare|unlikely|hard|nothing)|this is|which (?:is|can|would)|not (?:in|for|at|to|hay|an?)\b|(?:i|we) (?:would|will|do|am) (?:not|see you|have to|say|only|worry|be|less|happier|mean)|i am|and i (?:will|would)|and we|they\b|there is (?:always|a number)|it (?:can|often|usually|generally|may|will often)\b|that (?:can|might|may|would|could)\b|you know\b|in the flesh|any hour|night or day|(?:that )?would (?:change|be different)|short of that|for less than that|like i said|as i said|before then|between now and then|now listen|listen|remember|you (?:ask|may|might) ?(?:for me)?$|i know|for me|any day you\b|if (?:it is|you are|we are) (?:the middle of the night|at night|the weekend|after hours|closed|shut|late|out of hours)|(?:the |an? )?[a-z]+ one$|it is (?:one one one|111)|with (?:a|the) [a-z]+ in$|(?:and )?(?:the )?same(?: (?:day|week|thing))?$|i am not bothered))/i
/** Forbids the wrong action, or the wait. */
const forbids = /^(?:(?:and|so|but|please|then|just)\b,? ?)*(?:(?:you |he |she )?(?:do not|should not|must not)|never|no (?=(?:waiting|driving|sitting)))\b/i // biome-ignore format: one row

/** Of another time, another speaker, or a question. */
const blocked =
  /\b(?:said|told|used to|ago|yesterday|last (?:time|week|month|year|night)|usually|normally|some people|other people|might have|could have|did you|have you|were you|do you|if (?:i|we|they)\b|unless|or else|otherwise|would have|had had|(?:if|when) (?:you|he|she) (?:would|had|did|were having))\b|\[|"/i

/** What goes with the deed of an action: "ring, and say it is urgent". */
const linking = /^(?:(?:and|so|then|please|just|you|i|we|would|will|want|need|like|to|that|is|it|be|she|he|they|is|are|have|should|must|or|do|me|us|him|her|ask|on|but|straight|don't|phone|them|would like|wanting|those|all)\b[ ,]*)*$/i // biome-ignore format: one row
export const conditional = /^(?:if|should|when|for|with|in case|on)\b/i

/** A danger list with its action; a sentence may have two of them. */
type Group = {
  dangers: string[]
  deeds: string[]
  action: string | undefined
  even?: string
  isIf: boolean
  isTrailing: boolean
}
type Read = { groups: Group[]; isWhole: boolean }

const open = (): Group => ({ dangers: [], deeds: [], action: undefined, isIf: false, isTrailing: false })
const lastOf = ({ groups }: Read): Group => groups.at(-1) as Group

/** "If either comes back" points to dangers that were named before. */
const pointer =
  /^(?:(?:if|so|and|or|for|with) )*(?:either|any|one|both|all)(?: of (?:those|these|them|that|the two))?(?: (?:comes? back|happens?|starts?|occurs?|develops?|do|does))?$/i

function addDangers(words: string, into: Read): void {
  const items = splitDangers(words.replace(/[.!?]+$/, '')).filter((item) => !pointer.test(item))
  if (items.some(isNoDanger)) into.isWhole = false
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

export const joinActions = (one: string | undefined, other: string): string =>
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

/** True for words beside the danger and the action: their time, what must not reassure, and who is spoken to. */
function readAside(bare: string, group: Group): boolean {
  if (/^(?:while|whilst)\b/i.test(bare) && group.dangers.length > 0) {
    group.dangers.push(`${group.dangers.pop()} ${bare.replace(/^(while|whilst) (?:you|he|she) (?:are|is) /i, '$1 ')}`)
    return true
  }
  // "Go to emergency, even if the sugar's normal".
  if (
    /^even if (?!you (?:feel|think) )/i.test(bare) &&
    group.action !== undefined &&
    !/\b(?:i|we|me|us)\b/i.test(bare)
  ) {
    group.even = bare.toLowerCase().replaceAll(/\b(?:your|his|her)\b/g, 'the')
    return true
  }
  // "And Glenys, if you're sick with fever, ...".
  return /^[a-z]+$/i.test(bare) && !isBodily(bare) && group.dangers.length === 0 && findAction(bare) === undefined
}

/** "You need to stop it and call us." */
const duty = /^(?:you|he|she) (?:(?:will )?(?:need|have) to|should|must|had better) /i

function readChunk(chunk: string, into: Read): void {
  const bare = chunk.trim().replace(/^(?:and|so|but|then|now|or) (?=(?:if|come (?:sooner|earlier))\b)/i, '')
  const group = lastOf(into)
  if (effect.test(bare) || readAside(bare, group)) return
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
  const own = deed.exec(before.replace(duty, ''))?.[1]
  if (own !== undefined) group.deeds.push(own)
  else if (before !== '' && !linking.test(before) && !idle.test(before) && !ofHelper.test(before)) {
    // "Phone us, and if it's the vision you go to eye casualty": a condition with its own action.
    if (group.action !== undefined && /^(?:and |or |but )?if\b/i.test(before)) into.groups.push(open())
    if (isBodily(before) || /\bif\b/i.test(before)) addDangers(before, into)
  }
  const target = lastOf(into)
  target.action = joinActions(target.action, found.text)
  const condition = /(?:^|\b(?:straight ?away|day|week|sooner|early|us|me|today|once|\bthan (?:the|our|your) [a-z]+) )(?:if|for|with|in case of|should) (?!(?:me|that|you to|it(?! (?:gets|is getting) (?:worse|no better)))\b|(?:an? )?(?:appointment|friday|monday|thursday|tuesday|wednesday))(.+)$/i.exec(after)?.[0] // biome-ignore format: short
  if (
    condition !== undefined &&
    (/^(?:.*? )?(?:if|should)\b/i.test(condition) || isBodily(condition) || /\bany\b/i.test(condition))
  ) {
    target.isTrailing = true
    target.isIf = true
    addDangers(condition.replace(/^.*?\b(?:if|for|with|should)\b /i, ''), into)
  } else if (/\b(?:if|unless|until|about|how|what)\b/i.test(after)) into.isWhole = false
}

/** "Or emergency if we're shut": when the other place is taken. */
const whenShut =
  / (?:if|when) (?:we are|it is|they are|the clinic is) (?:shut|closed|after hours|out of hours|the weekend|not open)\b/gi

/** Chunks between commas; a condition in the middle of a clause begins one. */
const chunksOf = (said: string): readonly string[] =>
  said
    .replace(/[.!?]+$/, '')
    .replaceAll(whenShut, '')
    .split(
      /[,;:] |(?<=\b(?:straight ?away|us|me|day)) (?=if\b)|(?<=(?:^|, )(?:and |so |but )?if [^,]{4,80}) (?=you (?:will )?(?:need|have) to |you (?:should|must) )/,
    )

/** The parts of a sentence, each a list with its action or without one; undefined if a word of it is not read. */
export const readNetParts = readOnceOf((sentence: Sentence): readonly Part[] | undefined => {
  const whole = openSpoken(tellSpoken(sentence.text))
    .replaceAll(/ \b'?cause\b/gi, ' because')
    .replace(/\bsay i said\b/i, 'say')
    .replaceAll(/, say, /gi, ' ')
  if (
    blocked.test(whole) ||
    ofMoment.test(whole) ||
    turnsRound.test(whole) ||
    (refusing.test(whole) && /\bif\b/i.test(whole) && /\b(?:ambulance|nine)\b/i.test(whole)) ||
    sentence.text.trimEnd().endsWith('?')
  )
    return undefined
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
    ...(group.even === undefined ? {} : { even: group.even }),
    ...(when === undefined ? {} : { when }),
  }))
})
