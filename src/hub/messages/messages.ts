/** `/v1/messages`: what was sent and received, found by any identifier; masked for operators, and as bytes for clinicians. D221, D222; docs/channels.md#messages. */
import type { z } from 'zod'
import { clinicalRoles, hasRole } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { ok, type Reply } from '../../http/reply/reply.ts'
import { foreignContentPolicy } from '../../http/reply/security-headers.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { findMessages } from '../../store/messages/find-messages.ts'
import { readReceived, receivedOutcomes, type StoredMessage } from '../../store/messages/received-messages.ts'
import { findSentMessage, listSentMessages, type SentMessage } from '../../store/messages/sent-messages.ts'
import { listAttempts } from '../../store/operations/attempts.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Hub } from '../hub.ts'
import { cutPage, readCursor, writeCursor } from '../paging.ts'
import { findSentNames, findSentPatient, identifiersOf } from './find-in-record.ts'
import { type Content, maskOf, messageParts, readReceivedBytes, readSentBytes } from './message-content.ts'
import { findReceivedPatient } from './message-patients.ts'
import type { messageContentQuery, messageQuery, messageReadQuery, messageSearch } from './message-schemas.ts'

const presentSent = ({ createdAt, ...sent }: SentMessage) => ({ ...sent, direction: 'sent', at: createdAt }) as const

const presentReceived = ({ receivedAt, outcome, answer, blobId: _blobId, ...received }: StoredMessage) =>
  ({
    ...received,
    ...{ direction: 'received', at: receivedAt, format: 'hl7v2', state: outcome ?? 'apart' },
    ...(answer === undefined ? {} : { acknowledgement: answer }),
  }) as const

type Asked = Omit<z.output<typeof messageQuery>, 'identifier'> & { readonly identifier?: string | undefined }
type Finding = { readonly asked: Asked; readonly before: string | undefined; readonly withPatients: boolean }

const isOutcome = (state: string): state is (typeof receivedOutcomes)[number] =>
  receivedOutcomes.some((outcome) => outcome === state)

async function findReceived(tx: Tx, { asked, before, withPatients }: Finding) {
  const { direction, channelId, senderId, state, legalHold, identifier, limit } = asked
  if (direction === 'sent' || channelId !== undefined) return []
  if (state !== undefined && !isOutcome(state)) return []
  const identifiers = identifier === undefined ? undefined : identifiersOf(identifier, { withPatients })
  const found = await findMessages(tx, { identifiers, senderId, outcome: state, legalHold, before, limit: limit + 1 })
  return found.map((message) => ({
    seq: message.id,
    presented: presentReceived(message),
    find: () => findReceivedPatient(tx, message),
  }))
}

async function findSent(tx: Tx, { asked, before, withPatients }: Finding) {
  const { direction, channelId, senderId, state, legalHold, identifier, limit } = asked
  if (direction === 'received' || senderId !== undefined) return []
  const names = identifier === undefined ? undefined : await findSentNames(tx, identifier, { withPatients })
  const found = await listSentMessages(tx, { names, channelId, state, legalHold, before, limit: limit + 1 })
  return found.map((sent) => ({
    seq: sent.id,
    presented: presentSent(sent),
    find: () => findSentPatient(tx, sent.artifactId),
  }))
}

/** Of both directions, by their ids, which are in the order of time. What is denied is left out, so a page may be shorter. */
async function listPage(tx: Tx, asked: Asked, withPatients: boolean) {
  const finding = { asked, before: readCursor(tx, 'messages', asked)?.key, withPatients }
  const found = [...(await findReceived(tx, finding)), ...(await findSent(tx, finding))]
  const { items, next } = cutPage(
    found.toSorted((a, b) => (a.seq < b.seq ? 1 : -1)),
    asked.limit,
  )
  const denied = tx.caller.deniedPatients ?? []
  const seen = []
  for (const { presented, find } of items)
    if (denied.length === 0 || !denied.includes((await find()) ?? '')) seen.push(presented)
  return ok({ items: seen, nextCursor: writeCursor(tx, 'messages', next) })
}

export const listMessages = ({ caller, query }: HandlerRequest<never, undefined, Asked>, hub: Hub) =>
  hub.transact(caller, (tx) => listPage(tx, query, false))

/** As `listMessages`, also by the number of a patient. */
export const searchMessages = ({ caller, body }: HandlerRequest<never, z.output<typeof messageSearch>>, hub: Hub) =>
  hub.transact(caller, (tx) => listPage(tx, body, true))

type Found = { readonly sent: SentMessage } | { readonly received: StoredMessage }

async function findMessage(tx: Tx, id: string): Promise<Found> {
  const sent = await findSentMessage(tx, id)
  return sent === undefined ? { received: await readReceived(tx, id) } : { sent }
}

/** A received one, with its content masked. */
export async function presentWithContent(tx: Tx, received: StoredMessage) {
  const message = await maskOf(() => readReceivedBytes(tx, received))
  return { ...presentReceived(received), masked: message === undefined ? {} : { message } }
}

/** Everybody who may ask gets the masked content: who may read the bytes asks for them. */
export const readMessageRecord = (
  { caller, params, query }: HandlerRequest<'messageId', undefined, z.output<typeof messageReadQuery>>,
  hub: Hub,
) => hub.transact(caller, (tx) => presentMessage(tx, params.messageId, query.attempt))

/** Presents a message with its content. Of a sent message it takes the given attempt, or else the last one. */
export async function presentMessage(tx: Tx, id: string, attempt?: number) {
  const found = await findMessage(tx, id)
  if ('received' in found) return ok(await presentWithContent(tx, found.received))
  const { sent } = found
  const masked: Record<string, string> = {}
  for (const part of messageParts) {
    const text = await maskOf(() => readSentBytes(tx, sent, { attempt, part }))
    if (text !== undefined) masked[part] = text
  }
  return ok({ ...presentSent(sent), attemptList: await listAttempts(tx, sent.id), masked })
}

/** Who reads what a message says is on record, with the patient. */
export async function readMessageContent(
  { caller, params, query }: HandlerRequest<'messageId', undefined, z.output<typeof messageContentQuery>>,
  hub: Hub,
): Promise<Reply> {
  if (!hasRole(caller, clinicalRoles)) throw new Problem('role-required')
  return hub.transact(caller, async (tx) => {
    const found = await findMessage(tx, params.messageId)
    const content =
      'sent' in found
        ? await readSentBytes(tx, found.sent, { ...query, attempt: query.attempt })
        : await readReceivedBytes(tx, found.received)
    const patientId =
      'sent' in found ? await findSentPatient(tx, found.sent.artifactId) : await findReceivedPatient(tx, found.received)
    tx.record('message.read', {
      ...{ resourceType: 'Message', resourceId: params.messageId },
      ...('sent' in found ? { artifactId: found.sent.artifactId } : {}),
      ...(patientId === undefined ? {} : { patientId }),
    })
    return { status: 200, bytes: content.bytes, headers: headersOf(params.messageId, content) }
  })
}

const headersOf = (id: string, { mediaType, isExact }: Content) => ({
  'Content-Type': mediaType,
  'Content-Disposition': `attachment; filename="${id}"`,
  'Content-Security-Policy': foreignContentPolicy,
  ...(isExact === undefined ? {} : { 'X-Message-Exact': String(isExact) }),
})
