/** How regularly a medicine is taken: "Do you miss any?" - "The night one, maybe twice a week.", "I miss one perhaps once a month." D472. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { cutStretches, withoutHedges } from '../../../grammar/chunks.ts'
import { restoreNames } from '../../background/spoken-names.ts'
import { answers, type Candidate, claim, type Quote, says } from '../../candidates.ts'
import { saidName } from '../../medication.ts'

const asks = /\b(?:miss|misses|missing|missed|forget|forgets|forgotten|skip|skipped|skipping)\b/
const ofDoses = /\b(?:any|them|it|many|doses?|tablets?|ones?|ever|often|pills?)\b/
/** Periods, meals, school and calls are missed too. */
const ofElse = /\b(?:periods?|work|school|appointments?|meals?|breakfast|lunch|beats?|calls?|days? off|names?|words?|things|where|people|miscarr\w*)\b/ // biome-ignore format: one row

const asksMissed = ({ said, isQuestion }: Sentence): boolean => isQuestion && asks.test(said) && ofDoses.test(said) && !ofElse.test(said) // biome-ignore format: short

const count = '(?:once|twice|one|two|three|four|five|six|a couple|a few|half|couple of)'
const often = new RegExp(`\\b(?:${count}(?: (?:or|to) \\w+)?(?: times?| days?| nights?| doses?)? (?:a|per|every|each|in (?:a|the)|of the) (?:day|week|month|fortnight|year)|${count} in (?:five|ten|seven|\\w+teen)|(?:on |at )?(?:the )?(?:weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|night shifts?)|most (?:weeks|nights|days)|every (?:other|second) \\w+|now and (?:then|again)|once in a while)\\b`) // biome-ignore format: one row
const which =
  /^the (?:morning|night|evening|lunchtime|lunch|midday|second|first|last|afternoon|bedtime|dinner) (?:one|dose|tablet|puff|ones)$/
const verb = /^(?:(?:and|but|well|so|yeah|yes|oh|no|sometimes) )*i (?:do |would |might |probably |only )*(?:miss|forget|skip)(?: (?:it|one|them|that|a dose|a tablet|doses|to take (?:it|them)|to))*/ // biome-ignore format: one row
const never = /^(?:(?:oh|no|nope|nah|um|well),? )*(?:no|nope|nah|never|never miss (?:a dose|one|it|them)|not (?:one|a one|once)|every (?:single )?(?:day|morning|night))[.,! ]*$/ // biome-ignore format: one row

/** The stretches that say which dose, and how often. */
function readMissed({ said }: Sentence): readonly string[] {
  const isSome = /\bsometimes\b/.test(said)
  const plain = withoutHedges(said.replaceAll(/\b(?:perhaps|honestly|roughly|about)\b,? ?/g, ''))
  return cutStretches(plain).flatMap(({ text }) => {
    const own = text.replace(verb, '').trim()
    return (which.test(own) || often.test(own)) && own.split(' ').length <= 7 && !/\b(?:i|we|they|he|she|take|taken|took)\b/.test(own) ? [`${isSome ? 'sometimes ' : ''}${own}`] : [] // biome-ignore format: short
  })
}

const line = (told: string, name: string | undefined, quotes: readonly Quote[], at: number): Candidate => ({
  text: `Misses${name === undefined ? '' : ` ${name}`}: ${restoreNames(told, quotes.map(({ sentence }) => sentence.text).join(' '))}.`,
  claims: [claim('history', { key: 'missed-doses', display: 'misses' })],
  quotes,
  weight: 83,
  at,
})

const things = /\b(?:doses|tablets|pills|medicines|puffs|injections)\b/
/** The medicine that the question is about, or what it calls them: the one of its own turn, or of the turn before it. */
function medicineOf(question: Sentence, reply: readonly Sentence[]): string | undefined {
  const thing = things.exec(question.said)?.[0]
  const own = [...reply, question].flatMap((sentence) => sentence.terms.filter(({ kind }) => kind === 'medicine').map((term) => saidName(sentence, term))) // biome-ignore format: short
  return new Set(own).size === 1 ? own[0] : thing
}

function ofReply(question: Sentence): readonly Candidate[] {
  const [first] = question.answers
  const turn = question.answers.filter(({ segment, isQuestion }) => segment === first?.segment && !isQuestion).slice(0, 3) // biome-ignore format: short
  if (first === undefined) return []
  const parts = turn.map((sentence) => ({ sentence, words: readMissed(sentence) }))
  const used = parts.filter(({ words }) => words.length > 0)
  const told = used.flatMap(({ words }) => words)
  if (told.length > 0) return [line(told.join(', '), medicineOf(question, turn), answers(question, ...used.map(({ sentence }) => sentence)), first.at)] // biome-ignore format: short
  const isNever = never.test(first.said) && !turn.slice(1).some(({ said }) => /\b(?:miss|forget|skip|sometimes|except|but|if|only)\b/.test(said)) // biome-ignore format: short
  const thing = things.exec(question.said)?.[0]
  if (!isNever || thing === undefined) return []
  return [{ text: `Misses no ${thing}.`, claims: [claim('history', { key: 'missed-doses', display: 'misses' }, { polarity: 'absent' })], quotes: answers(question, first), weight: 60, at: first.at }] // biome-ignore format: short
}

/** "I miss one perhaps once a month.", behind a question after the medicine. */
function told(sentence: Sentence): readonly Candidate[] {
  if (sentence.isQuestion || !verb.test(sentence.said) || sentence.asked.some(asksMissed) || ofElse.test(sentence.said)) return [] // biome-ignore format: short
  const asked = sentence.asked.at(-1)
  if (asked === undefined || !/\b(?:tak(?:e|ing)|tablets?|pills?|medic\w*|milligrams|once a day|every day|on)\b/.test(asked.said)) return [] // biome-ignore format: short
  const words = readMissed(sentence)
  return words.length === 0 ? [] : [line(words.join(', '), medicineOf(asked, [sentence]), asked.terms.some(({ kind }) => kind === 'medicine') ? answers(asked, sentence) : says(sentence), sentence.at)] // biome-ignore format: short
}

export const draftMissedDoses = (dialogue: readonly Sentence[]): readonly Candidate[] =>
  dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician') return asksMissed(sentence) ? ofReply(sentence) : []
    return sentence.segment.speaker === 'patient' ? told(sentence) : []
  })
