/** API1:2023, broken object level authorisation: the record of another patient or tenant, and one that is denied, by every way to it. */
import { expect } from '@jest/globals'
import type { Attack } from './attack.ts'
import { hubHeaders, hubTenant, marks, people } from './world.ts'

const { doctor, patient, carer, colleague, outsider, labs } = people
const source = 'API1:2023'
const gone = [403, 404] as const
const json = { 'content-type': 'application/json-patch+json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const bundle = (type: 'batch' | 'transaction', ...entry: object[]) => ({ resourceType: 'Bundle', type, entry })
const read = (url: string) => ({ request: { method: 'GET', url } })
/** The search finds the own one, which refers to those of others. */
const findsOne: NonNullable<Attack['also']> = (_w, [told]) =>
  expect(JSON.parse(told?.text ?? '').entry?.[0]?.resource.id).toBe('pointing')

const lab = (subject: string, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  subject: { reference: `Patient/${subject}` },
  ...more,
})
/** A patient of the tenant of the Hub's records, who is not the one of the notes. */
const other = { tenant: hubTenant, role: 'patient', patient: 'somebody' }

// biome-ignore format: one row a line
const ofPatients: readonly Attack[] = [
  { id: 'API1-01', source, cause: 'a patient reads the record of another by its id',                  ask: (w) => w.fhir(patient, 'GET', 'Observation/lab-neighbour'),                                   answer: gone },
  { id: 'API1-02', source, cause: 'a patient reads the Patient of another',                           ask: (w) => w.fhir(patient, 'GET', 'Patient/neighbour'),                                           answer: gone },
  { id: 'API1-03', source, cause: 'a patient reads one version of what another owns',                 ask: (w) => w.fhir(patient, 'GET', 'Observation/lab-neighbour/_history/1'),                        answer: gone },
  { id: 'API1-04', source, cause: 'a patient reads the history of what another owns',                 ask: (w) => w.fhir(patient, 'GET', 'Observation/lab-neighbour/_history'),                          answer: [...gone, 'empty'] },
  { id: 'API1-05', source, cause: 'a patient reads the history of a whole type',                      ask: (w) => w.fhir(patient, 'GET', 'Observation/_history'),                                        answer: gone },
  { id: 'API1-06', source, cause: 'a patient searches by the subject of another',                     ask: (w) => w.fhir(patient, 'GET', 'Observation?subject=Patient/neighbour'),                       answer: 'empty' },
  { id: 'API1-07', source, cause: 'a patient searches by a form instead of an address',               ask: (w) => w.fhir(patient, 'POST', 'Observation/_search', { body: 'subject=Patient/neighbour', headers: form }), answer: 'empty' },
  { id: 'API1-08', source, cause: 'a patient lists ids that they guess',                              ask: (w) => w.fhir(patient, 'GET', 'Observation?_id=lab-neighbour,vital-neighbour'),               answer: 'empty' },
  { id: 'API1-09', source, cause: 'a chained parameter tells whether another has a name',             ask: (w) => w.fhir(patient, 'GET', `Observation?focus:Patient.family=${marks.neighbour.slice(0, 6)}`), answer: 'empty' },
  { id: 'API1-10', source, cause: 'a reverse chain tells what another has',                           ask: (w) => w.fhir(patient, 'GET', 'Patient?_has:Observation:focus:subject=Patient/neighbour'), answer: 'empty' },
  { id: 'API1-11', source, cause: 'an include brings the record of another along',                    ask: (w) => w.fhir(patient, 'GET', 'Observation?_id=pointing&_include=Observation:has-member'),    answer: 200, also: findsOne },
  { id: 'API1-12', source, cause: 'a reverse include brings it along',                                ask: (w) => w.fhir(patient, 'GET', 'Patient?_id=own&_revinclude=Observation:focus'),               answer: 200 },
  { id: 'API1-13', source, cause: 'an include that repeats itself walks out of the record',           ask: (w) => w.fhir(patient, 'GET', 'Observation?_id=pointing&_include:iterate=*'),                 answer: 200, also: findsOne },
  { id: 'API1-14', source, cause: 'a patient asks for everything of another',                         ask: (w) => w.fhir(patient, 'GET', 'Patient/neighbour/$everything'),                               answer: gone },
  { id: 'API1-15', source, cause: 'a compartment of another is searched',                             ask: (w) => w.fhir(patient, 'GET', 'Patient/neighbour/Observation'),                               answer: [...gone, 'empty'] },
  { id: 'API1-16', source, cause: 'a whole compartment of another is searched',                       ask: (w) => w.fhir(patient, 'GET', 'Patient/neighbour/*'),                                         answer: [...gone, 'empty'] },
  { id: 'API1-17', source, cause: 'an entry of a batch reads what a request may not',                 ask: (w) => w.fhir(patient, 'POST', '', { body: bundle('batch', read('Observation/lab-neighbour')) }), answer: [200, 403] },
  { id: 'API1-18', source, cause: 'an entry of a transaction searches what a request may not',        ask: (w) => w.fhir(patient, 'POST', '', { body: bundle('transaction', read('Observation?subject=Patient/neighbour')) }), answer: [200, 403] },
  { id: 'API1-19', source, cause: 'a conditional read tells that a version is there',                 ask: (w) => w.fhir(patient, 'GET', 'Observation/lab-neighbour', { headers: { 'if-none-match': 'W/"1"' } }), answer: gone },
  { id: 'API1-20', source, cause: 'the count of a search tells what another has',                     ask: (w) => w.fhir(patient, 'GET', 'Observation?subject=Patient/neighbour&_summary=count'),        answer: 'empty' },
  { id: 'API1-21', source, cause: 'a page that a clinician was given is read by a patient',           ask: async (w) => w.fhir(patient, 'GET', await nextPage(w)),                                       answer: [200, 400, 403, 404, 410] },
  { id: 'API1-22', source, cause: 'a patient exports a group',                                        ask: (w) => w.fhir(patient, 'GET', 'Group/list-neighbour/$export', { headers: { prefer: 'respond-async' } }), answer: [400, ...gone] },
  { id: 'API1-23', source, cause: 'a patient exports all patients',                                   ask: (w) => w.fhir(patient, 'GET', 'Patient/$export', { headers: { prefer: 'respond-async' } }),   answer: [400, ...gone] },
  { id: 'API1-24', source, cause: 'a patient reads who looked at the record of another',              ask: (w) => w.fhir(patient, 'GET', 'AuditEvent?patient=neighbour'),                                answer: [...gone, 'empty'] },
  { id: 'API1-25', source, cause: 'a patient changes the record of another',                          ask: (w) => w.fhir(patient, 'PUT', 'Observation/lab-neighbour', { body: { ...lab('own'), id: 'lab-neighbour' } }), answer: gone },
  { id: 'API1-26', source, cause: 'a patient deletes the record of another',                          ask: (w) => w.fhir(patient, 'DELETE', 'Observation/lab-neighbour'),                                answer: gone },
  { id: 'API1-27', source, cause: 'a patch moves the record of another to the own one',               ask: (w) => w.fhir(patient, 'PATCH', 'Observation/lab-neighbour', { headers: json, body: [{ op: 'replace', path: '/subject/reference', value: 'Patient/own' }] }), answer: gone },
  { id: 'API1-28', source, cause: 'a condition of a create tells what another has',                   ask: (w) => w.fhir(patient, 'POST', 'Observation', { body: lab('own'), headers: { 'if-none-exist': 'subject=Patient/neighbour' } }), answer: gone },
  { id: 'API1-29', source, cause: 'a document of another is assembled',                               ask: (w) => w.fhir(patient, 'GET', 'Composition/composition-neighbour/$document'),                 answer: gone },
  { id: 'API1-30', source, cause: 'the documents of another are listed by an operation',              ask: (w) => w.fhir(patient, 'GET', 'DocumentReference/$docref?patient=neighbour'),                 answer: [...gone, 'empty'] },
  { id: 'API1-31', source, cause: 'the bytes of another are read',                                    ask: (w) => w.fhir(patient, 'GET', 'Binary/binary-neighbour', { headers: { accept: 'text/plain' } }), answer: gone },
  { id: 'API1-32', source, cause: 'the labels of a resource of another are read',                     ask: (w) => w.fhir(patient, 'GET', 'Observation/lab-neighbour/$meta'),                             answer: gone },
  { id: 'API1-33', source, cause: 'a summary of another is made',                                     ask: (w) => w.fhir(patient, 'GET', 'Patient/neighbour/$summary'),                                  answer: gone },
  { id: 'API1-34', source, cause: 'the last values of another are asked for',                         ask: (w) => w.fhir(patient, 'GET', 'Observation/$lastn?patient=neighbour&category=laboratory'),                        answer: [...gone, 'empty'] },
  { id: 'API1-35', source, cause: 'a patient matches people by their facts',                          ask: (w) => w.fhir(patient, 'POST', 'Patient/$match', { body: { resourceType: 'Parameters', parameter: [{ name: 'resource', resource: { resourceType: 'Patient', name: [{ family: marks.neighbour }] } }] } }), answer: gone },
  { id: 'API1-36', source, cause: 'a list of another finds its members',                              ask: (w) => w.fhir(patient, 'GET', 'Condition?_list=list-neighbour'),                              answer: [...gone, 'empty'] },
  { id: 'API1-37', source, cause: 'a carer reads a patient beside their own',                         ask: (w) => w.fhir(carer, 'GET', 'Condition/condition-neighbour'),                                 answer: gone },
  { id: 'API1-38', source, cause: 'a carer searches without naming a patient',                        ask: (w) => w.fhir(carer, 'GET', 'Condition?_id:not=condition-own'),                               answer: [200, 400, 'empty'] },
  { id: 'API1-39', source, cause: 'a subscription of a patient follows others',                       ask: (w) => w.fhir(patient, 'POST', 'Subscription', { body: { resourceType: 'Subscription', status: 'requested', reason: 'x', criteria: 'Observation?subject=Patient/neighbour', channel: { type: 'rest-hook', endpoint: 'https://receiver.example.org/hook', payload: 'application/fhir+json' } } }), answer: [400, ...gone, 422] },
]

