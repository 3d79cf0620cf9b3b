/**
 * The embedded verifier: judges any draft, whoever wrote it, by its sentences, claims and evidence only.
 * docs/design/drafting.md#verification. It shares only names (concept, medicine, site tables) with the drafter, as synonyms.
 */

import { readingOnce } from '../../core/cache/read-once.ts'
import {
  type Claim,
  type Finding,
  listAllowed,
  type Note,
  type NoteTemplate,
  type Segment,
  type Statement,
  type TemplateSection,
  type Verification,
} from '../../core/clinical-note.ts'
import type { RecordFact } from '../compose/record.ts'
import { openVocabulary, type Vocabulary } from '../vocabulary/vocabulary.ts'
import { checkAllergies, isNamedByClinician, listInventedAllergies, listToldAllergies } from './allergies.ts'
import { withoutShunning } from './allergy-reactions.ts'
import { type Allergen, isChildsTalk, isSameAllergen } from './allergy-words.ts'
import { openTalk } from './context/around.ts'
import { checkContext } from './context/context.ts'
import { deedKinds } from './deeds.ts'
import { type Resolved, resolveEvidence, type Sources, segmentKey } from './evidence.ts'
import { checkBoundWords } from './exact/bound-words.ts'
import { checkDenied } from './exact/denied-words.ts'
import { checkExact } from './exact/exact.ts'
import { takeClauses } from './meaning/clauses.ts'
import { decidedWords, findFrame, undecided } from './meaning/frames.ts'
import { isNoneHeld, isNoneRefuted } from './meaning/no-allergies.ts'
import { inPlainForm, withRates } from './meaning/note-forms.ts'
import { settleWording } from './meaning/reworded.ts'
import { isDismissedInWords, isStanceHeld } from './meaning/stances.ts'
import { isOrder } from './orders.ts'
import { takeApart } from './parts.ts'
import { readExceptions, withoutDenials } from './replies/allergy-exceptions.ts'
import { isNamed, isOfOther, readNamedTrouble } from './replies/named-troubles.ts'
import { openToldFor, tellWhole } from './replies/told-for.ts'
import { isPartHeld, readLocated } from './stated/located.ts'
import { checkStated } from './stated/stated.ts'
import { withoutComparison } from './stated/verbatim.ts'
import { listStatementRules, plans } from './statement.ts'
import { type Rule, ruleMessages, softWords } from './tables.ts'
import { readVoice } from './voices.ts'
import { bare } from './wording.ts'

export type VerifyInput = {
  readonly note: Note
  readonly template: NoteTemplate
  readonly transcripts: readonly { readonly id: string; readonly segments: readonly Segment[] }[]
  readonly record: readonly RecordFact[]
  /** Lowest confidence that passes, from 0 to 1. */
  readonly threshold: number
  /** Names that the operator loaded, to check codes; absent if there are none. */
  readonly vocabulary?: Vocabulary | undefined
}

type Judged = { readonly findings: readonly Finding[]; readonly support: number }

/** Passes only if every finding is attested and the confidence reaches the threshold; without any speech it does not run. */
export const verifyNote = (input: VerifyInput): Verification => readingOnce(() => verifyTexts(input))

function verifyTexts(input: VerifyInput): Verification {
  const { note, template, transcripts, record, vocabulary } = input
  if (!transcripts.some(({ segments }) => segments.length > 0)) return notRun('evidence_missing')
  if (!(input.threshold >= 0 && input.threshold <= 1)) return notRun('policy_unusable')
  const toldFor = new Map(transcripts.map(({ id, segments }) => [id, openToldFor(segments, isChildsTalk(segments))]))
  const sources: Sources = {
    segments: new Map(
      transcripts.flatMap(({ id, segments }) => segments.map((segment) => [segmentKey(id, segment.id), segment])),
    ),
    record: new Map(record.map((fact) => [fact.reference, fact])),
    loaded: vocabulary === undefined ? undefined : openVocabulary(vocabulary),
    isChilds: transcripts.some(({ segments }) => isChildsTalk(segments)),
    toldFor,
    talks: new Map(transcripts.map(({ id, segments }) => [id, openTalk(tellWhole(segments, toldFor.get(id)))])),
  }
  const judged = note.sections.flatMap(({ key, statements }) => {
    const draws = listAllowedIn(template.sections.find((section) => section.key === key))
    return statements.map((statement) => judge(readVoice(statement, template.voice), draws, sources))
  })
  const whole = [
    ...checkSections(note, template).map((finding) => withAttestation(note, finding)),
    ...checkAllergies(input).filter(isAskedOf(template)),
  ]
  const findings = [...judged.flatMap(({ findings: own }) => own), ...whole]
  const empty = note.sections.filter(({ statements }) => statements.length === 0).length
  const confidence = round(mean(judged.map(({ support }) => support)) * (1 - 0.03 * empty))
  const isPassed = findings.every(({ attested }) => attested) && confidence >= input.threshold && judged.length > 0
  const supported = judged.filter(({ findings: own }) => own.every(({ attested }) => attested)).length
  return {
    outcome: isPassed ? 'passed' : 'failed',
    findings,
    confidence,
    coverage: round(judged.length === 0 ? 0 : supported / judged.length),
  }
}

