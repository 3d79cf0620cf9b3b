/** What a caller's scopes permit on a type. SMART App Launch 2.2 scopes-and-launch-context.html; DESIGN.md "Identity". */
import type { Caller, Role } from '../core/caller.ts'
import { isJsonObject, type JsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { findLocalTarget } from '../fhir/reference.ts'
import { type FhirInteraction, findFhirScopes } from '../identity/scopes.ts'
import type { Reader } from '../store/resources/reader.ts'
import { isOfHidden } from './hidden/hidden.ts'
import { namesHidden } from './hidden/named.ts'
import { isOwnRecord, listMemberTypes } from './index/compartments.ts'
import { listTargets } from './index/index-values.ts'
import { versionedTypes } from './resource-types.ts'
import { meetsQuery } from './scope-query.ts'
import type { SearchParameters } from './search/search-parameters.ts'

/** What one scope lets through: of one patient, and of what its query finds. */
export type Grant = { readonly patient?: string; readonly query?: string }

/** `patient`: only this one's own record (D20). `narrowed`: only what one of these lets through. `hidden`: nothing of these patients. `knownBy`: what says who the caller is. */
export type Access = {
  readonly patient?: string
  readonly narrowed?: readonly Grant[]
  readonly hidden?: readonly string[]
  readonly knownBy?: readonly string[]
}

/** Nobody's record: what a patient's record points to. */
const directory: ReadonlySet<string> = new Set([
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'Medication',
])

export const isDirectory = (type: string): boolean => directory.has(type)

/** hub-contract "Access": these never receive clinical text, whatever their scopes say. */
const administrative: Readonly<Partial<Record<Role, readonly string[]>>> = {
  operator: ['Practitioner', 'PractitionerRole', 'Organization', 'Location'],
  billing: ['Account', 'Coverage', 'Organization'],
  auditor: ['AuditEvent', 'Provenance'],
}

const reading: ReadonlySet<FhirInteraction> = new Set(['read', 'vread', 'history-instance', 'search-type'])

const clinical: ReadonlySet<Role> = new Set(['clinician', 'senior_clinician', 'system'])
const isClinical = ({ roles }: Caller): boolean => roles.some((role) => clinical.has(role))
const isPatientSide = ({ roles }: Caller): boolean => roles.some((role) => role === 'patient' || role === 'carer')

/** D56: an auditor gets identifiers and times alone, of whomever. */
const isShownToAll = (caller: Caller, type: string): boolean =>
  directory.has(type) || (type === 'AuditEvent' && caller.roles.includes('auditor') && !isClinical(caller))

/** A role that is clinical opens all types; of the others, the strictest counts. */
const isOpen = (caller: Caller, type: string): boolean =>
  isClinical(caller) || isPatientSide(caller) || caller.roles.some((role) => administrative[role]?.includes(type))

/** All of a type, but for patients who deny it. */
export const isWholeType = ({ patient, narrowed }: Access): boolean => patient === undefined && narrowed === undefined

/** All of a type. */
export const isWhole = (access: Access): boolean => isWholeType(access) && access.hidden === undefined

/** Throws where no scope permits it. One that is narrowed by a query permits a part: whoever asks has to see to that. */
export function checkPartAccess(caller: Caller, type: string, interaction: FhirInteraction): Access {
  if (!isOpen(caller, type)) throw new Problem('role-required')
  const grants = listGrants(caller, type, interaction)
  if (grants.length === 0) throw insufficientScope()
  const hidden = {
    ...(caller.hidden === undefined || isShownToAll(caller, type) ? {} : { hidden: caller.hidden }),
    ...(caller.knownBy === undefined || reading.has(interaction) ? {} : { knownBy: caller.knownBy }),
  }
  if (grants.some(({ patient, query }) => patient === undefined && query === undefined)) return hidden
  const own = grants.find(({ query }) => query === undefined)
  // What is narrowed to a part of the own record adds nothing to the whole of it.
  const isOwn = own !== undefined && grants.every(({ patient }) => patient !== undefined)
  return { ...hidden, ...(isOwn ? own : { narrowed: grants }) }
}

function listGrants(caller: Caller, type: string, interaction: FhirInteraction): readonly Grant[] {
  const isKept = isPatientSide(caller) && !isClinical(caller)
  return findFhirScopes(caller, type, interaction).flatMap(({ level, query }) => {
    const narrowing = query === undefined ? {} : { query }
    if (level !== 'patient') return isKept ? [] : [narrowing]
    return reading.has(interaction) && caller.patient !== undefined ? [{ patient: caller.patient, ...narrowing }] : []
  })
}

/** As `checkPartAccess`, where a part cannot be told from the rest: what is narrowed by a query does not count. */
export function checkAccess(caller: Caller, type: string, interaction: FhirInteraction): Access {
  const access = checkPartAccess(caller, type, interaction)
  if (access.narrowed === undefined) return access
  const own = access.narrowed.find(({ query }) => query === undefined)
  if (own === undefined) throw insufficientScope()
  return { ...own, ...(access.hidden === undefined ? {} : { hidden: access.hidden }) }
}

/** For what looks at all of a type to choose one: who is kept to a patient, or to a part, would learn of the rest. */
export function checkWholeAccess(caller: Caller, type: string, interaction: FhirInteraction): void {
  if (!isWholeType(checkAccess(caller, type, interaction)) && !isDirectory(type)) throw insufficientScope()
}

/** The types on which the caller may do it without being kept to one patient. Throws where there is none. */
export function listPermitted(caller: Caller, interaction: FhirInteraction): readonly string[] {
  const types = versionedTypes.filter((type) => {
    const access = findAccess(caller, type, interaction)
    return access !== undefined && access.patient === undefined
  })
  if (types.length === 0) throw insufficientScope()
  return types
}

/** As `checkAccess`; undefined where no scope permits it. */
export const findAccess = (caller: Caller, type: string, interaction: FhirInteraction): Access | undefined =>
  find(() => checkAccess(caller, type, interaction))

/** As `checkPartAccess`; undefined where no scope permits it. */
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

const insufficientScope = (): Problem =>
  new Problem('insufficient-scope', {
    headers: { 'WWW-Authenticate': 'Bearer realm="banksia", error="insufficient_scope"' },
  })

/** A caller who is kept to one patient has no business with what is in no patient's record. */
export function checkConcerned(type: string, { patient }: Access): void {
  if (patient !== undefined && !directory.has(type) && !listMemberTypes('Patient').includes(type))
    throw insufficientScope()
}

type Found = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** The patient whom a resource concerns. */
export function findPatient(parameters: SearchParameters, found: Found): string | undefined {
  const { type } = found
  if (type === 'Patient') return found.id
  const parameter = parameters.find(type, 'patient')
  if (parameter === undefined) return undefined
  const nodes = parameters.paths(type, parameter).flatMap((path) => path.read(found.content))
  const targets = nodes.flatMap((node) => listTargets(parameters.addresses, node))
  return targets.find((target) => target.startsWith('Patient/'))?.slice('Patient/'.length)
}

/** Outside of the caller's access nothing is there. */
export function checkWithin(parameters: SearchParameters, access: Access, found: Found): void {
  if (!isWithin(parameters, access, found)) throw new Problem('not-found')
}

/**
 * What is written must be within a scope, before and after, and of nobody who is hidden; and not what tells whom a denial means, where the
 * caller is one of them (D66). Looked at only where that is narrowed.
 */
export function checkWritten(parameters: SearchParameters, access: Access, list: () => readonly Found[]): void {
  const { knownBy } = access
  if (knownBy !== undefined && list().some((found) => saysWho(parameters, knownBy, found)))
    throw new Problem('role-required', { detail: 'The resource says who you are: somebody else changes it' })
  if (access.hidden !== undefined && list().some((found) => isHidden(parameters, access, found)))
    throw new Problem('not-found')
  if (access.narrowed !== undefined && !list().every((found) => isWithin(parameters, access, found)))
    throw insufficientScope()
}

/** It is one of these, or a role of one of them: another role may be of an organisation to which nothing is denied. */
function saysWho({ addresses }: SearchParameters, knownBy: readonly string[], { type, id, content }: Found): boolean {
  if (knownBy.includes(`${type}/${id}`)) return true
  const { practitioner } = content
  const reference = type === 'PractitionerRole' && isJsonObject(practitioner) ? practitioner['reference'] : undefined
  const target = typeof reference === 'string' ? findLocalTarget(addresses, reference) : undefined
  return target !== undefined && knownBy.includes(target)
}

export const isWithin = (parameters: SearchParameters, access: Access, found: Found): boolean =>
  !isHidden(parameters, access, found) &&
  (access.narrowed ?? [access.patient === undefined ? {} : { patient: access.patient }]).some((grant) =>
    lets(parameters, grant, found),
  )

/** Of one who is hidden, as far as the resource alone tells. */
export const isHidden = (parameters: SearchParameters, { hidden }: Access, found: Found): boolean =>
  hidden !== undefined && namesHidden(parameters, hidden, found)

/** As `isHidden`, also by what the resource refers to. Nothing is asked where nobody is hidden. */
export const isHiddenHere = async (
  { tx, server: { parameters } }: { readonly tx: Reader; readonly server: { readonly parameters: SearchParameters } },
  { hidden }: Access,
  found: Found,
): Promise<boolean> => hidden !== undefined && (await isOfHidden(tx, parameters, { hidden, found }))

const lets = (parameters: SearchParameters, { patient, query }: Grant, found: Found): boolean =>
  (query === undefined || meetsQuery(parameters, query, found)) &&
  (patient === undefined || directory.has(found.type) || isOwnRecord(parameters, found, patient))
