/** Claims the next deliveries of a lane: their conditions are checked under lock, and their forms are at hand. docs/design/exports-and-delivery.md#deliveries. */

import { findAnswerEndpoint, isEachAnswered } from '../../src/channels/pick-up/pick-up.ts'
import { type Caller, systemCaller } from '../../src/core/caller.ts'
import { Problem } from '../../src/core/problems.ts'
import { chooseMapping } from '../../src/domain/mapping/map-document.ts'
import { addresseeOf } from '../../src/domain/share/addressee.ts'
import { findShare } from '../../src/domain/share/shares.ts'
import { buildControlId, type HeaderFields, stampHeader } from '../../src/exports/hl7v2/control-id.ts'
import { isPreset } from '../../src/exports/presets.ts'
import type { DocumentRecipient } from '../../src/fhir/document-recipient.ts'
import { unmapped } from '../../src/store/channels/mapping-choices.ts'
import {
  type ArtifactContent,
  type ChannelContent,
  hubAddress,
  hubContent,
  hubContentForReading,
} from '../../src/store/hub-resources.ts'
import { listMerging } from '../../src/store/intake/patient-merges.ts'
import { putAttempts } from '../../src/store/operations/attempts.ts'
import type { Delivery } from '../../src/store/operations/deliveries.ts'
import {
  listNextArtifacts,
  lockNextDeliveries,
  type MovedDelivery,
  moveDeliveries,
  moveDelivery,
  type NextDelivery,
} from '../../src/store/operations/delivery-moves.ts'
import { putRecipient } from '../../src/store/operations/recipients.ts'
import { listFirstRenderings, type Rendering, type RenderingKey } from '../../src/store/operations/renderings.ts'
import type { Stored } from '../../src/store/resources/types.ts'
import { checkUnchanged } from '../../src/store/tenants/generation.ts'
import type { Tx } from '../../src/store/transaction.ts'
import type { RenderRefusal } from '../render-refusal.ts'
import { type DispatchedArtifact, findHindrance, type Hindrance } from './hindrance.ts'
import { type About, aboutOf, auditOf } from './outcome.ts'
import { headerOf } from './transmission.ts'

export type Lane = { readonly tenant: string; readonly channelId: string; readonly lane: number }

export type Claim = {
  readonly delivery: Delivery
  /** As it was queued, for what comes back unsent. */
  readonly before: Delivery
  /** Banksia, for the request that queued it and the spoke of the artifact, to which its events are counted. */
  readonly caller: Caller
  readonly rendering: Rendering
  readonly channel: ChannelContent
  readonly channelVersion: number
  readonly controlId: string
  readonly header: HeaderFields | undefined
  readonly about: About
}

export type Unrendered = {
  readonly key: RenderingKey
  readonly delivery: Pick<Delivery, 'id' | 'artifactId' | 'requestId'>
  readonly caller: Caller
}

export type Batch = {
  readonly claims: readonly Claim[]
  /** The next delivery, if its form has to be made first. Then nothing is claimed. */
  readonly unrendered?: Unrendered
  /** Some were withdrawn or held: others may be next. */
  readonly hasPassed: boolean
}

/** What the forms of one batch take in memory, unless the first alone takes more. */
const maxBytes = 1024 * 1024

const nothing: Batch = { claims: [], hasPassed: false }

/**
 * Checks the conditions of the next dispatches of a lane under lock, and claims them. A delivery whose form is not kept is claimed after that
 * has been made, so that a document which cannot take its form counts no attempt. D140
 */
export async function claimBatch(tx: Tx, lane: Lane, most: number): Promise<Batch> {
  await checkUnchanged(tx.client, tx)
  const seen = dueOf(await listNextArtifacts(tx, lane, most))
  if (seen.length === 0) return nothing
  // Locks the artifacts first, as a recall does; after that other deliveries may be next.
  const artifacts = await readArtifacts(tx, seen)
  const next = dueOf(await lockNextDeliveries(tx, lane, most))
  const known = takeWhile(next, ({ artifactId }) => artifacts.has(artifactId))
  if (known.length === 0) return { ...nothing, hasPassed: true }
  const receiving = receivingOf(tx, await tx.find(hubAddress('Channel', lane.channelId)))
  const merging = await listMerging(
    tx,
    [...artifacts.values()].map(({ content }) => content.patientId),
  )
  const chosen: Chosen[] = []
  let hasPassed = false
  for (const delivery of known) {
    const artifact = artifacts.get(delivery.artifactId) as DispatchedArtifact
    const isMerging = merging.has(artifact.content.patientId)
    const choice = await choose(tx, receiving, { delivery, artifact, isMerging })
    if ('key' in choice) chosen.push(choice)
    else hasPassed = true
    // What is postponed keeps its place, and the lane waits for it.
    if (!('key' in choice) && choice.operation === 'postpone') break
  }
  return { hasPassed, ...(await claimRendered(tx, chosen)) }
}