/** A section that lists no kinds takes them all. */
const listAllowedIn = (section: TemplateSection | undefined): readonly Claim['kind'][] =>
  section === undefined || section.draws.length === 0 ? [] : listAllowed(section)

const withAttestation = ({ attestations = [] }: Note, finding: Finding): Finding => ({
  ...finding,
  attested:
    finding.attested || attestations.some(({ rule, section }) => rule === finding.rule && section === finding.section),
})

const notRun = (reason: string): Verification => ({
  outcome: 'not_run',
  reason,
  findings: [],
  confidence: 0,
  coverage: 0,
})
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const round = (value: number): number => Math.round(value * 1000) / 1000

export const findingOf = (rule: Rule, place: Pick<Finding, 'statementId' | 'section'>, attested = false): Finding => ({
  rule,
  ...place,
  message: ruleMessages[rule],
  attested,
})

/** A clinician attests the whole statement, or the finding of this rule; for an allergy only by its name. */
const isVouched = ({ evidence }: Statement, rule: Rule): boolean =>
  evidence.some((item) => item.kind === 'attestation' && (item.rule === undefined || item.rule === rule))

/** Rules about place, coding and wording: a statement that breaks one may still be true. */
const ofForm: ReadonlySet<Rule> = new Set(['section-mismatch', 'code-mismatch', 'said-in-other-words'])

function judge(statement: Statement, draws: readonly Claim['kind'][], sources: Sources): Judged {
  const facts = takeApart(statement)
  const rules = new Set<Rule>(facts === undefined ? ['parts-mismatch'] : [])
  const invented: Allergen[] = []
  for (const whole of facts ?? [statement]) {
    const located = readLocated(whole)
    const fact = located?.told ?? whole
    if (located !== undefined && !isPartHeld(located, whole, sources.talks)) rules.add('attribute-mismatch')
    const { own, all, resolved, found } = judgeNamed(fact, draws, sources)
    for (const rule of all) rules.add(rule)
    // An allergy with any other error is not the one that was stated.
    invented.push(...(own.some((rule) => !ofForm.has(rule)) ? listToldAllergies(fact) : listInventedAllergies(fact, resolved).filter((allergen) => !readExceptions(found.quotes).some((own) => isSameAllergen(own, allergen))))) // biome-ignore format: short
  }
  const findings = [...rules].map((rule) => findingOf(rule, { statementId: statement.id }, isVouched(statement, rule)))
  if (invented.length > 0)
    findings.push(findingOf('allergy-invented', { statementId: statement.id }, isNamedByClinician(statement, invented)))
  const hasAttestation = statement.evidence.some(({ kind }) => kind === 'attestation')
  const isAttested = hasAttestation && findings.every(({ attested }) => attested)
  const isSure = !softWords.test(statement.text.toLowerCase())
  const support = isAttested ? 1 : findings.length > 0 ? 0 : isSure ? 1 : 0.8
  return { findings, support: Math.min(support, Math.max(0, statement.confidence)) }
}

type FactRead = {
  readonly own: readonly Rule[]
  readonly all: readonly Rule[]
  readonly resolved: Resolved
  readonly found: Resolved
}

function judgeFact(fact: Statement, draws: readonly Claim['kind'][], sources: Sources): FactRead {
  const found = resolveEvidence(fact, sources)
  const resolved = /^(?:possibly )?allergic to\b/i.test(fact.text) ? { ...found, quotes: withoutShunning(withoutDenials(found.quotes)) } : found // biome-ignore format: short
  const own = withoutComparison(fact, resolved.quotes, [...listRules(fact, draws, resolved), ...checkContext(fact, sources.talks), ...checkStated(fact, resolved, sources.talks)]) // biome-ignore format: short
  const sentence = bare(fact.text)
  const isPlan = fact.claims.some(({ kind }) => plans.has(kind))
  return { own, all: [...own, ...checkDenied(sentence, found.quotes, isPlan), ...checkBoundWords(sentence, found.quotes)], resolved, found } // biome-ignore format: short
}

