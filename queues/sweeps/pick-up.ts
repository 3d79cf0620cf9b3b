/** Picks up answers that come as files, in any number of worker processes: one of them looks into a folder at a time. D236 */
import { randomUUID } from 'node:crypto'
import { type AnswerFile, type AnswerFolder, readAnswerFile } from '../../src/channels/pick-up/answer-folder.ts'
import type { OpenAnswerFolder } from '../../src/channels/pick-up/pick-up.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import { type FileAnswered, listFileAnswered } from '../../src/store/operations/deliveries.ts'
import { takeLease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'
import type { Answers } from '../delivery/settle-answer.ts'
import { type Repeating, repeat } from './repeat.ts'

const everyMs = 2_000
const pageSize = 500
const atOnce = 8
/** For one look at a folder; the process that takes the lease and dies delays the next look by as much. */
const lookMs = 60_000
/** Files that are no answers to us are not read again while they stay as they are. */
const mostIgnored = 50_000

export type PickingUp = {
  readonly store: Store
  readonly log: Log
  readonly answers: Answers
  readonly openFolder: OpenAnswerFolder
}

export function startPickUp(picking: PickingUp): Repeating {
  const ignored = new Set<string>()
  return repeat({
    ...{ everyMs, failure: 'pick-up.error', log: picking.log },
    work: async (stopping) => {
      if (ignored.size > mostIgnored) ignored.clear()
      for await (const page of listPages(picking.store))
        for (let from = 0; from < page.length && !stopping.aborted; from += atOnce)
          await Promise.all(
            page.slice(from, from + atOnce).map((channel) => visit(picking, { channel, stopping, ignored })),
          )
    },
  })
}

/** Lists all channels that wait for answers as files, page by page. */
export async function* listPages({ system }: Pick<Store, 'system'>): AsyncGenerator<readonly FileAnswered[]> {
  let after: FileAnswered | undefined
  for (;;) {
    const page = await listFileAnswered(system, { limit: pageSize, after })
    yield page
    if (page.length < pageSize) return
    after = page.at(-1)
  }
}

type Visit = { readonly channel: FileAnswered; readonly stopping: AbortSignal; readonly ignored: Set<string> }

/** The lease of a look is kept until the next one is due, so that no process looks before. */
async function visit(
  { store, log, answers, openFolder }: PickingUp,
  { channel, stopping, ignored }: Visit,
): Promise<void> {
  const { tenant, channelId } = channel
  const lease = { tenant, name: `pick-up_${channelId}`, holder: randomUUID() }
  try {
    if (!(await takeLease(store, lease, lookMs))) return
    const content = await store.transactAsSystem(tenant, async (tx) => {
      const stored = await tx.find(hubAddress('Channel', channelId))
      return stored === undefined ? undefined : hubContent('Channel', stored)
    })
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(lookMs)])
    const folder = content && (await openFolder(content, limit))
    if (folder === undefined) return
    try {
      const markOf = ({ name, size, modifiedAt }: AnswerFile) => `${endpoint} ${name} ${size} ${modifiedAt}`
      const { endpoint } = folder
      for (const file of await folder.list((one) => !ignored.has(markOf(one)))) {
        if (stopping.aborted) break
        if (!(await pickUp({ log, answers }, folder, file))) ignored.add(markOf(file))
      }
    } finally {
      folder.close()
    }
    await takeLease(store, lease, folder.rule.everyMs)
  } catch (error) {
    log.warn('pick-up.error', { channelId, ...errorFields(error) })
  }
}

/** False for a file that is no answer to us, or cannot be removed. It is removed after its answer is stored, so an answer is never lost, and a repetition changes nothing. */
async function pickUp(
  { log, answers }: Pick<PickingUp, 'log' | 'answers'>,
  folder: AnswerFolder,
  file: AnswerFile,
): Promise<boolean> {
  const noteFailure = (error: unknown): void => log.warn('pick-up.error', errorFields(error))
  const answer = await readAnswerFile(folder, file).catch(noteFailure)
  if (answer === undefined) return false
  const settled = await answers.hear({ ...answer, isFrom: ({ endpoint }) => endpoint === folder.endpoint })
  if (settled === 'unknown') return false
  const isCleared = await folder.clear(file.name).then(
    () => true,
    (error: unknown) => {
      noteFailure(error)
      return false
    },
  )
  return isCleared
}
