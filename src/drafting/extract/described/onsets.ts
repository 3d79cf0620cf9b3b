/** How a symptom came on, told in an answer ("Gradual, was it?" - "Very.") or of "it" ("It has crept up, over time."). D310. */
import { readAnswer } from '../../dialogue/answers.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { qualities } from '../../vocabulary/qualities.ts'
import type { Attribute } from '../attribute.ts'
import { answersClearly } from '../attribute-answers.ts'
import { says } from '../candidates.ts'
import type { Antecedents } from './antecedents.ts'
import { listTurns } from './prompts.ts'

type Onset = 'sudden onset' | 'gradual onset'

/** The manner of a beginning. */
// biome-ignore format: one row a line
const manners: readonly (readonly [onset: Onset, form: RegExp, reason: string])[] = [
  ['sudden onset',  /\b(?:sudden(?:ly)?|abrupt(?:ly)?|all at once|(?:as|like) a (?:thunderclap|bolt|shot|flash|light switch)|out of (?:the blue|nowhere)|in (?:an instant|a flash|a split second|one go)|just like that|from one (?:minute|moment|second) to the next|from nothing to (?:that|this|everything)|it (?:just )?(?:hit|struck) me)\b/, 'an adverb of one moment, or its picture'],
  ['gradual onset', /\b(?:gradual(?:ly)?|by degrees|little by little|bit by bit|slow(?:er|ly)?|(?:has |have )?(?:crept|creeping|built|building) up|crept (?:on|in)|(?:sneaked|snuck|sneaking) up|built over|step by step|over (?:time|(?:some |several |a few |many |a couple of )?(?:hours|days|weeks|months)))\b/, 'an adverb of many small steps'],
]
/** A question after the manner: it names one or both. */
const asksManner = /\b(?:sudden(?:ly)?|gradual(?:ly)?|all at once|overnight|slow(?:er|ly)?|bit by bit|out of (?:the blue|nowhere)|quick(?:er|ly)?|(?:crept|creep|build|built|sneak|snuck|sneaked) up|how (?:did|does|has) (?:it|this|that|they|these|all this) (?:come on|came on|start|begin)|how fast|hit you|in an instant|over (?:hours|days|weeks))\b/ // biome-ignore format: short
/** The question is after a beginning, not after a change of posture or a speech. */
const ofOther = /\b(?:speak|talk|walk|stand|sit|turn|move|get up|death|died|stop|stopped|reduce|increase|tablets?|dose|medic\w*|eat|drink|weight|lose|lost|better|worse)\b/ // biome-ignore format: short
/** "Very." agrees with an adjective that the question names. */
const isDegree = /^(?:(?:oh|yes|yeah|well),? )*(?:very|extremely|totally|completely|absolutely|quite|pretty)(?: (?:much|much so|so|sudden|gradual))?[.!]?$/ // biome-ignore format: short
const refers = /^(?:(?:and|so|well|um|uh|yeah|no|oh|i think|i would say),? )*(?:it|this|that) (?:has |had |just |all |kind of |sort of )*(?:crept|came on|come on|started|began|built|been (?:creeping|building))\b/ // biome-ignore format: short
const denied = /\b(?:not|no|never|or|neither|nor|if)\b/

/** The one manner that the words tell; undefined for none, both, or a denied one. */
function readManner(said: string): Onset | undefined {
  const told = manners.filter(([, form]) => form.test(said)).map(([onset]) => onset)
  return told.length === 1 && !denied.test(said) ? told[0] : undefined
}

const orderOf = (onset: Onset): number => qualities.findIndex(([, display]) => display === onset)

function fromPrompt(
  prompt: Sentence,
  sentences: readonly Sentence[],
): { readonly onset: Onset; readonly sentence: Sentence } | undefined {
  // biome-ignore format: short
  for (const sentence of sentences.slice(0, 2)) {
    const onset = sentence.isQuestion || sentence.terms.length > 0 ? undefined : readManner(sentence.said)
    if (onset !== undefined) return { onset, sentence }
  }
  const asked = readManner(prompt.said)
  const [first] = sentences
  if (asked === undefined || first === undefined) return undefined
  const answer = readAnswer(prompt)
  if (answer?.says === 'yes' && answer.isPlain) return { onset: asked, sentence: answer.sentence }
  return isDegree.test(first.said) ? { onset: asked, sentence: first } : undefined
}

/** The manner of the beginning in all turns of the patient. */
export function listToldOnsets(
  dialogue: readonly Sentence[],
  prompts: ReadonlyMap<Sentence, readonly Sentence[]>,
  antecedents: Antecedents,
): readonly Attribute[] {
  return listTurns(dialogue, prompts).flatMap(({ prompts: own, sentences }): readonly Attribute[] => {
    const prompt = own.findLast(({ isQuestion }) => isQuestion)
    const isAsked = prompt !== undefined && asksManner.test(prompt.said) && !ofOther.test(prompt.said) && prompt.terms.length === 0 // biome-ignore format: short
    const answered = isAsked ? fromPrompt(prompt, sentences) : undefined
    const later = sentences.find(({ said, terms, isQuestion }) => !isQuestion && terms.length === 0 && refers.test(said) && !ofOther.test(said) && readManner(said) !== undefined) // biome-ignore format: short
    const onset = answered?.onset ?? (later === undefined ? undefined : readManner(later.said))
    const told = answered?.sentence ?? later
    if (onset === undefined || told === undefined) return []
    const term = antecedents(answered === undefined || prompt === undefined ? told : prompt)
    const quotes = answered === undefined || prompt === undefined ? says(told) : answersClearly(prompt, told)
    return term === undefined
      ? []
      : [{ concept: term.key, kind: 'quality', order: orderOf(onset), text: onset, quotes }]
  })
}
