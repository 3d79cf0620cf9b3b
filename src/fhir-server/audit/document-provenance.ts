/** A Provenance for each version of a DocumentReference that FHIR writes, unless the request has its own: who wrote it, and what was done. R4 provenance.html; D84. */
import { namedBy } from '../../core/caller.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { codeSystems } from '../../documents/code-systems.ts'
import { findLocal, splitRelative } from '../../fhir/reference.ts'
import type { WrittenVersion } from '../../store/commit-log.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import type { ResourceAddress } from '../../store/resources/types.ts'
import type { View } from '../../store/resources/view.ts'
import type { Exchange } from '../exchange.ts'

/** Types whose versions get a Provenance. */
export const hasProvenance = (type: string): boolean => type === 'DocumentReference'

const activities = { C: 'CREATE', U: 'UPDATE', D: undefined } as const satisfies Record<
  WrittenVersion['action'],
  unknown
>

export const referenceToVersion = ({ resourceType, resourceId, version }: WrittenVersion): { reference: string } => ({
  reference: `${resourceType}/${resourceId}/_history/${version}`,
})

/** One for each version, so that each belongs to one patient's record. D20. */
export async function buildDocumentProvenances(
  exchange: Exchange,
  written: readonly WrittenVersion[],
): Promise<readonly JsonObject[]> {
  const documents = written.filter(isToldOf)
  if (documents.length === 0) return []
  const told = await listTold(exchange, written)
  return buildProvenances(
    exchange.tx,
    documents.filter((one) => !namesOf(one).some((name) => told.has(name))),
  )
}

/** As `buildDocumentProvenances`, for a single version that is about to be written. */
export const buildOwnProvenance = (view: View, written: WrittenVersion): Promise<readonly JsonObject[]> =>
  buildProvenances(view, [written].filter(isToldOf))

const isToldOf = ({ resourceType, action }: WrittenVersion): boolean =>
  hasProvenance(resourceType) && activities[action] !== undefined

async function buildProvenances(view: View, documents: readonly WrittenVersion[]): Promise<readonly JsonObject[]> {
  if (documents.length === 0) return []
  const agent = [await buildWriter(view)]
  return documents.flatMap((one) => {
    const code = activities[one.action]
    if (code === undefined) return []
    const activity = { coding: [{ system: codeSystems.dataOperation, code }] }
    return [{ resourceType: 'Provenance', target: [referenceToVersion(one)], recorded: view.at, activity, agent }]
  })
}

const namesOf = (one: WrittenVersion): readonly string[] => [
  `${one.resourceType}/${one.resourceId}`,
  referenceToVersion(one).reference,
]

/** The targets of Provenances in the same transaction: `Type/id`, or `Type/id/_history/version` for one version. */
async function listTold({ tx, server }: Exchange, written: readonly WrittenVersion[]): Promise<ReadonlySet<string>> {
  const brought = written.filter(({ resourceType, action }) => resourceType === 'Provenance' && action !== 'D')
  if (brought.length === 0) return new Set()
  const found = await tx.findAllCurrent(brought.map(({ resourceId }) => wholeAddress('Provenance', resourceId)))
  const targets = found.flatMap((stored) => (stored === undefined ? [] : listTargets(readResource(stored))))
  return new Set(
    targets.flatMap((target) => {
      const local = findLocal(server.parameters.addresses, target)
      if (local === undefined) return []
      const { type, id, version } = local
      return [version === undefined ? `${type}/${id}` : `${type}/${id}/_history/${version}`]
    }),
  )
}

const listTargets = ({ target }: JsonObject): readonly string[] =>
  (Array.isArray(target) ? target : []).flatMap((one) =>
    isJsonObject(one) && typeof one['reference'] === 'string' ? [one['reference']] : [],
  )

/** The person of the token if such a Practitioner or role exists; otherwise the client, a name within its issuer. D67. */
async function buildWriter(view: View): Promise<JsonObject> {
  const { issuer, client } = view.caller
  const named = splitRelative(namedBy(view.caller) ?? '')
  const isAuthor = named !== undefined && authors.has(named.type)
  if (isAuthor && (await isThere(view, named))) return agentOf('author', { reference: `${named.type}/${named.id}` })
  return agentOf('assembler', { identifier: { system: issuer, value: client } })
}

async function isThere(view: View, { type, id }: Pick<ResourceAddress, 'type' | 'id'>): Promise<boolean> {
  const current = await view.findCurrent(wholeAddress(type, id))
  return current !== undefined && !current.deleted
}

const authors: ReadonlySet<string> = new Set(['Practitioner', 'PractitionerRole'])

const agentOf = (code: string, who: JsonObject): JsonObject => ({
  type: { coding: [{ system: codeSystems.provenanceParticipant, code }] },
  who,
})
