/** Where it hurts when the examiner presses, by the patient's answer: "Joint line, outside?" - "Ow." D438. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { quoteKey } from '../../../dialogue/wording.ts'
import { examined } from '../../../vocabulary/examination-words.ts'
import { gerundOf } from '../../../vocabulary/order-verbs.ts'
import { type Candidate, claim, type Quote, sentenceCase } from '../../candidates.ts'

/** The examiner presses, or asks where it is sore. */
const presses = /\b(?:press|pressing|push(?:ing)? on|feel(?:ing)? (?:for|your|the|along|over|round)|have a feel|having a feel|poke|touch|tap|tapping|sore|tender|tell me (?:when|if|where)|hurts?|tenderness)\b/ // biome-ignore format: one pattern
/** A question that names a place alone: "And the joint line, inside?", "Base of the little toe bone, halfway along?". */
const lead =
  /^(?:(?:and|so|now|ok|okay|right|what about|how about|then|good|lovely|great|sorry|just|is it sore|any pain|sore|tender|does it hurt|up|down|over) ?,? ?)*(?:(?:in|on|at|if i press(?: on)?|when i press(?: on)?) )?/
const place = /^(?:(?:the|your|a|this|that|bit|just|under|over|above|below|behind|inside|outside|back|front|edge|top|side|base|head|tip|point|middle|left|right|upper|lower|inner|outer|of|on|in|along|here|there|little|big|other|first|second|fifth|bone|bones?|all|way|halfway|further|line|tummy|ac|sc|bony|bits?|round|around|up|down|and|to) ?|(?:[a-z]+ ?))+$/ // biome-ignore format: one pattern
const notPlace = /\b(?:you|i|we|it|is|are|does|do|did|have|has|can|any|pain|how|what|when|where|why|ever|time|day|week|tablets?|medic\w+|since|with|take|same|feel|breath|move|lift|numb\w*|cough|all right|better|worse|bowels?|wee|water)\b/ // biome-ignore format: one pattern
const yes = /^(?:(?:oh|ah+|ooh?|ow+|yow|ouch|aah|yes|yep|yeah|mm+|god|jesus|there|right there|that is (?:it|him|the (?:one|spot|bit|place))|that hurts|it hurts|sore|very|that is (?:very )?(?:sore|tender|painful)|please|thank you|just there|bit sore|a bit sore|a bit tender|definitely)[,.! ]*)+$/ // biome-ignore format: one pattern
const no = /^(?:(?:no|nah|nope|not there|not really|fine|that is (?:fine|ok|okay|all right|alright)|it is fine|ok|okay|all right|alright|not sore|nothing|not at all|no that is (?:fine|ok|okay|all right|alright)|not (?:there|that one))[,.! ]*)+$/ // biome-ignore format: one pattern

/** "If I push along the thumb, does that hurt?", "is it sore when I press on the shin?" */
const pressing =
  /\b(?:if|when) i (press|push|squeeze|tap|touch|move|bend|twist|pull) (?:it )?((?:on |along |over |down on |in |under )?(?:the|your|that|this) [a-z ]+?)(?:,|\?|$| does\b| is\b| do\b)/

const cries = /\b(?:ow+|yow|ouch|ah+|ooh?|aah|hurts|sore|tender|yes|yep|yeah|that is)\b/
/** A part, or a place on the part that is being examined. */
const hasPart = new RegExp(
  `\\b(?:${examined}|(?:inside|outside|front|back|inner|outer|upper|lower) (?:line|edge|bone|bit|side)|snuffbox|snuff box|ribs?|breastbone|hollow|crease)\\b`,
)

const placeOf = (said: string): string | undefined => {
  const bare = said.replace(/[?.!]+$/, '').replace(lead, '').replace(/,? (?:just )?(?:there|here)$/, '').replace(/^(?:just )?(?:here|there),? (?:just )?/, '').replace(/^(?:the|your) /, '') // biome-ignore format: short
  return bare.split(' ').length <= 9 && hasPart.test(bare) && !notPlace.test(bare) && place.test(bare.replaceAll(',', '')) ? bare : undefined // biome-ignore format: short
}

const mostBack = 6

type Sore = {
  readonly isSore: boolean
  readonly word: string
  readonly spot: string
  readonly quotes: readonly Quote[]
  readonly at: number
}

function tell({ isSore, word, spot, quotes, at }: Sore): Candidate {
  const display = `${word.replace(/^hurt$/, 'hurts')} ${spot}`
  const denial = word === 'pain' ? 'No pain' : word.startsWith('hurt') ? 'Does not hurt' : `Not ${word}`
  const text = isSore ? sentenceCase(display) : `${denial} ${spot}`
  const key = `${quoteKey(quotes.map(({ sentence }) => sentence))}-press`
  return { text: `${text}.`, claims: [claim('finding', { key, display }, isSore ? {} : { polarity: 'absent' })], quotes, weight: 86, at } // biome-ignore format: short
}

