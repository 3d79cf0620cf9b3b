/** The operation that makes a document of a Composition and its targets. R4 composition-operation-document.html, documents.html. */
import type { Composition, Resource } from '@medplum/fhirtypes'
import { checkAccess, isDirectory } from '../../access/access.ts'
import { refusingScopeOf } from '../../access/read-scope.ts'
import { isUuid, newId } from '../../core/ids.ts'
import { isJsonObject, type JsonObject, stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { buildDocument } from '../../documents/document.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import { findMany } from '../../store/resources/read/compartment.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import type { Exchange, FhirReply, FhirRequest, Interact } from '../exchange.ts'
import { listTargets } from '../links.ts'
import { findText } from '../parameters.ts'
import { readCurrent } from '../read-current.ts'
import { locationOf, resourceReply } from '../reply/versioned-reply.ts'

/** R4 operations.html#executing: what changes the state of the server is no GET. */
export const readDocument: Interact = async (exchange, request) => {
  if (readPersist(request) === 'true') throw invalidField('persist', 'is for POST: a GET keeps nothing')
  return makeDocument(exchange, request, 'false')
}

export const postDocument: Interact = async (exchange, request) => makeDocument(exchange, request, readPersist(request))

function readPersist(request: FhirRequest): string {
  const persist = findText(request, 'persist') ?? 'false'
  if (!['true', 'false'].includes(persist)) throw invalidField('persist', 'must be true or false')
  return persist
}

async function makeDocument(exchange: Exchange, request: FhirRequest, persist: string): Promise<FhirReply> {
  if (persist === 'true') checkAccess(request.caller, 'Bundle', 'create')
  const stored = await readCurrent(exchange, request)
  await recordAccess(exchange, 'fhir.document', stored)
  const released = await findReleased(exchange, stored)
  return released === undefined ? build(exchange, request, { stored, persist }) : resourceReply(200, released)
}

/** A Composition of the Hub has the document of its approval, unless it was recalled. */
async function findReleased({ tx }: Exchange, stored: Stored): Promise<Stored | undefined> {
  const { identifier, status } = readResource(stored)
  const value = isJsonObject(identifier) ? String(identifier['value']).replace('urn:uuid:', '') : ''
  if (stored.owner !== 'hub' || status === 'entered-in-error' || !isUuid(value)) return undefined
  return tx.find(wholeAddress('Bundle', value))
}

type Building = { readonly stored: Stored; readonly persist: string }

async function build(exchange: Exchange, request: FhirRequest, { stored, persist }: Building): Promise<FhirReply> {
  const { tx } = exchange
  const composition = readResource(stored)
  const context = await gather(exchange, request, composition)
  const bundle = buildDocument({
    documentId: newId(),
    at: tx.at,
    // Both were checked against R4 when they were stored.
    released: [composition as unknown as Composition],
    addresses: exchange.server.parameters.addresses,
    // Checked when they were stored.
    context: context as unknown as readonly Resource[],
  })
  if (persist === 'false') return { status: 200, text: stringifyJson(bundle) }
  // A resource is a JSON object; its type does not say so.
  const content = bundle as unknown as JsonObject
  const kept = await tx.put({ ...wholeAddress('Bundle', newId()), content, expected: 0 })
  await recordAccess(exchange, 'fhir.create', kept)
  const reply = resourceReply(200, kept)
  return { ...reply, headers: { ...reply.headers, Location: locationOf(exchange.server, kept) } }
}

const maxResources = 500

/** The targets of the Composition, and the people and places that those refer to. Another document is not part of this one. */
async function gather(exchange: Exchange, request: FhirRequest, composition: JsonObject): Promise<JsonObject[]> {
  const { relatesTo: _, ...rest } = composition
  const found = new Map<string, JsonObject>()
  // A target that the tenant does not have stays a reference. If the caller may not read a target, the document is refused.
  const scope = refusingScopeOf(exchange, request.caller)
  const own = `Composition/${composition['id']}`
  const targetsOf = (resource: JsonObject) => listTargets(exchange.server.parameters.addresses, resource)
  for (let open = targetsOf(rest); open.length > 0; ) {
    const wanted = open.filter((target) => target !== own && !found.has(target))
    if (found.size + wanted.length > maxResources)
      throw new Problem('payload-too-large', { detail: 'The document is too large' })
    const resources = (await findMany(exchange.tx, { space: 'fhir', scope }, wanted)).map(readResource)
    const byTarget = new Map(resources.map((one) => [`${one['resourceType']}/${one['id']}`, one]))
    for (const target of wanted) addFound(found, target, byTarget)
    open = resources.flatMap(targetsOf).filter((target) => isDirectory(target.slice(0, target.indexOf('/'))))
  }
  return [...found.values()]
}

type Resources = ReadonlyMap<string, JsonObject>

/** In the order of the references. */
function addFound(found: Map<string, JsonObject>, target: string, byTarget: Resources): void {
  const resource = byTarget.get(target)
  if (resource !== undefined) found.set(target, resource)
}