async function nextPage(w: Parameters<Attack['ask']>[0]): Promise<string> {
  const { text } = await w.fhir(
    doctor,
    'GET',
    'Condition?_id=condition-neighbour,condition-own&_sort=_id&_count=1&_elements=id',
  )
  const next = JSON.parse(text).link.find(({ relation }: { relation: string }) => relation === 'next')
  return next.url.slice(next.url.indexOf('/fhir/R4/') + '/fhir/R4/'.length)
}

// biome-ignore format: one row a line
const ofTenants: readonly Attack[] = [
  { id: 'API1-40', source, cause: 'a clinician of another tenant reads by an id',                     ask: (w) => w.fhir(outsider, 'GET', 'Observation/lab-neighbour'),                                  answer: 404 },
  { id: 'API1-41', source, cause: 'a clinician names a tenant that the token does not grant',         ask: (w) => w.fhir(outsider, 'GET', 'Observation/lab-neighbour', { headers: { 'x-tenant-id': people.doctor.tenant } }), answer: 403 },
  { id: 'API1-73', source, cause: 'a caller of the Hub names a tenant that the token does not grant', ask: async (w) => w.bear(w.outsideToken, '/v1/encounters', { headers: hubHeaders(doctor.tenant) }),            answer: 403 },
  { id: 'API1-42', source, cause: 'a search finds rows of another tenant',                            ask: (w) => w.fhir(outsider, 'GET', 'Observation?_id=lab-neighbour'),                              answer: 'empty' },
  { id: 'API1-43', source, cause: 'an artifact of another tenant is read',                            ask: (w) => w.hub(doctor, 'GET', `artifacts/${w.note.artifactId}`),                                answer: 404 },
  { id: 'API1-44', source, cause: 'an artifact of another tenant is approved',                        ask: (w) => w.hub(doctor, 'POST', `artifacts/${w.draft.artifactId}:approve`, { headers: { 'if-match': 'W/"1"' } }), answer: 404 },
  { id: 'API1-45', source, cause: 'an encounter of another tenant is read',                           ask: (w) => w.hub(doctor, 'GET', `encounters/${w.note.encounterId}`),                              answer: 404 },
  { id: 'API1-46', source, cause: 'the transcripts of another tenant are listed',                     ask: (w) => w.hub(doctor, 'GET', `encounters/${w.note.encounterId}/transcripts`),                  answer: [404, 'empty'] },
  { id: 'API1-47', source, cause: 'the consent of another tenant is revoked',                         ask: (w) => w.hub(doctor, 'POST', `consents/${w.consentId}:revoke`, { headers: { 'if-match': 'W/"1"' }, body: {} }), answer: [400, 404], also: (w) => isStill(w, `consents/${w.consentId}`) },
  { id: 'API1-48', source, cause: 'the preview of another tenant is shown',                           ask: (w) => w.hub(doctor, 'GET', `artifacts/${w.note.artifactId}/preview?format=pdf`),             answer: [400, 404] },
  { id: 'API1-49', source, cause: 'an export of another tenant is asked for',                         ask: (w) => w.hub(doctor, 'POST', `artifacts/${w.note.artifactId}/exports`, { body: { format: 'pdf' } }), answer: 404 },
  { id: 'API1-50', source, cause: 'a share of a note of another tenant is made',                      ask: (w) => w.hub(doctor, 'POST', 'shares', { body: { artifactId: w.note.artifactId, link: true, purposeOfUse: 'PATRQT', legalBasis: 'consent', recipient: { name: 'x', class: 'patient' } } }), answer: 400, also: (_w, [told]) => expect(told?.text).toContain('names no artifact of this tenant') },
  { id: 'API1-51', source, cause: 'a patient of one tenant reads consents of another person',         ask: (w) => w.hub(other, 'GET', `consents?patientId=${w.patientId}`),                         answer: [403, 404, 'empty'] },
  { id: 'API1-52', source, cause: 'a patient reads the consent of another person',                    ask: (w) => w.hub(other, 'GET', `consents/${w.consentId}`),                                        answer: gone },
  { id: 'API1-53', source, cause: 'a patient records a consent in the name of another',               ask: (w) => w.hub(other, 'POST', 'consents', { body: { patientId: w.patientId, permits: ['share'], purposes: ['TREAT'], method: 'verbal' } }), answer: [400, ...gone] },
  { id: 'API1-54', source, cause: 'a reference of a write leads to another tenant',                   ask: (w) => w.fhir(outsider, 'POST', 'Observation', { body: lab('neighbour') }),                    answer: [400, 404, 409, 412, 422] },
]

