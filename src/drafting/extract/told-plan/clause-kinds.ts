/** What a clause of the plan tells: an order, a thing, a condition, or nothing of the kind. D443. */
import { namesKind } from '../../vocabulary/terms.ts'
import { listTests } from '../orders/named-services.ts'
import { hasPerson, isImperativeAt, type PlanClause, subordinators } from './clauses.ts'
import { openFrame } from './frames.ts'
import { amount, aside, bearing, caseStart, choosing, isOfTalk, past, reason, talk } from './plan-words.ts'

/** An order, a thing without a verb, a condition, words that are left out, or words that keep the sentence from being read. */
export type Kind = 'order' | 'thing' | 'case' | 'kept' | 'idle' | 'bad'
export type Part = { readonly kind: Kind; readonly text: string; readonly clause: PlanClause }

/** A subject with its helper, cut off by a mark: "the tablets can, just occasionally, make you jittery". */
export const isCutOff = ({ words, said }: PlanClause): boolean =>
  words.length > 1 &&
  words.at(-1)?.tag === 'AUX' &&
  !/^(?:it|that|this|they) (?:will be|is|are|would be)$|\b(?:as|if|when|where|until|till|once|than) (?:(?:it|you|they|he|she|we) )?[a-z]+$/.test(
    said,
  )

const isBare = (clause: PlanClause): boolean => !clause.words.some((_, at) => hasPerson(clause.words, at))

/** The place of a subordinate clause in the words; their number if there is none. */
function endOfMain(clause: PlanClause): number {
  // "The ramipril as it is": the verb is not the medicine's.
  const isAsItIs = (index: number): boolean => /^as (?:it|they|you|he|she) (?:is|are)$/.test(clause.words.slice(index, index + 3).map(({ text }) => text).join(' ')) // biome-ignore format: short
  const at = clause.words.findIndex(({ text }, index, words) => index > 0 && (isAsItIs(index) || (subordinators.test(text) && (text !== 'in' || words[index + 1]?.text === 'case')))) // biome-ignore format: short
  return at < 0 ? clause.words.length : at
}

/** True if the main clause has a subject before its verb. */
export function hasSubject(clause: PlanClause): boolean {
  const main = clause.words.slice(0, endOfMain(clause))
  const verb = main.findIndex((_, at) => hasPerson(main, at))
  return verb > 0 && main.slice(0, verb).some(({ tag }) => /^(?:NOUN|PROPN|PRON|NUM|ADJ|DET)$/.test(tag))
}

