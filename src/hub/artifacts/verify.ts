/** :verify: judges a draft against its evidence, and the resources that it would release against their profiles. R3.2. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import type { Finding, Verification } from '../../core/clinical-note.ts'
import { raiseGate, stricterGate } from '../../core/gates.ts'
import { errorFields } from '../../core/log.ts'
import { timeoutMs } from '../../core/platform.ts'
import { Problem } from '../../core/problems.ts'
import { listArtifactSpokes } from '../../domain/artifact/artifact-spokes.ts'
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
  fhirAddress,
  hubAddress,
  hubContent,
  type VerificationRecord,
} from '../../store/hub-resources.ts'
import { checkClaim } from '../../store/operations/reviews.ts'
import { isOffForAny, platformOf } from '../../store/platforms.ts'
import type { Stored } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen } from '../../store/transitions.ts'
import type { Hub } from '../hub.ts'
import { isCurrent } from '../release/gate-policy.ts'
import { buildArtifactRelease } from '../release/release.ts'
import { attest } from './attest.ts'
import { isAllergyRule } from './attest-allergies.ts'
import { lockArtifact } from './lock-artifact.ts'
import { countedNote, judgeByRules } from './policy-findings.ts'
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
) {
  return hub.transact(caller, async (tx) => {
    const stored = await lockArtifact(tx, params.artifactId, expected)
    const before = hubContent('Artifact', stored)
    checkOpen('verify', before.state)
    if (body.attestations.length > 0) await checkClaim(tx, stored.id)
    const content = attestContent(before, body, { caller, heard: await readHeard(tx, before, body) })
    const { note } = content
    const patient = await tx.find(fhirAddress('Patient', content.patientId))
    const ground = await readGround(tx, content)
    const { transcripts, rules } = ground
    const verdict = await judge(tx, hub, { stored, content, ground })
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
    const moved = await tx.move(stored, 'verify', change, {
      reason: verdict.outcome,
      confidence: verdict.confidence,
      count: verdict.findings.length,
    })
    return ok({ artifactId: stored.id, version: moved.version, ...verification })
  })
}

/** A schema that asks for another gate since then is heard before the approval; an amendment passes no lesser one than what it amends. */
async function findGate(tx: Tx, content: ArtifactContent, { schema }: TemplateRules): Promise<string> {
  const { gate, spoke, encounterId, replaces } = content
  const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
  const asked = raiseGate(schema.gate, [spoke, encounter.spoke])
  return replaces === undefined ? asked : stricterGate(gate, asked)
}

/** Of the last verification, where it was of this very content. */
const listFindings = ({ verification, contentHash }: ArtifactContent): readonly Finding[] =>
  verification?.contentHash === contentHash ? verification.findings : []

/** The content with what the caller vouches for. */
function attestContent(
  content: ArtifactContent,
  { attestations: given }: z.output<typeof verificationRequest>,
  by: { readonly caller: Caller; readonly heard: Heard | undefined },
): ArtifactContent {
  const note = attest(content.note, given, { ...by, findings: listFindings(content) })
  return { ...content, note, contentHash: noteHash(note) }
}

/** What was said and recorded, by which the name of an allergen is known; nothing is read where no allergy is attested. */
async function readHeard(
  tx: Tx,
  content: ArtifactContent,
  { attestations }: z.output<typeof verificationRequest>,
): Promise<Heard | undefined> {
  if (!attestations.some(({ rule }) => isAllergyRule(rule))) return undefined
  const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
  return { note: content.note, transcripts, record: await readRecordFacts(tx, content) }
}

/** What a draft is judged by, and what of it the verifier is asked. */
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

/** Has the draft judged before the transaction begins: no connection waits for a verdict. It counts where the transaction asks the same. */
export async function prepareVerification(
  { caller, params, body }: HandlerRequest<'artifactId', z.output<typeof verificationRequest>>,
  hub: Hub,
): Promise<Partial<Hub>> {
  const { verify } = hub
  if (verify === undefined) return {}
  const asked = await hub.transact(caller, (tx) => readAsked(tx, hub, { artifactId: params.artifactId, body }))
  if (asked === undefined) return {}
  const verdict = await runVerifier(hub, asked.limitMs, asked.input)
  return { verify: async (input, signal) => (isDeepStrictEqual(input, asked.input) ? verdict : verify(input, signal)) }
}

type Asked = { readonly artifactId: string; readonly body: z.output<typeof verificationRequest> }

/** Undefined where there is nothing to judge: why, the transaction itself will say. */
async function readAsked(tx: Tx, hub: Hub, { artifactId, body }: Asked) {
  try {
    const content = hubContent('Artifact', await tx.read(hubAddress('Artifact', artifactId)))
    const limitMs = await findLimit(tx, hub, content)
    if (limitMs === undefined) return undefined
    checkOpen('verify', content.state)
    const heard = await readHeard(tx, content, body)
    const { input } = await readGround(tx, attestContent(content, body, { caller: tx.caller, heard }))
    return { input, limitMs }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** How long a verdict may take for the caller's spoke; undefined where verification is off for it, or for the artifact's. */
async function findLimit(tx: Tx, { config }: Hub, content: ArtifactContent): Promise<number | undefined> {
  const { tenant, caller } = tx
  const spokes = [caller.spoke, ...(await listArtifactSpokes(tx, ['verify'], content))]
  if (isOffForAny(tenant, { feature: 'verify', spokes })) return undefined
  return timeoutMs(config, platformOf(tenant, caller.spoke), 'verify')
}

type Judged = { readonly stored: Stored; readonly content: ArtifactContent; readonly ground: Ground }

/** R3.2: whatever keeps the verifier from answering is a `not_run`, never a pass. */
async function judge(tx: Tx, hub: Hub, judged: Judged): Promise<Verification> {
  const { content, ground } = judged
  const { rules, input, isRecordPartial } = ground
  const limitMs = await findLimit(tx, hub, content)
  if (limitMs === undefined) return notRun('feature_disabled')
  const said = await runVerifier(hub, limitMs, input)
  const verdict = judgeByRules(said, { ...content, note: input.note, isRecordPartial }, rules)
  if (verdict.outcome === 'not_run') return verdict
  const invalid = await listReleaseFindings(tx, hub, judged)
  if (invalid.length === 0) return verdict
  return { ...verdict, outcome: 'failed', findings: [...verdict.findings, ...invalid] }
}

/** A verifier that fails has not judged, whatever it fails with. */
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

/** Would what an approval writes pass its profiles? Asked for the caller as approver, else the encounter's practitioner. */
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
