/** Shows what a channel would send of a released artifact: nothing is sent, queued or changed. docs/channels.md#dry-run; D227 */
import { z } from 'zod'
import { hasRole } from '../../core/caller.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { sha256Of } from '../../core/sha256.ts'
import { documentFormatNames } from '../../documents/formats.ts'
import { judgeFilter } from '../../domain/channel/channel-filter.ts'
import { disclosureBy, isDisclosureConsented } from '../../domain/consent/consent-check.ts'
import { maskContent } from '../../exports/mask/mask-content.ts'
import { findFileForm } from '../../exports/presets.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { isReleased } from '../../store/transitions.ts'
import { readReleasedInput } from '../artifacts/released-input.ts'
import { asksForDenied } from '../consents/consent-denials.ts'
import { formOfChannel } from '../deliveries/dispatch.ts'
import { checkReleasedForm } from '../exports/check-forms.ts'
import { uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import * as roles from '../platform/roles.ts'

export const dryRunRequest = named('DryRunRequest', z.strictObject({ artifactId: uuid }), {
  artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
})

export const dryRunAnswer = named(
  'DryRun',
  z.strictObject({
    channelId: identifier,
    channelVersion: z.int(),
    artifactId: identifier,
    filter: z.strictObject({ outcome: z.enum(['sent', 'left-out', 'failed']), by: z.string().exactOptional() }),
    isConsented: z.boolean(),
    format: z.enum(documentFormatNames),
    preset: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
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
  return { ...prepared, bytes: await hub.render(prepared.form.format, prepared.input) }
}

type Prepared = Awaited<ReturnType<typeof prepareDryRun>>

export async function dryRunChannel(request: Request, hub: Hub, prepared?: Prepared) {
  const { form, content, told, bytes } = prepared ?? (await prepareDryRun(request, hub))
  const { caller } = request
  const { format, preset } = form
  const sha256 = sha256Of(bytes)
  const isClinical = hasRole(caller, roles.clinical)
  return hub.transact(caller, async (tx) => {
    const { encounterId, patientId } = content
    const about = { resourceType: 'Channel', resourceId: told.channelId, artifactId: told.artifactId, hash: sha256 }
    tx.record('channel.tried', { ...about, encounterId, patientId })
    if (isClinical) tx.record('document.read', { ...about, encounterId, patientId })
    const described = { format, preset, mediaType: findFileForm(format, preset).mediaType, bytes: bytes.length, sha256 }
    const shown = isClinical
      ? { content: Buffer.from(bytes).toString('base64') }
      : { masked: maskContent(bytes, format) }
    return ok({ ...told, ...described, ...shown })
  })
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
  const input = { ...released, preset, ...(recipient === undefined ? {} : { recipient }) }
  return { input, form, content, told: { channelId, channelVersion: stored.version, artifactId, filter, isConsented } }
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
