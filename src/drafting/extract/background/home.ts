/** Who lives with the patient, and pets, in the reply to a question after them: "It's just me and my mum.", "Me, the wife and two boys." D432. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { withoutHedges } from '../../grammar/chunks.ts'
import { answers, type Candidate } from '../candidates.ts'
import { socialCandidate } from '../habits.ts'
import { restoreNames } from './spoken-names.ts'
import { isOfTopic, readReply } from './turns.ts'

const person = '(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|missus|hubby|mum|mother|dad|father|parents|brothers?|sisters?|sons?|daughters?|kids|children|boys?|girls?|twins|baby|toddler|flatmates?|housemates?|roommates?|friends?|mates?|nan|gran|grandma|grandmother|grandad|grandfather|grandson|granddaughter|grandchildren|lodger|carer|in laws|mother in law|father in law|teenagers?|family)' // biome-ignore format: one row
const lead =
  '(?:my|the|our|a|an|his|her|two|three|four|five|one|both|little|young|older|younger|teenage|grown up|elderly|other|of|couple|few|new|\\d+)'
const group = new RegExp(`(?:${lead} )*${person}(?:,? (?:who is|aged|she is|he is)? ?(?:\\w+ ?){0,2}(?=,|\\.|$| and))?(?:,? (?:and |plus )?(?:${lead} )+${person})*(?:,? and ${person})?`) // biome-ignore format: one row
const alone = /^(?:(?:no|oh|well|so|yeah|it is|there is|i am|i live|live|just|only|all),? )*(?:(?:just|only) me|me|alone|on my own|by myself|me,? myself(?: and i)?)(?:,? (?:now|these days|at the moment|since \w+ (?:died|passed|left)|and the (?:dog|cat)|with the (?:dog|cat)))*[.!]*$/ // biome-ignore format: one row
const barred =
  /\b(?:not|never|used to|poorly|ill|sick|worr\w+|smoke|smokes|works|died|passed|left|moved out|visits?|round every|next door|had it|has it|nearby|flown|grown|gone|away|at uni|interstate|overseas|own (?:place|home|house)|pop(?:s|ped)? (?:in|over))\b/
/** Anybody at home who is ill, or with the patient now: another question. */
const ofOther =
  /\b(?:poorly|sick|ill|unwell|symptoms|headaches?|same|cough\w*|else had|had it|expecting|pregnant|help\w*|with you (?:now|today)|right now|smok\w+)\b/

function livesWith(question: Sentence): readonly Candidate[] {
  if (!isOfTopic(question.said, 'home') || ofOther.test(question.said)) return []
  const reply = readReply(question, 'home')
  const sentences = (reply?.sentences ?? []).filter(({ isQuestion }) => !isQuestion).slice(0, 3)
  const [first, second] = sentences
  if (reply === undefined || first === undefined) return []
  const plain = (sentence: Sentence): string => withoutHedges(sentence.said).replaceAll(/ \.|[.!]+$/g, '').split(/,? (?:and|but|so) (?=(?:she|he|they|it|that|we|i) )/)[0] ?? '' // biome-ignore format: short
  if (alone.test(plain(first)) && (second === undefined || !group.test(plain(second)))) return [socialCandidate({ key: 'home', weight: 57 }, 'Lives alone.', answers(question, first))] // biome-ignore format: short
  for (const sentence of sentences) {
    const said = plain(sentence)
    const found = group.exec(said)
    if (found === null || barred.test(said) || said.split(' ').length > 16) continue
    const before = said.slice(0, found.index)
    // Who lives there stands at the beginning, or behind "with" or "me and".
    if (!/^(?:(?:no|oh|well|now|these days|at the moment|yeah|yes|it is|there is|there are|just|only|so|me|and|us|the|i live|we live|i am|we are|with|live|at home|still|i have got|mainly|both|all|of us|two|three|four|five|six|,) ?)*$/.test(before)) continue // biome-ignore format: short
    const isAlso = /^and /.test(before) && !/\bme\b/.test(before)
    const people = found[0].replaceAll(/\b(?:my|our|the|a|an|his|her) /g, '').replace(/[ ,]+$/, '').replaceAll(/\b(?:missus|hubby)\b/g, (word) => (word === 'hubby' ? 'husband' : 'wife')) // biome-ignore format: short
    const text = restoreNames(people, sentence.text)
    return [socialCandidate({ key: 'home', weight: 57 }, isAlso ? `At home also ${text}.` : `Lives with ${text}.`, answers(question, sentence))] // biome-ignore format: short
  }
  return []
}

const pet = /\b(?:(?:we|i)(?: have)?(?: got)? |(?:yes|yeah|just|only),? )?((?:a|an|one|two|three|four|some|couple of) (?:\w+ ){0,2}?(?:cats?|dogs?|rabbits?|birds?|budgies?|parrots?|hamsters?|guinea pigs?|horses?|chickens|kittens?|pupp(?:y|ies)|cockatiels?|labradors?|ferrets?|pigeons?))\b/ // biome-ignore format: one row
function pets(question: Sentence): readonly Candidate[] {
  if (!isOfTopic(question.said, 'pets')) return []
  const reply = question.answers.slice(0, 4).find(({ said, isQuestion }) => !isQuestion && pet.test(said) && !/\b(?:no|not|never|used to|had|died|allerg\w*|neighbour\w*|next door|mum|friend)\b/.test(said)) // biome-ignore format: short
  const found = reply === undefined ? undefined : pet.exec(reply.said)?.[1]
  return reply === undefined || found === undefined ? [] : [socialCandidate({ key: 'pets', weight: 50 }, `Pets: ${found}.`, answers(question, reply))] // biome-ignore format: short
}

export const readHome = (question: Sentence): readonly Candidate[] => [...livesWith(question), ...pets(question)]
