/** Operations on the profiles, tags and security labels of a resource. R4 resource-operation-meta.html, -meta-add.html, -meta-delete.html. */

import type { Parameters } from '@medplum/fhirtypes'
import { checkPartAccess } from '../../access/access.ts'
import { checkWritten } from '../../access/write-scope.ts'
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { fhirAddress, wholeAddress } from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import type { FhirReply, FhirRequest, Interact, Look } from '../exchange.ts'
import { listInputs, valueOfInput } from '../parameters.ts'
import { checkPreconditions } from '../preconditions.ts'
import { readCurrent } from '../read-current.ts'
import { versionHeaders } from '../reply/versioned-reply.ts'
import { checkOwner } from '../write/written-resource.ts'

export const readMeta: Look = async (exchange, request) => {
  const stored = await readCurrent(exchange, request)
  await recordAccess(exchange, 'fhir.read', stored)
  return reply(stored)
}

/** A change is a new version: an older version never changes. */
const changeMeta =
  (change: (items: readonly JsonValue[], given: readonly JsonValue[]) => JsonValue[]): Interact =>
  async (exchange, request) => {
    const { caller, type, id = '' } = request
    const access = checkPartAccess(caller, type, 'update')
    const given = readGiven(request)
    if (request.isDenied === true) throw new Problem('not-found')
    const stored = checkThere(await exchange.tx.findCurrent(wholeAddress(type, id), 'update'))
    checkPreconditions(request, stored)
    checkOwner(stored)
    const content = readResource(stored)
    checkWritten(exchange.server.parameters, access, { type, id, content })
    const meta = metaOf(content)
    const changed: JsonObject = { ...meta }
    for (const name of members) {
      const items = change(listOf(meta, name), listOf(given, name))
      if (items.length === 0) delete changed[name]
      else changed[name] = items
    }
    if (stringifyJson(changed) === stringifyJson(meta)) return reply(stored)
    const after = { ...content, meta: changed }
    const scope = checkWritten(exchange.server.parameters, access, { type, id, content: after })
    const put = await exchange.tx.put({ ...fhirAddress(type, id, scope), content: after, expected: stored.version })
    await recordAccess(exchange, 'fhir.update', put)
    return reply(put)
  }

/** Existing ones stay as they are. */
export const addMeta: Interact = changeMeta((items, given) => [
  ...items,
  ...given.filter((one, index) => !items.some(isSameAs(one)) && given.findIndex(isSameAs(one)) === index),
])

export const deleteMeta: Interact = changeMeta((items, given) => items.filter((item) => !given.some(isSameAs(item))))

export const members = ['profile', 'security', 'tag'] as const

/** A Coding is identified by system and code. */
export const keyOf = (item: JsonValue): string =>
  isJsonObject(item) ? stringifyJson([item['system'] ?? null, item['code'] ?? null]) : stringifyJson(item)

const isSameAs =
  (one: JsonValue) =>
  (other: JsonValue): boolean =>
    keyOf(one) === keyOf(other)

const metaOf = ({ meta }: JsonObject): JsonObject => (isJsonObject(meta) ? meta : {})

function listOf(meta: JsonObject, name: (typeof members)[number]): readonly JsonValue[] {
  const items = meta[name] ?? []
  if (!Array.isArray(items)) throw invalidField(`meta.${name}`, 'must be an array')
  return items
}

function readGiven(request: FhirRequest): JsonObject {
  const meta = valueOfInput(listInputs(request).find(({ name }) => name === 'meta'))
  if (!isJsonObject(meta)) throw invalidField('meta', 'is expected as a parameter with a Meta')
  return meta
}

function checkThere(stored: Stored | undefined): Stored {
  if (stored === undefined) throw new Problem('not-found')
  if (stored.deleted) throw new Problem('gone', { detail: 'The resource is deleted' })
  return stored
}

const reply = (stored: Stored): FhirReply => ({
  status: 200,
  headers: versionHeaders(stored),
  text: stringifyJson({
    resourceType: 'Parameters',
    parameter: [{ name: 'return', valueMeta: metaOf(readResource(stored)) }],
  } satisfies Parameters),
})
