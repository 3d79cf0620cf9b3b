/** Shows what a channel would send of a released artifact: nothing is sent, queued or changed. docs/channels.md#dry-run; D227 */
import { z } from 'zod'
import { hasRole } from '../../core/caller.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { sha256Of } from '../../core/sha256.ts'
import { documentFormatNames } from '../../documents/formats.ts'
import { judgeFilter } from '../../domain/channel/channel-filter.ts'
import { disclosureBy, isDisclosureConsented } from '../../domain/consent/consent-check.ts'
import type { CodeOutcome } from '../../domain/mapping/map-codes.ts'
import { isHeld } from '../../domain/mapping/map-document.ts'
import { maskContent } from '../../exports/mask/mask-content.ts'
import { maskLeaf } from '../../exports/mask/mask-leaf.ts'
import { findFileForm } from '../../exports/presets.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import type { ChannelLimits } from '../../store/channels/channel-settings.ts'
import type { MappingTarget } from '../../store/channels/mapping-rows.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { isReleased } from '../../store/transitions.ts'
import { readReleasedInput } from '../artifacts/released-input.ts'
import { asksForDenied } from '../consents/consent-denials.ts'
import { formOfChannel } from '../deliveries/dispatch.ts'
import { checkReleasedForm, type WantedForm } from '../exports/check-forms.ts'
import { uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { mappedCode } from '../mapping-tables/mapping-tables.ts'
import * as roles from '../platform/roles.ts'
import { mapAsNow } from './check-mappings.ts'

export const dryRunRequest = named('DryRunRequest', z.strictObject({ artifactId: uuid }), {
  artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
})

/** The outcome of one code in a mapping table. The codes are masked for callers who may not read the document. */
const codeOutcome = z.strictObject({
  table: z.string(),
  version: z.int(),
  element: z.string(),
  outcome: z.enum(['mapped', 'defaulted', 'kept', 'held']),
  source: mappedCode.source,
  target: mappedCode.target.exactOptional(),
})

export const dryRunAnswer = named(
  'DryRun',
  z.strictObject({
    channelId: identifier,
    channelVersion: z.int(),
    artifactId: identifier,
    filter: z.strictObject({ outcome: z.enum(['sent', 'left-out', 'failed']), by: z.string().exactOptional() }),
    isConsented: z.boolean(),
    mappings: z.array(codeOutcome).exactOptional(),
    format: z.enum(documentFormatNames),
    preset: z.string(),
    mediaType: z.string(),
    /** Absent, with `sha256`, if the document would be held. */
    bytes: z.int().exactOptional(),
    sha256: z.string().exactOptional(),
    /** Absent for a channel without a largest size, and for a FHIR server. */
    isOverMaxBytes: z.boolean().exactOptional(),
    /** For clinical roles. */
    content: z.base64().exactOptional(),
    /** For others. */
    masked: z.string().exactOptional(),
  }),
  {
    channelId: '0198f2a0-0000-7000-8000-0000000000c1',
    channelVersion: 3,
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    filter: { outcome: 'left-out', by: 'artifactTypes' },
    isConsented: true,
    format: 'hl7v2',
    preset: 'default',
    mediaType: 'x-application/hl7-v2+er7',
    bytes: 9876,
    sha256: 'd4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35',
    masked: 'MSH|^~\\&|***|***|***|***|***||ORU^R01^ORU_R01|***|P|2.4',
  },
)

type Request = HandlerRequest<'channelId', z.output<typeof dryRunRequest>>

/** Outside the transaction of the answer: a document takes its time. */
export async function prepareDryRun({ caller, params, body }: Request, hub: Hub) {
  const prepared = await hub.transact(caller, (tx) => prepare(tx, hub, { ...params, ...body }))
  const bytes = isHeld(prepared.outcomes ?? []) ? undefined : await hub.render(prepared.form.format, prepared.input)
  return { ...prepared, bytes }
}

type Prepared = Awaited<ReturnType<typeof prepareDryRun>>

export async function dryRunChannel(request: Request, hub: Hub, prepared?: Prepared) {
  const { form, content, told, bytes, outcomes, limits } = prepared ?? (await prepareDryRun(request, hub))
  const { caller } = request
  const isClinical = hasRole(caller, roles.clinical)
  const document = showDocument(form, bytes, isClinical)
  return hub.transact(caller, async (tx) => {
    const { encounterId, patientId } = content
    const hash = document.sha256 === undefined ? {} : { hash: document.sha256 }
    const about = { resourceType: 'Channel', resourceId: told.channelId, artifactId: told.artifactId, ...hash }
    tx.record('channel.tried', { ...about, encounterId, patientId })
    if (isClinical) tx.record('document.read', { ...about, encounterId, patientId })
    return ok({ ...told, ...showOutcomes(outcomes, isClinical), ...document, ...judgeSize(limits, bytes) })
  })
}

/** Empty for a channel without mapping tables. */
function showOutcomes(outcomes: readonly CodeOutcome[] | undefined, isClinical: boolean) {
  if (outcomes === undefined) return {}
  return { mappings: isClinical ? outcomes : outcomes.map(maskOutcome) }
}

const maskOutcome = ({ source, target, ...outcome }: CodeOutcome): CodeOutcome => ({
  ...outcome,
  source: maskCode(source),
  ...(target === undefined ? {} : { target: maskCode(target) }),
})

const maskCode = ({ system, code, display }: MappingTarget): MappingTarget => ({
  ...{ system, code: maskLeaf(code) },
  ...(display === undefined ? {} : { display: maskLeaf(display) }),
})

/** Compares the size of the form as it was made. The header of an HL7 v2 message may still change it by a few bytes. */
const judgeSize = (limits: ChannelLimits | undefined, bytes: Uint8Array | undefined) =>
  limits?.maxBytes === undefined || bytes === undefined ? {} : { isOverMaxBytes: bytes.length > limits.maxBytes }

function showDocument({ format, preset }: WantedForm, bytes: Uint8Array | undefined, isClinical: boolean) {
  const { mediaType } = findFileForm(format, preset)
  const form = { format, preset, mediaType }
  if (bytes === undefined) return { ...form, sha256: undefined }
  const sha256 = sha256Of(bytes)
  const shown = isClinical ? { content: Buffer.from(bytes).toString('base64') } : { masked: maskContent(bytes, format) }
  return { ...form, bytes: bytes.length, sha256, ...shown }
}

type Asked = { readonly channelId: string; readonly artifactId: string }

async function prepare(tx: Tx, { filterExpressions }: Hub, { channelId, artifactId }: Asked) {
  const stored = await tx.read(hubAddress('Channel', channelId))
  const channel = hubContent('Channel', stored)
  const content = await readArtifact(tx, artifactId)
  const form = formOfChannel({ channel })
  await checkReleasedForm(tx, content, form)
  const released = await readReleasedInput(tx, content)
  const filter = judgeFilter(filterExpressions, channel, { bundle: released.bundle, content })
  const isByList = filter.outcome === 'left-out' && filter.by !== 'expression'
  // Whoever writes expressions and gets their answers reads any value, one question after the other.
  if (channel.filter?.expression !== undefined && !isByList && !hasRole(tx.caller, roles.clinical))
    throw new Problem('business-rule', {
      detail: 'The answer of an expression tells what the document says: ask a clinician',
    })
  const isConsented = await isDisclosureConsented(tx, { ...content, artifactId }, disclosureBy(channel, undefined))
  const { preset, recipient } = form
  const { bundle, outcomes } = await mapAsNow(tx, channel, released.bundle)
  const input = { ...released, bundle, preset, ...(recipient === undefined ? {} : { recipient }) }
  const told = { channelId, channelVersion: stored.version, artifactId, filter, isConsented }
  return { input, form, content, outcomes, told, limits: channel.transport === 'fhir' ? undefined : channel.limits }
}

/** As a dispatch would: one that is released. */
async function readArtifact(tx: Tx, artifactId: string): Promise<ArtifactContent> {
  const stored = (await asksForDenied(tx, { artifactId }))
    ? undefined
    : await tx.find(hubAddress('Artifact', artifactId))
  if (stored === undefined) throw invalidField('artifactId', 'names no artifact of this tenant')
  const content = hubContent('Artifact', stored)
  if (!isReleased(content.state)) throw new Problem('business-rule', { detail: 'The artifact is not released' })
  return content
}
