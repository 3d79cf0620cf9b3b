/** Decides whether a statement that differs only in its words is kept with a mark. docs/design/drafting.md#verification; D258. */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { deedKinds } from '../deeds.ts'
import type { Resolved } from '../evidence.ts'
import { checkExact } from '../exact/exact.ts'
import { hedgeWords, type Rule } from '../tables.ts'
import { bare, isWorded } from '../wording.ts'
import { checkAssessed } from './assessed.ts'
import { readMeaning } from './meaning.ts'
import { checkMeantClaims } from './meant-claims.ts'
import { listPlaces } from './places.ts'
import { readUnits } from './units.ts'

/** Findings that other words can cause. Any other finding stands. */
const ofWording: ReadonlySet<Rule> = new Set([
  'words-unsupported',
  'claim-mismatch',
  'polarity-mismatch',
  'question-unanswered',
  'speaker-mismatch',
  'not-asserted',
  'time-mismatch',
  'person-mismatch',
  'frame-mismatch',
  'uncertain-as-certain',
])

/** Errors of meaning that a comparison word for word does not find. */
const ofMeaning: ReadonlySet<Rule> = new Set([
  'plan-undecided',
  'time-mismatch',
  'person-mismatch',
  'not-asserted',
  'polarity-mismatch',
  'attribute-mismatch',
])

/** Kinds whose words have rules of their own. */
const judgedElsewhere: ReadonlySet<Claim['kind']> = new Set([
  'allergy',
  'procedure',
  'immunisation',
  'vital',
  'impression',
])

/** A reply without yes or no ("I didn't go over") may deny what was asked; what the note states must stand in the reply itself. */
const isOpenReply = ({ claims }: Statement, { quotes }: Resolved, rules: readonly Rule[]): boolean =>
  rules.length > 0 && rules.every((rule) => rule === 'question-unanswered') && claims.length > 0 &&
  claims.every(({ polarity, display }) => polarity === 'absent' || readUnits(display).some((unit) => listPlaces(unit, quotes).some(({ quote }) => quote.role !== 'question'))) // biome-ignore format: short

/** The reply has a no of its own, if not at its beginning: "they are tired, but no, not weak". */
const isDeniedInReply = ({ quotes }: Resolved): boolean => quotes.some(({ role, plain }) => role === 'answer' && /\b(?:no|not|never|none|nothing)\b/.test(plain)) // biome-ignore format: short

/** The rules that the statement breaks. If only its words differ and its meaning holds, `said-in-other-words` replaces them. */
export function settleWording(statement: Statement, resolved: Resolved, rules: readonly Rule[]): readonly Rule[] {
  const isReworded =
    isOpenReply(statement, resolved, rules) ||
    (rules.some((rule) => rule === 'words-unsupported' || rule === 'claim-mismatch') &&
      rules.every((rule) => ofWording.has(rule)))
  const exact = isWorded(bare(statement.text))
    ? []
    : checkExact(bare(statement.text), resolved.quotes, rules.length === 0)
  const assessed = statement.claims.some(({ kind }) => kind === 'impression') && !isWorded(bare(statement.text)) ? checkAssessed(bare(statement.text), resolved.quotes) : [] // biome-ignore format: short
  if (rules.length === 0) return [...new Set([...exact, ...assessed, ...listMeaningRules(statement, resolved)])]
  if (!isReworded || statement.claims.some(({ kind }) => deedKinds.has(kind))) return rules
  const meant = [...readMeaning(statement, resolved), ...checkMeantClaims(statement), ...exact, ...assessed]
  if (meant.length > 0) return [...new Set([...rules, ...meant])]
  if (isOpenReply(statement, resolved, rules) && isDeniedInReply(resolved))
    return hidesUnclear(statement, resolved) ? ['uncertain-as-certain'] : []
  return [...(hidesUnclear(statement, resolved) ? (['uncertain-as-certain'] as const) : []), 'said-in-other-words']
}

/** The errors of meaning in a sentence whose words were all said. */
const listMeaningRules = (statement: Statement, resolved: Resolved): readonly Rule[] =>
  statement.claims.some(({ kind }) => judgedElsewhere.has(kind))
    ? []
    : readMeaning(statement, resolved, true).filter((rule) => ofMeaning.has(rule))

/** True if the statement needs words that were not heard well, and does not say so. */
function hidesUnclear(statement: Statement, resolved: Resolved): boolean {
  const sure = resolved.quotes.filter(({ isUncertain }) => !isUncertain)
  if (sure.length === resolved.quotes.length || hedgeWords.test(statement.text.toLowerCase())) return false
  return readMeaning(statement, { ...resolved, quotes: sure }).length > 0
}
