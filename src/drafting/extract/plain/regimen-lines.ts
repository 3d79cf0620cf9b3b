/**
 * A regimen that stands without a verb, as clinicians dictate it: "Chloramphenicol drops, one every two hours for two days, then four times a day."
 * Its words are a line already. It begins with the medicine or its amount and has a rate; a verb, a person, a doubt or a past is none of it. D361.
 */
import type { Utterance } from '../../dialogue/utterances.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { type Candidate, claim, sentenceCase } from '../candidates.ts'
import { classes } from '../orders/medicine-changes.ts'
import { quotesOf } from '../orders/medicine-orders.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { joinRegimen } from './plan-lines.ts'

/** Words before the name that only introduce it. */
const lead =
  /^(?:(?:so|and|then|now|also|plus|well|ok|okay|right|next|first|for now|tonight|today),? )*(?:(?:(?:the|your|this|that) (?:[a-z-]+ ){1,2}(?:is|are)(?: called)?|(?:it|that|this|they|these|those) (?:is|are|will be)(?: called)?|for (?:the|your|that|his|her) ?[a-z ]{0,20},|what (?:you|i|we) (?:will |would )?(?:need|want|like|have|do) is),? )?(?:(?:a bit of|a little|some|just|only|a course of|the) )*/i
/** What the patient is told to do with it. */
const taking =
  /^(?:(?:you|he|she) (?:should |will |need to |are to )?)?(take|have|use|give|put|apply)(?: him| her)? (?=[a-z0-9])/i
const count = '(?:\\d+|an?|one|two|three|four|five|six|eight|ten|half an?|a single|a thin layer|a small amount|a pea sized amount|the one)' // biome-ignore format: one row
export const rated = new RegExp(
  `\\b(?:once|twice|(?:up to )?${count} times) (?:a|per|each|every|in a) (?:day|week|night)\\b|\\b(?:once |twice |${count} times )?daily\\b|\\bevery (?:${count}|four to six|six to eight|second|other)? ?(?:hours?|days?|nights?|mornings?|weeks?)\\b|\\b(?:${count}|four|six|eight|twelve) hourly\\b|\\b(?:at|each|every) (?:night|bedtime|morning|evening)\\b|\\bin the (?:morning|evening)s?\\b|\\bmorning and (?:night|evening)\\b|\\b(?:when|if|as) (?:needed|required)\\b|\\b(?:single|one) dose\\b|\\b${count} (?:a|per) day\\b|\\bwith (?:each|every) (?:meal|feed)s?\\b`,
  'i',
)
const verbal =
  /\b(?:i|i'm|we|he|she|they|me|us|you|it|is|are|was|were|will|would|can|could|should|might|may|had|has|have|did|does|do|not|never|longer|stop\w*|if|unless|until|or|but|instead|people|usually|normally|last|ago|used|allerg\w*|because|since|when|maybe|perhaps|previously|still|already|what|which|who|how|why|before(?! (?:breakfast|bed|meals|food|dinner|lunch|sleep|each|every|eating))|after(?! (?:breakfast|meals|food|dinner|lunch|each|every|eating))|rather|than|over|too)\b|\[|\?|"/i
/** "Only when you need it" is "when needed", and a limit stays: neither is a condition. */
const polite: readonly (readonly [pattern: RegExp, text: string])[] = [
  [
    /,? ?\b(?:only )?(?:when|if|as) (?:you|he|she) (?:really )?(?:needs?|requires?) (?:it|them|one|to)\b/gi,
    ' when needed',
  ],
  [
    /,? (?:which|that|it|this) (?:should|will|would|can|helps?)\b[^,]*$|,? (?:should|will) (?:help|settle|fix|clear|do|bring|ease)\b[^,]*$|,? to (?:help|settle|ease|bring|keep|dry|calm)\b[^,]*$|,? and that is (?:it|all)$|,? (?:okay|ok|all right|alright|please)$|,? (?:ten|five|seven|three|fourteen) days all up$/gi,
    '',
  ],
  [/,? (?:all up|in total|regularly|all together)(?=,|$)/gi, ''],
]
/** A limit of doses: it has a "no", and forbids nothing else. */
const limit = /,? (?:but )?(?:no more than|at most|maximum(?: of)?|max(?: of)?|not more than|up to) (?:\d+|[a-z]+)(?: (?:tablets?|doses?|puffs?|capsules?))? (?:a|per|in a|in any|in (?:twenty four|24)) (?:day|hours|week)(?: hours)?/gi // biome-ignore format: one row

const mostWords = 26

/** The line without its full stop; undefined if the words are no bare regimen. */
function tellRegimen(text: string): string | undefined {
  const whole = openSpoken(cleanWords(text))
    .replace(/[.!]+$/, '')
    .replace(lead, '')
  const verb = taking.exec(whole)?.[1]
  const bare = whole.replace(taking, '')
  const said = polite.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), bare).replace(/[, ]+$/, '')
  const opening = said.split(' ').slice(0, 7).join(' ').split(',')[0] ?? ''
  const checked = said.replaceAll(limit, '').replaceAll(/\b(?:when|if|as) (?:needed|required)\b/gi, '')
  if (!rated.test(said) || verbal.test(checked) || !namesKind(opening, 'medicine') || said.split(' ').length > mostWords) return undefined // biome-ignore format: short
  const isFirst = new RegExp(`^(?:${count} )?(?:[a-z]+ )?(?:(?:puffs?|drops?|sprays?|tablets?|capsules?|mls?|mils|millilitres|milligrams|micrograms|units|grams?|doses?|sachets?) )?(?:of (?:the )?)?[a-z-]+`, 'i').test(said) // biome-ignore format: short
  const line = `${verb === undefined ? '' : `${verb} `}${said}`
  return isFirst ? joinRegimen(line.replaceAll(/\b(?:your|his|her)\b/gi, 'the').replaceAll(/ {2,}/g, ' ')) : undefined
}

/** `taken`: the medicines that the patient names; a regimen of these may be read back, and orders nothing. */
export function readRegimenLine(utterance: Utterance, taken: ReadonlySet<string>): Candidate | undefined {
  const [sentence, other] = utterance.sentences
  if (sentence === undefined || other !== undefined || sentence.isQuestion) return undefined
  const named = sentence.terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key))
  const [term] = named
  if (term === undefined || named.some(({ key }) => key !== term.key || taken.has(key))) return undefined
  const line = tellRegimen(sentence.text)
  if (line === undefined) return undefined
  const text = sentenceCase(line)
  return {
    text: `${text}.`,
    claims: [claim('plan', { key: quoteKey([sentence]), display: text })],
    quotes: quotesOf(utterance),
    weight: 84,
    at: sentence.at,
  }
}