// biome-ignore format: one row a line
const ofDenials: readonly Attack[] = [
  { id: 'API1-55', source, cause: 'a clinician reads what the patient denies to them',                ask: (w) => w.fhir(colleague, 'GET', 'Observation/lab-hidden'),                                    answer: 404 },
  { id: 'API1-56', source, cause: 'a search finds what is denied',                                    ask: (w) => w.fhir(colleague, 'GET', 'Observation?_id=lab-hidden'),                                answer: 'empty' },
  { id: 'API1-57', source, cause: 'the count of a search tells what is denied',                       ask: (w) => w.fhir(colleague, 'GET', 'Condition?subject=Patient/hidden&_summary=count'),           answer: 'empty' },
  { id: 'API1-58', source, cause: 'an include brings along what is denied',                           ask: (w) => w.fhir(colleague, 'GET', 'Observation?_id=pointing&_include=Observation:has-member'),  answer: [200, 'empty'] },
  { id: 'API1-59', source, cause: 'a history shows what is denied',                                   ask: (w) => w.fhir(colleague, 'GET', 'Condition/condition-hidden/_history'),                       answer: [404, 'empty'] },
  { id: 'API1-60', source, cause: 'a chained parameter tells a name that is denied',                  ask: (w) => w.fhir(colleague, 'GET', `Condition?subject:Patient.family=${marks.hidden.slice(0, 6)}`), answer: 'empty' },
  { id: 'API1-61', source, cause: 'a reverse chain tells what is denied',                             ask: (w) => w.fhir(colleague, 'GET', 'Patient?_has:Condition:patient:_id=condition-hidden'),      answer: 'empty' },
  { id: 'API1-62', source, cause: 'everything of a patient who denies it is asked for',               ask: (w) => w.fhir(colleague, 'GET', 'Patient/hidden/$everything'),                                answer: 404 },
  { id: 'API1-63', source, cause: 'an identifier of a denied record finds its patient',               ask: (w) => w.fhir(colleague, 'GET', 'Patient?identifier=urn:record|record-hidden'),               answer: 'empty' },
  { id: 'API1-64', source, cause: 'a matching by facts finds a denied record',                        ask: (w) => w.fhir(colleague, 'POST', 'Patient/$match', { body: { resourceType: 'Parameters', parameter: [{ name: 'resource', resource: { resourceType: 'Patient', identifier: [{ system: 'urn:record', value: 'record-hidden' }] } }] } }), answer: [200, 400, 403, 'empty'] },
  { id: 'API1-65', source, cause: 'a list of others leads to what is denied',                         ask: (w) => w.fhir(colleague, 'GET', 'Condition?_list=list-hidden'),                               answer: [404, 'empty'] },
  { id: 'API1-66', source, cause: 'a batch reads what is denied',                                     ask: (w) => w.fhir(colleague, 'POST', '', { body: bundle('batch', read('Patient/hidden'), read('Condition/condition-hidden')) }), answer: 200, also: (_w, [told]) => expect(told?.text).not.toContain('"200 OK"') },
  { id: 'API1-67', source, cause: 'somebody deletes the denial of themselves',                        ask: (w) => w.fhir(colleague, 'DELETE', 'Consent/denial'),                                         answer: gone },
  { id: 'API1-68', source, cause: 'somebody takes themselves out of the denied role',                 ask: (w) => w.fhir(colleague, 'PUT', 'PractitionerRole/colleague', { body: { resourceType: 'PractitionerRole', id: 'colleague', practitioner: { reference: 'Practitioner/other' } } }), answer: 403 },
  { id: 'API1-69', source, cause: 'somebody makes a second role of themselves',                       ask: (w) => w.fhir(colleague, 'POST', 'PractitionerRole', { body: { resourceType: 'PractitionerRole', practitioner: { reference: 'Practitioner/colleague' } } }), answer: 403 },
  { id: 'API1-70', source, cause: 'a write overwrites what is denied',                                ask: (w) => w.fhir(colleague, 'PUT', 'Condition/condition-hidden', { body: { resourceType: 'Condition', id: 'condition-hidden', subject: { reference: 'Patient/own' } } }), answer: 404 },
  { id: 'API1-71', source, cause: 'a document of what is denied is assembled',                        ask: (w) => w.fhir(colleague, 'GET', 'Composition/composition-hidden/$document'),                  answer: 404 },
  { id: 'API1-72', source, cause: 'a scope for a part is used for the rest of a type',                ask: (w) => w.fhir(labs, 'GET', 'Observation?_id=vital-neighbour'),                                answer: 'empty' },
]

async function isStill(w: Parameters<Attack['ask']>[0], path: string): Promise<void> {
  expect((await w.hub({}, 'GET', path)).text).not.toContain('revoked')
}

export const objectAttacks: readonly Attack[] = [...ofPatients, ...ofTenants, ...ofDenials]
