/** What a trouble of the patient comes from: "I think the dizziness is from the new tablet", "the cough I put down to the perindopril". D496. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { namesTrouble } from '../../vocabulary/clinical-words.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

const opening = '(?:(?:so|and|well|right|ok|okay|look|now|yes|yeah|but|to me|for me|honestly),? )*'
const guess = "((?:i (?:do |would |also )?(?:think|reckon|suspect|believe|guess|say)|i'd (?:say|think|guess)|my (?:guess|feeling|hunch) is|chances are|probably|most likely|it looks like|it sounds like),? (?:that )?)?" // biome-ignore format: one pattern
const own = '(?:the|your|his|her|this|that|these|those)'
const word = "(?!(?:is|are|was|were|i|you|it|that|this|and|or|but|if|not|no|when|because|down|from)\\b)[a-z'-]+"
const trouble = `(${word}(?: ${word}){0,3})`
const degree =
  '((?:(?:all|just|mostly|mainly|partly|only|really|actually|probably|likely|most likely|almost certainly) )*)'
const thing = `((?:${own} |an? |all (?:that|the) )?${word}(?: (?:of |in |on )?(?:${own} )?${word}){0,4}?)(?=,|[.!;]|$| and\\b| but\\b| so\\b| which\\b| because\\b| i (?:think|reckon|suspect)\\b| rather\\b)` // biome-ignore format: one pattern
const from = '(?:(?:coming |is )?from|due to|down to|caused by|because of|a side effect of|related to|brought on by|triggered by)' // biome-ignore format: one pattern

type Form = {
  readonly said: RegExp
  readonly order: readonly [trouble: number, thing: number, hedge: readonly number[]]
}
// biome-ignore format: one row a form
const forms: readonly Form[] = [
  { said: new RegExp(`^${opening}${guess}${own} ${trouble} (?:is|are|comes?|has been|will be|would be) ${degree}${from} ${thing}`), order: [2, 4, [1, 3]] },
  { said: new RegExp(`^${opening}${own} ${trouble},? i (?:do |would )?(put|blame) (?:it )?(?:down )?(?:to|on) ${thing}`), order: [1, 3, [2]] },
  { said: new RegExp(`^${opening}i (?:do |would )?(put|blame) ${own} ${trouble} (?:down )?(?:to|on) ${thing}`), order: [2, 3, [1]] },
  { said: new RegExp(`^${opening}${guess}it is ${degree}${thing.replace('(?=,', ' (?:that is |which is )?(?:causing|behind|bringing on|giving you|driving)(?= ')} ${own} ${trouble}(?=,|[.!;]|$| and\\b| but\\b)`), order: [4, 3, [1, 2]] },
]
const unsure = /\b(?:if|not|no|never|whether|unless|might|could|may|people|usually|sometimes|mum|dad|brother|sister|last (?:time|year)|before|or)\b/ // biome-ignore format: one pattern
/** Things of talk, which cause nothing. */
const noThing = /^(?:(?:the|a|your|this|that) )?(?:it|that|this|them|there|here|home|work|now|then|what|where|how|one|way|start|beginning|thing|stuff|same thing|outside|inside|today|yesterday)$/ // biome-ignore format: a list

const impersonal = (words: string): string => words.replaceAll(/\b(?:your|his|her|this|these|those)\b/g, 'the').replaceAll(/\ball (?:that|the) /g, 'the ') // biome-ignore format: short

const late =
  /^,? (?:i (?:think|reckon|suspect|believe|would say|guess)|i'd say|probably|most likely|but i (?:can not|cannot|can't) be (?:sure|certain))\b/

/** The cause that the clinician names for a trouble of the body. */
export function readCause(sentence: Sentence): readonly Candidate[] {
  const said = sentence.said.replaceAll(/(?<=[a-z])['’]s (?=(?:all |just |mostly |mainly |probably |likely |coming )*(?:from|due to|down to|caused|because of|a side effect))/g, ' is ') // biome-ignore format: short
  if (sentence.isQuestion) return []
  for (const { said: form, order } of forms) {
    const match = form.exec(said)
    if (match === null || unsure.test(match[0])) continue
    const [what = '', cause = ''] = [match[order[0]], match[order[1]]]
    if (!namesTrouble(what) || noThing.test(cause)) continue // biome-ignore format: short
    const isHedged = late.test(said.slice(match[0].length)) || order[2].some((at) => /\w/.test((match[at] ?? '').replaceAll(/\b(?:all|just|mostly|mainly|partly|only|really|actually)\b/g, ''))) // biome-ignore format: short
    const display = `${what} from ${impersonal(cause)}`
    return [{ text: `${isHedged ? `${sentenceCase(what)} likely from ${impersonal(cause)}` : sentenceCase(display)}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-from`, display }, isHedged ? { certainty: 'uncertain' } : {})], quotes: says(sentence), weight: 94, at: sentence.at }] // biome-ignore format: short
  }
  return []
}

const behind = new RegExp(
  `^(?:,? (?:that is )?((?:(?:very |most )?likely|probably) ))?,? ?((?:from|due to|caused by|secondary to|because of|brought on by|triggered by|related to) ${thing})`,
)
/** What tells the speaker so, and what begins a wish or a time: no cause. */
const evidence = /\b(?:story|looks?|sounds?|way|history|exam\w*|tests?|results?|bloods|x ?rays?|scans?|description|what|how|my|where|swab|report|letter|film|now|then|today|here|there|start|before|last|next|when|home|work|to|if|or|you|i|we)\b/ // biome-ignore format: a list

/** "Early nerve damage from the diabetes": the cause behind a name, as it stands in the note. D538. */
export function readCauseBehind(after: string): string {
  const [, doubt, cause = '', what = ''] = behind.exec(after) ?? []
  return what === '' || noThing.test(what) || evidence.test(what.replace(/\bdue to\b/, ''))
    ? ''
    : `${doubt === undefined ? '' : ', likely'} ${impersonal(cause)}`
}

/** "The Nurofen": a name keeps its capital. */
export const asSpoken = ({ segment: { text } }: Sentence, words: string): string => words.replaceAll(/[a-z]{4,}/g, (word) => (text.includes(sentenceCase(word)) && !text.includes(word) ? sentenceCase(word) : word)) // biome-ignore format: short
