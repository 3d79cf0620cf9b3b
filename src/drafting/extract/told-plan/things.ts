/** Things of a plan without a verb: which of them are ordered, and which say nothing. D443. */
import { isCareNoun } from '../../vocabulary/care-words.ts'
import { listReferrals, listTests } from '../orders/named-services.ts'
import { namesCare } from './care-names.ts'

/** An amount or a rate. */
export const dosed = /\b(?:\d+|one|two|three|four|five|six|half)\b.*\b(?:mg|micrograms|g|mL|milligrams?|tablets?|capsules?|puffs?|drops?|sprays?|squirts?|day|daily|hours?|morning|night|nightly|days|weeks|times)\b|\b(?:every|each|once|twice|daily|at night|at bedtime|as needed|when needed)\b/i // biome-ignore format: one row
/** An amount or a time. */
export const timed = /\b(?:\d+|one|two|three|four|five|six|seven|eight|ten|twelve|twenty|half|once|twice|every|each|daily|nightly|weekly|today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weeks|days?|months?|morning|evening|night|bedtime|until|till)\b/ // biome-ignore format: one row

/** What is not there, or not meant: no order. */
const abstract = /^(?:no|not) (?:(?:much|great|real|big|any|the) )*(?:drama|pressure|mystery|messing|doubt|rush|trouble|idea|harm|wonder|necessarily|surprise|question|chance|secret|joke|fun|point|reason|more|good|bad|yet|really|always|exactly|quite|a |an |longer|sooner|later|less|sure|certain|spreading|hot|red|\w+(?:ed|er|est)\b)/ // biome-ignore format: one row

export function isThingOfCare(said: string, isListed: boolean): boolean {
  if (abstract.test(said)) return false
  if (!said.replace(/^(?:an?|the|some|your|then) /, '').includes(' '))
    return isService(said) || (isListed && isCareNoun(said.replace(/^(?:an?|the|some|your) /, '')))
  return (
    namesCare(said) ||
    /^(?:no|not|never|plenty|lots|less|more|fewer|little|regular|short|same|small|smaller|light|lighter|gentle|early|loose|cold|cool|warm|soft|daily)\b/.test(
      said,
    )
  )
}

/** Words without a thing or a deed of their own. */
const empty = /^(?:do|not|never|please|it|that|this|them|those|these|him|her|one|so|the|an?|then|too|for|on|to|at|in|off|out|up|down|with|you|just|all|both|here|there|tell|ask|let|give|show|bring|send|keep|take|put|is|are|be|and|or|of|bother|know|see|do)$/ // biome-ignore format: one row

export const isEmpty = (line: string): boolean => {
  const words = (line.toLowerCase().match(/[a-z0-9'-]+/g) ?? []).filter((word) => !empty.test(word))
  return words.length === 0 || (words.length === 1 && line.split(' ').length < 3 && !isService(line))
}
const isService = (line: string): boolean =>
  listTests(line.toLowerCase()).length > 0 || listReferrals(line.toLowerCase()).length > 0
