/**
 * Wanting to die, self-harm, harm to others or by others, and voices: what was asked and said of it is always in the note, word for word and
 * with the words that protect. Only a bare no to a thing that has a name is told by its name instead. D355.
 */
import type { Claim } from '../../../core/clinical-note.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import { isOfAnimal } from '../../dialogue/others.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate } from '../candidates.ts'
import { quoteReply, quoteWords } from './quote-reply.ts'
import { goesOnAboutRisk, namesDeath, namesRisk } from './risk-words.ts'

/** A patient's turn about it, and the question that it answers. */
type Told = { readonly question: Sentence | undefined; readonly sentences: readonly Sentence[] }

const weight = 104

/** "No.", "Nah, never.": nothing but a no. */
const bareNo =
  /^(?:(?:um|uh|er|oh|god|well|look|doctor|doc|definitely|absolutely|certainly|really|honestly)[,.!]* |no+[,.!]* ?|nah[,.!]* ?|nope[,.!]* ?|not at all[,.!]* ?|not really[,.!]* ?|never[,.!]* ?|none[,.!]* ?|nothing (?:like that|at all|of the sort|of that sort)[,.!]* ?|none of (?:that|those)[,.!]* ?|no way[,.!]* ?|(?:i )?(?:do|have|am|had|did) not[,.!]* ?|i never have[,.!]* ?|not that[,.!]* ?|thank (?:god|goodness)[,.!]* ?|of course not[,.!]* ?)+$/

/** An answer that is not understood without its question. */
const leans =
  /^(?:yes|yeah|yep|yup|no|nah|nope|not|never|once|twice|sometimes|maybe|most|every|all|often|a (?:bit|few|couple|little)|just|only|when|that|it|because|but|and|he|she|they|for|in|on|at|from|since|last|about|the|my|well|um|i (?:have|did|do|am|was|had|would|could|might)(?: not)?[.,]?$)\b/

const isAnimal = (sentences: readonly Sentence[]): boolean => sentences.some(isOfAnimal)

/** "What's the point in going on?" asks nobody. */
const asksWhy = /\b(?:what is the (?:point|use)|why (?:go on|am i (?:still )?(?:here|alive)))\b/

type Turn = {
  readonly sentences: readonly Sentence[] /** It asks something before it says anything, so it is no reply. */
  readonly isAsking: boolean
}

/** Turns of the patient in their order, without what they ask. */
function listTurns(dialogue: readonly Sentence[]): readonly Turn[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'patient')
  const tells = ({ isQuestion, text, said }: Sentence): boolean =>
    (!isQuestion && !text.endsWith('?')) || asksWhy.test(said)
  return [...Map.groupBy(own, ({ at }) => at).values()].map((turn) => ({
    sentences: turn.filter(tells),
    isAsking: turn[0] !== undefined && !tells(turn[0]),
  }))
}

/** A warning that stands as a question asks nothing. */
const asks = ({ text, said }: Sentence): boolean =>
  text.endsWith('?') || !/\b(?:i|we|ring|call|go to|come)\b/.test(said)

/** The last question of a turn that is about it, or goes on about it while it is the topic. */
function askedOf(asked: readonly Sentence[], isTopic: boolean): Sentence | undefined {
  return (
    asked.findLast(({ said }) => namesRisk.test(said)) ??
    (isTopic ? asked.findLast(({ said }) => goesOnAboutRisk.test(said)) : undefined)
  )
}

/** Every turn of the patient that answers such a question, or names it. */
function listTold(dialogue: readonly Sentence[]): readonly Told[] {
  const told: Told[] = []
  let isTopic = false
  for (const { sentences, isAsking } of listTurns(dialogue)) {
    const [first] = sentences
    if (first === undefined) continue
    const question: Sentence | undefined = isAsking ? undefined : askedOf(first.asked.filter(asks), isTopic)
    const isNamed = sentences.some(({ said }) => namesRisk.test(said)) && !isAnimal(sentences)
    isTopic = question !== undefined || isNamed
    if (isTopic) told.push({ question, sentences })
  }
  return told
}

const mostWords = 90

