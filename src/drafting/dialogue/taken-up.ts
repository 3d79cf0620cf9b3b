/**
 * "I have", "it is" and their like take up the verb of a question, and so say yes, if nothing new follows: "Any chest pain?" - "I have
 * had some", "I do when I walk". With a thing of their own they tell something else: "I have a sore knee."
 */
import { wordSet } from '../vocabulary/words.ts'
import type { Sentence } from './sentence.ts'

const verb = /^(?:that is right|i do|i have|i am|it is|it does)\b(?! not)/

/** Words that name no thing: articles, pronouns for the thing asked, verbs of having, amounts, degrees, assurances. */
const light = wordSet(
  'a an the some any this that these those it them one ones of i you do does did have has had is am are was been be being get gets getting got having feel feeling felt notice noticed experience experienced suffer suffered yes yeah yep indeed bit little lot lots few couple times fair good touch quite very really just also still too pretty rather always usually often sometimes mostly occasionally constantly now then currently afraid honest right well um uh er like mean know doctor doc',
)
/** Words that begin a condition, a time or a contrast: after them the thing stays the one that was asked. */
const adjuncts = wordSet(
  'when whenever if after before while as on in at for since until during with every each most all only mainly especially because but and or though although except from over about so to last yesterday today tonight this',
)

const ofPlace = wordSet('on in at with about over to from')
/** "I am on the train." has a verb of its own, unless the question has "are you". */
const asksBeing =
  /\b(?:are|is|am|was|were|been|being|feeling) (?:you|he|she|they)\b|\b(?:you|he|she|they) (?:are|is|were|was|been|being|feeling)\b/

/** "headaches" and "headache" are one word. */
export const stem = (word: string): string => word.replace(/(?:es|s)$/, '')

export function takesUp(question: Sentence, said: string): boolean {
  const begun = verb.exec(said)?.[0]
  if (begun === undefined || (begun === 'i am' && !asksBeing.test(question.said))) return false
  const asked = new Set(question.words.map(({ text }) => stem(text)))
  const [clause = ''] = said.slice(begun.length).split(/[.,;!?]/)
  for (const word of clause.trim().split(/\s+/)) {
    if (word === '' || light.has(word) || /ly$/.test(word)) continue
    // "I am on the train" tells where somebody is; "I am getting it at night" takes up the thing.
    if (begun === 'i am' && ofPlace.has(word) && !/\b(?:getting|having|feeling|it|that|them)\b/.test(clause))
      return false
    return adjuncts.has(word) || asked.has(stem(word))
  }
  return true
}
