/** Makes the files of a bulk export, part by part: after a crash it continues where the last part ended. Bulk Data Access 2.0 export.html. */

import { systemCaller } from '../src/core/caller.ts'
import { hourMs } from '../src/core/durations.ts'
import { isOff } from '../src/core/features.ts'
import { newId } from '../src/core/ids.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { type BulkContext, type BulkReader, openBulkReader, readAsked } from '../src/domain/bulk-export/bulk-lines.ts'
import { listDeniedPatients } from '../src/domain/consent/consent-denials.ts'
import {
  type BulkExport,
  findExport,
  keepTurn,
  moveExport,
  putPosition,
} from '../src/store/bulk-export/bulk-exports.ts'
import { finishFile, listFiles, putFile, removeFiles } from '../src/store/bulk-export/bulk-files.ts'
import { type BulkPage, hasReached, readBulkStep } from '../src/store/bulk-export/bulk-walk.ts'
import { putChunk } from '../src/store/operations/blobs.ts'
import { platformOf } from '../src/store/platforms.ts'
import type { VersionPosition } from '../src/store/resources/read/versions.ts'
import type { Reader } from '../src/store/resources/types.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import { type ExportFile, openExportFile } from './export-file.ts'
import type { WakeUp } from './queues.ts'

export type BulkSettings = BulkContext & { readonly keptMs: number }

export type Exporting = {
  readonly store: Store
  readonly bulk: BulkSettings
  readonly log: Log
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
}

const leaseMs = 60_000
const retryMs = 5_000
const offMs = 2_000
const maxFailures = 5
/** Versions in one statement. */
const stepVersions = 500
/** Sealed; the next step is in memory beside it. */
const stepBytes = 1024 * 1024
/** Before compression; a part ends with its file. */
const maxFileBytes = 64 * 1024 * 1024

/** Another worker has it, or it was cancelled. */
class TurnLost extends Error {}

export async function runExport(exporting: Exporting, { tenant, subject: id }: WakeUp): Promise<void> {
  const { store, log, stopping } = exporting
  if (stopping.aborted) return
  const begun = await store.transactAsSystem(tenant, (tx) => begin(tx, id))
  if (begun === undefined) return
  const caller = { ...systemCaller(tenant, begun.requestId), spoke: begun.spoke }
  const run: Run = { ...exporting, one: begun, write: (work) => store.transact(caller, work) }
  try {
    if (begun.failures > maxFailures) return await run.write((tx) => endFailed(tx, begun, 'internal'))
    await writeAll(run, await store.openLongReads(tenant))
  } catch (error) {
    if (error instanceof TurnLost) return
    log.error('export.error', { exportId: id, ...errorFields(error) }, error)
    const retry = { turn: begun.turn, delayMs: retryMs, isFailure: true, reason: 'internal' }
    await run.write((tx) => moveExport(tx, id, 'retry', retry))
  }
}

/** A due export may have ended long ago: then its files are deleted. While exports are off for its spoke, it waits. */
async function begin(tx: Tx, id: string): Promise<BulkExport | undefined> {
  if (await isExportOff(tx, id)) {
    await moveExport(tx, id, 'postpone', { reason: 'feature_disabled', delayMs: offMs })
    return undefined
  }
  const begun = await moveExport(tx, id, 'start', { delayMs: leaseMs })
  if (begun !== undefined) {
    await removeFiles(tx, id, 'unfinished')
    return begun
  }
  if ((await moveExport(tx, id, 'expire')) === undefined) return undefined
  await removeFiles(tx, id, 'all')
  tx.record('export.expired', { resourceType: 'Export', resourceId: id })
  return undefined
}

async function isExportOff(tx: Tx, id: string): Promise<boolean> {
  const one = await findExport(tx, id)
  return one?.state === 'queued' && isOff(platformOf(tx.tenant, one.spoke), 'bulk_export')
}

