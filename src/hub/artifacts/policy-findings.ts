/** The findings of a template's validation policy and artifact schema, beside those of the verifier. R3.2. */

import type { Evidence, Finding, Note, Verification } from '../../core/clinical-note.ts'
import { hourMs } from '../../core/durations.ts'
import type { TemplateRules } from '../../domain/template/template-rules.ts'
import type { ArtifactContent, EvidenceKind, VerificationRecord } from '../../store/hub-resources.ts'

export const policyMessages = {
  'evidence-insufficient': 'The statement has less evidence than the validation policy wants',
  'coverage-low': 'Fewer statements are supported than the validation policy wants',
  'confidence-low': 'The confidence is below that of the validation policy',
  'nothing-stated': 'The artifact states nothing that can be judged',
  'attested-too-many': 'More statements are attested than the validation policy allows',
  'field-required': 'A field that the artifact schema requires is missing',
  'record-incomplete': 'Resources are being indexed again: the draft was judged by a part of the record of the patient',
  'artifact-type': 'The artifact type is not one of the artifact schema',
} as const

const findingOf = (rule: keyof typeof policyMessages, place: Partial<Finding> = {}): Finding => ({
  rule,
  ...place,
  message: policyMessages[rule],
  attested: place.attested ?? false,
})

const isOf =
  (kinds: readonly EvidenceKind[]) =>
  ({ kind }: Evidence): boolean =>
    kinds.includes(kind)

/** The note with only the evidence that the policy accepts, which the verifier gets. */
export const countedNote = ({ attestations, ...note }: Note, { policy }: TemplateRules): Note => ({
  ...note,
  ...(attestations !== undefined && policy.evidence.kinds.includes('attestation') ? { attestations } : {}),
  sections: note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => ({
      ...statement,
      evidence: statement.evidence.filter(isOf(policy.evidence.kinds)),
    })),
  })),
})

type Drafted = Pick<ArtifactContent, 'note' | 'title' | 'author' | 'transcriptIds' | 'artifactType'> & {
  /** The verifier may have got only a part of the record. D65. */
  readonly isRecordPartial?: boolean
}

/** `content.note` is the note with accepted evidence. If the verifier could not run, the outcome stays `not_run`. */
export function judgeByRules(verdict: Verification, content: Drafted, rules: TemplateRules): Verification {
  if (verdict.outcome === 'not_run') return verdict
  const added = [...listStatementFindings(content.note, rules), ...listNoteFindings(verdict, content, rules)]
  const found = [...verdict.findings, ...added]
  const isOpen = found.some(({ attested }) => !attested)
  const findings = verdict.outcome === 'failed' && !isOpen ? [...found, whyFailed(content.note)] : found
  return { ...verdict, outcome: verdict.outcome === 'failed' || isOpen ? 'failed' : 'passed', findings }
}

/** Even if every finding is attested, the note as a whole has not reached the policy's confidence. */
const whyFailed = (note: Note): Finding =>
  findingOf(statementsOf(note).length === 0 ? 'nothing-stated' : 'confidence-low')

const statementsOf = (note: Note) => note.sections.flatMap(({ statements }) => statements)

const isAttested = ({ evidence }: { readonly evidence: readonly Evidence[] }): boolean =>
  evidence.some(({ kind }) => kind === 'attestation')

const isAttestedWhole = ({ attestations = [] }: Note, rule: string): boolean =>
  attestations.some((item) => item.rule === rule)

const listStatementFindings = (note: Note, { policy }: TemplateRules): readonly Finding[] =>
  statementsOf(note)
    .filter(({ evidence }) => evidence.length < policy.evidence.minimumPerStatement)
    .map((statement) =>
      findingOf('evidence-insufficient', { statementId: statement.id, attested: isAttested(statement) }),
    )

function listNoteFindings(verdict: Verification, content: Drafted, rules: TemplateRules): readonly Finding[] {
  const { policy, schema } = rules
  const { note, isRecordPartial = false } = content
  const attested = statementsOf(note).filter(isAttested).length + (note.attestations?.length ?? 0)
  return [
    ...(verdict.coverage < policy.evidence.minimumCoverage ? [findingOf('coverage-low')] : []),
    ...(attested > policy.review.maximumAttested ? [findingOf('attested-too-many')] : []),
    ...(isRecordPartial
      ? [findingOf('record-incomplete', { attested: isAttestedWhole(note, 'record-incomplete') })]
      : []),
    ...(schema.artifactTypes.includes(content.artifactType) ? [] : [findingOf('artifact-type')]),
    ...schema.requiredFields
      .filter((field) => !hasField(content, field))
      .map((field) => findingOf('field-required', { section: field.replace(/^sections\./, '') })),
  ]
}

function hasField(content: Drafted, field: string): boolean {
  if (field === 'title') return content.title.trim() !== ''
  if (field === 'author') return content.author !== undefined
  if (field === 'transcriptIds') return content.transcriptIds.length > 0
  const key = field.replace(/^sections\./, '')
  return content.note.sections.some((section) => section.key === key && section.statements.length > 0)
}

/** R3.2: judged by the present rules, and recently enough. */
export function isByRules(verification: VerificationRecord, rules: TemplateRules, at: string): boolean {
  const ageMs = Date.parse(at) - Date.parse(verification.verifiedAt)
  return (
    verification.policyVersion === String(rules.policyVersion) &&
    verification.schemaVersion === rules.schemaVersion &&
    ageMs <= rules.policy.review.verificationHours * hourMs
  )
}
