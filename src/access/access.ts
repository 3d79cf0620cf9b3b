/** The interactions that a caller's scopes permit on a type. SMART App Launch 2.2 scopes-and-launch-context.html; docs/security.md#whose-record-a-patients-token-reads. */

import type { Caller, Role } from '../core/caller.ts'
import type { JsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import type { FhirInteraction } from '../fhir/fhir-interactions.ts'
import { versionedTypes } from '../fhir/resource-types.ts'
import { isOwnRecord, listMemberTypes } from '../fhir-search/index/compartments.ts'
import { listTargets } from '../fhir-search/index/index-values.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { findFhirScopes } from '../identity/scopes.ts'
import { type AccessScope, wholeScope } from '../store/resources/search/access-scope.ts'
import type { Reader } from '../store/resources/types.ts'
import { namesDeniedPatient } from './consent-denials/judged-resource.ts'
import { isOfDeniedPatient } from './consent-denials/leave-out-denied.ts'
import { meetsQuery } from './scope-query.ts'

/** The resources that one scope permits: the record of one patient, those that its query finds, or both. */
export type Grant = { readonly patient?: string; readonly query?: string }

/** `patient`: only this patient's own record (D20). `narrowed`: only what one of these permits. `deniedPatients`: nothing about these patients. `knownBy`: the resources that say who the caller is. */
export type Access = {
  readonly patient?: string
  readonly narrowed?: readonly Grant[]
  readonly deniedPatients?: readonly string[]
  readonly knownBy?: readonly string[]
}

/** Types of no patient's record, to which records refer. */
const directory: ReadonlySet<string> = new Set([
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'Medication',
])

export const isDirectory = (type: string): boolean => directory.has(type)

/** docs/design/hub.md#access: these roles never receive clinical text, whatever their scopes say. */
const administrative: Readonly<Partial<Record<Role, readonly string[]>>> = {
  operator: ['Practitioner', 'PractitionerRole', 'Organization', 'Location'],
  billing: ['Account', 'Coverage', 'Organization'],
  auditor: ['AuditEvent', 'Provenance'],
}

const reading: ReadonlySet<FhirInteraction> = new Set(['read', 'vread', 'history-instance', 'search-type'])

const clinical: ReadonlySet<Role> = new Set(['clinician', 'senior_clinician', 'system'])
const isClinical = ({ roles }: Caller): boolean => roles.some((role) => clinical.has(role))
const isPatientSide = ({ roles }: Caller): boolean => roles.some((role) => role === 'patient' || role === 'carer')

/** D56: an auditor gets identifiers and times only, of any patient. */
const isShownToAll = (caller: Caller, type: string): boolean =>
  directory.has(type) || (type === 'AuditEvent' && caller.roles.includes('auditor') && !isClinical(caller))

/** A clinical role opens all types. If a caller has other roles only, the strictest counts. */
const isOpen = (caller: Caller, type: string): boolean =>
  isClinical(caller) || isPatientSide(caller) || caller.roles.some((role) => administrative[role]?.includes(type))

/** All of a type, except patients who deny it. */
export const isWholeType = ({ patient, narrowed }: Access): boolean => patient === undefined && narrowed === undefined

/** All of a type. */
export const isWhole = (access: Access): boolean => isWholeType(access) && access.deniedPatients === undefined

/** Throws if no scope permits it. A scope with a query permits a part: the caller of this function must apply it. */
export function checkPartAccess(caller: Caller, type: string, interaction: FhirInteraction): Access {
  if (!isOpen(caller, type)) throw new Problem('role-required')
  const grants = listGrants(caller, type, interaction)
  if (grants.length === 0) throw insufficientScope()
  const deniedPatients = {
    ...(caller.deniedPatients === undefined || isShownToAll(caller, type)
      ? {}
      : { deniedPatients: caller.deniedPatients }),
    ...(caller.knownBy === undefined || reading.has(interaction) ? {} : { knownBy: caller.knownBy }),
  }
  if (grants.some(({ patient, query }) => patient === undefined && query === undefined)) return deniedPatients
  const own = grants.find(({ query }) => query === undefined)
  // A scope for a part of the own record adds nothing to a scope for all of it.
  const isOwn = own !== undefined && grants.every(({ patient }) => patient !== undefined)
  return { ...deniedPatients, ...(isOwn ? own : { narrowed: grants }) }
}

function listGrants(caller: Caller, type: string, interaction: FhirInteraction): readonly Grant[] {
  const isKept = isPatientSide(caller) && !isClinical(caller)
  return findFhirScopes(caller, type, interaction).flatMap(({ level, query }) => {
    const narrowing = query === undefined ? {} : { query }
    if (level !== 'patient') return isKept ? [] : [narrowing]
    return reading.has(interaction) && caller.patient !== undefined ? [{ patient: caller.patient, ...narrowing }] : []
  })
}

/** As `checkPartAccess`, for interactions that cannot apply a part: a scope with a query does not count. */
export function checkAccess(caller: Caller, type: string, interaction: FhirInteraction): Access {
  const access = checkPartAccess(caller, type, interaction)
  if (access.narrowed === undefined) return access
  const own = access.narrowed.find(({ query }) => query === undefined)
  if (own === undefined) throw insufficientScope()
  return { ...own, ...(access.deniedPatients === undefined ? {} : { deniedPatients: access.deniedPatients }) }
}

/** For an interaction that looks at all of a type to choose one resource: a caller with a part would learn about the rest. */
export function checkWholeAccess(caller: Caller, type: string, interaction: FhirInteraction): AccessScope {
  if (!isWholeType(checkAccess(caller, type, interaction)) && !isDirectory(type)) throw insufficientScope()
  return wholeScope
}

/** Types for which the caller may do it without being kept to one patient. Throws if there is none. */
export function listPermitted(caller: Caller, interaction: FhirInteraction): readonly string[] {
  const types = versionedTypes.filter((type) => {
    const access = findAccess(caller, type, interaction)
    return access !== undefined && access.patient === undefined
  })
  if (types.length === 0) throw insufficientScope()
  return types
}

/** As `checkAccess`, but undefined if no scope permits it. */
export const findAccess = (caller: Caller, type: string, interaction: FhirInteraction): Access | undefined =>
  find(() => checkAccess(caller, type, interaction))

/** As `checkPartAccess`, but undefined if no scope permits it. */
export const findPartAccess = (caller: Caller, type: string, interaction: FhirInteraction): Access | undefined =>
  find(() => checkPartAccess(caller, type, interaction))

function find(check: () => Access): Access | undefined {
  try {
    return check()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

export const insufficientScope = (): Problem =>
  new Problem('insufficient-scope', {
    headers: { 'WWW-Authenticate': 'Bearer realm="banksia", error="insufficient_scope"' },
  })

/** Refuses a caller who is kept to one patient a type that is in no patient's record. */
export function checkConcerned(type: string, { patient }: Access): void {
  if (patient !== undefined && !directory.has(type) && !listMemberTypes('Patient').includes(type))
    throw insufficientScope()
}

type Found = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** The patient that a resource concerns. */
export function findPatient(parameters: SearchParameters, found: Found): string | undefined {
  const { type } = found
  if (type === 'Patient') return found.id
  const parameter = parameters.find(type, 'patient')
  if (parameter === undefined) return undefined
  const nodes = parameters.paths(type, parameter).flatMap((path) => path.read(found.content))
  const targets = nodes.flatMap((node) => listTargets(parameters.addresses, node))
  return targets.find((target) => target.startsWith('Patient/'))?.slice('Patient/'.length)
}

export const isWithin = (parameters: SearchParameters, access: Access, found: Found): boolean =>
  !namesDenied(parameters, access, found) &&
  (access.narrowed ?? [access.patient === undefined ? {} : { patient: access.patient }]).some((grant) =>
    lets(parameters, grant, found),
  )

/** True if it names a denied patient, as far as the resource alone says. */
export const namesDenied = (parameters: SearchParameters, { deniedPatients }: Access, found: Found): boolean =>
  deniedPatients !== undefined && namesDeniedPatient(parameters, deniedPatients, found)

/** As `namesDenied`, but also follows what the resource refers to. Reads nothing if no patient is denied. */
export const isConsentDenied = async (
  { tx, server: { parameters } }: { readonly tx: Reader; readonly server: { readonly parameters: SearchParameters } },
  { deniedPatients }: Access,
  found: Found,
): Promise<boolean> =>
  deniedPatients !== undefined && (await isOfDeniedPatient(tx, parameters, { deniedPatients, found }))

const lets = (parameters: SearchParameters, { patient, query }: Grant, found: Found): boolean =>
  (query === undefined || meetsQuery(parameters, query, found)) &&
  (patient === undefined || directory.has(found.type) || isOwnRecord(parameters, found, patient))