const dueOf = <D extends Pick<NextDelivery, 'due'>>(next: readonly D[]): readonly D[] =>
  takeWhile(next, ({ due }) => due)

function takeWhile<T>(items: readonly T[], holds: (item: T) => boolean): readonly T[] {
  const end = items.findIndex((item) => !holds(item))
  return end === -1 ? items : items.slice(0, end)
}

async function readArtifacts(
  tx: Tx,
  of: readonly Pick<Delivery, 'artifactId'>[],
): Promise<ReadonlyMap<string, DispatchedArtifact>> {
  const ids = [...new Set(of.map(({ artifactId }) => artifactId))]
  const found = await tx.findAllCurrent(
    ids.map((id) => hubAddress('Artifact', id)),
    'share',
  )
  return new Map(found.map((stored) => [stored?.id ?? '', dispatched(stored)]))
}

function dispatched(stored: Stored | undefined): DispatchedArtifact {
  if (stored === undefined || stored.deleted) throw new Problem('not-found')
  return { id: stored.id, content: hubContentForReading('Artifact', stored) }
}

/** The channel, mapping tables and recipients of a batch: the channel is read once, the tables are chosen at most once, each recipient is put once. */
type Receiving = {
  /** Undefined if the channel is missing, which is a hindrance. */
  readonly channel: ChannelContent | undefined
  readonly channelVersion: number
  readonly putRecipient: (addressee: DocumentRecipient) => Promise<string>
  /** The hash of the mapping tables that a form takes now. Undefined if one of them is missing. */
  readonly findMapping: () => Promise<string | undefined>
}

function receivingOf(tx: Tx, stored: Stored<'hub'> | undefined): Receiving {
  const known = new Map<string, string>()
  const channel = stored === undefined ? undefined : hubContent('Channel', stored)
  let mapping: Promise<string | undefined> | undefined
  return {
    channel,
    findMapping() {
      mapping ??= chooseMapping(tx, channel ?? {})
      return mapping
    },
    channelVersion: stored?.version ?? 0,
    async putRecipient(addressee) {
      const members = JSON.stringify(addressee)
      const recipient = known.get(members) ?? (await putRecipient(tx, addressee))
      known.set(members, recipient)
      return recipient
    },
  }
}

type Candidate = {
  readonly delivery: NextDelivery
  readonly artifact: DispatchedArtifact
  readonly isMerging: boolean
}

type Chosen = Pick<Claim, 'before' | 'caller' | 'channel' | 'channelVersion' | 'about'> & { readonly key: RenderingKey }

/** Answers what hinders it, after it has been moved accordingly. */
async function choose(
  tx: Tx,
  receiving: Receiving,
  { delivery, artifact, isMerging }: Candidate,
): Promise<Chosen | Hindrance> {
  const { channel, channelVersion } = receiving
  const caller = callerOf(tx, delivery, artifact.content)
  const share = delivery.shareId === undefined ? undefined : await findShare(tx, delivery.shareId)
  const hindrance = await findHindrance(tx, delivery, { artifact, channel, share, isMerging })
  if (hindrance !== undefined) return pass(tx, caller, delivery, hindrance)
  const { artifactId, kind, format, preset } = delivery
  // A missing channel hinders.
  if (channel === undefined || !isPreset(format, preset))
    return pass(tx, caller, delivery, { operation: 'hold', reason: 'bad-preset', event: 'delivery.held' })
  const mapping = isFixed(delivery) ? (delivery.mapping ?? unmapped) : await receiving.findMapping()
  if (mapping === undefined)
    return pass(tx, caller, delivery, { operation: 'hold', reason: 'mapping-missing', event: 'delivery.held' })
  const recipient = keptRecipient(delivery) ?? (await receiving.putRecipient(addresseeOf(channel, share)))
  return {
    ...{ before: delivery, caller, channel, channelVersion },
    key: { artifactId, kind, format, preset, recipient, mapping },
    about: aboutOf(artifact.content),
  }
}

