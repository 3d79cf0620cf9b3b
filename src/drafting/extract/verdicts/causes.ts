/** What a trouble of the patient comes from: "I think the dizziness is from the new tablet", "the cough I put down to the perindopril". D496. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { namesTrouble } from '../../vocabulary/clinical-words.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

const opening = '(?:(?:so|and|well|right|ok|okay|look|now|yes|yeah|but|to me|for me|honestly),? )*'
const guess = "((?:i (?:do |would |also )?(?:think|reckon|suspect|believe|guess|say)|i'd (?:say|think|guess)|my (?:guess|feeling|hunch) is|i am (?:fairly|pretty|quite|reasonably|almost) (?:sure|certain|confident)|chances are|probably|most likely|it looks like|it sounds like),? (?:that )?)?" // biome-ignore format: one pattern
const own = '(?:the|your|his|her|this|that|these|those)'
const word = "(?!(?:is|are|was|were|i|you|it|that|this|and|or|but|if|not|no|when|because|down|from)\\b)[a-z'-]+"
const trouble = `(${word}(?: ${word}){0,3})`
const degree =
  '((?:(?:all|just|mostly|mainly|partly|only|really|actually|probably|likely|most likely|almost certainly) )*)'
const thing = `((?:${own} |an? |all (?:that|the) )?${word}(?: (?:of |in |on )?(?:${own} )?${word}){0,4}?)(?=,|[.!;]|$| and\\b| but\\b| so\\b| which\\b| because\\b| i (?:think|reckon|suspect)\\b| rather\\b| here\\b| when\\b)` // biome-ignore format: one pattern
const from = '(?:(?:coming |is )?from|due to|down to|caused by|because of|a side effect of|related to|brought on by|triggered by)' // biome-ignore format: one pattern

/** `order`: the groups; a form that names no trouble has none for it, and needs a thing that causes troubles and the noun for it. */
type Form = { readonly said: RegExp; readonly order: readonly [trouble: number | undefined, thing: number, hedge: readonly number[]]; readonly noun?: number } // biome-ignore format: short
// biome-ignore format: one row a form
const forms: readonly Form[] = [
  { said: new RegExp(`^${opening}${guess}${own} ${trouble} (?:is|are|was|were|comes?|came|has been|will be|would be) ${degree}${from} ${thing}`), order: [2, 4, [1, 3]] },
  { said: new RegExp(`^${opening}${own} ${trouble},? i (?:do |would )?(put|blame) (?:it )?(?:down )?(?:to|on) ${thing}`), order: [1, 3, [2]] },
  { said: new RegExp(`^${opening}i (?:do |would )?(put|blame) ${own} ${trouble} (?:down )?(?:to|on) ${thing}`), order: [2, 3, [1]] },
  { said: new RegExp(`^${opening}${guess}it is ${degree}${thing.replace('(?=,', ' (?:that is |which is )?(?:causing|behind|bringing on|giving you|driving)(?= ')} ${own} ${trouble}(?=,|[.!;]|$| and\\b| but\\b)`), order: [4, 3, [1, 2]] },
  { said: new RegExp(`^${opening}(?:as to|as for|about) ${own} ${trouble},? ${guess}it (?:is|to be) ${degree}${thing}`), order: [1, 4, [2, 3]] },
  { said: new RegExp(`^${opening}${guess}${thing.replace('(?=,', '(?: is| are) (?=')} ?${degree}(?:what is |the (?:one|thing) )?(?:causing|behind|bringing on|giving (?:you|him|her)|driving) ${own} ${trouble}(?=,|[.!;]|$| and\\b| but\\b)`), order: [4, 2, [1, 3]] },
  { said: new RegExp(`^${opening}${guess}(?:the|a) ((?:main |likely |most likely |probable )?(?:cause|culprit|trigger)) (?:(?:of|for) (?:it|this|that|all this) |here )?is ${degree}${thing}`), order: [undefined, 4, [1, 2, 3]], noun: 2 },
  { said: new RegExp(`^${opening}${guess}${thing.replace('(?=,', '(?: is| are) (?=')} ?${degree}(?:the|a) ((?:main |likely |most likely |probable |big |biggest )?(?:cause|culprit|trigger|reason))(?=[,.;!]|$| (?:of|for|behind) (?:it|this|that|all this)\\b| here\\b| i\\b| rather\\b)`), order: [undefined, 2, [1, 3, 4]], noun: 4 },
]
/** Things that cause a trouble without an illness: a medicine or its dose, and habits. */
const agent = /\b(?:tablets?|pills?|medicines?|medications?|medication|dose|patch(?:es)?|inhaler|drugs?|cream|drops|caffeine|coffees?|alcohol|drink(?:ing)?|beers?|wine|smoking|vap(?:e|ing)|stress|pollen|dust|gluten|dairy|lifting|posture|shoes|desk|keyboard|weather|heat|dehydration|anaemia|low iron|blood pressure|pressure)\b/ // biome-ignore format: a list
const isAgent = (sentence: Sentence, thing: string): boolean =>
  agent.test(thing) || sentence.terms.some((term) => term.kind === 'medicine' && sentence.words.slice(term.from, term.to + 1).every(({ text }) => thing.includes(text))) // biome-ignore format: short
