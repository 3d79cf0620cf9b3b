/** Which resource types are served, and what may be done with each. Spec 2.5, 4.6. */
import type { FhirInteraction } from '../identity/scopes.ts'

const all = [
  'read',
  'vread',
  'update',
  'patch',
  'delete',
  'history-instance',
  'history-type',
  'create',
  'search-type',
] as const satisfies readonly FhirInteraction[]
const lookUp = ['read', 'search-type'] as const satisfies readonly FhirInteraction[]

export type TypeCode = (typeof all)[number]

const auCore = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`

type TypeRow = { readonly type: string; readonly codes: readonly TypeCode[]; readonly profile?: string }

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

/** Types of which versions are kept: an AuditEvent is a view. */
export const versionedTypes: readonly string[] = resourceTypes.flatMap(({ type, codes }) =>
  codes.includes('history-type') ? [type] : [],
)