/** A line under the name of its trouble is true if the name is, and the rest by its own evidence. */
function judgeNamed(fact: Statement, draws: readonly Claim['kind'][], sources: Sources): FactRead {
  const whole = judgeFact(fact, draws, sources)
  const named = readNamedTrouble(fact, whole.found.quotes)
  if (named === undefined) return whole
  if (isOfOther(named)) return { ...whole, all: [...whole.all, 'attribute-mismatch'] }
  return whole.all.length === 0 || !isNamed(named) ? whole : judgeFact(named.rest, draws, sources)
}

/** "ECG requested." needs a decision, and not only an option. */
const isUndecided = (text: string, quotes: Resolved['quotes']): boolean => {
  const told = quotes.filter(({ speaker }) => speaker === 'clinician')
  return decidedWords.test(text.toLowerCase()) && told.length > 0 && told.every(({ plain }) => findFrame(undecided, plain) !== undefined) // biome-ignore format: short
}

/** The rules that a fact breaks. A sentence in the form or the shorthand of notes is read in the plain form too, which may be in other words. */
const ofSource: ReadonlySet<Rule> = new Set(['no-evidence', 'evidence-unknown', 'evidence-range', 'uncertain-as-certain', 'section-mismatch', 'code-mismatch', 'side-mismatch', 'number-mismatch']) // biome-ignore format: a list

/** Words of a sentence about allergies; shorthand has "NKDA". */
const ofReactions = /allerg|reaction|intoleran|\bNKD?A\b/i

function listRules(told: Statement, draws: readonly Claim['kind'][], resolved: Resolved): readonly Rule[] {
  const fact = withRates(told)
  const read = (one: Statement) => settleWording(one, resolved, [...resolved.rules, ...listStatementRules(one, draws, resolved)]) // biome-ignore format: short
  if (ofReactions.test(told.text) && isNoneRefuted(inPlainForm(told) ?? told, resolved)) return ['polarity-mismatch']
  const own = read(fact)
  if (isDismissedInWords(fact, resolved, own)) return []
  const clauses = takeClauses(fact)
  if (own.every((rule) => ofForm.has(rule))) return [...new Set([...own, ...checkClauses(clauses, resolved)])]
  // Coded orders and deeds must stand in the words that were said.
  if (fact.claims.some((claim) => isOrder(claim) || deedKinds.has(claim.kind))) return own
  if (clauses?.every((clause) => listRules(clause, draws, resolved).every((rule) => ofForm.has(rule)))) return ['said-in-other-words'] // biome-ignore format: short
  const isOfPlace = own.every((rule) => rule === 'words-unsupported' || !ofSource.has(rule))
  if (isOfPlace && isStanceHeld(fact, resolved)) return ['said-in-other-words']
  const plain = inPlainForm(fact)
  if (isOfPlace && ofReactions.test(told.text) && isNoneHeld(plain ?? fact, resolved)) return ['said-in-other-words']
  if (plain === undefined) return own
  if (isUndecided(fact.text, resolved.quotes)) return own
  const again = read(plain)
  return again.every((rule) => rule === 'said-in-other-words') ? ['said-in-other-words'] : own
}

/** The exact parts of each clause, against the words about it alone: "cough for a week; rash for a month" must not exchange its times. D339. */
const checkClauses = (clauses: readonly Statement[] | undefined, { quotes }: Resolved): readonly Rule[] =>
  (clauses ?? []).flatMap(({ text }) => checkExact(bare(text), quotes, true))

/** A template without a place for allergies drops none; but no template may deny one. */
const isAskedOf =
  ({ sections }: NoteTemplate) =>
  ({ rule }: Finding): boolean =>
    rule !== 'allergy-dropped' || sections.some(({ draws }) => draws.includes('allergy'))

function checkSections(note: Note, template: NoteTemplate): readonly Finding[] {
  return template.sections
    .filter(
      ({ key, required }) =>
        required && !note.sections.some((section) => section.key === key && section.statements.length > 0),
    )
    .map(({ key }) => findingOf('section-required', { section: key }))
}