/** A long turn: the sentences that name it, and the ones beside them. */
function shorten(sentences: readonly Sentence[]): readonly Sentence[] {
  const count = sentences.reduce((sum, { words }) => sum + words.length, 0)
  const named = sentences.flatMap(({ said }, at) => (namesRisk.test(said) ? [at] : []))
  return count <= mostWords || named.length === 0
    ? sentences
    : sentences.filter((_, at) => named.some((one) => Math.abs(one - at) <= 1))
}

/** "Okay.": heard, and nothing told. */
const acknowledges = /^(?:(?:um|okay|ok|right|alright|all right|sure|fine|good|great|thanks?|thank you|doc|doctor|deal|fair enough|will do|got it|i see|mm+|i know|i figured)[,.! ]*)+$/ // biome-ignore format: a list

const ofFamily = /\b(?:family|relatives?|parents|siblings)\b/

function tell({ question, sentences }: Told): Candidate | undefined {
  const chosen = shorten(sentences)
  const [first] = chosen
  const words = quoteWords(chosen)
  if (first === undefined || words === '' || acknowledges.test(chosen.map(({ said }) => said).join(' '))) return undefined // biome-ignore format: short
  const lead = plainText(words)
  const isAlone = question === undefined || (namesRisk.test(first.said) && !leans.test(lead))
  const kind = question !== undefined && ofFamily.test(question.said) ? 'family' : 'symptom'
  return quoteReply(chosen, isAlone ? undefined : question, kind, weight)
}

const absent = ({ polarity }: Claim): boolean => polarity === 'absent'
const ofEarlier =
  /\b(?:before|past|tried|attempt\w*|plan\w*|acted|done)\b|\bever (?:actually |deliberately )?(?:harm|hurt|cut|overdos|tak|took)/

/** A no that takes something of itself back. */
const takesBack =
  /\b(?:but|sometimes|some|(?<!\b(?:not|never) )once|twice|used|lately|recently|any ?more|not really|always|except|apart|thoughts?|thought|think(?! so)|thinking|cross\w*|would|when|if|only|just|point|plans?|before|ago|years?|easier|wish)\b/

/** A line that says no to the thing by its name, and nothing that says yes to it. */
function isDenied({ question, sentences }: Told, stated: readonly Candidate[]): boolean {
  const reply = sentences.map(({ said }) => said).join(' ')
  if (question === undefined || ofEarlier.test(question.said) || (!bareNo.test(reply) && takesBack.test(reply))) return false // biome-ignore format: short
  const denied = stated.filter(({ claims, quotes }) => claims.every(absent) && quotes.some(({ sentence }) => sentence === question)) // biome-ignore format: short
  const names = new Set(denied.flatMap(({ claims }) => claims.map(({ concept }) => concept)))
  return denied.length > 0 && !stated.some(({ claims }) => claims.some((one) => !absent(one) && names.has(one.concept)))
}

/** `stated`: the facts that were read by their names. */
export const draftRisk = (dialogue: readonly Sentence[], stated: readonly Candidate[]): readonly Candidate[] =>
  listTold(dialogue)
    .filter((told) => !isDenied(told, stated))
    .flatMap((told) => tell(told) ?? [])

/** A denial of a thing about which the note has the patient's own words, which say more than no. */
export const isToldInFull = ({ claims, quotes }: Candidate, risks: readonly Candidate[]): boolean =>
  claims.every(absent) &&
  quotes.some(
    ({ role, sentence }) =>
      role === 'question' &&
      risks.some((risk) => risk.quotes.some((own) => own.role === 'question' && own.sentence === sentence)),
  )

/** Tablets that are at hand: "anything at home that you might use, tablets stored up?" */
const asksMeans =
  /\b(?:stored|saved|stashed|hidden) (?:up|away)\b|\b(?:at home|around|in the house)\b.*\b(?:might|could|would) use\b/

/** Tablets of an overdose, and those that could be one, are no treatment. */
export const isOfRisk = ({ claims, quotes }: Candidate): boolean =>
  claims.every(({ kind }) => kind === 'medication') &&
  quotes.some(({ sentence, role }) => role !== 'question' && (namesDeath.test(sentence.said) || sentence.asked.slice(-1).some(({ said }) => asksMeans.test(said)))) // biome-ignore format: short
