/** A person runs a message again that was held, kept apart or refused, by the present settings of its sender. docs/inbound.md#run-again. */
import type { Caller } from '../../core/caller.ts'
import { errorFields, type Log } from '../../core/log.ts'
import { Problem } from '../../core/problems.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { readMessage } from '../../store/messages/find-messages.ts'
import { nameReceived, type ReceivedOutcome } from '../../store/messages/received-messages.ts'
import { findUnavailable } from '../../store/postgres/unavailable.ts'
import type { Store } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Decision } from '../apply/applied.ts'
import { listIdentifiers } from './message-names.ts'
import { explain, readOrRefuse, settle } from './receive-message.ts'
import { buildReason, verdictRow } from './verdicts.ts'

/** `decision` is absent for a message whose numbers tell whose record it is. */
export type MessageRun = { readonly id: string; readonly decision?: Decision | undefined }

const open: readonly (ReceivedOutcome['outcome'] | undefined)[] = [undefined, 'held', 'apart', 'refused']

/**
 * Reads the kept bytes, applies them and settles the message, in the caller's transaction. Throws `not-found`, `gone` once the bytes are pruned,
 * `invalid-transition` for a message that is settled for good, and what `applyMessage` throws.
 */
export async function runMessage(tx: Tx, run: MessageRun): Promise<void> {
  await apply(tx, run, () => {})
}

/** `begin` gets the answer of the sender, once it is known that the message can be run. */
async function apply(tx: Tx, { id, decision }: MessageRun, begin: (answer: string | undefined) => void): Promise<void> {
  const message = await readMessage(tx, id, 'update')
  if (!open.includes(message.outcome)) throw new Problem('invalid-transition', { detail: 'The message is settled' })
  const stored = await tx.find(hubAddress('Sender', message.senderId))
  if (stored === undefined) throw new Problem('gone', { detail: 'The sender of the message is not there any more' })
  // A disabled sender's too: a person decides on what was taken in before.
  const sender = { id: stored.id, content: hubContent('Sender', stored) }
  begin(message.answer)
  const reading = await readOrRefuse(message.content, sender, message.receivedAt)
  await settle(tx, { id, reading, sender, decision })
  if (reading.kind === 'clinical') await nameReceived(tx, id, listIdentifiers(reading))
}

class Tried extends Error {}

/**
 * As `runMessage`, in a transaction that rolls back. Answers how the message is to be settled if the record does not take it; undefined if it
 * does. Throws as `runMessage` for a message that cannot be run, and for a database that is not there.
 */
export const openTryMessage =
  (log: Log) =>
  async (
    { transact }: Pick<Store, 'transact'>,
    caller: Caller,
    run: MessageRun,
  ): Promise<ReceivedOutcome | undefined> => {
    let begun: { readonly answer: string | undefined } | undefined
    try {
      return await transact(caller, async (tx): Promise<never> => {
        begun = undefined
        await apply(tx, run, (answer) => {
          begun = { answer }
        })
        throw new Tried()
      })
    } catch (error) {
      if (error instanceof Tried) return undefined
      if (begun === undefined || isPassing(error)) throw error
      log.warn('message.not-applied', { messageId: run.id, ...errorFields(error) })
      return outcomeOf(error, begun)
    }
  }

/** A repetition of the request may be taken. */
const isPassing = (error: unknown): boolean =>
  findUnavailable(error) !== undefined || (error instanceof Problem && error.row.retry)

/** Its sender has had its answer, and a repetition gets the same. */
function outcomeOf(error: unknown, begun: { readonly answer: string | undefined }): ReceivedOutcome {
  const { reason, problems } = explain(error)
  const { outcome, answer } = verdictRow(reason)
  return { outcome, answer: begun.answer ?? answer, reason: buildReason(reason, problems) }
}
