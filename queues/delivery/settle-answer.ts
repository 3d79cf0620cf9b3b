/** Finds the delivery that an answer of an application belongs to, by the MSH-10 of any attempt, and applies the answer. D197, D198. */
import type { LateAnswer } from '../../src/channels/mllp.ts'
import { systemCaller } from '../../src/core/caller.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { pause } from '../../src/core/pause.ts'
import { type ChannelContent, hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import { listSentAttempts, putAnswer, type SentAttempt } from '../../src/store/operations/attempts.ts'
import { readDelivery } from '../../src/store/operations/deliveries.ts'
import { findUnavailable } from '../../src/store/postgres/unavailable.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { applyAnswer } from './application-answer.ts'
import { type About, aboutOf } from './outcome.ts'

export type Settling = { readonly store: Store; readonly log: Log }

/** `unknown`: no message of ours that went to this sender. `repeated`: the application has answered it before. `noted`: it changes nothing. */
export type Settled = 'unknown' | 'repeated' | 'noted' | 'moved'

export async function settleAnswer(settling: Settling, answer: LateAnswer): Promise<Settled> {
  const attempts = await listSentAttempts(settling.store.system, answer.controlId)
  for (const attempt of attempts) {
    const settled = await settleAttempt(settling, attempt, answer)
    if (settled !== 'unknown') return settled
  }
  // MSA-2 may be anything that the other side wrote, so it stays out of the log.
  settling.log.warn('answer.unknown', { count: attempts.length })
  return 'unknown'
}

async function settleAttempt({ store, log }: Settling, attempt: SentAttempt, answer: LateAnswer): Promise<Settled> {
  const caller = systemCaller(attempt.tenant, attempt.requestId, attempt.trace)
  const { about, channel } = await store.transact(caller, (tx) => readSurroundings(tx, attempt))
  if (!(await answer.isFrom({ endpoint: attempt.endpoint, destination: channel?.destination }))) return 'unknown'
  const { number, deliveryId, channelId } = attempt
  const settled = await store.transact({ ...caller, spoke: about.artifactSpoke }, async (tx) => {
    const delivery = await readDelivery(tx, deliveryId, 'update')
    const { acknowledgement: code = '', reply } = answer.receipt
    if (!(await putAnswer(tx, attempt, { code, reply }))) return 'repeated'
    const moved = await applyAnswer(tx, delivery, { number, receipt: answer.receipt, retry: channel?.retry, about })
    return moved?.state ?? 'noted'
  })
  log.info('delivery.answered', { deliveryId, channelId, attempt: number, state: settled })
  return settled === 'repeated' || settled === 'noted' ? settled : 'moved'
}

type Surroundings = { readonly about: About; readonly channel: ChannelContent | undefined }

async function readSurroundings(tx: Tx, { artifactId, channelId }: SentAttempt): Promise<Surroundings> {
  const artifact = await tx.read(hubAddress('Artifact', artifactId))
  const stored = await tx.find(hubAddress('Channel', channelId))
  return {
    about: aboutOf(hubContent('Artifact', artifact)),
    channel: stored === undefined ? undefined : hubContent('Channel', stored),
  }
}

export type Answers = {
  /** Settles the answer after those before it. While the database does not answer, it waits. */
  readonly hear: (answer: LateAnswer) => Promise<Settled>
  readonly stop: () => Promise<void>
}

const firstWaitMs = 100
const longestWaitMs = 5_000

/** Answers are settled one after the other, because the first answer to a message counts. */
export function openAnswers(settling: Settling): Answers {
  const stopping = new AbortController()
  let tail: Promise<unknown> = Promise.resolve()
  const settle = async (answer: LateAnswer): Promise<Settled> => {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      try {
        return await settleAnswer(settling, answer)
      } catch (error) {
        settling.log.warn('answer.error', errorFields(error))
        if (findUnavailable(error) === undefined || stopping.signal.aborted) throw error
        await pause(waitMs, stopping.signal)
      }
    }
  }
  return {
    hear(answer) {
      const settled = tail.then(() => settle(answer))
      // The caller has the error; the next answer takes its turn.
      tail = settled.catch(() => undefined)
      return settled
    },
    async stop() {
      stopping.abort()
      await tail
    },
  }
}
