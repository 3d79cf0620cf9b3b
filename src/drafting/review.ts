/** When to come back, and for what: review dates and the safety net. */
import { type Candidate, claim, joinWords, says } from './candidates.ts'
import { plainText, type Sentence } from './dialogue.ts'
import { getsWorse, notBetter, reviewPattern } from './plans.ts'
import { findTerms, type Term } from './terms.ts'

const whenPattern =
  /\b(?:(?:in|within|after) (?:(?:about|around|the next|a) )*((?:a |one |two |three |four |five |six |seven |eight |ten |couple |few |several |or |to |of )+(?:days?|weeks?|months?))|(next week|tomorrow|next month|end of (?:this|the) week|by next week)|next (two|three|few|couple of)(?: (?:to |or )?(three|four))? days)\b/
const digits: Readonly<Record<string, string>> = { one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', ten: '10' } // biome-ignore format: a table

function whenOf(said: string): string | undefined {
  const match = whenPattern.exec(said.replaceAll(/\b(?:um|uh|like|you know),? /g, ''))
  if (match === null) return undefined
  const [, span, named] = match
  if (named !== undefined) return named.startsWith('end') ? `by the ${named}` : named.replace(/^by /, '')
  if (span === undefined) return undefined
  const text = span
    .trim()
    .replace(/^(?=few|couple)/, 'a ')
    .replaceAll(/\b(?:one|two|three|four|five|six|seven|eight|ten)\b/g, (word) => digits[word] ?? word)
  const range = /^(\d+)(?: or| to)? (\d+) (\w+)$/.exec(text)
  return `in ${range === null ? text : `${range[1]} to ${range[2]} ${range[3]}`}`
}

/** What is to be done where a warning sign shows. */
const actions: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\bambulance\b|\b(?:ring|call|dial|phone) (?:triple (?:zero|o)|nine nine nine|999|000)\b/, 'Call an ambulance'],
  [/\bhospital\b/, 'Go to hospital'],
  [/\ba ?(?:and|&) ?e\b|\bemergency (?:department|room)\b|\bcasualty\b/, 'Go to the emergency department'],
]
export const isEmergency = (said: string): boolean => actions.some(([pattern]) => pattern.test(said))

const warningsIn = (sentence: Sentence): readonly Term[] => [
  ...new Map(
    findTerms(sentence.words)
      .filter(({ kind }) => kind === 'symptom')
      .map((term) => [term.key, term]),
  ).values(),
]

function safetyNet(sentence: Sentence, terms: readonly Term[], lead: string): Candidate {
  const named = terms.slice(0, 5)
  const list = joinWords(
    named.map(({ display }) => display),
    'or',
  )
  return {
    text: `${lead} ${list}.`,
    claims: named.map((term) => claim('safety-net', term, { certainty: 'uncertain' })),
    quotes: says(sentence),
    weight: 62,
    at: sentence.at,
  }
}

const hasCondition = /\bif\b|\blook out\b|\bsuch as\b|\blike\b|\bshould you\b/

/** "Come back in three days if you are no better": who acts is clear, so the note says "Review". */
export function draftReview(sentence: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  const isReview = reviewPattern.test(said)
  if ((!isReview && !isEmergency(said)) || (sentence.isQuestion && !/\bif\b/.test(said))) return []
  const when = whenOf(said)
  const isBetter = notBetter.test(said)
  const parts = [isBetter ? 'not better' : undefined, getsWorse.test(said) ? 'worse' : undefined].filter(
    (part) => part !== undefined,
  )
  const condition = parts.length === 0 ? '' : ` if ${parts.join(' or ')}`
  const symptoms = hasCondition.test(said) ? warningsIn(sentence) : []
  const action = actions.find(([pattern]) => pattern.test(said))?.[1] ?? 'Return'
  const net = symptoms.length === 0 ? [] : [safetyNet(sentence, symptoms, `${action} if`)]
  if (!isReview || (when === undefined && parts.length === 0)) return net
  const own: Candidate = {
    text: `Review${when === undefined ? '' : ` ${when}`}${condition}.`,
    claims: [claim('plan', { key: 'review', display: 'review' }, when === undefined ? {} : { duration: when })],
    quotes: says(sentence),
    weight: when === undefined ? 68 : 82,
    at: sentence.at,
  }
  return [own, ...net]
}

/** "Things to look out for would be fever or back pain." */
export function draftWarnings(sentence: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  const isWarning = /\b(?:look out for|watch out for|bear in mind|red flags?|warning signs?)\b/.test(said)
  const terms = isWarning && !reviewPattern.test(said) ? warningsIn(sentence) : []
  return terms.length === 0 ? [] : [safetyNet(sentence, terms, 'Look out for')]
}
