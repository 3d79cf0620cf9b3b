/** Which scopes a request gets: those that are known, registered for the client, and within the person's rights; less, never more. SMART App Launch 2.2 scopes-and-launch-context.html; D154. */
import type { Role } from '../../core/caller.ts'
import { findResourceType } from '../../fhir/resource-types.ts'
import { type FhirScope, hubScope, parseFhirScope } from '../scopes.ts'

/** Of OpenID Connect and of SMART's launches. */
export const plainScopes = [
  'openid',
  'fhirUser',
  'profile',
  'offline_access',
  'launch',
  'launch/patient',
  'launch/encounter',
] as const

/** For callers of the introspection endpoint who are no server of ours. */
export const introspectScope = (namespace: string): string => `${namespace}/introspect`

export const hubScopes = (namespace: string): readonly string[] => [
  hubScope(namespace, 'read'),
  hubScope(namespace, 'write'),
  introspectScope(namespace),
]

const levels = { patient: ['patient'], user: ['user', 'patient'], system: ['system'] } as const

/** Undefined for a text that is no scope on a resource type of this server. */
function parseKnown(text: string): FhirScope | undefined {
  const scope = parseFhirScope(text)
  return scope === undefined || (scope.type !== '*' && findResourceType(scope.type) === undefined) ? undefined : scope
}

/**
 * The asked scopes as far as one of the allowed ones covers them, in the order in which they were asked. A scope that is covered whole keeps its
 * spelling; otherwise the part that is covered takes its place.
 */
export function narrowScopes(asked: readonly string[], allowed: readonly string[]): readonly string[] {
  const plain = new Set(allowed)
  const fhir = allowed.flatMap((text) => parseFhirScope(text) ?? [])
  const narrowed = asked.flatMap((text) => {
    const scope = parseKnown(text)
    if (scope !== undefined) return narrowScope(text, scope, fhir)
    return plain.has(text) && parseFhirScope(text) === undefined ? [text] : []
  })
  return [...new Set(narrowed)]
}

function narrowScope(text: string, asked: FhirScope, allowed: readonly FhirScope[]): readonly string[] {
  const parts = allowed.flatMap((one) => overlap(asked, one) ?? [])
  if (parts.some((part) => renderScope(part) === renderScope(asked))) return [text]
  return parts.map(renderScope)
}

function overlap(asked: FhirScope, allowed: FhirScope): FhirScope | undefined {
  if (!(levels[allowed.level] as readonly string[]).includes(asked.level)) return undefined
  const type =
    asked.type === allowed.type || allowed.type === '*' ? asked.type : asked.type === '*' ? allowed.type : undefined
  const permissions = [...asked.permissions].filter((letter) => allowed.permissions.includes(letter)).join('')
  const isOneQuery = asked.query === undefined || allowed.query === undefined || asked.query === allowed.query
  if (type === undefined || permissions === '' || !isOneQuery) return undefined
  const query = asked.query ?? allowed.query
  return { level: asked.level, type, permissions, ...(query === undefined ? {} : { query }) }
}

const renderScope = ({ level, type, permissions, query }: FhirScope): string =>
  `${level}/${type}.${permissions}${query === undefined ? '' : `?${query}`}`

/** The scopes without those that a person refuses. Two spellings of one scope are one: `user/Patient.read` is `user/Patient.rs`. */
export function leaveOutRefused(scopes: readonly string[], refused: readonly string[]): readonly string[] {
  const gone = new Set(refused.map(meaningOf))
  return scopes.filter((scope) => !gone.has(meaningOf(scope)))
}

/** In the spelling that all spellings of one scope share. */
export function meaningOf(text: string): string {
  const scope = parseFhirScope(text)
  return scope === undefined ? text : renderScope(scope)
}

const clinician = ['user/*.cruds']
const ofPatient = ['patient/*.rs']

/** The FHIR scopes within the rights of a role. docs/design/hub.md#access: least privilege for each. */
export const roleScopes = {
  clinician,
  senior_clinician: clinician,
  // The directory, which an operator keeps; none of it is clinical.
  operator: ['Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Endpoint'].map(
    (type) => `user/${type}.cruds`,
  ),
  billing: ['user/Account.rs', 'user/Coverage.rs', 'user/Organization.rs'],
  auditor: ['user/AuditEvent.rs', 'user/Provenance.rs'],
  patient: ofPatient,
  carer: ofPatient,
  system: ['system/*.cruds'],
} as const satisfies Record<Role, readonly string[]>

/** All that persons of these roles may be granted. */
export const scopesOfRoles = (roles: readonly Role[], namespace: string): readonly string[] => [
  ...plainScopes,
  ...hubScopes(namespace),
  ...roles.flatMap((role) => roleScopes[role]),
]

/** Of identity, and of a person whom a resource stands for: SMART App Launch 2.2 scopes-and-launch-context.html#scopes-for-requesting-identity-data. */
export const scopesOfAccount = (
  { roles, fhirUser }: { readonly roles: readonly Role[]; readonly fhirUser?: string | undefined },
  namespace: string,
): readonly string[] =>
  scopesOfRoles(roles, namespace).filter((scope) => scope !== 'fhirUser' || fhirUser !== undefined)

/** SMART App Launch 2.2 scopes-and-launch-context.html: a `patient/` scope needs a patient in context. */
export const needsPatient = (scopes: ReadonlySet<string>): boolean =>
  scopes.has('launch/patient') ||
  scopes.has('launch/encounter') ||
  [...scopes].some((scope) => scope.startsWith('patient/'))

export const isClinicalAsk = (scopes: ReadonlySet<string>): boolean =>
  [...scopes].some((scope) => scope.startsWith('launch') || parseFhirScope(scope) !== undefined)
