/** Tells who acts on the patient, or names the illness, from whom the words are about: "they put me on ramipril", "they called it a small heart attack". D339. */

import { otherPersons, ownRelatives } from '../tables.ts'

/** What others do to a patient, or say of the patient's illness. */
const acts = /^(?:call|say|said|tell|told|think|thought|reckon|find|found|took|take|put|did|do|gave|give|diagnos|pick|remov|cut|fix|replac|start|stop|chang|prescrib|sent|send|refer|check|test|had|swapp|increas|reduc|kept|keep|wanted|ended|went|thought|add|adjust|upp|bump|doubl|halv)\w*$/ // biome-ignore format: one row

/** An adverb or an auxiliary may stand between the two. */
const passing =
  /^(?:have|had|just|then|also|always|only|all|never|even|first|later|eventually|finally|were|did|would|will)$/

/** "I got new sandals. They rubbed.": nobody was named, and the verb is one of things. */
const ofThings =
  /^(?:rub\w*|hurt\w*|itch\w*|ach\w+|burn\w*|bleed\w*|bled|swell\w*|swoll?en|throb\w*|tingl\w*|are|were|come|came|go|last\w*|help\w*|work\w*|smell\w*|taste\w*|feel|felt|look|looked|wake\w*|happen\w*|get|bother\w*|spread\w*|occur\w*|there|always|still|worse|better|painful|sore|itchy|red)$/
const isPerson = (token: string): boolean => token !== 'they' && (ownRelatives.has(token) || otherPersons.has(token))
const isThings = (tokens: readonly string[], at: number): boolean =>
  ofThings.test(tokens[at + 1] ?? '') && !tokens.slice(0, at).some(isPerson)

const inTheWay = /\b(?:over|off|into|onto|on|like|as if|as though)(?: (?:the|a|my|our))?$/

/** True if "they" at the token is a doer without a name, or some things, or if somebody only lay in the way. */
export function isDoer(tokens: readonly string[], at: number): boolean {
  // "I tripped over the dog": the thing that lay in the way.
  if (/^(?:dog|cat|kids?|toddler|child|someone|somebody)$/.test(tokens[at] ?? '') && inTheWay.test(tokens.slice(Math.max(0, at - 3), at).join(' '))) return true // biome-ignore format: one row
  const [verb = '', object = ''] = tokens.slice(at + 1)
  // "She put me on the tablets", "she said it's got darker".
  if (/^(?:he|she)$/.test(tokens[at] ?? ''))
    return (acts.test(verb) && object === 'me') || (watches.test(verb) && /^(?:it|that|my|i)$/.test(object))
  if (tokens[at] !== 'they') return false
  if (isThings(tokens, at)) return true
  const next = tokens[at + 1] ?? ''
  return acts.test(passing.test(next) && !/^(?:had|did)$/.test(tokens[at + 2] ?? '') && /^[a-z]+$/.test(tokens[at + 2] ?? '') ? (tokens[at + 2] ?? '') : next) || (acts.test(next) && next !== 'had') // biome-ignore format: short
}

/** What somebody does to another one, who comes next: "Mum took me", "my wife gave me some". */
const serves = /^(?:takes?|took|gives?|gave|brings?|brought|drives?|drove|makes?|made|tells?|told|sends?|sent|asks?|asked|lets?|helps?|helped|wants?|wanted|carried|pushed|dragged|rang|calls?|called|nags?|nagged)$/ // biome-ignore format: one row
/** What an onlooker does: it leaves open whose the thing is, and the talk is the patient's. */
const watches = /^(?:notices?|noticed|spotted|says?|said|thinks?|reckons?|filmed|checks?|checked|measured|counted|pointed|worries|worried)$/ // biome-ignore format: one row

/** True if the person at the token only helps the speaker, or looks on. */
export function isHelper(tokens: readonly string[], at: number): boolean {
  const [verb = '', object = '', more = ''] = tokens
    .slice(at + 1)
    .filter((token) => !passing.test(token) && token !== ',')
  return watches.test(verb) ? !/^(?:he|she)$/.test(object) : serves.test(verb) && /^(?:me|us)$/.test(/^(?:up|over|back|in)$/.test(object) ? more : object) // biome-ignore format: short
}
