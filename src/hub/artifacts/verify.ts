/** :verify judges a draft against its evidence, and the resources of its release against their profiles. R3.2. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import type { Finding, Verification } from '../../core/clinical-note.ts'
import { raiseGate, stricterGate } from '../../core/gates.ts'
import { errorFields } from '../../core/log.ts'
import { timeoutMs } from '../../core/platform.ts'
import { Problem } from '../../core/problems.ts'
import { isOffForArtifact } from '../../domain/artifact/artifact-spokes.ts'
import { evidenceHash, noteHash } from '../../domain/artifact/note-hash.ts'
import { readSpokenTranscripts, type SpokenTranscript } from '../../domain/artifact/segments.ts'
import { readRecordFacts } from '../../domain/encounter/record-facts.ts'
import { readTemplateRules, type TemplateRules } from '../../domain/template/template-rules.ts'
import type { Heard } from '../../drafting/verify/allergies.ts'
import type { VerifyInput } from '../../drafting/verify/verify.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  type ArtifactContent,
  asJson,
  hubAddress,
  hubContent,
  type VerificationRecord,
  wholeAddress,
} from '../../store/hub-resources.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { checkClaim } from '../../store/operations/reviews.ts'
import { platformOf } from '../../store/platforms.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen } from '../../store/transitions.ts'
import type { Hub } from '../hub.ts'
import { isCurrent } from '../release/gate-policy.ts'
import { buildArtifactRelease } from '../release/read-release-input.ts'
import { attest } from './attest.ts'
import { isAllergyRule } from './attest-allergies.ts'
import { lockArtifact } from './lock-artifact.ts'
import { countedNote, judgeByRules } from './policy-findings.ts'
import { addDoubt, readAgain } from './second-reading.ts'
import type { verificationRequest } from './verification-schemas.ts'

const notRun = (reason: string): Verification => ({
  outcome: 'not_run',
  reason,
  findings: [],
  confidence: 0,
  coverage: 0,
})

export async function verifyArtifact(
  { caller, params, body, expected }: HandlerRequest<'artifactId', z.output<typeof verificationRequest>>,
  hub: Hub,
  prepared?: PreparedVerdict,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await lockArtifact(tx, params.artifactId, expected)
    const before = hubContent('Artifact', stored)
    checkOpen('verify', before.state)
    if (body.attestations.length > 0) await checkClaim(tx, stored.id)
    const content = attestContent(before, body, { caller, heard: await readHeard(tx, before, body) })
    const { note } = content
    const patient = await tx.find(wholeAddress('Patient', content.patientId))
    const ground = await readGround(tx, content)
    const { transcripts, rules } = ground
    const verdict = await judge(tx, hub, { stored, content, ground, prepared })
    const verification: VerificationRecord = {
      ...verdict,
      contentHash: content.contentHash,
      evidenceHash: evidenceHash(transcripts, patient),
      policyVersion: String(rules.policyVersion),
      schemaVersion: rules.schemaVersion,
      verifiedAt: tx.at,
      verifiedBy: caller.subject,
    }
    const gate = await findGate(tx, content, rules)
    const judged: ArtifactContent = { ...content, verification, gate }
    const firstApproval =
      before.firstApproval && isCurrent(before.firstApproval, judged) ? before.firstApproval : undefined
    const { recipientClass } = rules.schema
    const { contentHash } = content
    const change = asJson({ note, contentHash, verification, gate, recipientClass, firstApproval })
    const moved = await moveArtifact(tx, stored, 'verify', change, {
      reason: verdict.outcome,
      confidence: verdict.confidence,
      count: verdict.findings.length,
    })
    return ok({ artifactId: stored.id, version: moved.version, ...verification })
  })
}

/** A schema with another gate takes effect before the approval; an amendment keeps at least the gate of the edition that it amends. */
async function findGate(tx: Tx, content: ArtifactContent, { schema }: TemplateRules): Promise<string> {
  const { gate, spoke, encounterId, replaces } = content
  const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
  const asked = raiseGate(schema.gate, [spoke, encounter.spoke])
  return replaces === undefined ? asked : stricterGate(gate, asked)
}

/** Lists the findings of the last verification, if it judged this content. */
const listFindings = ({ verification, contentHash }: ArtifactContent): readonly Finding[] =>
  verification?.contentHash === contentHash ? verification.findings : []

/** The content with the caller's attestations. */
function attestContent(
  content: ArtifactContent,
  { attestations: given }: z.output<typeof verificationRequest>,
  by: { readonly caller: Caller; readonly heard: Heard | undefined },
): ArtifactContent {
  const note = attest(content.note, given, { ...by, findings: listFindings(content) })
  return { ...content, note, contentHash: noteHash(note) }
}

/** Transcripts and record, which show the names of allergens; read only if an allergy is attested. */
async function readHeard(
  tx: Tx,
  content: ArtifactContent,
  { attestations }: z.output<typeof verificationRequest>,
): Promise<Heard | undefined> {
  if (!attestations.some(({ rule }) => isAllergyRule(rule))) return undefined
  const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
  return { note: content.note, transcripts, record: await readRecordFacts(tx, content) }
}