type Run = Exporting & {
  readonly one: BulkExport
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

async function writeAll(run: Run, source: Reader): Promise<void> {
  const { one, bulk, stopping } = run
  if (!(await hasReached(source, one.lsn))) return postpone(run, retryMs)
  const { asker } = readAsked(one)
  // Applies the denials of now, not those of its request.
  const deniedPatients = await run.write((tx) => listDeniedPatients(tx, asker))
  const reader = openBulkReader({ ...bulk, parameters: bulk.parameters.of(source.tenant), source, deniedPatients }, one)
  for (const type of listLeft(one)) {
    let after = type === one.atType ? positionOf(one) : undefined
    do {
      if (stopping.aborted) return postpone(run, 0)
      if (isOff(await run.store.readPlatform({ tenant: source.tenant.id, spoke: one.spoke }), 'bulk_export'))
        return postpone(run, offMs)
      after = await writePart(run, { source, reader, type, after })
    } while (after !== undefined)
  }
  await run.write((tx) => endSucceeded(tx, run))
}

/** The position begins with the type; an empty one means that everything is done. */
const listLeft = ({ types, atType }: BulkExport): readonly string[] =>
  atType === undefined ? types : atType === '' ? [] : types.slice(types.indexOf(atType))

const positionOf = ({ atTime, atKey, atVersion }: BulkExport): VersionPosition | undefined =>
  atTime === undefined ? undefined : { at: atTime, key: atKey ?? '', version: atVersion ?? 0 }

/** A replica that is behind, or the end of this process, is no failure. */
async function postpone({ one, write }: Run, delayMs: number): Promise<void> {
  await write((tx) => moveExport(tx, one.id, 'retry', { turn: one.turn, delayMs }))
}

type Part = {
  readonly source: Reader
  readonly reader: BulkReader
  readonly type: string
  readonly after: VersionPosition | undefined
}

/** Files of one type, up to their limit. Answers where the next part begins; undefined when the type is done. */
async function writePart(run: Run, part: Part): Promise<VersionPosition | undefined> {
  const { reader, type } = part
  const files = openFiles(run, type)
  let page = await readStep(run, part, part.after)
  for (;;) {
    // Reads the next step while this one is written.
    const following = page.next === undefined ? undefined : readStep(run, part, page.next)
    // The next turn awaits it.
    following?.catch(() => undefined)
    const { output, deleted } = await reader.linesOf(type, page.items)
    await files.write('output', output)
    await files.write('deleted', deleted)
    const isFull = files.bytes() >= maxFileBytes || run.stopping.aborted
    if (following === undefined || isFull) {
      const { next } = page
      await following
      await files.finish(next)
      return next
    }
    page = await following
  }
}

function readStep({ one }: Run, { source, reader, type }: Part, after: VersionPosition | undefined): Promise<BulkPage> {
  const compartments = reader.compartmentsOf(type)
  return readBulkStep(source, {
    type,
    snapshot: one.snapshot,
    limit: stepVersions,
    maxBytes: stepBytes,
    ...(one.since === undefined ? {} : { since: one.since }),
    ...(compartments === undefined ? {} : { compartments }),
    ...(after === undefined ? {} : { after }),
  })
}

type Kind = 'output' | 'deleted'

/** At most one file of each kind; none if there is nothing to write. */
function openFiles({ one, write }: Run, type: string) {
  const files = new Map<Kind, ExportFile>()
  let keptAt = Date.now()
  const held = (work: (tx: Tx) => Promise<void>, written = 0): Promise<void> =>
    write(async (tx) => {
      if (!(await keepTurn(tx, one, leaseMs, written))) throw new TurnLost()
      keptAt = Date.now()
      await work(tx)
    })
  const open = async (kind: Kind): Promise<ExportFile> => {
    const id = newId()
    await held((tx) => putFile(tx, { id, exportId: one.id, kind, type }))
    const file = openExportFile(id, (seq, bytes) => held((tx) => putChunk(tx, { id, seq }, bytes)))
    files.set(kind, file)
    return file
  }
  return {
    bytes: (): number => Math.max(0, ...[...files.values()].map((file) => file.bytes())),
    async write(kind: Kind, lines: readonly string[]): Promise<void> {
      if (Date.now() - keptAt > leaseMs / 4) await held(async () => undefined)
      if (lines.length > 0) await (files.get(kind) ?? (await open(kind))).write(lines)
    },
    async finish(next: VersionPosition | undefined): Promise<void> {
      for (const file of files.values()) await file.finish()
      const position = next && { atType: type, atTime: next.at, atKey: next.key, atVersion: next.version }
      const written = files.get('output')?.count() ?? 0
      await held(async (tx) => {
        for (const file of files.values()) await finishFile(tx, file.id, file.count())
        await putPosition(tx, one.id, position ?? afterType(one, type))
      }, written)
    },
  }
}

/** The beginning of the next type; after the last one only the end is left to do. */
const afterType = ({ types }: BulkExport, type: string) => ({ atType: types[types.indexOf(type) + 1] ?? '' })

async function endSucceeded(tx: Tx, { one, bulk }: Run): Promise<void> {
  const ended = await moveExport(tx, one.id, 'succeed', { turn: one.turn, delayMs: bulk.keptMs })
  if (ended === undefined) throw new TurnLost()
  const files = await listFiles(tx, one.id)
  const count = files.reduce((sum, file) => sum + (file.kind === 'output' ? file.count : 0), 0)
  tx.record('export.succeeded', { resourceType: 'Export', resourceId: one.id, count })
}

async function endFailed(tx: Tx, one: BulkExport, reason: string): Promise<void> {
  if ((await moveExport(tx, one.id, 'fail', { turn: one.turn, reason, delayMs: hourMs })) === undefined) return
  await removeFiles(tx, one.id, 'all')
  tx.record('export.failed', { resourceType: 'Export', resourceId: one.id, reason })
}