const callerOf = ({ caller }: Tx, { requestId, trace }: Delivery, { spoke }: ArtifactContent): Caller => ({
  ...systemCaller(caller.tenant, requestId, trace),
  spoke,
})

/** Up to the first whose form is not kept. */
async function claimRendered(tx: Tx, chosen: readonly Chosen[]): Promise<Omit<Batch, 'hasPassed'> | Batch> {
  const [first] = chosen
  if (first === undefined) return { claims: [] }
  const keys = chosen.map(({ key }) => key)
  const renderings = await listFirstRenderings(tx, keys, maxBytes)
  if (renderings.length === 0)
    return { claims: [], unrendered: { key: first.key, delivery: first.before, caller: first.caller } }
  const ready = takeWhile(
    renderings.map((rendering, at) => prepare(tx, chosen[at] as Chosen, rendering)),
    (one) => !isOverMaxBytes(one),
  )
  if (ready.length === 0) {
    await pass(tx, first.caller, first.before, { operation: 'hold', reason: 'over-max-bytes', event: 'delivery.held' })
    return { claims: [], hasPassed: true }
  }
  const moved = await moveDeliveries(
    tx,
    ready.map(({ before: { id }, key: { recipient, mapping }, controlId }) => ({
      ...{ id, operation: 'claim' },
      change: { controlId, recipient, mapping },
    })),
  )
  const claims = ready.map((one) => claimOf(one, moved.get(one.before.id)))
  putAttempts(
    tx,
    claims.map(({ delivery: { id, attempts }, controlId, channel, header, rendering: { blobId } }) => ({
      ...{ deliveryId: id, number: attempts, controlId, header, blobId },
      endpoint: findAnswerEndpoint(channel),
    })),
  )
  return { claims }
}

type Ready = Chosen & Pick<Claim, 'controlId' | 'header' | 'rendering'>

/** With the delivery as the move has left it. */
function claimOf({ key, ...one }: Ready, moved: MovedDelivery | undefined): Claim {
  // Its row is locked, so nothing else can have moved it.
  if (moved === undefined) throw new TypeError('a locked delivery was claimed')
  const { reason: _, ...before } = one.before
  const { controlId } = one
  return { ...one, delivery: { ...before, ...moved, controlId, recipient: key.recipient, mapping: key.mapping } }
}

function prepare(tx: Tx, chosen: Chosen, rendering: Rendering): Ready {
  const one = { ...chosen, rendering, controlId: controlIdOf(chosen) }
  return { ...one, header: headerOf({ ...one, delivery: one.before, timeZone: tx.tenant.timeZone }) }
}

/** Whether the message is larger than the channel allows. False for a FHIR server: its transport checks once it has chosen the form. D249 */
function isOverMaxBytes({ channel: { limits, transport }, rendering: { bytes }, header }: Ready): boolean {
  if (limits?.maxBytes === undefined || transport === 'fhir') return false
  return (header === undefined ? bytes : stampHeader(bytes, header)).length > limits.maxBytes
}

/** D4: new for each transmission. In a folder without answers a retry must find the file that it wrote. */
const controlIdOf = ({ before: { id, attempts }, channel }: Chosen): string =>
  buildControlId(isEachAnswered(channel) ? `${id}/${attempts + 1}` : id)

async function pass(tx: Tx, caller: Caller, { id }: Delivery, hindrance: Hindrance): Promise<Hindrance> {
  const moved = await moveDelivery(tx, id, hindrance.operation, hindrance)
  if (hindrance.event !== undefined) tx.record(hindrance.event, auditOf(moved, hindrance.reason), caller)
  return hindrance
}

/** A repetition goes to whom the attempt before went to, and a recall to those who have the document. D139 */
const keptRecipient = (delivery: Delivery): string | undefined => (isFixed(delivery) ? delivery.recipient : undefined)

/** True if the delivery keeps the form of an earlier attempt. D139, D248 */
const isFixed = ({ kind, tries, arrivedAt }: Delivery): boolean =>
  kind === 'recall' || tries > 0 || arrivedAt !== undefined

/** Unless another is next by now: a recall, or the same after a repair. */
export async function holdNext(
  tx: Tx,
  lane: Lane,
  { delivery, caller }: Unrendered,
  reason: RenderRefusal,
): Promise<void> {
  await readArtifacts(tx, [delivery])
  const [next] = await lockNextDeliveries(tx, lane, 1)
  if (next?.id === delivery.id) await pass(tx, caller, next, { operation: 'hold', reason, event: 'delivery.held' })
}
