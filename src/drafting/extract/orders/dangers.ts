/** The dangers of a safety net: each condition as a noun, an adjective or a verb in -ing, without "you". D286. */

import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { findTerms } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { tellConditions } from '../plain/conditions.ts'
import { dropPersons } from '../plain/subordinate.ts'
import { joinBoth, splitConditions, turnsRound } from '../returns/both-conditions.ts'
import { isNoDanger } from '../returns/no-dangers.ts'

/** A new condition begins with a subject or "any". "An arm or a leg" is one condition. */
const joint =
  /,? (?:but|and|or)? ?(?:especially|particularly|but|or) if |,? (?:or|and)(?: if| even if| when)? (?=(?:you|he|she|it|they|your|his|her|its|any|there|the (?!other\b)|become|start|can not)\b)|,? (?:or |and )?if (?:ever |and when )?|, (?:or )?(?=(?:you|he|she|it|they|your|his|her|any|there|the|a|an|severe|bad|worsening|new|[a-z]+ing)\b)/i

const subject = '(?:you|he|she|they)'
const adverbs = '(?:(?:suddenly|also|ever|still|really|just|then|actually|even|do|does|happen to|were to|notice that you|find (?:that )?you|think you) )*' // biome-ignore format: one row
const having =
  '(?:get|gets|have|has|have got|has got|notice|notices|develop|develops|see|sees|experience|experiences|find|finds|spot|spots|start getting|starts getting|start to get|start to have|are getting|is getting|are having|are developing|come up with|come out in|comes out in|suffer|suffer from|spike|spikes|run|runs|get any)'

// biome-ignore format: one row a line
const forms: readonly (readonly [pattern: RegExp, text: string])[] = [
  [new RegExp(`^${subject} ${adverbs}(?:can not|could not|are unable to|is unable to|are not able to) (.+)$`, 'i'), 'cannot $1'],
  [new RegExp(`^${subject} ${adverbs}(?:start|starts|begin|begins|keep|keeps|are|is)(?: to be)? ([a-z]+ing\\b.*)$`, 'i'), '$1'],
  [new RegExp(`^${subject} ${adverbs}(?:feel|feels|are feeling|is feeling|start to feel|start feeling) (?:like you (?:are|have) )?(.+)$`, 'i'), 'feeling $1'],
  [new RegExp(`^${subject} ${adverbs}${having} (?:any |some |a bit of |more of )?(?!to\\b|been\\b|had\\b|not\\b)(.+)$`, 'i'), '$1'],
  [new RegExp(`^${subject} ${adverbs}(?:are|is|become|becomes|look|looks|seem|seems|go|goes) (.+)$`, 'i'), '$1'],
  [/^(?:there is|there are) (?:any |some )?(.+)$/i, '$1'],
  [new RegExp(`^${subject} (?:have|has) not (?:yet )?(?:had|got|received) (?:any |an? |your |the )?(.+)$`, 'i'), 'no $1'],
  [new RegExp(`^${subject} (?:have|has) not (?:yet )?([a-z]+ed) (?:any )?(.+)$`, 'i'), 'not having $1 $2'],
  [/^(?:the|those|these|your) ([a-z]+) makes? (?:you|him|her) (?:feel )?(?:really |very )?(.+)$/i, '$2 with the $1'],
]
const deed = new RegExp(`^${subject} ${adverbs}(?:start to |begin to )?([a-z]+)\\b(.*)$`, 'i')
const auxiliary =
  /^(?:will|would|can|could|may|might|must|should|did|had|been|want|wants|need|needs|like|know|think|prefer|wish|decide|feel|do|does|have|has|are|is|was|were|not|never|choose|worry|hear|a|an|the)$/i