const unsure = /\b(?:if|not|no|never|whether|unless|might|could|may|people|usually|sometimes|mum|dad|brother|sister|last (?:time|year)|before|or)\b/ // biome-ignore format: one pattern
/** Things of talk, which cause nothing. */
const noThing = /^(?:(?:the|a|your|this|that) )?(?:it|that|this|them|there|here|home|work|now|then|what|where|how|one|way|start|beginning|thing|stuff|same thing|outside|inside|today|yesterday)$/ // biome-ignore format: a list

const impersonal = (words: string): string => words.replaceAll(/\b(?:your|his|her|this|these|those)\b/g, 'the').replaceAll(/\ball (?:that|the) /g, 'the ') // biome-ignore format: short

const late =
  /^,? (?:i (?:think|reckon|suspect|believe|would say|guess)|i'd say|probably|most likely|but i (?:can not|cannot|can't) be (?:sure|certain))\b/

/** "The pressure dropping when you stand up." */
const standing = /^ when (?:you|he|she) (?:stands?|gets?)(?: up)?\b/

/** The cause that the clinician names for a trouble of the body. */
export function readCause(sentence: Sentence): readonly Candidate[] {
  const said = sentence.said.replaceAll(/(?<=[a-z])['’]s (?=(?:all |just |mostly |mainly |probably |likely |coming )*(?:from|due to|down to|caused|because of|a side effect|causing|giving|behind|bringing|driving|the (?:main |likely |most likely |probable |big |biggest )?(?:cause|culprit|trigger|reason)))/g, ' is ') // biome-ignore format: short
  if (sentence.isQuestion) return []
  for (const { said: form, order, noun } of forms) {
    const match = form.exec(said)
    if (match === null || unsure.test(match[0])) continue
    const [what, cause = ''] = [order[0] === undefined ? undefined : (match[order[0]] ?? ''), match[order[1]]]
    if (noThing.test(cause) || (what === undefined ? !isAgent(sentence, cause) : !namesTrouble(what))) continue
    const isHedged = late.test(said.slice(match[0].length)) || order[2].some((at) => /\w/.test((match[at] ?? '').replaceAll(/\b(?:all|just|mostly|mainly|partly|only|really|actually|main|big|biggest|cause|culprit|trigger|reason)\b/g, ''))) // biome-ignore format: short
    const behindIt = `${impersonal(cause)}${standing.test(said.slice(match[0].length)) ? ' on standing' : ''}`
    const mostly =
      /\b(?:mostly|mainly|partly)\b/.exec(order[2].map((at) => match[at] ?? '').join(' '))?.[0].concat(' ') ?? ''
    const display = what === undefined ? behindIt : `${what} from ${behindIt}`
    const told = what === undefined ? `${isHedged ? 'Likely ' : ''}${(noun === undefined ? '' : (match[noun] ?? '')).replace(/^(?:(?:likely|most likely|probable|big|biggest) )/, '')}: ${mostly}${behindIt}` : isHedged ? `${sentenceCase(what)} likely from ${behindIt}` : sentenceCase(display) // biome-ignore format: short
    return [{ text: `${sentenceCase(told)}.`, claims: [claim('impression', { key: `${quoteKey([sentence])}-from`, display }, isHedged ? { certainty: 'uncertain' } : {})], quotes: says(sentence), weight: 94, at: sentence.at }] // biome-ignore format: short
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
