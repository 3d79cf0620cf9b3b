/** The role of an actor: it is denied, or the data is about it. R4 Consent.provision.actor.role. */
import type { ConsentProvisionActor } from '@medplum/fhirtypes'

const codes = 'http://terminology.hl7.org/CodeSystem'
const type = `${codes}/v3-ParticipationType`
const participationFunction = `${codes}/v3-ParticipationFunction`

type ActorRole = {
  readonly system: string
  readonly code: string
  /** `source`: who wrote, told or keeps the data, which is denied to everybody. R4 consent-example-notAuthor.html. */
  readonly means: 'recipient' | 'source'
}

/** Roles of R4 valueset-security-role-type.html that say which of the two it is, and the kinds of v3 information recipients. */
// biome-ignore format: one row a line
const actorRoles: readonly ActorRole[] = [
  { system: type,                  code: 'IRCP', means: 'recipient' },
  { system: type,                  code: 'PRCP', means: 'recipient' },
  { system: type,                  code: 'TRC',  means: 'recipient' },
  { system: participationFunction, code: 'AUCG', means: 'recipient' },
  { system: participationFunction, code: 'AULR', means: 'recipient' },
  { system: participationFunction, code: 'AUTM', means: 'recipient' },
  { system: participationFunction, code: 'AUWA', means: 'recipient' },
  { system: type,                  code: 'AUT',  means: 'source' },
  { system: type,                  code: 'CST',  means: 'source' },
  { system: type,                  code: 'INF',  means: 'source' },
]

export const actorRoleCodes = actorRoles.map(({ code }) => code).join(', ')

/** Undefined if it is neither, or both. */
export function readRole({ role }: ConsentProvisionActor): ActorRole['means'] | undefined {
  const means = (role?.coding ?? []).flatMap(({ system, code }) => {
    const row = actorRoles.find((one) => one.code === code && (system === undefined || system === one.system))
    return row === undefined ? [] : [row.means]
  })
  return new Set(means).size === 1 ? means[0] : undefined
}
