/** What a caller's scopes permit on a type. SMART App Launch 2.2 scopes-and-launch-context.html; DESIGN.md "Identity". */
import type { Caller, Role } from '../caller.ts'
import { type FhirInteraction, findFhirScopes } from '../identity/scopes.ts'
import type { JsonObject } from '../json.ts'
import { Problem } from '../problems.ts'
import { listCompartments, listMemberTypes } from './compartments.ts'
import { listTargets } from './index-values.ts'
import { versionedTypes } from './resource-types.ts'
import type { SearchParameters } from './search-parameters.ts'

/** `patient`: only what concerns this one. */
export type Access = { readonly patient?: string }

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

/** A role that is clinical opens all types; of the others, the strictest counts. */
const isOpen = (caller: Caller, type: string): boolean =>
  isClinical(caller) || isPatientSide(caller) || caller.roles.some((role) => administrative[role]?.includes(type))

/** Throws where no scope permits it. A scope narrowed by a query permits a part that cannot be told here, so it does not count. */
export function checkAccess(caller: Caller, type: string, interaction: FhirInteraction): Access {
  if (!isOpen(caller, type)) throw new Problem('role-required')
  const scopes = findFhirScopes(caller, type, interaction).filter((scope) => scope.query === undefined)
  const isKept = isPatientSide(caller) && !isClinical(caller)
  if (!isKept && scopes.some(({ level }) => level !== 'patient')) return {}
  const own = scopes.some(({ level }) => level === 'patient') && reading.has(interaction)
  if (own && caller.patient !== undefined) return { patient: caller.patient }
  throw insufficientScope()
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
export function findAccess(caller: Caller, type: string, interaction: FhirInteraction): Access | undefined {
  try {
    return checkAccess(caller, type, interaction)
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
export function findPatient(parameters: SearchParameters, { type, id, content }: Found): string | undefined {
  if (type === 'Patient') return id
  const parameter = parameters.find(type, 'patient')
  if (parameter === undefined) return undefined
  const targets = parameters.paths(type, parameter).flatMap((path) => path.read(content).flatMap(listTargets))
  return targets.find((target) => target.startsWith('Patient/'))?.slice('Patient/'.length)
}

/** Outside of the caller's access nothing is there. */
export function checkWithin(parameters: SearchParameters, access: Access, found: Found): void {
  if (!isWithin(parameters, access, found)) throw new Problem('not-found')
}

export const isWithin = (parameters: SearchParameters, { patient }: Access, found: Found): boolean =>
  patient === undefined ||
  directory.has(found.type) ||
  listCompartments(parameters, found).includes(`Patient/${patient}`)