const asked = (...list: readonly Sentence[]): readonly Quote[] => [...new Set(list)].map((sentence): Quote => ({ sentence, role: 'question' })) // biome-ignore format: short
const on = (where: string): string => (/^(?:under|over|above|below|behind|along|in|on|at|just|down) |^(?:inside|outside) (?:the|of) /.test(where) ? where : `on the ${where}`) // biome-ignore format: short

/** The spot that a question is about: a place alone, or "if I push along the thumb". */
function spotOf(said: string): string | undefined {
  const [, verb, what] = pressing.exec(said) ?? []
  if (verb !== undefined && what !== undefined) return hasPart.test(what) ? `on ${gerundOf(verb)} ${what.trim()}`.replace(/\byour\b/, 'the') : undefined // biome-ignore format: short
  const where = placeOf(said)
  return where === undefined ? undefined : on(where)
}

/** "Joint line, outside?" - "Ow, that's sore." */
function readReply(sentence: Sentence, at: number, list: readonly Sentence[]): readonly Candidate[] {
  if (!sentence.text.trim().endsWith('?')) return []
  const spot = spotOf(sentence.said)
  const before = list.slice(Math.max(0, at - mostBack), at + 1).findLast(({ said, segment }) => segment.speaker === 'clinician' && presses.test(said)) // biome-ignore format: short
  const next = list.slice(at + 1).find(({ segment, said }) => segment.speaker !== 'clinician' || placeOf(said) === undefined) // biome-ignore format: short
  if (spot === undefined || before === undefined || next?.segment.speaker !== 'patient') return []
  const turn = list.filter(({ segment }) => segment === next.segment)
  const reply = turn.map(({ said }) => said).join(' ')
  const isSore = yes.test(reply) && cries.test(reply)
  if (isSore === no.test(reply)) return []
  const [word] = /\b(?:sore|tender|hurts?|pain)\b/.exec(`${isSore ? reply : ''} ${sentence.said} ${before.said}`) ?? []
  const replies = turn.map((one): Quote => ({ sentence: one, role: 'answer' }))
  return word === undefined ? [] : [tell({ isSore, word, spot, quotes: [...asked(before, sentence), ...replies], at: next.at })] // biome-ignore format: short
}

const asksWhere = /\b(?:where (?:it|that) (?:is|hurts)|where is it|where does it|point to|show me)\b.*\b(?:sore|tender|hurts?|pain)\b|\bwhere (?:it|that) hurts\b/ // biome-ignore format: one pattern
const deictic = /^(?:(?:yes|yep|just|right|there|here|about|um|uh|it is|that is|in|over|round|around|this bit|the spot|i think|like|so)[,. ]*)+$/ // biome-ignore format: one pattern

/** "Show me where it's sore." - "Just there." - "In the snuffbox." */
function readShown(sentence: Sentence, at: number, list: readonly Sentence[]): readonly Candidate[] {
  const [question, reply] = [list[at - 2], list[at - 1]]
  if (sentence.isQuestion || question === undefined || reply?.segment.speaker !== 'patient') return []
  if (!asksWhere.test(question.said) || !deictic.test(reply.said)) return []
  const where = placeOf(sentence.said.replace(/^(?:so|right|ok|okay),? /, ''))
  const [word] = /\b(?:sore|tender|hurts|pain)\b/.exec(question.said) ?? []
  return where === undefined || word === undefined ? [] : [tell({ isSore: true, word, spot: on(where), quotes: [...asked(question), { sentence: reply, role: 'answer' }, { sentence, role: 'statement' }], at: sentence.at })] // biome-ignore format: short
}

const soreThere = /^(?:(?:so|yes|yep|right|ok|okay|and|it is|that is|you are),? )*((?:(?:a|bit|very|quite|really|pretty|little) )*(?:sore|tender)) (?:just |right )?(?:there|here)\b/ // biome-ignore format: one pattern
const spoken = /\b((?:under|over|on|at|in|behind|below|above|along) (?:the|your) [a-z ]+?)(?=,|\?|\.|$)/

/** "And under the ribs, big breath in." - "Ow." - "Sore there." */
function readThere(sentence: Sentence, at: number, list: readonly Sentence[]): readonly Candidate[] {
  const word = soreThere.exec(sentence.said)?.[1]
  const before = list.slice(Math.max(0, at - 4), at).findLast(({ segment }) => segment.speaker === 'clinician')
  const where = spoken.exec(before?.said ?? '')?.[1]
  if (word === undefined || before === undefined || where === undefined || !hasPart.test(where)) return []
  return [tell({ isSore: true, word, spot: where.replace(/\byour\b/, 'the'), quotes: [before, sentence].map((one): Quote => ({ sentence: one, role: 'statement' })), at: sentence.at })] // biome-ignore format: short
}

export function readPressed(dialogue: readonly Sentence[], within: ReadonlySet<Sentence>): readonly Candidate[] {
  const list = dialogue.filter((sentence) => within.has(sentence))
  return list.flatMap(
    (sentence, at) =>
    sentence.segment.speaker === 'clinician' ? [...readReply(sentence, at, list), ...readShown(sentence, at, list), ...readThere(sentence, at, list)] : [], // biome-ignore format: short
  )
}
