/** The codes of an AuditEvent that follow from the kind of its record. R4 valueset-audit-event-type.html, valueset-audit-event-sub-type.html; DICOM PS3.16 CID 400, 401, 403; D178. */
import type { Coding } from '@medplum/fhirtypes'
import { type EventKind, events } from '../../store/events.ts'

const terminology = 'http://terminology.hl7.org/CodeSystem'
export const dicom = 'http://dicom.nema.org/resources/ontology/DCM'
const interactionSystem = 'http://hl7.org/fhir/restful-interaction'
const typeSystem = `${terminology}/audit-event-type`
const outcomeSystem = `${terminology}/audit-event-outcome`
const actionSystem = `${terminology}/audit-event-action`

/** Records of this interface go by the code of their interaction, the Hub's own by their kind. */
export const interactions: ReadonlyMap<EventKind, string> = new Map([
  ['fhir.read', 'read'],
  ['fhir.search', 'search-type'],
  ['fhir.create', 'create'],
  ['fhir.update', 'update'],
  ['fhir.patch', 'patch'],
  ['fhir.delete', 'delete'],
  ['fhir.history', 'history'],
  ['fhir.everything', 'operation'],
  ['fhir.document', 'operation'],
  ['fhir.validate', 'operation'],
  ['fhir.terminology', 'operation'],
])

/** 0: success; 4: minor failure; 8: serious failure. */
type Outcome = '0' | '4' | '8'

const outcomes: ReadonlyMap<EventKind, Outcome> = new Map([
  ['access.refused', '4'],
  ['sign-in.refused', '4'],
  ['token.replayed', '8'],
])

export const outcomeOf = (kind: EventKind): Outcome => outcomes.get(kind) ?? '0'

type CodedRow = { readonly of: RegExp; readonly type: Coding; readonly subtype: Coding }

const coded = (code: string, display: string): Coding => ({ system: dicom, code, display })
const userAuthentication = coded('110114', 'User Authentication')
const securityAlert = coded('110113', 'Security Alert')

/** The first that fits. */
// biome-ignore format: one row a line
const rows: readonly CodedRow[] = [
  { of: /^token\.replayed$/,              type: securityAlert,      subtype: coded('110132', 'Use of Restricted Function') },
  { of: /^(token\.revoked|session\.ended)$/, type: userAuthentication, subtype: coded('110123', 'Logout') },
  { of: /^(token|sign-in)\./,             type: userAuthentication, subtype: coded('110122', 'Login') },
  { of: /^client\./,                      type: securityAlert,      subtype: coded('110129', 'Security Configuration') },
  { of: /^user\./,                        type: securityAlert,      subtype: coded('110137', 'User Security Attributes Changed') },
]

const rest: Coding = { system: typeSystem, code: 'rest', display: 'RESTful Operation' }

const rowOf = (kind: EventKind): CodedRow | undefined => rows.find(({ of }) => of.test(kind))

export const typeOf = (kind: EventKind): Coding => rowOf(kind)?.type ?? rest

/** A kind that has a code elsewhere is named as well, because that code is wider. */
export function subtypesOf(kind: EventKind): readonly Coding[] {
  const code = interactions.get(kind)
  if (code !== undefined) return [{ system: interactionSystem, code }]
  const { subtype } = rowOf(kind) ?? {}
  return [...(subtype === undefined ? [] : [subtype]), { code: kind }]
}

/** Kinds of records that have a code. */
export type Facet = { readonly system: string | undefined; readonly code: string; readonly kind: EventKind }

const facetOf = (kind: EventKind, { system, code = '' }: Coding): Facet => ({ system, code, kind })

/** By search parameter. */
export const facets: Readonly<Record<'action' | 'outcome' | 'subtype' | 'type', readonly Facet[]>> = {
  action: events.map(({ kind, action }) => ({ system: actionSystem, code: action, kind })),
  outcome: events.map(({ kind }) => ({ system: outcomeSystem, code: outcomeOf(kind), kind })),
  subtype: events.flatMap(({ kind }) => subtypesOf(kind).map((coding) => facetOf(kind, coding))),
  type: events.map(({ kind }) => facetOf(kind, typeOf(kind))),
}
