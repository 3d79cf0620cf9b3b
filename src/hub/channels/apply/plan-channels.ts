/** Compares the files of channels with the channels of a tenant, and writes what differs: all or nothing. docs/channels.md#files; D226 */
import type { z } from 'zod'
import { newId } from '../../../core/ids.ts'
import type { JsonObject } from '../../../core/json.ts'
import { type FieldError, Problem } from '../../../core/problems.ts'
import { type ChannelContent, hubAddress, hubContent } from '../../../store/hub-resources.ts'
import { listAll } from '../../../store/resources/search/whole-search.ts'
import type { Stored } from '../../../store/resources/types.ts'
import type { Tx } from '../../../store/transaction.ts'
import { checkMappings, type PlannedTables } from '../check-mappings.ts'
import {
  type ChannelChecks,
  checkChannel,
  checkTemplates,
  completeChannel,
  putChangedChannel,
  putNewChannel,
} from '../write-channel.ts'
import { hashChannel } from './channel-description.ts'
import { type Difference, listDifferences } from './channel-differences.ts'
import type { channelFile } from './channel-file.ts'
import { type FindSecret, resolveSecrets } from './secret-references.ts'

export type ChannelFile = z.output<typeof channelFile>

export type Planned = {
  readonly id: string
  readonly content: ChannelContent
  /** Absent for a new channel. */
  readonly stored?: Stored<'hub'>
  readonly differences: readonly Difference[]
}

/** `file`: the place in the list of the files. */
export type FileFault = FieldError & { readonly file: number }

/** Nothing was written. */
export class ChannelFilesRefused extends Error {
  readonly faults: readonly FileFault[]
  constructor(faults: readonly FileFault[]) {
    super('the files of the channels are refused')
    this.name = 'ChannelFilesRefused'
    this.faults = faults
  }
}

export type Planning = {
  readonly checks: ChannelChecks
  readonly findSecret: FindSecret
  /** Also where somebody changed the channel since. */
  readonly isForced: boolean
  /** Mapping tables that the same files describe. */
  readonly tables?: PlannedTables
}

/** Locks the channels that the files name. Throws ChannelFilesRefused with every fault. */
export async function planChannels(
  tx: Tx,
  planning: Planning,
  files: readonly ChannelFile[],
): Promise<readonly Planned[]> {
  // Two that apply at once would make a channel twice.
  await tx.lock('channel-files')
  const known = await listAllChannels(tx)
  const faults: FileFault[] = listRepeated(files)
  const planned: Planned[] = []
  for (const [at, file] of files.entries()) {
    try {
      planned.push(await planOne(tx, planning, { file, known }))
    } catch (error) {
      if (!(error instanceof Problem) || error.errors.length === 0) throw error
      faults.push(...error.errors.map((fault) => ({ ...fault, file: at })))
    }
  }
  if (faults.length > 0) throw new ChannelFilesRefused(faults)
  return planned
}

export const listAllChannels = (tx: Tx): Promise<readonly Stored<'hub'>[]> =>
  listAll(tx, { space: 'hub', type: 'Channel', where: [], order: 'oldest' })

const listRepeated = (files: readonly ChannelFile[]): FileFault[] =>
  files.flatMap(({ id, name }, at): FileFault[] => {
    const earlier = files.slice(0, at)
    if (earlier.some((other) => other.name === name))
      return [{ file: at, field: 'name', message: 'is the name of a channel in another file' }]
    const isTaken = id !== undefined && earlier.some((other) => other.id === id)
    return isTaken ? [{ file: at, field: 'id', message: 'is that of a channel in another file' }] : []
  })

type One = { readonly file: ChannelFile; readonly known: readonly Stored<'hub'>[] }

async function planOne(
  tx: Tx,
  { checks, findSecret, isForced, tables }: Planning,
  { file, known }: One,
): Promise<Planned> {
  const { id, base, ...given } = file
  const target = findTarget(file, known)
  const stored = target === undefined ? undefined : await tx.read(hubAddress('Channel', target.id), 'update')
  const before = stored === undefined ? undefined : hubContent('Channel', stored)
  // The file was JSON or YAML.
  const resolved = resolveSecrets(given.destination as JsonObject, before?.destination, findSecret)
  if (resolved.faults.length > 0) throw new Problem('validation', { errors: resolved.faults })
  const whole = completeChannel(checks, { ...given, destination: resolved.destination }, before)
  const content = checkChannel(checks, whole, before)
  if (before !== undefined) checkKept(checks, { before, content, kept: resolved.kept })
  await checkTemplates(tx, content.templateIds)
  await checkMappings(tx, content, tables)
  const differences = listDifferences(before, content)
  if (stored === undefined || before === undefined) return { id: id ?? newId(), content, differences }
  const isKnown = [base, before.applied].includes(hashChannel(before))
  if (differences.length > 0 && !isKnown && !isForced) throw new Problem('validation', { errors: [changedSince] })
  return { id: stored.id, stored, content, differences }
}

const changedSince: FieldError = {
  field: 'base',
  message: 'does not name what the channel is now: somebody changed it since. Export it, or give --overwrite',
}

/** By its id, or else by its name. */
function findTarget({ id, name }: ChannelFile, known: readonly Stored<'hub'>[]): Stored<'hub'> | undefined {
  if (id !== undefined) return known.find((stored) => stored.id === id)
  const named = known.filter((stored) => hubContent('Channel', stored).name === name)
  if (named.length > 1)
    throw new Problem('validation', {
      errors: [{ field: 'name', message: 'is that of several channels: give the id' }],
    })
  return named[0]
}

type Kept = { readonly before: ChannelContent; readonly content: ChannelContent; readonly kept: readonly string[] }

/** The secret of one address does not go to another. */
function checkKept({ channelRules }: ChannelChecks, { before, content, kept }: Kept): void {
  const { addressOf } = channelRules[content.transport]
  if (kept.length === 0 || addressOf(before.destination) === addressOf(content.destination)) return
  const message = 'names a secret that is not given, and the channel has it for another address'
  throw new Problem('validation', { errors: kept.map((field) => ({ field, message })) })
}

/** Writes what differs, in the transaction of the plan. */
export async function applyPlan(tx: Tx, planned: readonly Planned[]): Promise<void> {
  for (const { id, stored, content, differences } of planned) {
    if (differences.length === 0) continue
    const applied = { ...content, applied: hashChannel(content) }
    if (stored === undefined) await putNewChannel(tx, id, applied)
    else await putChangedChannel(tx, stored, applied)
  }
}
