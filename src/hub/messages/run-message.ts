/** `POST /v1/messages/{messageId}:run`: a received message enters the record after all, or keeps waiting with its reason. docs/inbound.md#run-again. */
import type { z } from 'zod'
import { type Caller, clinicalRoles, hasRole } from '../../core/caller.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import type { Decision } from '../../intake/apply/applied.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { type ReceivedOutcome, readReceived, settleReceived } from '../../store/messages/received-messages.ts'
import { findSentMessage } from '../../store/messages/sent-messages.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Hub, MessageRun } from '../hub.ts'
import type { messageRun } from './message-schemas.ts'
import { presentWithContent } from './messages.ts'

type Request = HandlerRequest<'messageId', z.output<typeof messageRun>>

/** Whose record it is, a clinician decides. */
function decisionOf(caller: Caller, { patientId, isNew }: Request['body']): Decision | undefined {
  if (patientId === undefined && isNew === undefined) return undefined
  if (!hasRole(caller, clinicalRoles))
    throw new Problem('role-required', { detail: 'Whose record a message belongs to, a clinician decides' })
  return patientId === undefined ? { isNew: true } : { patient: patientId }
}

/** What we have sent is replayed as a delivery. */
async function checkRun(tx: Tx, { id, decision }: MessageRun): Promise<void> {
  if ((await findSentMessage(tx, id)) !== undefined)
    throw new Problem('invalid-transition', { detail: 'The message was sent: replay its delivery' })
  await readReceived(tx, id)
  if (decision === undefined || !('patient' in decision)) return
  if ((await tx.find(wholeAddress('Patient', decision.patient))) === undefined)
    throw invalidField('patientId', 'names no Patient of this tenant')
}

const runOf = ({ caller, params, body }: Request): MessageRun => ({
  id: params.messageId,
  decision: decisionOf(caller, body),
})

/** Whether the record takes it. A failure within the transaction of the key would leave nothing that tells of it. */
export async function prepareRun(request: Request, hub: Hub): Promise<ReceivedOutcome | undefined> {
  const run = runOf(request)
  await hub.transact(request.caller, (tx) => checkRun(tx, run))
  return hub.messageRuns.attempt(hub, request.caller, run)
}

export async function runMessageAgain(request: Request, hub: Hub, refused?: ReceivedOutcome) {
  const run = runOf(request)
  return hub.transact(request.caller, async (tx) => {
    await checkRun(tx, run)
    await (refused === undefined ? hub.messageRuns.run(tx, run) : settleReceived(tx, run.id, refused))
    return ok(await presentWithContent(tx, await readReceived(tx, run.id)))
  })
}
