/** The interface as tables: which interactions there are, and which types have them. R4 http.html; spec 2.5, 4.6. */
import { create } from './create.ts'
import type { Interact } from './exchange.ts'
import { read, vread } from './read.ts'
import { search } from './search.ts'
import { update, updateWhere } from './update.ts'

type Code = 'read' | 'vread' | 'search-type' | 'create' | 'update'

type InteractionRow = {
  readonly code: Code
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly interact: Interact
  readonly spec: string
}

// biome-ignore format: one row a line
export const interactions = [
  { code: 'read',        method: 'GET',  path: '{type}/{id}',                    interact: read,        spec: 'http.html#read' },
  { code: 'vread',       method: 'GET',  path: '{type}/{id}/_history/{version}', interact: vread,       spec: 'http.html#vread' },
  { code: 'search-type', method: 'GET',  path: '{type}',                         interact: search,      spec: 'http.html#search' },
  { code: 'search-type', method: 'POST', path: '{type}/_search',                 interact: search,      spec: 'http.html#search' },
  { code: 'create',      method: 'POST', path: '{type}',                         interact: create,      spec: 'http.html#create' },
  { code: 'update',      method: 'PUT',  path: '{type}/{id}',                    interact: update,      spec: 'http.html#update' },
  { code: 'update',      method: 'PUT',  path: '{type}',                         interact: updateWhere, spec: 'http.html#cond-update' },
] as const satisfies readonly InteractionRow[]

export type Interaction = (typeof interactions)[number]

const all: readonly Code[] = ['read', 'vread', 'search-type', 'create', 'update']
const lookUp: readonly Code[] = ['read', 'search-type']
const auCore = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`

type TypeRow = { readonly type: string; readonly codes: readonly Code[]; readonly profile?: string }

// biome-ignore format: one row a line
export const resourceTypes: readonly TypeRow[] = [
  { type: 'Patient',             codes: all,    profile: auCore('patient') },
  { type: 'Practitioner',        codes: all,    profile: auCore('practitioner') },
  { type: 'PractitionerRole',    codes: all,    profile: auCore('practitionerrole') },
  { type: 'Organization',        codes: all,    profile: auCore('organization') },
  { type: 'Location',            codes: all,    profile: auCore('location') },
  { type: 'Encounter',           codes: all,    profile: auCore('encounter') },
  { type: 'DocumentReference',   codes: all,    profile: auCore('documentreference') },
  { type: 'Composition',         codes: all,    profile: auCore('composition') },
  { type: 'Condition',           codes: all,    profile: auCore('condition') },
  { type: 'Medication',          codes: all,    profile: auCore('medication') },
  { type: 'MedicationStatement', codes: all,    profile: auCore('medicationstatement') },
  { type: 'Observation',         codes: all },
  { type: 'Provenance',          codes: all },
  { type: 'AuditEvent',          codes: lookUp },
  { type: 'Bundle',              codes: all },
  { type: 'Binary',              codes: all },
  { type: 'Consent',             codes: all },
  { type: 'Account',             codes: all },
  { type: 'Coverage',            codes: all },
  { type: 'Basic',               codes: all },
]

const byType = new Map(resourceTypes.map((row) => [row.type, row]))

export const findResourceType = (type: string): TypeRow | undefined => byType.get(type)