/** The rules for a draft, and the input of the verifier. */
type Ground = {
  readonly transcripts: readonly SpokenTranscript[]
  readonly rules: TemplateRules
  readonly input: VerifyInput
  /** The tenant is being indexed again. D65. */
  readonly isRecordPartial: boolean
}

async function readGround(tx: Tx, content: ArtifactContent): Promise<Ground> {
  const template = hubContent(
    'TemplateVersion',
    await tx.read(hubAddress('TemplateVersion', content.templateVersionId)),
  )
  const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
  const rules = await readTemplateRules(tx, content.templateId)
  const record = await readRecordFacts(tx, content)
  const { threshold } = rules.policy
  return {
    transcripts,
    rules,
    isRecordPartial: tx.tenant.isOutdated,
    input: { note: countedNote(content.note, rules), template, transcripts, record, threshold },
  }
}

/** A verdict from before the transaction. It counts if the transaction has the same input. */
export type PreparedVerdict = { readonly input: VerifyInput; readonly verdict: Verification }

/** Verifies the draft before the transaction begins, so that no connection waits for a verdict. */
export async function prepareVerification(
  { caller, params, body }: HandlerRequest<'artifactId', z.output<typeof verificationRequest>>,
  hub: Hub,
): Promise<PreparedVerdict | undefined> {
  if (hub.verify === undefined) return undefined
  const asked = await hub.transact(caller, (tx) => readAsked(tx, hub, { artifactId: params.artifactId, body }))
  if (asked === undefined) return undefined
  const { input, limitMs, content } = asked
  const reading = readAgain(hub, { caller, artifactId: params.artifactId, content, input, limitMs })
  const [verdict, second] = await Promise.all([runVerifier(hub, limitMs, input), reading])
  return { input, verdict: addDoubt(verdict, second, input.note) }
}

type Asked = { readonly artifactId: string; readonly body: z.output<typeof verificationRequest> }

/** Undefined if there is nothing to verify; the transaction itself says why. */
async function readAsked(tx: Tx, hub: Hub, { artifactId, body }: Asked) {
  try {
    const content = hubContent('Artifact', await tx.read(hubAddress('Artifact', artifactId)))
    const limitMs = await findLimit(tx, hub, content)
    if (limitMs === undefined) return undefined
    checkOpen('verify', content.state)
    const heard = await readHeard(tx, content, body)
    const { input } = await readGround(tx, attestContent(content, body, { caller: tx.caller, heard }))
    return { input, limitMs, content }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Longest time of a verdict for the caller's spoke; undefined if verification is off for it, or for the artifact's spoke. */
async function findLimit(tx: Tx, { config }: Hub, content: ArtifactContent): Promise<number | undefined> {
  const { tenant, caller } = tx
  if (await isOffForArtifact(tx, 'verify', { artifact: content, spokes: [caller.spoke] })) return undefined
  return timeoutMs(config, platformOf(tenant, caller.spoke), 'verify')
}

type Judged = {
  readonly stored: Stored
  readonly content: ArtifactContent
  readonly ground: Ground
  readonly prepared: PreparedVerdict | undefined
}

/** R3.2: if anything keeps the verifier from answering, the outcome is `not_run`, never a pass. */
async function judge(tx: Tx, hub: Hub, judged: Judged): Promise<Verification> {
  const { content, ground, prepared } = judged
  const { rules, input, isRecordPartial } = ground
  const limitMs = await findLimit(tx, hub, content)
  if (limitMs === undefined) return notRun('feature_disabled')
  const isPrepared = prepared !== undefined && isDeepStrictEqual(input, prepared.input)
  // A second reader is not asked inside a transaction: the client asks for a new verification.
  if (!isPrepared && hub.secondReadings !== undefined) return notRun('second_reading_unavailable')
  const said = isPrepared ? prepared.verdict : await runVerifier(hub, limitMs, input)
  const verdict = judgeByRules(said, { ...content, note: input.note, isRecordPartial }, rules)
  if (verdict.outcome === 'not_run') return verdict
  const invalid = await listReleaseFindings(tx, hub, judged)
  if (invalid.length === 0) return verdict
  return { ...verdict, outcome: 'failed', findings: [...verdict.findings, ...invalid] }
}

/** A verifier that fails has not judged, whatever the error. */
export async function runVerifier(
  { verify, log }: Pick<Hub, 'verify' | 'log'>,
  limitMs: number,
  input: VerifyInput,
): Promise<Verification> {
  if (verify === undefined) return notRun('verifier_off')
  try {
    const late = sleep(limitMs, notRun('verifier_timeout'), { ref: false })
    return await Promise.race([verify(input, AbortSignal.timeout(limitMs)), late])
  } catch (error) {
    if (error instanceof Problem) throw error
    log.error('verifier.failed', errorFields(error), error)
    return notRun('verifier_failed')
  }
}

/** Findings of the profiles for the resources that an approval would write, with the caller as approver, or else the encounter's practitioner. */
async function listReleaseFindings(tx: Tx, hub: Hub, { stored, content, ground }: Judged): Promise<readonly Finding[]> {
  const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', content.encounterId)))
  const approver = tx.caller.fhirUser ?? `PractitionerRole/${encounter.practitionerRoleId}`
  const approval = {
    approver,
    at: tx.at,
    policyVersion: String(ground.rules.policyVersion),
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