/** Nobody's danger: a wish, a question, or nothing that could be looked for. */
const noDanger = /\b(?:questions?|concern\w*|worr\w+|trouble getting|happy|unsure|not sure|problems? with (?:the )?(?:tablets|booking)|possible|that is (?:ok|fine|alright)|would like|rather|prefer|anything else|need (?:me|us|anything)|heard|(?:call|ring|phone|dial)(?: [a-z]+)?$)\b|^(?:do not|never|please|happens?|occurs?)\b|(?:^|, )(?:stop|leave|skip|drop|cut)(?: (?:it|them|that|taking|using|(?:the|those|these) [a-z]+))*$|^(?:it|that|this|one|so|not|any)$/i // biome-ignore format: one row
const personal = /\b(?:i|i'm|me|we|us|you|he|she|they|him|them|my|our)\b|\?|\[/i

/** Words beside a name that change nothing, or say how bad it is. */
const beside = /^(?:a|an|the|any|some|your|his|her|of|in|with|it|bit|really|very|quite|up|on|getting|get)$/
const grades: Readonly<Record<string, string>> = { worse: 'worsening', worsening: 'worsening', bad: 'severe', severe: 'severe', sudden: 'sudden', new: 'new', high: 'high', persistent: 'persistent', more: 'worsening' } // biome-ignore format: a table

/** The clinical name, if the words say nothing beside it but how bad it is. */
function nameOf(words: string): string | undefined {
  const read = readWords(words)
  const terms = findTerms(read).filter(({ kind }) => kind === 'symptom' || kind === 'condition')
  const [term, other] = terms
  if (term === undefined || other !== undefined) return undefined
  const rest = read.filter((_, at) => at < term.from || at > term.to).map(({ text }) => text)
  const left = rest.filter((word) => !beside.test(word) && grades[word] === undefined)
  const grade = rest.flatMap((word) => grades[word] ?? [])[0]
  if (left.length > 0 || rest.includes('not')) return undefined
  return grade === undefined || term.display.includes(grade) ? term.display : `${grade} ${term.display}`
}

function tellDanger(item: string): string | undefined {
  const bare = item.replace(/^(?:if|when|that|and|or|also|then|should|even if|with|for|of|get)\s+/i, '').replace(/^(?:any(?: of (?:the|your|his|her|those))?|some|a bit of) /i, '').trim() // biome-ignore format: short
  const inner = dropPersons(bare)
  if (inner !== bare) return tellDanger(inner)
  const general = /\b(?:worse|better|improv\w*|settl\w*|clear\w*)\b/i.test(bare) ? tellConditions(bare) : undefined
  if (general !== undefined) return general
  const form = forms.find(([pattern]) => pattern.test(bare))
  const [, verb = '', rest = ''] = form === undefined ? (deed.exec(bare) ?? []) : []
  if (form === undefined && auxiliary.test(verb)) return undefined
  const base = verb.toLowerCase()
  const third = /^(?:he|she)\b/i.test(bare) ? base.replace(/(?<=ss|sh|ch|x|o)es$|s$/, '') : base
  const told = form === undefined ? (verb === '' ? bare : `${gerundOf(third)}${rest}`) : bare.replace(form[0], form[1])
  const text = told.replaceAll(/\b(?:your|his|her|its)\b/gi, 'the').replaceAll(/\bthe own\b/gi, 'own').replaceAll(/(?<!\bcan ?not [a-z]+ )\b(?:any|some) /gi, '').replaceAll('can not', 'cannot').replace(/[,. ]+$/, '').trim() // biome-ignore format: short
  const isVerbal = form === undefined && verb !== ''
  const name = isVerbal || /\barm\b.*\bleg\b/i.test(text) ? nameOf(text) : undefined
  const words = (name ?? text).split(' ')
  return text === '' || noDanger.test(text) || (name === undefined && personal.test(text)) || words.length > 12 ? undefined : (name ?? text) // biome-ignore format: short
}

/** All dangers, or undefined if one of them has no such form. */
export function listDangers(said: string): readonly string[] | undefined {
  if (turnsRound.test(said)) return undefined
  const { items, isJoined } = splitConditions(said, joint)
  if (items.some(isNoDanger)) return undefined
  const told = items.map(tellDanger)
  return told.length === 0 || told.includes(undefined) ? undefined : joinBoth(told.flatMap((one) => one ?? []), isJoined) // biome-ignore format: short
}
