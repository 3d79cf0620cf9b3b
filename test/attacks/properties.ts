/** API3:2023, broken object property level authorisation: members that a caller may not set, and members that an answer must not have. */
import { expect } from '@jest/globals'
import { practitionerRoleId } from '../consultation.ts'
import type { Attack } from './attack.ts'
import { hubTenant, marks, people, type World } from './world.ts'

const { doctor, labs, patient } = people
const source = 'API3:2023'
const json = { 'content-type': 'application/json-patch+json' }
const categories = 'http://terminology.hl7.org/CodeSystem/observation-category'
const vitals = [{ coding: [{ system: categories, code: 'vital-signs' }] }]
const encounter = (w: World) => ({
  patientId: w.note.patientId,
  practitionerRoleId,
  period: { start: '2026-03-14T02:45:00.000Z' },
})
const observation = (id: string, more: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'x' },
  subject: { reference: 'Patient/own' },
  ...more,
})

const isStored =
  (path: string, check: (resource: Readonly<Record<string, unknown>>) => void): NonNullable<Attack['also']> =>
  async (w) =>
    check(JSON.parse((await w.fhir(doctor, 'GET', path)).text))

// biome-ignore format: one row a line
export const propertyAttacks: readonly Attack[] = [
  { id: 'API3-01', source, cause: 'a caller sets the state of an artifact',               ask: (w) => w.hub({}, 'PATCH', `artifacts/${w.draft.artifactId}`, { body: { state: 'approved' } }),                                         answer: 400 },
  { id: 'API3-02', source, cause: 'a caller sets the outcome of a verification',          ask: (w) => w.hub({}, 'POST', `artifacts/${w.draft.artifactId}:verify`, { body: { outcome: 'passed' } }),                                    answer: 400 },
  { id: 'API3-03', source, cause: 'a caller sets the tenant of what they make',           ask: (w) => w.hub({}, 'POST', 'encounters', { body: { ...encounter(w), tenant: people.doctor.tenant } }),                                    answer: 400 },
  { id: 'API3-04', source, cause: 'a caller sets the version of what they make',          ask: (w) => w.hub({}, 'POST', 'encounters', { body: { ...encounter(w), version: 99 } }),                                                     answer: 400 },
  { id: 'API3-05', source, cause: 'a caller says who approved',                           ask: (w) => w.hub({}, 'POST', `artifacts/${w.draft.artifactId}:approve`, { body: { approvedBy: 'PractitionerRole/other' } }),                 answer: 400 },
  { id: 'API3-06', source, cause: 'a member is named like the prototype of objects',      ask: (w) => w.hub({}, 'POST', 'encounters', { body: JSON.stringify({ ...encounter(w), x: 1 }).replace('"x":1', '"__proto__":{"roles":["operator"]}') }), answer: 400 },
  { id: 'API3-07', source, cause: 'a document of JSON names a member twice',              ask: (w) => w.hub({}, 'POST', 'encounters', { body: JSON.stringify(encounter(w)).replace('{', `{"patientId":"${w.patientId}",`) }),           answer: 400 },
  { id: 'API3-08', source, cause: 'a launch for a tenant that the token does not grant',  ask: (w) => w.raw('/oidc/launch', { method: 'POST', headers: { Authorization: `Bearer ${w.outsideToken}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ client_id: 'development-app', tenant: people.doctor.tenant, patient: 'neighbour' }) }), answer: 403 },
  { id: 'API3-09', source, cause: 'a scope for a part writes outside of it',              ask: (w) => w.fhir(labs, 'PUT', 'Observation/vital-own', { body: observation('vital-own', { category: vitals }) }),                          answer: 403 },
  { id: 'API3-10', source, cause: 'a write moves a resource into the part of a scope',    ask: (w) => w.fhir(labs, 'PUT', 'Observation/vital-own', { body: observation('vital-own', { category: [{ coding: [{ system: categories, code: 'laboratory' }] }] }) }), answer: 403 },
  { id: 'API3-11', source, cause: 'a patch moves a resource out of the part of a scope',  ask: (w) => w.fhir(labs, 'PATCH', 'Observation/lab-own', { headers: json, body: [{ op: 'replace', path: '/category', value: vitals }] }),    answer: 403 },
  { id: 'API3-12', source, cause: 'an order tells the values that a scope leaves out',    ask: (w) => w.fhir(labs, 'GET', 'Observation?category=vital-signs&_sort=-date'),                                                            answer: 'empty' },
  { id: 'API3-13', source, cause: 'a filter in a text tells what a scope leaves out',     ask: (w) => w.fhir(labs, 'GET', 'Observation?_filter=category eq vital-signs'),                                                             answer: [400, 'empty'] },
  { id: 'API3-14', source, cause: 'a parameter of another type tells what is not granted', ask: (w) => w.fhir(labs, 'GET', `Observation?subject:Patient.family=${marks.neighbour}`),                                                   answer: [403, 400, 'empty'] },
  { id: 'API3-15', source, cause: 'a caller writes when and in which version it was written', ask: (w) => w.fhir(doctor, 'PUT', 'Observation/stamped', { body: observation('stamped', { meta: { versionId: '77', lastUpdated: '1999-01-01T00:00:00Z' } }) }), answer: 201, writes: true, also: isStored('Observation/stamped', ({ meta }) => expect(meta).toMatchObject({ versionId: '1', lastUpdated: expect.not.stringMatching(/^1999/) })) },
  { id: 'API3-16', source, cause: 'a resource contains another person to be read with it', ask: (w) => w.fhir(patient, 'GET', 'Observation?_id=pointing&_include=Observation:subject&_contained=true'),                              answer: [200, 400] },
  { id: 'API3-17', source, cause: 'an operation on labels writes without the right to',   ask: (w) => w.fhir(people.reader, 'POST', 'Observation/lab-own/$meta-add', { body: { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: { tag: [{ code: 'x' }] } }] } }), answer: 403 },
  { id: 'API3-18', source, cause: 'the secret of a channel is read back',                 ask: async (w) => w.hub({ role: 'operator' }, 'GET', `channels/${await channelWithSecret(w)}`),                                              answer: 200, writes: true, also: (_w, [told]) => expect(told?.text).not.toContain(channelSecret) },
  { id: 'API3-19', source, cause: 'the header of a subscription is read back',            ask: async (w) => w.fhir({ tenant: hubTenant }, 'GET', `Subscription/${await subscriptionWithSecret(w)}`),                                  answer: 200, writes: true, also: (_w, [told]) => expect(told?.text).not.toContain(channelSecret) },
]

const channelSecret = 'kestrel-of-the-channel'

async function channelWithSecret({ hub }: World): Promise<string> {
  const auth = {
    type: 'oauth2',
    tokenUrl: 'https://receiver.example.org/t',
    clientId: 'a',
    clientSecret: channelSecret,
  }
  const body = {
    name: 'Secret',
    recipient: { name: 'x' },
    purposeOfUse: 'TREAT',
    legalBasis: 'consent',
    format: 'bundle',
    transport: 'fhir',
    destination: { baseUrl: 'https://receiver.example.org/fhir', auth },
  }
  const { status, text } = await hub({ role: 'operator' }, 'POST', 'channels', { body })
  if (status !== 201) throw new Error(text)
  return JSON.parse(text).id
}

async function subscriptionWithSecret({ fhir, base }: World): Promise<string> {
  const { subscription } = await import('../queues/hook.ts')
  const body = subscription(base, {
    topic: 'observation-changed',
    endpoint: 'https://receiver.example.org/hook',
    header: [`Authorization: Bearer ${channelSecret}`],
  })
  const { status, text } = await fhir({ tenant: hubTenant }, 'POST', 'Subscription', { body })
  if (status !== 201) throw new Error(text)
  return JSON.parse(text).id
}
