/** Senders: the systems whose messages are taken in, and how each is known. docs/inbound.md#senders. */
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { newSenderSecret, putSender } from '../../domain/senders/put-sender.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { listOf, named } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { SenderContent } from '../../store/senders/sender-content.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readPage } from '../paging.ts'
import { type newSender, senderAnswer, senderExample, senderMembers, senderStatus } from './sender-fields.ts'

export const senderList = listOf(senderAnswer)
export const senderQuery = pageQuery

/** A message of which nothing says whose it is would be taken for this sender's. */
export function checkKnowable(sender: Pick<SenderContent, 'addresses' | 'certificate' | 'secret'>): void {
  if (sender.addresses.length === 0 && sender.certificate === undefined && sender.secret === undefined)
    throw invalidField(
      'addresses',
      'or a certificate or a secret is needed: by it a message is known to be of the sender',
    )
}

/** The record of a sender without its secret and without the times of its claim. */
function presentSender(stored: Stored): JsonObject {
  const { secret, claimedAt: _, coveredAt: __, ...shown } = representation(stored)
  return { ...shown, hasSecret: secret !== undefined }
}

/** The one answer that shows the secret. */
const presentNew = (stored: Stored, secret: string | undefined): JsonObject => ({
  ...presentSender(stored),
  ...(secret === undefined ? {} : { secret }),
})

export async function createSender({ caller, body }: HandlerRequest<never, z.output<typeof newSender>>, hub: Hub) {
  const { withSecret, ...members } = body
  const id = newId()
  const secret = withSecret ? newSenderSecret() : undefined
  const content = { ...members, status: 'active', ...(secret === undefined ? {} : { secret }) } as SenderContent
  checkKnowable(content)
  return hub.transact(caller, async (tx) => {
    const stored = await putSender(tx, { id, content, kind: 'sender.created' })
    return created(presentNew(stored, secret), `/v1/senders/${id}`)
  })
}

const changeFields = { ...senderMembers, status: senderStatus.default('active') }
const changeNames = namesOf(changeFields)

export const senderChange = named(
  'SenderChange',
  z.strictObject({ ...readMembers(senderAnswer.omit({ secret: true }), changeNames), ...changeFields }),
  { ...senderExample, status: 'disabled' },
)

/** Replaces a sender's record; its secret stays. */
export async function changeSender(
  { caller, params, body, expected }: HandlerRequest<'senderId', z.output<typeof senderChange>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Sender', params.senderId), 'update')
    checkVersion(stored, expected)
    const { secret } = hubContent('Sender', stored)
    const members = takeBack(body, presentSender(stored), changeNames)
    const content = { ...members, ...(secret === undefined ? {} : { secret }) } as SenderContent
    checkKnowable(content)
    const changed = await putSender(tx, { id: stored.id, content, before: stored, kind: 'sender.changed' })
    return ok(presentSender(changed))
  })
}

export async function readSender({ caller, params }: HandlerRequest<'senderId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(presentSender(await tx.read(hubAddress('Sender', params.senderId)))))
}

export async function listSenders(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof senderQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { items, nextCursor } = await readPage(tx, { list: 'senders', query, type: 'Sender', where: [] })
    return ok({ items: items.map(presentSender), nextCursor })
  })
}

/** Nothing of it is taken in any more; what was stored stays. */
export async function disableSender({ caller, params, expected }: HandlerRequest<'senderId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Sender', params.senderId), 'update')
    checkVersion(stored, expected)
    const before = hubContent('Sender', stored)
    if (before.status === 'disabled') return ok(presentSender(stored))
    const content = { ...before, status: 'disabled' } as const
    const changed = await putSender(tx, { id: stored.id, content, before: stored, kind: 'sender.disabled' })
    return ok(presentSender(changed))
  })
}

/** A new secret; the one before counts no longer. */
export async function rotateSenderSecret({ caller, params, expected }: HandlerRequest<'senderId'>, hub: Hub) {
  const secret = newSenderSecret()
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Sender', params.senderId), 'update')
    checkVersion(stored, expected)
    const content = { ...hubContent('Sender', stored), secret }
    const changed = await putSender(tx, { id: stored.id, content, before: stored, kind: 'sender.rotated' })
    return ok(presentNew(changed, secret))
  })
}
