/** The rules for one statement: the sentence against its claims, then against its evidence. */
import type { Claim, Statement } from '../../core/clinical-note.ts'
import { isDenialUnasked } from './allergies.ts'
import { checkAmounts } from './amounts.ts'
import { checkCertainty } from './certainty.ts'
import { checkClaims } from './claims.ts'
import { checkConcepts } from './concepts.ts'
import { checkDeeds } from './deeds.ts'
import type { QuoteRead, Resolved } from './evidence.ts'
import { isNotGiven } from './given-order.ts'
import { checkOrders, isOrder } from './orders.ts'
import { checkPlan } from './plan.ts'
import { isToldOfPatient } from './replies/companions.ts'
import { checkVisit } from './stated/visit.ts'
import { unsupportedWords } from './support.ts'
import { hedgeWords, type Rule } from './tables.ts'
import { checkAssessedTime, checkHistoryTime, checkTime } from './time.ts'
import { bare, checkWording, isWorded } from './wording.ts'
import { tokensOf } from './words.ts'

/** A plan, a warning or a diagnosis: what a clinician says of what is to be, or may be. */
export const plans = new Set<Claim['kind']>(['plan', 'safety-net', 'impression'])

/** A clinician gives an order; nobody believes it. */
const orders = new Set<Claim['kind']>(['plan', 'safety-net'])

/** A plan is judged as the plan that it is, whatever its coded orders. */
function listKinds(claims: readonly Claim[]): readonly Claim['kind'][] {
  const leading = claims.filter((claim) => !isOrder(claim))
  return (leading.length === 0 ? claims : leading).map(({ kind }) => kind)
}

const observed = new Set<Claim['kind']>(['finding', 'vital'])

export function listStatementRules(
  statement: Statement,
  draws: readonly Claim['kind'][],
  resolved: Resolved,
): readonly Rule[] {
  const kinds = new Set<Claim['kind']>(statement.claims.length > 0 ? listKinds(statement.claims) : draws)
  const rules: Rule[] = [...checkClaims(statement, draws, resolved)]
  const sentence = bare(statement.text)
  if (resolved.quotes.length === 0) return rules
  rules.push(...checkQuotes(statement.text, kinds, resolved.quotes))
  if (
    !isWorded(sentence) &&
    [...kinds].every((kind) => orders.has(kind)) &&
    isNotGiven(sentence, resolved.quotes, resolved)
  )
    rules.push('order-not-given')
  rules.push(...checkDeeds(sentence, statement.claims, resolved.quotes))
  rules.push(...checkOrders(sentence, statement.claims, resolved.quotes))
  const sure = resolved.quotes.filter(({ isUncertain }) => !isUncertain)
  const isHedged =
    hedgeWords.test(statement.text.toLowerCase()) &&
    statement.claims.every(({ certainty }) => certainty === 'uncertain')
  if (
    sure.length < resolved.quotes.length &&
    !isHedged &&
    (sure.length === 0 || checkQuotes(statement.text, kinds, sure).length > 0)
  )
    rules.push('uncertain-as-certain')
  return rules
}

function checkQuotes(text: string, kinds: ReadonlySet<Claim['kind']>, quotes: readonly QuoteRead[]): readonly Rule[] {
  const sentence = bare(text)
  if (isWorded(sentence)) return checkWording(sentence, quotes)
  const visit = checkVisit(sentence, quotes)
  if (visit !== undefined) return visit
  const tokens = tokensOf(sentence)
  const isPlan = [...kinds].every((kind) => plans.has(kind))
  const rules: Rule[] = []
  if (unsupportedWords(tokens, quotes).length > 0) rules.push('words-unsupported')
  rules.push(...checkAmounts(sentence, quotes), ...checkSpeaker(kinds, quotes), ...checkFrame(kinds, quotes, sentence))
  if (!isPlan)
    rules.push(...checkConcepts(sentence, tokens, quotes, [...kinds].every((kind) => observed.has(kind))), ...checkTime(sentence, quotes), ...checkHistoryTime(sentence, quotes)) // biome-ignore format: short
  else rules.push(...checkPlan(sentence, tokens, quotes), ...checkAssessedTime(kinds, sentence, quotes))
  if ([...kinds].some((kind) => !orders.has(kind))) rules.push(...checkCertainty(text, kinds, quotes))
  return [...new Set(rules)]
}

/** The wish is in the question. D366. */
const asksFor = /^asks for\b/i

const playsBack =
  /\byou (?:said|mentioned|told|have|noticed|felt|are having|were|feel|described)\b|\byou've\b|\brecap|\bsummari/

function checkSpeaker(kinds: ReadonlySet<Claim['kind']>, quotes: readonly QuoteRead[]): readonly Rule[] {
  if (quotes.some(({ role }) => role === 'record')) return []
  const isPlan = [...kinds].every((kind) => plans.has(kind))
  if (isPlan)
    return quotes.some(
      ({ speaker, role }, at) =>
        speaker === 'clinician' &&
        (role === 'statement' || (role === 'answer' && quotes[at - 1]?.speaker !== 'clinician')),
    )
      ? []
      : ['speaker-mismatch']
  if ([...kinds].every((kind) => observed.has(kind))) return []
  const isPatients = quotes.some((quote) => (quote.speaker === 'patient' && quote.role !== 'question') || isToldOfPatient(quote)) // biome-ignore format: short
  const isPlayedBack = quotes.some(
    ({ speaker, role, plain }) => speaker === 'clinician' && role === 'statement' && playsBack.test(plain),
  )
  const questions = quotes.filter(({ role }) => role === 'question')
  if (questions.length > 0 && !quotes.some(({ role }) => role === 'answer')) return ['question-unanswered']
  return isPatients || isPlayedBack ? [] : ['speaker-mismatch']
}

const testsFor =
  /\b(?:have you (?:ever )?(?:had|got) (?:your|a|any) [a-z ]{3,25}(?:checked|tested|measured|screened)|did you (?:measure|check)|have you (?:measured|checked)|(?<!by )any chance)\b/

const patientAsks =
  /^(?:[a-z]+,? )?(?:should i|can i|could it|could i|is it (?:possible|serious|bad|something)|do you think|what if|am i|will it|will i|would it)\b/

function checkFrame(kinds: ReadonlySet<Claim['kind']>, quotes: readonly QuoteRead[], text: string): readonly Rule[] {
  const rules: Rule[] = []
  const isPlan = [...kinds].every((kind) => plans.has(kind))
  const own = quotes.filter(({ speaker, role }) => speaker === 'patient' && role !== 'question')
  if (!isPlan && !asksFor.test(text) && own.length > 0 && own.every(({ plain }) => patientAsks.test(plain))) rules.push('not-asserted') // biome-ignore format: short
  const questions = quotes.filter(({ role }) => role === 'question')
  if (
    !isPlan &&
    questions.some(({ plain }) => testsFor.test(plain)) &&
    quotes.every(({ role }) => role !== 'statement')
  )
    rules.push('frame-mismatch')
  const isAllergy = kinds.size === 1 && kinds.has('allergy')
  const isMedicine = kinds.size === 1 && kinds.has('medication')
  const all = quotes.map(({ plain }) => plain).join(' ')
  if (isMedicine && /\ballerg|\bintoleran/.test(all) && !/\b(?:tak|us(?:e|ing)\b|on\b|tried|medic)/.test(all))
    rules.push('frame-mismatch')
  if (isAllergy && isDenialUnasked(text, quotes)) rules.push('frame-mismatch')
  return rules
}
