/** Claims of a verified token to an identity; the claim names are configured. hub-contract "Access". */
import type { JWTPayload } from 'jose'
import { roles as knownRoles, type Role } from '../caller.ts'
import type { Config } from '../config.ts'
import { isUuid } from '../ids.ts'
import { authenticationRequired } from './authentication-required.ts'
import type { Identity } from './identity.ts'

export type ClaimNames = Pick<Config, 'tenantsClaim' | 'spokesClaim' | 'rolesClaim' | 'fhirUserClaim'>

const fhirId = /^[A-Za-z0-9.-]{1,64}$/
const practitionerRole = /^PractitionerRole\/[A-Za-z0-9.-]{1,64}$/

/** A list, or one text with its items parted by blanks, as `scope` is (RFC 8693 4.2). */
function listClaim(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((item) => item !== '')
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

const textClaim = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const isRole = (text: string): text is Role => (knownRoles as readonly string[]).includes(text)

/** Reads what the claims grant. What is not understood grants nothing. `fhirBase` is our own FHIR base address. */
export function parseClaims(payload: JWTPayload, names: ClaimNames, fhirBase: string): Identity {
  const subject = textClaim(payload.sub)
  const client = textClaim(payload['client_id']) ?? textClaim(payload['azp'])
  if (subject === undefined || client === undefined) throw authenticationRequired('claims')
  const patient = textClaim(payload['patient'])
  if (patient !== undefined && !fhirId.test(patient)) throw authenticationRequired('claims')
  const fhirUser = textClaim(payload[names.fhirUserClaim])?.replace(`${fhirBase}/`, '')
  return {
    subject,
    client,
    tenants: listClaim(payload[names.tenantsClaim])
      .map((tenant) => tenant.toLowerCase())
      .filter(isUuid),
    spokes: listClaim(payload[names.spokesClaim]),
    roles: listClaim(payload[names.rolesClaim]).filter(isRole),
    scopes: listClaim(payload['scope'] ?? payload['scp']),
    // SMART lets fhirUser be other types; authorship is a PractitionerRole's here, and of our own server.
    ...(fhirUser !== undefined && practitionerRole.test(fhirUser) ? { fhirUser } : {}),
    ...(patient === undefined ? {} : { patient }),
    ...(typeof payload.exp === 'number' ? { expiresAt: payload.exp * 1000 } : {}),
    proof: 'oidc',
  }
}
