/** The write hook of Subscription: its rules, its operational row with the writer's grant, its secrets sealed separately. R4 subscription.html. */

import { findPartAccess } from '../../access/access.ts'
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { parseSubscription, type SubscriptionRules } from '../../domain/subscription/subscription-content.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { WriteHook } from '../../store/resources/write/write-hooks.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import {
  countSubscriptions,
  findSubscription,
  openHeaders,
  putSubscription,
  removeSubscription,
} from '../../store/subscriptions/subscriptions.ts'
import type { Tx } from '../../store/transaction.ts'

const hidden = '***'
const mostOfTenant = 1000

export const subscriptionHook = (rules: SubscriptionRules): WriteHook<Tx> => ({
  async put(tx, write) {
    // Workers themselves write the status.
    if (tx.caller.proof === 'internal') return write
    const { content } = write
    const old = await tx.find(wholeAddress(write.type, write.id))
    if (old !== undefined && isSameButMeta(readResource(old), content)) return write
    const state = content['status']
    if (state !== 'requested' && state !== 'off')
      throw refuse('status', 'a client asks for requested or off; the others are the server’s to set')
    const { topic, endsAt } = parseSubscription(rules, content)
    const types = topic.types.filter((type) => findPartAccess(tx.caller, type, 'read') !== undefined)
    if (state === 'requested') await checkRoom(tx, types)
    await checkPatient(tx)
    const headers = await readHeaders(tx, write, old)
    await putSubscription(tx, { id: write.id, state, types, headers, endsAt })
    return { ...write, content: withoutSecrets(content) }
  },
  remove: async (tx: Tx, { id }: Stored) => removeSubscription(tx, id),
})

const refuse = (field: string, message: string): Problem =>
  new Problem('resource-invalid', { errors: [{ field: `Subscription.${field}`, message, code: 'business-rule' }] })

async function checkRoom(tx: Tx, types: readonly string[]): Promise<void> {
  if (types.length === 0)
    throw new Problem('insufficient-scope', { detail: 'No scope permits to read what the topic is about' })
  if ((await countSubscriptions(tx)) >= mostOfTenant)
    throw new Problem('business-rule', { detail: 'The tenant has as many subscriptions as it may have' })
}

/** The row names the patient whose record is all that the subscriber may see: an existing Patient, and no text of a token. D69. */
async function checkPatient(tx: Tx): Promise<void> {
  const { patient } = tx.caller
  if (patient !== undefined && (await tx.find(wholeAddress('Patient', patient))) === undefined)
    throw new Problem('business-rule', { detail: 'The token names a patient who is not here' })
}

/** A change of tags and labels needs no new handshake. */
const isSameButMeta = (before: JsonObject, after: JsonObject): boolean => dataText(before) === dataText(after)

const dataText = ({ resourceType: _type, id: _id, meta: _meta, ...rest }: JsonObject): string => stringifyJson(rest)

/** RFC 9110: headers of the connection, and those that describe the body. */
const headerPattern =
  /^(?!(?:host|connection|expect|upgrade|te|trailer|accept|content-[^:]*|transfer-[^:]*|proxy-[^:]*):)[A-Za-z0-9-]{1,64}: ?[\x20-\x7e]{0,4000}$/i

const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).toLowerCase()

/** A client sees asterisks instead of a value. If they come back, the value stays; it goes to no other endpoint. */
async function readHeaders(tx: Tx, { id, content }: Write, old: Stored | undefined): Promise<readonly string[]> {
  const given = headersOf(content)
  if (given.length === 0) return []
  const row = await findSubscription(tx, id)
  const isSameEndpoint = old !== undefined && endpointOf(readResource(old)) === endpointOf(content)
  const kept = row === undefined || !isSameEndpoint ? [] : openHeaders(tx.tenant, row)
  return given.map((header) => {
    if (typeof header !== 'string' || !headerPattern.test(header))
      throw invalidField('Subscription.channel.header', 'must be name: value, and none of the connection’s own')
    if (header.slice(header.indexOf(':') + 1).trim() !== hidden) return header
    const before = kept.find((one) => nameOf(one) === nameOf(header))
    if (before === undefined || row?.client !== tx.caller.client || row.issuer !== tx.caller.issuer)
      throw invalidField(
        'Subscription.channel.header',
        'has a hidden value, of which nothing is kept for this client and endpoint',
      )
    return before
  })
}

const endpointOf = ({ channel }: JsonObject): JsonValue | undefined =>
  isJsonObject(channel) ? channel['endpoint'] : undefined

const headersOf = ({ channel }: JsonObject): readonly JsonValue[] =>
  isJsonObject(channel) && Array.isArray(channel['header']) ? channel['header'] : []

/** D24: no version and no interaction shows a secret. */
function withoutSecrets(content: JsonObject): JsonObject {
  const { channel } = content
  const headers = headersOf(content)
  if (headers.length === 0 || !isJsonObject(channel)) return content
  const shown = headers.map((header) => `${String(header).slice(0, String(header).indexOf(':'))}: ${hidden}`)
  return { ...content, channel: { ...channel, header: shown } }
}
