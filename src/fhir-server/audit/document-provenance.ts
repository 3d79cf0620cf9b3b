/** Who wrote a DocumentReference by FHIR, and what was done, for each version that no Provenance of the request tells of. R4 provenance.html; D84. */
import { namedBy } from '../../caller.ts'
import { codeSystems } from '../../documents/code-systems.ts'
import { findLocal, splitRelative } from '../../fhir/reference.ts'
import { isJsonObject, type JsonObject } from '../../json.ts'
import type { WrittenVersion } from '../../store/commit-log.ts'
import { readResource } from '../../store/content.ts'
import { fhirPlace } from '../../store/hub-resources.ts'
import type { Exchange } from '../exchange.ts'

/** Types that are written in a transaction, since a Provenance stands beside each version. */
export const hasProvenance = (type: string): boolean => type === 'DocumentReference'

const activities = { C: 'CREATE', U: 'UPDATE', D: undefined } as const satisfies Record<
  WrittenVersion['action'],
  unknown
>

export const referenceToVersion = ({ resourceType, resourceId, version }: WrittenVersion): { reference: string } => ({
  reference: `${resourceType}/${resourceId}/_history/${version}`,
})

/** One for each version, so that each is of one patient's record. D20. */
export async function buildDocumentProvenances(
  exchange: Exchange,
  written: readonly WrittenVersion[],
): Promise<readonly JsonObject[]> {
  const documents = written.flatMap((one) => {
    const activity = hasProvenance(one.resourceType) ? activities[one.action] : undefined
    return activity === undefined ? [] : [{ names: namesOf(one), target: referenceToVersion(one), activity }]
  })
  if (documents.length === 0) return []
  const told = await listTold(exchange, written)
  const untold = documents.filter(({ names }) => !names.some((name) => told.has(name)))
  if (untold.length === 0) return []
  const agent = [await buildWriter(exchange)]
  return untold.map(({ target, activity: code }) => ({
    resourceType: 'Provenance',
    target: [target],
    recorded: exchange.tx.at,
    activity: { coding: [{ system: codeSystems.dataOperation, code }] },
    agent,
  }))
}

const namesOf = (one: WrittenVersion): readonly string[] => [
  `${one.resourceType}/${one.resourceId}`,
  referenceToVersion(one).reference,
]

/** What the Provenances of the same transaction tell of: `Type/id`, or `Type/id/_history/version` where they name one version. */
async function listTold({ tx, server }: Exchange, written: readonly WrittenVersion[]): Promise<ReadonlySet<string>> {
  const brought = written.filter(({ resourceType, action }) => resourceType === 'Provenance' && action !== 'D')
  if (brought.length === 0) return new Set()
  const found = await tx.findAllCurrent(brought.map(({ resourceId }) => fhirPlace('Provenance', resourceId)))
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

/** The person of the token where there is such a Practitioner or role; otherwise the client, which is a name within its issuer. D67. */
async function buildWriter({ tx }: Exchange) {
  const { issuer, client } = tx.caller
  const named = splitRelative(namedBy(tx.caller) ?? '')
  const isAuthor = named !== undefined && authors.has(named.type)
  if (isAuthor && (await tx.find(fhirPlace(named.type, named.id))) !== undefined)
    return agentOf('author', { reference: `${named.type}/${named.id}` })
  return agentOf('assembler', { identifier: { system: issuer, value: client } })
}

const authors: ReadonlySet<string> = new Set(['Practitioner', 'PractitionerRole'])

const agentOf = (code: string, who: JsonObject): JsonObject => ({
  type: { coding: [{ system: codeSystems.provenanceParticipant, code }] },
  who,
})
