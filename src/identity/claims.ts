/** Turns the claims of a verified token into an identity; the names of claims are settings. docs/design/hub.md#access. */

import type { JWTPayload } from 'jose'
import { roles as knownRoles, type Role, readNamed } from '../core/caller.ts'
import type { Config } from '../core/config.ts'
import { isUuid } from '../core/ids.ts'
import { findText } from '../core/json/json-lists.ts'
import { isId } from '../fhir/id.ts'
import type { OwnAddresses } from '../fhir/own-addresses.ts'
import { findLocal } from '../fhir/reference.ts'
import { authenticationRequired } from './authentication-required.ts'
import { findClaim, listClaim } from './claim-path.ts'
import type { Identity } from './identity.ts'

export type ClaimNames = Pick<Config, 'tenantsClaim' | 'spokesClaim' | 'rolesClaim' | 'fhirUserClaim'>

const persons: ReadonlySet<string> = new Set(['PractitionerRole', 'Practitioner', 'RelatedPerson'])

/** RFC 9068 2.2; OpenID Connect Core 2; Okta's access tokens; version 1 of Microsoft Entra's. */
const clientClaims = ['client_id', 'azp', 'cid', 'appid'] as const

const isRole = (text: string): text is Role => (knownRoles as readonly string[]).includes(text)

/** SMART allows other types in `fhirUser`. A person of another server is nobody here. */
function readUser(own: OwnAddresses, claim: string | undefined): Pick<Identity, 'fhirUser' | 'person'> {
  const named = findLocal(own, claim)
  return named !== undefined && persons.has(named.type) ? readNamed(`${named.type}/${named.id}`) : {}
}

/** Reads what the claims grant. A claim that is not understood grants nothing. */
export function parseClaims(payload: JWTPayload, names: ClaimNames, own: OwnAddresses): Identity {
  const issuer = findText(payload.iss)
  const subject = findText(payload.sub)
  const client = clientClaims.map((name) => findText(payload[name])).find((text) => text !== undefined)
  if (issuer === undefined || subject === undefined || client === undefined) throw authenticationRequired('claims')
  const patient = findText(payload['patient'])
  if (patient !== undefined && !isId(patient)) throw authenticationRequired('claims')
  return {
    issuer,
    subject,
    client,
    tenants: listClaim(findClaim(payload, names.tenantsClaim))
      .map((tenant) => tenant.toLowerCase())
      .filter(isUuid),
    spokes: listClaim(findClaim(payload, names.spokesClaim)),
    roles: listClaim(findClaim(payload, names.rolesClaim)).filter(isRole),
    scopes: listClaim(payload['scope'] ?? payload['scp']),
    ...readUser(own, findText(findClaim(payload, names.fhirUserClaim))),
    ...(patient === undefined ? {} : { patient }),
    ...(typeof payload.exp === 'number' ? { expiresAt: payload.exp * 1000 } : {}),
    proof: 'oidc',
  }
}
