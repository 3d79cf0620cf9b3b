/**
 * Advice without a verb: "plenty of fluids", "no lifting for six weeks", "what helps is a warm bath". The thing is a noun of self-care; a quantity,
 * a time or the frame around it says that it is advised and not only spoken of. A clause with a verb of its own is read elsewhere. D333.
 */
import { isCareNoun } from '../../vocabulary/care-words.ts'
import { wordSet } from '../../vocabulary/words.ts'
import { tellAdviceLine } from './advice-lines.ts'
import { dropPersons } from './subordinate.ts'

const framed =
  /^(?:what (?:really |often |usually )?(?:helps|works)(?: (?:best|most|a lot|you))?|(?:the )?(?:(?:main|best|biggest|first|most important|other|key|real) )+(?:thing|treatment|medicine|remedy)(?: here| now| at home| for (?:it|that|this|you|him|her))?|the (?:answer|treatment|trick|key|remedy|cure|secret|priority)(?: here| now| for (?:it|this|that))?) (?:is|are|would be|will be) (?:going to be )?(?:just |simply |lots? of (?=lots))?/i

/** Words that may stand before the noun. */
const before = wordSet('a an the your his her some plenty lots loads heaps of more less fewer smaller bigger small little regular daily gentle warm cold cool hot salty salt lukewarm light soft loose flat sensible supportive good comfortable clean dry fresh simple plain proper extra early no low high heavy contact strenuous few couple bit half deep hand feet only any frequent short quiet dark boiled cooled fruit bubble perfumed scented tight alcohol free physical hard big') // biome-ignore format: one row
/** Words that make it advice. */
const measured =
  /^(?:plenty|lots|loads|heaps|more|less|fewer|smaller|regular|no|early|frequent|gentle)\b|\b(?:(?:once|twice|\w+ times|every|each) (?:a |per )?(?:day|night|week|hour|morning|evening|few|two|three|four)|minutes?|hourly|daily|as often as|at night|before bed|between meals|with meals|when \w+ing|for the [a-z]+|until|till)\b/i
/** "No" forbids only for a time; without one it may repeat what the patient does. */
const forTime = /\b(?:until|till|for (?:the next |a |an |two|three|four|five|six|seven|eight|ten|twelve|\d)|while|this (?:week|weekend|month)|for now|at the moment|yet|after|before|with (?:the|this|that|these)|from now)\b/i // biome-ignore format: one row
/** A verb of its own, a person, or a doubt. */
const verbal =
  /\b(?:i|we|he|she|it|they|this|that|there|is|are|was|were|has|have|had|do|does|did|will|would|can|could|may|might|must|should|not|never|if|unless|because|which|who|what|how|why|helps?|makes?|mean\w*|or|but|good to|sounds?|great)\b/i

const tail = /^(.*?)(?:,? (?=(?:until|till|while|when|before|after|as often as)\b)(.*))?$/i

/** The line; undefined if the clause has a verb, or leaves open whether it advises anything. */
export function readCare(clause: string): string | undefined {
  const frame = framed.exec(clause)
  const said = frame === null ? clause : clause.slice(frame[0].length)
  const [, head = '', time = ''] = tail.exec(said) ?? []
  const words = head.toLowerCase().match(/[a-z'-]+/g) ?? []
  const at = words.findIndex((word) => isCareNoun(word) && !(before.has(word) && words.length > 1))
  if (at < 0 || at > 4 || !words.slice(0, at).every((word) => before.has(word)) || verbal.test(head)) return undefined
  if (frame === null && !measured.test(said)) return undefined
  if (/^(?:no|not)\b/i.test(head) && !forTime.test(said)) return undefined
  const line = tellAdviceLine({ act: time === '' ? head : `${head} ${dropPersons(time)}`, isBare: false })
  return line ?? (frame !== null && words.length === 1 ? head.trim() : undefined)
}
