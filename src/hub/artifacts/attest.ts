/** A clinician's own evidence: clinicians see things that nobody says aloud. docs/design/hub.md#artifact-lifecycle. */
import { z } from 'zod'
import { type Caller, hasRole } from '../../core/caller.ts'
import type { Attestation, Evidence, Finding, Note, Section, Statement } from '../../core/clinical-note.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import type { Heard } from '../../drafting/verify/allergies.ts'
import { line } from '../fields.ts'
import { clinical } from '../platform/roles.ts'
import { allergyReasons, checkAllergen } from './attest-allergies.ts'

export const attestReasons = ['observed', 'examined', 'known_history', 'clinical_judgement', 'other'] as const

const attestation = z
  .strictObject({
    statementId: z.string().max(40).optional(),
    /** For a finding of the last verification; absent: for the statement as a whole. */
    rule: z.string().max(60).optional(),
    section: z.string().max(40).optional(),
    reasonCode: z.enum([...attestReasons, ...allergyReasons]),
    /** For a finding about an allergy, which needs it. */
    allergen: line(100).optional(),
  })
  .refine(({ statementId, rule }) => statementId !== undefined || rule !== undefined, {
    path: ['statementId'],
    message: 'is required where no rule is named',
  })

export const attestations = z.array(attestation).max(200)
type Attested = z.output<typeof attestation>

/** A clinician's word cannot make a resource valid, or change the rules of the template. */
const neverAttested: ReadonlySet<string> = new Set([
  'release-valid',
  'coverage-low',
  'confidence-low',
  'nothing-stated',
  'attested-too-many',
  'field-required',
  'artifact-type',
])

/** The note with the caller's attestations; a repeated one adds nothing. `findings` come from the last verification of this note. */
export function attest(note: Note, given: readonly Attested[], { caller, findings, heard }: Attesting): Note {
  if (given.length === 0) return note
  const { fhirUser: by } = caller
  if (by === undefined || !hasRole(caller, clinical)) {
    throw new Problem('role-required', { detail: 'Only a clinician with a PractitionerRole may attest' })
  }
  for (const [at, row] of given.entries()) checkAttested(note, row, { at, findings, heard })
  const sections = note.sections.map(
    (section): Section => ({
      ...section,
      statements: section.statements.map((statement) => attestStatement(statement, given, by)),
    }),
  )
  const whole = given.flatMap(({ statementId, rule, section, ...reason }): readonly Attestation[] =>
    statementId !== undefined || rule === undefined
      ? []
      : [{ rule, ...(section === undefined ? {} : { section }), by, ...reasonOf(reason) }],
  )
  const attested = addNew(note.attestations ?? [], whole, (item) =>
    JSON.stringify([item.rule, item.section, item.by, item.allergen]),
  )
  return { ...note, sections, ...(attested.length === 0 ? {} : { attestations: attested }) }
}

const reasonOf = ({ reasonCode, allergen }: Pick<Attested, 'reasonCode' | 'allergen'>) => ({
  reasonCode,
  ...(allergen === undefined ? {} : { allergen }),
})

type Attesting = {
  readonly caller: Caller
  readonly findings: readonly Finding[]
  /** The words that the draft was judged by; read only if an allergy is attested. */
  readonly heard: Heard | undefined
}

function checkAttested(
  { sections }: Note,
  row: Attested,
  { at, findings, heard }: Omit<Attesting, 'caller'> & { readonly at: number },
): void {
  const { statementId, rule, section } = row
  const isKnown = sections.some(({ statements }) => statements.some(({ id }) => id === statementId))
  if (statementId !== undefined && !isKnown)
    throw invalidField(`attestations[${at}].statementId`, 'names no statement of the artifact')
  const found = findings.some(
    (finding) =>
      finding.rule === rule &&
      finding.statementId === statementId &&
      (statementId !== undefined || finding.section === section),
  )
  if (rule !== undefined && (!found || neverAttested.has(rule)))
    throw invalidField(`attestations[${at}].rule`, 'names no finding of the last verification that can be attested')
  checkAllergen(row, at, heard)
}

type OwnEvidence = Extract<Evidence, { kind: 'attestation' }>

function attestStatement(statement: Statement, given: readonly Attested[], by: string): Statement {
  const own = given.flatMap(({ statementId, rule, ...reason }): readonly OwnEvidence[] =>
    statementId === statement.id
      ? [{ kind: 'attestation', by, ...reasonOf(reason), ...(rule === undefined ? {} : { rule }) }]
      : [],
  )
  const keyOf = (item: Evidence): string =>
    JSON.stringify(item.kind === 'attestation' ? [item.by, item.rule, item.allergen] : item)
  return own.length === 0 ? statement : { ...statement, evidence: addNew(statement.evidence, own, keyOf) }
}

function addNew<T>(before: readonly T[], more: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const known = new Set(before.map(keyOf))
  return [...before, ...more.filter((item) => !known.has(keyOf(item)) && known.add(keyOf(item)))]
}
