/** Habits and bodily functions asked after, answered with yes or no. */

import type { ClaimKind } from '../../core/clinical-note.ts'
import { readAnswer } from '../dialogue/answers.ts'
import { questionKind } from '../dialogue/questions.ts'
import { asksAbsence } from '../dialogue/reply-forms.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { deniesOther } from './asked/habit-replies.ts'
import { answers, type Candidate, claim } from './candidates.ts'

/** The subject of a question, and the statements of a yes and a no to it. `text` undefined: none. */
type AskedRow = {
  readonly key: string
  readonly kind: ClaimKind
  readonly asked: RegExp
  readonly not?: RegExp
  readonly yes?: string
  readonly no?: string
  readonly weight: number
}

// biome-ignore format: one row a line
const askedRows: readonly AskedRow[] = [
  { key: 'smoking', kind: 'social', asked: /\bsmok(?:e|er|ing)\b/, not: /\bused to\b|\bhow many\b|\bever\b|\bfamily\b|\bweed\b|\banyone\b|\bdrink\b/, yes: 'Smokes.', no: 'Does not smoke.', weight: 57 },
  { key: 'alcohol', kind: 'social', asked: /\bdrink (?:much|a lot)\b.*\balcohol\b|\bmuch (?:in the way of )?alcohol\b|\bdrink much\b|\bmuch in the way of\b.*\balcohol\b/, not: /\bhow\b/, no: 'Does not drink much alcohol.', weight: 56 },
  { key: 'alcohol', kind: 'social', asked: /\b(?:any alcohol|alcohol(?: at all)?\?|drink (?:any )?alcohol|do you drink(?: at all)?(?=\?|$)|drink at all)/, not: /\bmuch\b|\bhow\b|\bsmok|\blot\b|\bunits\b/, yes: 'Drinks alcohol.', no: 'Does not drink alcohol.', weight: 56 },
  { key: 'recreational-drugs', kind: 'social', asked: /\brecreational drugs?\b|\billicit drugs?\b|\bany drugs\b/, yes: 'Uses recreational drugs.', no: 'No recreational drugs.', weight: 45 },
  { key: 'sexually-active', kind: 'social', asked: /\bsexually active\b/, yes: 'Sexually active.', no: 'Not sexually active.', weight: 52 },
  { key: 'pregnancy', kind: 'history', asked: /\bare you pregnant\b/, not: /\bchance\b|\bcould\b/, yes: 'Pregnant.', no: 'Not pregnant.', weight: 60 },
  { key: 'eating-and-drinking', kind: 'symptom', asked: /\beating and drinking (?:ok|okay|all right|alright|normally|well)\b/, yes: 'Eating and drinking normally.', weight: 34 },
  { key: 'bowels', kind: 'symptom', asked: /\bbowels?\b.*\b(?:ok|okay|normal|fine|regular|all right|alright)\b/, not: /\bproblem|\bmedical\b/, yes: 'Bowels normal.', weight: 36 },
  { key: 'passing-urine', kind: 'symptom', asked: /\b(?:passing urine|waterworks|urine|peeing)\b.*\b(?:ok|okay|normal|normally|fine|all right|alright)\b/, not: /\bproblem|\bblood\b|\bpain\b/, yes: 'Passing urine normally.', weight: 36 },
  { key: 'appetite', kind: 'symptom', asked: /\bappetite\b.*\b(?:ok|okay|normal|fine|good|all right|alright)\b/, yes: 'Appetite normal.', weight: 34 },
  { key: 'breathing', kind: 'symptom', asked: /\bbreathing\b.*\b(?:ok|okay|normal|fine|all right|alright)\b/, not: /\bproblem|\bdifficult/, yes: 'Breathing normal.', weight: 38 },
  { key: 'sleep', kind: 'symptom', asked: /\bsleep(?:ing)?\b.*\b(?:ok|okay|well|fine|all right|alright)\b/, not: /\bproblem|\btrouble|\bdifficult/, yes: 'Sleeping well.', weight: 34 },
  { key: 'fit-and-well', kind: 'history', asked: /\bfit and well\b/, not: /\bdo you have\b/, yes: 'Normally fit and well.', weight: 54 },
]

/** The question is whether there is none, or less: a yes says nothing of the habit. */
const ofNone = /\b(?:avoid\w*|off|stop\w*|given|gave|give|quit\w*|cut\w*|without|away|clear|steer\w*|tee ?total\w*|abstain\w*|non|less|reduc\w*|down|free|kept|help\w*|support)\b/ // biome-ignore format: short
const otherSmoke = /\b(?:weed|cannabis|marijuana|pot|hash|dope|joints?|vap\w*|shisha|hookah|e cigs?|e-cigs?)\b/
const isHabit = ({ key }: AskedRow): boolean => key === 'smoking' || key === 'alcohol'

/** "Do you smoke or drink?" - "No.": both are denied. */
function deniesBoth(question: Sentence): readonly AskedRow[] {
  const { said } = question
  const isBoth = /\bsmok(?:e|er|ing)\b/.test(said) && /\b(?:drink|drinking|drinker|alcohol)\b/.test(said) && !/\b(?:how|much|lot|heav\w+|more|used to)\b/.test(said) // biome-ignore format: short
  const answer = isBoth && !ofNone.test(said) ? readAnswer(question) : undefined
  return answer?.says === 'no' && answer.isPlain && !deniesOther(answer.sentence.said)
    ? askedRows.filter((row) => isHabit(row) && row.yes !== undefined)
    : []
}

export function fromQuestion(question: Sentence): readonly Candidate[] {
  const both = deniesBoth(question)
  if (both.length > 0) return both.flatMap((row) => stateRow(question, row))
  const said = question.said
  const row = askedRows.find(({ asked, not }) => asked.test(said) && !(not?.test(said) ?? false))
  return row === undefined || (isHabit(row) && ofNone.test(said)) ? [] : stateRow(question, row)
}

function stateRow(question: Sentence, row: AskedRow): readonly Candidate[] {
  const said = question.said
  if (
    (questionKind(question) === 'open' && !/^(?:\w+,? )*tell me\b.*\bdo you\b/.test(said)) ||
    /\bnot\b/.test(said) ||
    asksAbsence.test(said)
  )
    return []
  const answer = readAnswer(question)
  if (answer === undefined || answer.says === 'unknown' || !answer.isPlain) return []
  if (isHabit(row) && answer.says === 'no' && deniesOther(answer.sentence.said)) return []
  const isLast = answer.sentence.asked.at(-1) === question
  const isOther = row.key === 'smoking' && question.answers.some((reply) => otherSmoke.test(reply.said))
  if (answer.says === 'yes' && (!isLast || isOther)) return []
  const text = answer.says === 'yes' ? row.yes : row.no
  if (text === undefined) return []
  const polarity = answer.says === 'no' ? 'absent' : 'present'
  const display = row.key.replaceAll('-', ' ')
  return [
    {
      text,
      claims: [claim(row.kind, { key: row.key, display }, { polarity })],
      quotes: answers(question, answer.sentence),
      weight: row.weight,
      at: answer.sentence.at,
    },
  ]
}
