/**
 * Who may call an operation of `/fhir/R4`, written from docs/security.md#who-may-call-what, SMART App Launch 2.2
 * (scopes-and-launch-context.html) and the definitions of the operations, and not from the code: the two are compared.
 */
import { type Caller, isPatientSide, mayRead, mayWrite } from './callers.ts'

/** The roles that receive resources of a type, beside patients and carers, who have one record. */
export const rolesOfTypes: Readonly<Record<string, string>> = {
  Patient: 'csy',
  Observation: 'csy',
  Composition: 'csy',
  DocumentReference: 'csy',
  Encounter: 'csy',
  Group: 'csy',
  Subscription: 'csy',
  CodeSystem: 'csy',
  ValueSet: 'csy',
  ConceptMap: 'csy',
  Practitioner: 'csyo',
  Organization: 'csyob',
  Coverage: 'csyb',
  AuditEvent: 'csya',
  Provenance: 'csya',
}

/** Types for which an interaction of any type is asked. */
export const askedTypes = [
  'Patient',
  'Observation',
  'Practitioner',
  'Organization',
  'Coverage',
  'AuditEvent',
  'Provenance',
  'Subscription',
]

/** Types in no patient's record, and no directory. */
const impersonal: ReadonlySet<string> = new Set(['Subscription', 'CodeSystem', 'ValueSet', 'ConceptMap', 'Group'])

/**
 * `own`: patients and carers do it within one record. `listed`: so they do, but for types that records hold. `whole`: never.
 * `any`: it is open to whoever reads one of the types, so `roles` names them.
 */
type Need = {
  readonly scope: 'r' | 's' | 'rs' | 'c' | 'u' | 'us' | 'd' | 'ds'
  readonly record: 'own' | 'listed' | 'whole'
  readonly roles?: string
}

const [all, whole] = ['csyoba', 'whole'] as const
const [read, list, listWhole] = [
  { scope: 'r', record: 'own' },
  { scope: 's', record: 'listed' },
  { scope: 's', record: whole },
] as const satisfies readonly Need[]
const [create, change, changeFound, remove, removeFound] = [
  { scope: 'c', record: whole },
  { scope: 'u', record: whole },
  { scope: 'us', record: whole },
  { scope: 'd', record: whole },
  { scope: 'ds', record: whole },
] as const satisfies readonly Need[]
const [listAny, listAnyWhole] = [
  { scope: 's', record: 'own', roles: all },
  { scope: 's', record: whole, roles: all },
] as const satisfies readonly Need[]
const readWhole: Need = { scope: 'r', record: 'listed' }
const exportAll: Need = { scope: 'rs', record: whole, roles: all }
const exportGroup: Need = { scope: 'rs', record: whole }
const membersOf = (roles: string): Need => ({ scope: 's', record: 'own', roles })

// biome-ignore format: one row a line
export const fhirNeeds: Readonly<Record<string, Need>> = {
  'GET {type}/{id}': read,
  'GET {type}/{id}/_history/{version}': read,
  'GET {type}/{id}/_history': read,
  'GET {type}/_history': listWhole,
  'GET _history': listAnyWhole,
  'GET {type}': list,
  'POST {type}/_search': list,
  'GET ': listAny,
  'POST _search': listAny,
  'GET Patient/{id}/{type}': list,       'POST Patient/{id}/{type}/_search': list,       'GET Patient/{id}/*': membersOf('csyba'),
  'GET Encounter/{id}/{type}': list,     'POST Encounter/{id}/{type}/_search': list,     'GET Encounter/{id}/*': membersOf('csy'),
  'GET Practitioner/{id}/{type}': list,  'POST Practitioner/{id}/{type}/_search': list,  'GET Practitioner/{id}/*': membersOf(all),
  'GET RelatedPerson/{id}/{type}': list, 'POST RelatedPerson/{id}/{type}/_search': list, 'GET RelatedPerson/{id}/*': membersOf('csyba'),
  'GET Device/{id}/{type}': list,        'POST Device/{id}/{type}/_search': list,        'GET Device/{id}/*': membersOf('csyba'),
  'POST {type}': create,
  'PUT {type}/{id}': change,
  'PUT {type}': changeFound,
  'PATCH {type}/{id}': change,
  'PATCH {type}': changeFound,
  'DELETE {type}/{id}': remove,
  'DELETE {type}': removeFound,
  'POST {type}/$validate': create,
  'POST {type}/{id}/$validate': create,
  'GET {type}/{id}/$validate': read,
  'GET $meta': listAny,
  'GET {type}/$meta': { scope: 's', record: 'own' },
  'GET {type}/{id}/$meta': read,
  'POST {type}/{id}/$meta-add': change,
  'POST {type}/{id}/$meta-delete': change,
  'GET {type}/{id}/$document': read,     'POST {type}/{id}/$document': read,
  'GET {type}/$everything': read,        'POST {type}/$everything': read,
  'GET {type}/{id}/$everything': read,   'POST {type}/{id}/$everything': read,
  'GET {type}/$docref': list,            'POST {type}/$docref': list,
  'GET {type}/$lastn': list,             'POST {type}/$lastn': list,
  'POST {type}/$match': listWhole,
  'GET {type}/$summary': read,           'POST {type}/$summary': read,
  'GET {type}/{id}/$summary': read,      'POST {type}/{id}/$summary': read,
  'GET $export': exportAll,              'POST $export': exportAll,
  'GET {type}/$export': exportAll,  'POST {type}/$export': exportAll,
  'GET {type}/{id}/$export': exportGroup, 'POST {type}/{id}/$export': exportGroup,
  'GET {type}/$status': listWhole,       'POST {type}/$status': listWhole,
  'GET {type}/{id}/$status': read,       'POST {type}/{id}/$status': read,
  'GET {type}/{id}/$events': read,       'POST {type}/{id}/$events': read,
  'GET {type}/$lookup': readWhole,       'POST {type}/$lookup': readWhole,
  'GET {type}/$validate-code': readWhole, 'POST {type}/$validate-code': readWhole,
  'GET {type}/{id}/$validate-code': readWhole, 'POST {type}/{id}/$validate-code': readWhole,
  'GET {type}/$subsumes': readWhole,     'POST {type}/$subsumes': readWhole,
  'GET {type}/{id}/$subsumes': readWhole, 'POST {type}/{id}/$subsumes': readWhole,
  'GET {type}/$expand': readWhole,       'POST {type}/$expand': readWhole,
  'GET {type}/{id}/$expand': readWhole,  'POST {type}/{id}/$expand': readWhole,
  'GET {type}/$translate': readWhole,    'POST {type}/$translate': readWhole,
  'GET {type}/{id}/$translate': readWhole, 'POST {type}/{id}/$translate': readWhole,
  'GET $export-status/{id}': listAnyWhole,
  'DELETE $export-status/{id}': listAnyWhole,
  'GET $export-file/{id}': listAnyWhole,
}

/** Whether the caller is let in. */
export function isLetIn({ scope, record, roles }: Need, type: string, caller: Caller): boolean {
  const hasScope = [...scope].every((letter) => ('rs'.includes(letter) ? mayRead(caller) : mayWrite(caller)))
  if (!hasScope) return false
  if (isPatientSide(caller)) return record === 'own' || (record === 'listed' && !impersonal.has(type))
  return (roles ?? rolesOfTypes[type] ?? '').includes(caller.role)
}
