/** API5:2023, broken function level authorisation: what a role, a scope, a spoke or a method of HTTP does not let a caller do. */
import { expect } from '@jest/globals'
import { templateId } from '../consultation.ts'
import { postForm } from '../identity/issuer/smart-app.ts'
import type { Attack } from './attack.ts'
import { hubTenant, people, type World } from './world.ts'

const { doctor, patient, billing, auditor, operator, reader } = people
const source = 'API5:2023'
const tenant = hubTenant
const as = (role: string) => ({ tenant, role })
const batch = (method: string, url: string, resource?: object) => ({
  resourceType: 'Bundle',
  type: 'batch',
  entry: [{ request: { method, url }, ...(resource === undefined ? {} : { resource }) }],
})
const observation = {
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  subject: { reference: 'Patient/own' },
}
const channel = {
  name: 'x',
  recipient: { name: 'x' },
  purposeOfUse: 'TREAT',
  legalBasis: 'consent',
  format: 'pdf',
  transport: 'file',
  destination: { directory: '/' },
}
/** Scopes beyond the role: the role counts. */
const wide = 'banksia/spoke.read banksia/spoke.write user/*.cruds system/*.cruds'
const isRefusedWithin: NonNullable<Attack['also']> = (_w, [told]) => expect(told?.text).not.toMatch(/"status":"20/)

// biome-ignore format: one row a line
export const functionAttacks: readonly Attack[] = [
  { id: 'API5-01', source, cause: 'an operator reads clinical text',                        ask: (w) => w.fhir({ ...operator, scope: wide }, 'GET', 'Observation/lab-neighbour'),                          answer: 403 },
  { id: 'API5-02', source, cause: 'who bills reads clinical text',                          ask: (w) => w.fhir({ ...billing, scope: wide }, 'GET', 'Condition/condition-neighbour'),                        answer: 403 },
  { id: 'API5-03', source, cause: 'an auditor reads clinical text',                         ask: (w) => w.fhir({ ...auditor, scope: wide }, 'GET', 'Patient/neighbour'),                                    answer: 403 },
  { id: 'API5-04', source, cause: 'an auditor changes the audit',                           ask: (w) => w.fhir({ ...auditor, scope: wide }, 'POST', 'AuditEvent', { body: { resourceType: 'AuditEvent' } }), answer: [400, 403, 405] },
  { id: 'API5-05', source, cause: 'a clinician reads the audit',                            ask: (w) => w.hub({}, 'GET', 'audit/events'),                                                                   answer: 403 },
  { id: 'API5-06', source, cause: 'a clinician makes a channel',                            ask: (w) => w.hub({}, 'POST', 'channels', { body: channel }),                                                   answer: 403 },
  { id: 'API5-07', source, cause: 'a clinician switches features off',                      ask: (w) => w.hub({}, 'PUT', 'platform/config/tenant', { body: {} }),                                           answer: 403 },
  { id: 'API5-08', source, cause: 'a clinician reads the bills',                            ask: (w) => w.hub({}, 'GET', 'billing/events'),                                                                 answer: 403 },
  { id: 'API5-09', source, cause: 'a clinician publishes a template',                       ask: (w) => w.hub({}, 'POST', 'templates', { body: { name: 'x' } }),                                            answer: 403 },
  { id: 'API5-10', source, cause: 'a patient approves a note',                              ask: (w) => w.hub({ ...as('patient'), patient: w.draft.patientId }, 'POST', `artifacts/${w.draft.artifactId}:approve`),  answer: 403 },
  { id: 'API5-11', source, cause: 'a program approves a note',                              ask: (w) => w.hub(as('system'), 'POST', `artifacts/${w.draft.artifactId}:approve`),                             answer: 403 },
  { id: 'API5-12', source, cause: 'an operator approves a note',                            ask: (w) => w.hub(as('operator'), 'POST', `artifacts/${w.draft.artifactId}:approve`),                           answer: 403 },
  { id: 'API5-13', source, cause: 'a program recalls a note',                               ask: (w) => w.hub(as('system'), 'POST', `artifacts/${w.note.artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }), answer: 403 },
  { id: 'API5-14', source, cause: 'a patient opens an encounter',                           ask: (w) => w.hub({ ...as('patient'), patient: w.note.patientId }, 'POST', 'encounters', { body: {} }),          answer: 403 },
  { id: 'API5-15', source, cause: 'who bills reads a transcript',                           ask: (w) => w.hub(as('billing'), 'GET', `encounters/${w.note.encounterId}/transcripts`),                        answer: 403 },
  { id: 'API5-16', source, cause: 'an operator reads a note through its preview',           ask: (w) => w.hub(as('operator'), 'GET', `artifacts/${w.note.artifactId}/preview`),                             answer: 403 },
  { id: 'API5-17', source, cause: 'an operator drafts a note',                              ask: (w) => w.hub(as('operator'), 'POST', `encounters/${w.note.encounterId}/artifacts:generate`, { body: { templateId } }), answer: 403 },
  { id: 'API5-18', source, cause: 'a token that may only read writes in the Hub',           ask: (w) => w.hub({ scope: 'banksia/spoke.read' }, 'POST', 'consents', { body: {} }),                            answer: 403 },
  { id: 'API5-19', source, cause: 'a token without a scope of the Hub reads in it',         ask: (w) => w.hub({ scope: 'user/*.cruds' }, 'GET', 'encounters'),                                              answer: 403 },
  { id: 'API5-20', source, cause: 'a token that may only read writes FHIR',                 ask: (w) => w.fhir(reader, 'POST', 'Observation', { body: observation }),                                       answer: 403 },
  { id: 'API5-21', source, cause: 'an entry of a batch writes what a request may not',      ask: (w) => w.fhir(reader, 'POST', '', { body: batch('POST', 'Observation', observation) }),                    answer: [200, 403], also: isRefusedWithin },
  { id: 'API5-22', source, cause: 'an entry of a batch deletes what a request may not',     ask: (w) => w.fhir(reader, 'POST', '', { body: batch('DELETE', 'Observation/lab-own') }),                       answer: [200, 403], also: isRefusedWithin },
  { id: 'API5-23', source, cause: 'a scope for writing reads',                              ask: (w) => w.fhir({ ...doctor, scope: 'user/Observation.c' }, 'GET', 'Observation/lab-neighbour'),              answer: 403 },
  { id: 'API5-24', source, cause: 'a scope for reading searches',                           ask: (w) => w.fhir({ ...doctor, scope: 'user/Observation.r' }, 'GET', 'Observation?_id=lab-neighbour'),          answer: 403 },
  { id: 'API5-25', source, cause: 'a scope for one type counts for another',                ask: (w) => w.fhir({ ...doctor, scope: 'user/Condition.rs' }, 'GET', 'Observation/lab-neighbour'),               answer: 403 },
  { id: 'API5-26', source, cause: 'a scope whose letters are out of order counts',          ask: (w) => w.fhir({ ...doctor, scope: 'user/Observation.sr' }, 'GET', 'Observation/lab-neighbour'),             answer: 403 },
  { id: 'API5-27', source, cause: 'a header names another method',                          ask: async (w) => w.bear(await w.server.token(reader), '/fhir/R4/Observation/lab-own', { method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE' } }), answer: [400, 403, 404, 405, 415] },
  { id: 'API5-28', source, cause: 'a parameter names another method',                       ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Observation/lab-own?_method=DELETE'),          answer: [200, 400] },
  { id: 'API5-29', source, cause: 'the path of an action is written in other letters',      ask: (w) => w.hub({}, 'POST', `artifacts/${w.draft.artifactId}:APPROVE`),                                       answer: [400, 404, 405] },
  { id: 'API5-30', source, cause: 'dots in the path lead around the check of a role',       ask: (w) => w.hub({}, 'GET', 'encounters/..%2fchannels'),                                                       answer: [400, 404] },
  { id: 'API5-31', source, cause: 'the action is hidden by percent signs',                  ask: (w) => w.hub(as('system'), 'POST', `artifacts/${w.draft.artifactId}%3Aapprove`),                           answer: [400, 403, 404, 405] },
  { id: 'API5-32', source, cause: 'a spoke is named that the token does not grant',         ask: (w) => w.hub({ spoke: 'connect' }, 'GET', 'encounters', { headers: { 'x-spoke-id': 'link' } }),            answer: 403 },
  { id: 'API5-33', source, cause: 'a spoke that only reads writes',                         ask: (w) => w.hub({ spoke: 'billing' }, 'POST', 'consents', { body: { patientId: w.note.patientId, permits: ['share'], purposes: ['TREAT'], method: 'verbal' } }), answer: 403 },
  { id: 'API5-34', source, cause: 'a spoke that only reads writes FHIR',                    ask: (w) => w.fhir({ ...doctor, spoke: 'billing' }, 'POST', 'Observation', { body: observation }),               answer: 403 },
  { id: 'API5-35', source, cause: 'a patient writes FHIR',                                  ask: (w) => w.fhir({ ...patient, scope: 'patient/*.cruds' }, 'POST', 'Observation', { body: observation }),      answer: 403 },
  { id: 'API5-36', source, cause: 'a patient has scopes of users',                          ask: (w) => w.fhir({ ...patient, scope: wide }, 'GET', 'Observation/lab-neighbour'),                             answer: [403, 404] },
  { id: 'API5-37', source, cause: 'somebody in two roles gets the wider one by the other',  ask: async (w) => w.bear(await w.issuer.sign({ roles: ['billing', 'auditor'] }), '/fhir/R4/Observation'),        answer: 403 },
  { id: 'API5-38', source, cause: 'an auditor launches an app',                             ask: (w) => launchAs(w, 'auditor'),                                                                             answer: 403 },
  { id: 'API5-39', source, cause: 'an app asks for tokens of a development server by form', ask: async (w) => w.raw('/oidc/development-token', { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: 'https://elsewhere.example' }, body: '{"role":"admin"}' }), answer: 400 },
  { id: 'API5-40', source, cause: 'a client registers itself with scopes for introspection', ask: (w) => introspectAfterRegistration(w),                                                                   answer: [400, 401, 403], writes: true },
]

const launchAs = async (w: World, role: string) =>
  w.bear(await w.server.token({ role }), '/oidc/launch', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: 'development-app', patient: w.patientId }),
  })

async function introspectAfterRegistration(w: World) {
  const response = await w.raw('/oidc/reg', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_name: 'x',
      redirect_uris: ['http://127.0.0.1:1/callback'],
      scope: 'banksia/introspect',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      response_types: [],
    }),
  })
  if (response.status !== 201) return response
  const { client_id: id, client_secret: secret } = JSON.parse(response.text)
  const { status, headers, body } = await postForm(
    w.server,
    '/oidc/token',
    { grant_type: 'client_credentials', scope: 'banksia/introspect' },
    { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
  )
  return { status, headers, text: JSON.stringify(body) }
}
