/** :revise has an outside model change a note by an instruction: a new version in review, whose statements are judged like those of any draft. D297. */
import { z } from 'zod'
import type { Note } from '../../core/clinical-note.ts'
import { timeoutMs } from '../../core/platform.ts'
import { Problem } from '../../core/problems.ts'
import { checkArtifactSwitches } from '../../domain/artifact/artifact-spokes.ts'
import { noteHash } from '../../domain/artifact/note-hash.ts'
import { readSpokenTranscripts } from '../../domain/artifact/segments.ts'
import { checkGeneration } from '../../domain/consent/consent-check.ts'
import { checkExternal, recordDisclosure } from '../../domain/consent/provider-disclosure.ts'
import { redactedFor } from '../../domain/encounter/identifying.ts'
import { readRecordFacts } from '../../domain/encounter/record-facts.ts'
import { checkRecordings } from '../../domain/recording/recordings.ts'
import { readTemplateRules } from '../../domain/template/template-rules.ts'
import { ProviderError } from '../../drafting/providers/provider-error.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { countTokens } from '../../store/operations/provider-use.ts'
import { checkClaim } from '../../store/operations/reviews.ts'
import { platformOf } from '../../store/platforms.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen } from '../../store/transitions.ts'
import { line } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { checkSuccession } from '../release/amend.ts'
import { readDraftedVersion } from '../templates/templates.ts'
import { lockArtifact } from './lock-artifact.ts'
import { applyRevision, differenceOf } from './revised-note.ts'

export const revisionRequest = named('RevisionRequest', z.strictObject({ instruction: line(2000) }), {
  instruction: 'Put the red flags first, and shorten the social history.',
})

const placed = z.array(z.strictObject({ section: z.string(), statementId: z.string(), text: z.string() }))

export const revisionAnswer = named(
  'Revision',
  z.strictObject({
    artifactId: identifier,
    version: z.int().min(1),
    difference: z.strictObject({ added: placed, removed: placed }),
  }),
  {
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    version: 3,
    difference: {
      added: [{ section: 'subjective', statementId: 'v3-1', text: 'Sore throat for 4 days.' }],
      removed: [{ section: 'subjective', statementId: 'subjective-1', text: 'Throat sore, 4 days.' }],
    },
  },
)

type Request = HandlerRequest<'artifactId', z.output<typeof revisionRequest>>
export type PreparedRevision = { readonly version: number; readonly note: Note; readonly model: string }

/** Asks the model and judges its answer, before the transaction begins. */
export async function prepareRevision(request: Request, hub: Hub): Promise<PreparedRevision> {
  const { caller } = request
  const asked = await hub.transact(caller, (tx) => askRevision(tx, hub, request))
  const { verify, revisions } = asked
  const late = AbortSignal.timeout(asked.limitMs)
  const { answer, tokens } = await asked.prepared.send(late).catch((error: unknown) => {
    throw error instanceof ProviderError ? new Problem('dependency-unavailable', { cause: error }) : error
  })
  await hub.transact(caller, (tx) => countTokens(tx, 'draft', tokens))
  const judge = async (note: Note) => verify({ ...asked.input, note }, late)
  const note = await applyRevision({ judge, code: revisions.code }, asked.note, answer)
  if (note === undefined) throw new Problem('business-rule', { detail: nothingNew })
  return { version: asked.version, note, model: revisions.reviser.model }
}

const noModel = 'No model is configured: set BANKSIA_DRAFTER=http, BANKSIA_DRAFTER_URL and BANKSIA_DRAFTER_MODEL'
const noVerifier = 'A revision has to be verified: set BANKSIA_VERIFIER to another value than off'
const nothingNew = 'The model answered with no change that the verifier supports'

/** Checks everything that can refuse the revision, and records the disclosure. */
async function askRevision(tx: Tx, hub: Hub, request: Request) {
  const { artifactId } = request.params
  const stored = await tx.read(hubAddress('Artifact', artifactId))
  checkVersion(stored, request.expected)
  const content = hubContent('Artifact', stored)
  const { encounterId, patientId, note } = content
  checkOpen('edit', content.state)
  await checkClaim(tx, stored.id)
  const { revisions, verify } = hub
  if (revisions === undefined) throw new Problem('business-rule', { detail: noModel })
  if (verify === undefined) throw new Problem('business-rule', { detail: noVerifier })
  const { reviser, budget } = revisions
  await checkArtifactSwitches(tx, 'external_drafter', { artifact: content, spokes: [tx.caller.spoke] })
  await checkGeneration(tx, patientId, content.artifactType)
  await checkExternal(tx, patientId, reviser.host)
  await checkRecordings(tx, patientId, content.transcriptIds)
  const template = await readDraftedVersion(tx, content.templateId, content.templateVersionId)
  const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
  const record = await readRecordFacts(tx, content)
  const { policy } = await readTemplateRules(tx, content.templateId)
  const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
  const identifying = await redactedFor(reviser, tx, encounter)
  const { instruction } = request.body
  const wanted = { note, instruction, idPrefix: `v${stored.version + 1}-` }
  const prepared = prepareOrRefuse(() => reviser.prepare({ template, transcripts, record, ...identifying, ...wanted }))
  const about = { encounterId, patientId, resourceType: 'Artifact', resourceId: artifactId } as const
  const sent = { host: reviser.host, hash: prepared.sha256, count: prepared.segments }
  if (!(await recordDisclosure(tx, { purpose: 'draft', ...about, ...sent }, budget))) throw new Problem('rate-limited')
  const input = { template, transcripts, record, threshold: policy.threshold }
  const limitMs = timeoutMs(hub.config, platformOf(tx.tenant, tx.caller.spoke), 'verify')
  return { revisions, verify, version: stored.version, note, prepared, input, limitMs }
}

function prepareOrRefuse<T>(prepare: () => T): T {
  try {
    return prepare()
  } catch (error) {
    throw error instanceof ProviderError ? new Problem('payload-too-large', { cause: error }) : error
  }
}

/** The new version. It voids the verification and approvals, as an edit does. */
export async function reviseArtifact({ caller, params, expected }: Request, hub: Hub, prepared?: PreparedRevision) {
  if (prepared === undefined) throw new Problem('conflict')
  return hub.transact(caller, async (tx) => {
    const stored = await lockArtifact(tx, params.artifactId, expected)
    const content = hubContent('Artifact', stored)
    if (stored.version !== prepared.version) throw new Problem('precondition-failed')
    checkOpen('edit', content.state)
    await checkClaim(tx, stored.id)
    if (content.state === 'rejected') await checkSuccession(tx, stored.id, content)
    await checkExternal(tx, content.patientId, hub.revisions?.reviser.host ?? '')
    const { note, model } = prepared
    const judged = { verification: undefined, firstApproval: undefined, rejection: undefined }
    const change = { note, contentHash: noteHash(note), drafter: `http:${model}`, ...judged }
    const moved = await moveArtifact(tx, stored, 'edit', asJson(change), { reason: 'revised' })
    const difference = differenceOf(content.note, note)
    return ok({ artifactId: stored.id, version: moved.version, difference })
  })
}