const duty = /^(?!(?:it|that|this|they|there|these|those|i|we|you|what|all|your|my|his|her|somebody|someone|people|the (?:thing|trick|idea|plan|rule))\b)(?!.*\b(?:that|which|who) )[a-z' ]{2,40}? (?:should|must|ought to|needs? to|has to|have to|(?:is|are) to) (?!be (?:fine|ok|okay|down|better|all right|gone|able|easier|gentler|kinder|safer|enough|plenty|[a-z]+ier)\b|go\b|have gone\b|help\b)[a-z]/ // biome-ignore format: one row
/** Others of the practice act: "our nurse may give the first today". */
const ofTeam = /^(?:the|our) (?:[a-z]+ )?(?:nurse|chemist|pharmacist|pharmacy|physio|reception|receptionist|desk|midwife|dietitian|educator) (?:will|can|may|could) (?=(?:give|do|take|put|check|book|show|fit|measure|wash|weigh|pack|dress|remove|make)\b)/ // biome-ignore format: one row
/** What is taken, and stays as it is or is allowed: "the metformin stays as it is", "Panadol is okay". */
const staying = /^[a-z, ]{3,60} (?:stays?|continues?|remains?|can stay|(?:is|are) (?:to stay|(?:okay|ok|fine|safe|all right)(?: (?:too|as well))?(?: to (?:take|use|have|keep)\b.*)?$))(?: (?:as|the same|unchanged|on|at)\b.*)?/ // biome-ignore format: one row
export const isStanding = (said: string): boolean =>
  staying.test(said) && namesKind(said, 'medicine') && !/\b(?:not|if|but)\b/.test(said)

/** "In the bath just keep water out", "weight bear as you can". */
const isFronted = (said: string): boolean =>
  /^(?:weight bear\b|(?:in|at|on|for|with|after|before) (?:(?:the|your|a|an|that|this|his|her) )?[a-z]+ (?:just |please |then |always )*(?:use|take|keep|put|give|get|go|eat|avoid|bring|wear|apply|stay|start|stop|finish|rinse|wash|soak|do not|leave|have)\b)/.test(said) // biome-ignore format: one row

/** A subject, whatever a tagger takes the verb for: "they only sting", "most of these settle". */
const pronounSubject = /^(?:(?:they|it|he|she) (?!in\b|on\b|at\b|and\b|or\b|for\b)[a-z]|(?:most|some|many|half|all|a lot|none) of (?:these|those|them|us) [a-z]|(?:these|those) [a-z]+$|everyone\b|everybody\b|nobody\b|most people\b|some people\b)/ // biome-ignore format: one row

/** "A twenty-four hour Holter monitor": a tagger takes the last noun for a verb. */
const isWholeTest = (said: string): boolean => {
  const [test, other] = listTests(said)
  return test !== undefined && other === undefined && test.to === said.length && /^(?:an?|the|your|another)? ?$/.test(said.slice(0, test.from)) // biome-ignore format: short
}

/** "Panadol two tablets is fine": an amount that is allowed. */
const standingDose = /(?<=\b(?:tablets?|capsules?|milligrams|mg|mils?|puffs?|gram|grams|day|night)) (?:is|are) (?:okay|ok|fine|safe|all right)$/i // biome-ignore format: one row

export function readClause(clause: PlanClause, isFirst: boolean): Part {
  const { text, said, words } = clause
  const part = (kind: Kind, own = text): Part => ({ kind, text: own, clause })
  if (talk.test(said)) return part('idle')
  const chosen = text.replace(choosing, '')
  if (chosen !== text) return part('thing', chosen)
  // "A tablet that's gentler, melatonin": the kind, before its name.
  if (isFirst && /^(?:an?|another) [a-z]+ (?:that|which) (?:is|are) [a-z]+(?: [a-z]+)?$/.test(said))
    return part('thing')
  if (/^(?:something|one|a one) called [a-z-]+$/.test(said)) return part('thing')
  if (amount.test(said)) return part('kept', text.replace(amount, ''))
  if (/^(?:to|just to|in order to|so as to)\b/.test(said))
    return part(
      /^(?:just )?to (?:make sure|check|rule|look|see (?:if|what|whether|how))\b/.test(said) ? 'kept' : 'idle',
    )
  if (reason.test(said))
    return part(bearing.test(said) && !/^(?:because|since|cause|which|as)\b/.test(said) ? 'kept' : 'idle')
  if (aside.test(said) && !/^if you (?:like|want)\b/.test(said)) return part('idle')
  if (/^(?:it|that|this|they) (?:will be|is|are|would be)$/.test(said)) return part('idle')
  if (caseStart.test(said)) return part(said.includes(' ') ? 'case' : 'idle')
  if (isFronted(said)) return part('order')
  if (isImperativeAt(words, 0)) return part(isOfTalk(said) ? 'idle' : 'order')
  const aim = /^so (?:that )?(?:i|we|they|he|she) (?:can|could|will) (?=[a-z])/i.exec(`${clause.link} ${text}`)?.[0]
  if (aim !== undefined) return part('case', `to ${text.slice(aim.length - clause.link.length - 1)}`)
  if (/\bso$/.test(clause.link) && !/\bcalled\b/.test(said) && /^(?:you|it|they|he|she|that|this|the)\b/.test(said))
    return part(amount.test(said) ? 'kept' : 'idle')
  const framed = openFrame(text)
  if (framed !== undefined) return part('order', framed.text)
  if (duty.test(said) || (ofTeam.test(said) && !/\bshow you(?: how| the ropes)?$/.test(said))) return part('order')
  if (ofTeam.test(said)) return part('idle')
  if (/^(?:and|or)\b/.test(clause.link) && /^(?:what|how|when|where|who)\b/.test(said)) return part('kept')
  if (isWholeTest(said)) return part('thing')
  if (isStanding(said) && standingDose.test(said)) return part('thing', text.replace(standingDose, ''))
  if (pronounSubject.test(said) || (!isBare(clause) && hasSubject(clause))) {
    if (/^(?:i|we)\b/.test(said)) return part(past.test(said) ? 'bad' : 'idle')
    return part(bearing.test(said) && !isFirst && !/^(?:i|we|you)\b/.test(said) ? 'kept' : 'idle')
  }
  // "Takes them off the table", "would not change a thing": the subject is left out.
  if (words[0]?.tag === 'AUX' || (words[0]?.tag === 'VERB' && /[^s]s$/.test(words[0].text))) return part('idle')
  return part('thing')
}
