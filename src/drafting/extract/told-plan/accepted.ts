/** Offers that the patient accepts: "We could try naproxen, ... Would you be happy with that?" - "Yeah, that's fine." is an order. D482. */
import { readAnswer } from '../../dialogue/answers.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import type { Quote } from '../candidates.ts'
import { namesCare } from './care-names.ts'

type Form = { readonly pattern: RegExp; readonly tell: string; readonly reason: string }
const deeds = '(?:try|start|use|give|add|go (?:with|for|on)|put|do|get|arrange|refer|send|book|prescribe)'
// biome-ignore format: one row a line
const forms: readonly Form[] = [
  { pattern: new RegExp(`\\b(i|we) (?:could|can|might|may) (?:also |always |maybe |perhaps |just )*(?=${deeds}\\b)`, 'i'), tell: '$1 will ', reason: 'a deed of the clinician with a modal verb' },
  { pattern: /^((?:[^,]*, )?)(?:maybe |perhaps |i think )*((?:an? |the )?[a-z-]+(?: [a-z-]+)?) (?:might|may|could|would|will) be (?:(?:a|an|the|more) )?(?:much |bit |really )*(?:better|good|best|reasonable|sensible|another|gentler|suitable|useful|helpful)(?: (?:fit|option|choice|idea|bet|one|way to go|alternative))?(?: for you)?/i, tell: '$1we will start $2', reason: 'a medicine that is called a good choice' },
  { pattern: /^((?:[^,]*, )?)(?:so |and )*(?:an?|one|another|the other|my preferred|the best) (?:other )?(?:option|alternative|choice|possibility|thing we could try) (?:is|would be|might be) (?:to (?:try|start|use) |trying |starting |using )?/i, tell: '$1we will start ', reason: 'a medicine that is called an option' },
  { pattern: /\b(?:i am|i'm|i was) (?:thinking|wondering) (?:of|about) (?:trying |starting |using |adding |putting you on )?/i, tell: 'we will start ', reason: 'a medicine that the clinician thinks of' },
  { pattern: /\b(?:what|how) about (?:trying |starting |we try )?/i, tell: 'we will start ', reason: 'a question after a remedy' },
]
/** A choice is left open by the yes that follows it. */
const weighs =
  /\b(?:or|either|instead|unless|if (?:it|that|this|you|the)|later|down the track|one day|eventually|not)\b/
const consents = /\b(?:shall we (?:give|try|go|do|start)\b|how (?:does|do) (?:that|you feel|it) (?:sound|about)|what do you (?:think|reckon|say)|(?:would|are) you (?:be )?(?:happy|keen|okay|ok|willing|up|comfortable|interested|all right)(?: (?:with|for|in) (?:that|it|this|those|the idea|trying|taking)| to (?:try|start|give|take|do|go|have|see)| if (?:i|we)\b|(?= *\?))|(?:does|is|would) that (?:sound |be )?(?:like (?:a|an) )?(?:ok|okay|all right|alright|good|fine|reasonable|something|plan)|(?:do|would) you (?:want|like|be willing|fancy)(?: to)? (?:try|give|go|do|start)|(?:sound|sounds) (?:ok|okay|good|all right|reasonable|fair)|want to (?:give|try)|happy (?:with|to try) (?:that|it))\b/ // biome-ignore format: one row
const agrees = /^(?:(?:oh|um|uh|well|i guess|i suppose|i think),? )*(?:yes|yeah|yep|yup|ok|okay|sure|all right|alright|righto|right|good|great|fine|perfect|sounds (?:good|great|fine|reasonable)|that (?:is|sounds|would be) (?:fine|good|great|ok|okay|perfect|lovely)|happy (?:with|to)|i am happy|let us (?:do|try|give)|why not|i will (?:try|give)|whatever you|no worries|please|absolutely|definitely|fair enough)\b/ // biome-ignore format: one row
const declines = /\b(?:no|not|but|rather|prefer|think about it|maybe|never|nah)\b/

const mostBetween = 5

/** The question after consent, and the reply that gives it; undefined if another remedy is named between, or nobody agrees. */
function consentAfter(dialogue: readonly Sentence[], place: number): readonly Quote[] | undefined {
  const offer = dialogue[place] as Sentence
  const next = dialogue.slice(place + 1).filter(({ at }) => at - offer.at <= mostBetween)
  const question = next.find(({ segment, said, text }) => segment.speaker === 'clinician' && text.trimEnd().endsWith('?') && consents.test(said)) // biome-ignore format: one row
  if (question === undefined || weighs.test(question.said)) return undefined
  const between = next.slice(0, next.indexOf(question))
  const keys = new Set(offer.terms.map(({ key }) => key))
  if (between.some(({ segment, terms, said }) => segment.speaker === 'clinician' && (terms.some(({ kind, key }) => kind === 'medicine' && !keys.has(key)) || /\b(?:or (?:we|i|you) (?:could|can)|the other option|alternatively|rather|instead|prefer|but (?:i|we)|first|let us|i would (?!be\b))\b/.test(said)))) return undefined // biome-ignore format: one row
  const reply = question.answers.find(({ isQuestion, said }) => !isQuestion && /[a-z]{2}/.test(said))
  if (reply === undefined || declines.test(reply.said)) return undefined
  return readAnswer(question)?.says === 'yes' || agrees.test(reply.said) ? [{ sentence: question, role: 'question' }, { sentence: reply, role: 'answer' }] : undefined // biome-ignore format: one row
}

/** An offer as the order that it became, with the words of consent. */
export type Accepted = { readonly text: string; readonly said: string; readonly quotes: readonly Quote[] }

export const listAccepted = (dialogue: readonly Sentence[]): ReadonlyMap<Sentence, Accepted> =>
  new Map(
    dialogue.flatMap((sentence, place): readonly (readonly [Sentence, Accepted])[] => {
      const { segment, text, said } = sentence
      if (segment.speaker !== 'clinician' || weighs.test(said)) return []
      const plain = plainText(text)
      const form = forms.find(({ pattern }) => pattern.test(plain))
      if (form === undefined || !(namesKind(said, 'medicine') || namesCare(said))) return []
      const quotes = consentAfter(dialogue, place)
      if (quotes === undefined) return []
      const told = plain.replace(form.pattern, form.tell).replace(/\?\s*$/, '.')
      return [[sentence, { text: told.charAt(0).toUpperCase() + told.slice(1), said: plainText(told), quotes }]]
    }),
  )
