/** :verify: judges a draft against its evidence, and the resources that it would release against their profiles. R3.2. */
import { z } from 'zod'
import { type Caller, hasRole } from '../caller.ts'
import type { VerifyInput } from '../drafting/verify.ts'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { errorFields } from '../log.ts'
import type { Finding, Note, Statement, Verification } from '../note.ts'
import { invalidField, Problem } from '../problems.ts'
import type { Stored } from '../store/content.ts'
import {
  type ArtifactContent,
  asJson,
  fhirPlace,
  hubContent,
  hubPlace,
  type TemplateVersionContent,
  type VerificationRecord,
} from '../store/hub-resources.ts'
import { evidenceHash, noteHash } from '../store/note-hash.ts'
import { readRecordFacts } from '../store/record-facts.ts'
import { readSpokenTranscripts, type SpokenTranscript } from '../store/segments.ts'
import type { Tx } from '../store/transaction.ts'
import { checkOpen } from '../store/transitions.ts'
import type { Hub } from './hub.ts'
import { buildArtifactRelease } from './release.ts'
import { clinical } from './roles.ts'

export const verificationRequest = z
  .strictObject({
    /** A clinician vouches for statements that the evidence does not carry. */
    attestations: z
      .array(
        z.strictObject({
          statementId: z.string().max(40),
          reasonCode: z.enum(['observed', 'examined', 'known_history', 'clinical_judgement', 'other']),
        }),
      )
      .max(200)
      .default([]),
  })
  .default({ attestations: [] })

type Attestations = z.output<typeof verificationRequest>['attestations']

const notRun = (reason: string): Verification => ({
  outcome: 'not_run',
  reason,
  findings: [],
  confidence: 0,
  coverage: 0,
})

export async function verifyArtifact(
  { caller, params, body, ifMatch }: HandlerRequest<'artifactId', z.output<typeof verificationRequest>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Artifact', params.artifactId), 'update')
    if (ifMatch !== undefined && ifMatch !== stored.version) throw new Problem('precondition-failed')
    const before = hubContent('Artifact', stored)
    checkOpen('verify', before.state)
    const note = attest(before.note, body.attestations, caller)
    const content: ArtifactContent = { ...before, note, contentHash: noteHash(note) }
    const template = hubContent(
      'TemplateVersion',
      await tx.read(hubPlace('TemplateVersion', content.templateVersionId)),
    )
    const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
    const patient = await tx.find(fhirPlace('Patient', content.patientId))
    const verdict = await judge(tx, hub, { stored, content, template, transcripts })
    const verification: VerificationRecord = {
      ...verdict,
      contentHash: content.contentHash,
      evidenceHash: evidenceHash(transcripts, patient),
      policyVersion: template.policy.version,
      verifiedAt: tx.at,
      verifiedBy: caller.subject,
    }
    const change = asJson({ note, contentHash: content.contentHash, verification })
    const moved = await tx.move(stored, 'verify', change, {
      reason: verdict.outcome,
      confidence: verdict.confidence,
      count: verdict.findings.length,
      hash: content.contentHash,
    })
    return ok({ artifactId: stored.id, version: moved.version, ...verification })
  })
}

type Judged = {
  readonly stored: Stored
  readonly content: ArtifactContent
  readonly template: TemplateVersionContent
  readonly transcripts: readonly SpokenTranscript[]
}

/** R3.2: whatever keeps the verifier from answering is a `not_run`, never a pass. */
async function judge(tx: Tx, hub: Hub, judged: Judged): Promise<Verification> {
  const { content, template, transcripts } = judged
  const verdict = await runVerifier(hub, {
    note: content.note,
    template,
    transcripts,
    record: await readRecordFacts(tx, content),
    threshold: template.policy.threshold,
  })
  if (verdict.outcome === 'not_run') return verdict
  const invalid = await listReleaseFindings(tx, hub, judged)
  if (invalid.length === 0) return verdict
  return { ...verdict, outcome: 'failed', findings: [...verdict.findings, ...invalid] }
}

/** A verifier that fails has not judged, whatever it fails with. */
async function runVerifier({ verify, log }: Hub, input: VerifyInput): Promise<Verification> {
  if (verify === undefined) return notRun('verifier_off')
  try {
    return await verify(input)
  } catch (error) {
    log.error('verifier.failed', errorFields(error))
    return notRun('verifier_failed')
  }
}

/** Would what an approval writes pass its profiles? Asked for the caller as approver, else the encounter's practitioner. */
async function listReleaseFindings(
  tx: Tx,
  hub: Hub,
  { stored, content, template }: Judged,
): Promise<readonly Finding[]> {
  const encounter = hubContent('Encounter', await tx.read(hubPlace('Encounter', content.encounterId)))
  const approver = tx.caller.fhirUser ?? `PractitionerRole/${encounter.practitionerRoleId}`
  const approval = {
    approver,
    at: tx.at,
    policyVersion: template.policy.version,
    softwareVersion: hub.softwareVersion,
    findTermCodings: hub.findTermCodings,
  }
  const draft = { id: stored.id, version: stored.version, createdAt: stored.createdAt, content }
  try {
    const resources = await buildArtifactRelease(tx, draft, approval)
    const errors = await tx.listErrors(resources.map(asJson))
    return errors.length === 0 ? [] : [releaseFinding]
  } catch (error) {
    if (error instanceof Problem && error.slug === 'release-invalid') return [releaseFinding]
    throw error
  }
}

const releaseFinding: Finding = {
  rule: 'release-valid',
  message: 'The FHIR resources of the release would not pass their profiles',
  attested: false,
}

/** Adds the clinician's own evidence to the statements that they vouch for; saying so again adds nothing. */
function attest(note: Note, attestations: Attestations, caller: Caller): Note {
  if (attestations.length === 0) return note
  const { fhirUser: by } = caller
  if (by === undefined || !hasRole(caller, clinical)) {
    throw new Problem('role-required', { detail: 'Only a clinician with a PractitionerRole may attest' })
  }
  const known = new Set(note.sections.flatMap((section) => section.statements.map((statement) => statement.id)))
  for (const [at, { statementId }] of attestations.entries()) {
    if (!known.has(statementId))
      throw invalidField(`attestations[${at}].statementId`, 'names no statement of the artifact')
  }
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => {
      const reasonCode = attestations.find((row) => row.statementId === statement.id)?.reasonCode
      if (reasonCode === undefined || isAttested(statement, by)) return statement
      return { ...statement, evidence: [...statement.evidence, { kind: 'attestation', by, reasonCode } as const] }
    }),
  }))
  return { ...note, sections }
}

const isAttested = ({ evidence }: Statement, by: string): boolean =>
  evidence.some((item) => item.kind === 'attestation' && item.by === by)
