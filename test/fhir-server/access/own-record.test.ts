/** A patient's token means one patient: the people that a resource is about count, those who had a part in it do not. SMART App Launch 2.2 scopes-and-launch-context.html; D20. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Two = { readonly a: string; readonly b: string }
type Build = (of: Two) => JsonObject

const to = (reference: string): JsonObject => ({ reference })
const text = { text: 'x' }
const at = '2026-01-02T03:04:05Z'
const of =
  (resourceType: string, build: Build): Build =>
  (two) => ({ resourceType, ...build(two) })
const condition = (build: Build): Build => of('Condition', (two) => ({ code: text, ...build(two) }))
const observation = (build: Build): Build =>
  of('Observation', (two) => ({ status: 'final', code: text, ...build(two) }))
const appointment = (...actors: readonly ((two: Two) => JsonObject)[]): Build =>
  of('Appointment', (two) => ({
    status: 'booked',
    start: at,
    end: at,
    participant: actors.map((actor) => ({ status: 'accepted', actor: actor(two) })),
  }))
const a = ({ a: own }: Two) => to(own)
const b = ({ b: other }: Two) => to(other)
const communication = (build: Build): Build => of('Communication', (two) => ({ status: 'completed', ...build(two) }))
const composition = (build: Build): Build =>
  of('Composition', (two) => ({ status: 'final', type: text, date: at, title: 'x', author: [a(two)], ...build(two) }))
const claim = { status: 'active', type: text, use: 'claim', created: '2026-01-02', priority: text } as const
const coverage: JsonObject = { status: 'active', payor: [{ display: 'x' }] }
const answers = { status: 'completed' } as const
const account = { status: 'active' } as const
const identified = { type: 'Patient', identifier: { system: 'urn:oid:1.2.36.1', value: 'x' } } as const
const basic = { code: text } as const

/** All are in A's compartment by R4's definition; none of them is A's own. */
const foreign: Readonly<Record<string, Build>> = {
  'Condition of B that A asserts': condition((two) => ({ subject: b(two), asserter: a(two) })),
  'Condition of somebody by an identifier': condition((two) => ({ subject: identified, asserter: a(two) })),
  'Condition of somebody by a name': condition((two) => ({ subject: { display: 'B' }, asserter: a(two) })),
  'Condition of a Patient elsewhere': condition((two) => ({
    subject: to('https://other.example/fhir/Patient/b'),
    asserter: a(two),
  })),
  'Condition of B by our own address': condition((two) => ({
    subject: to(`${app.base}/${two.b}/_history/1`),
    asserter: a(two),
  })),
  'Condition of a contained Patient': condition((two) => ({
    contained: [{ resourceType: 'Patient', id: 'p', name: [text] }],
    subject: to('#p'),
    asserter: a(two),
  })),
  'Condition of a Group': condition((two) => ({ subject: to('Group/g'), asserter: a(two) })),
  'Condition of A that contains an Observation of B': condition((two) => ({
    contained: [{ resourceType: 'Observation', id: 'o', status: 'final', code: text, subject: b(two) }],
    subject: a(two),
    evidence: [{ detail: [to('#o')] }],
  })),
  'AllergyIntolerance of B that A asserts': of('AllergyIntolerance', (two) => ({
    patient: b(two),
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
    },
    code: text,
    asserter: a(two),
    recorder: a(two),
  })),
  'Observation of B by A': observation((two) => ({ subject: b(two), performer: [a(two)] })),
  'Observation of A about B': observation((two) => ({ subject: a(two), focus: [b(two)] })),
  'Observation of a Device by A': observation((two) => ({ subject: to('Device/d'), performer: [a(two)] })),
  'Communication to A about B': communication((two) => ({ subject: b(two), recipient: [a(two)] })),
  'Communication to A that names B': communication((two) => ({ about: [b(two)], recipient: [a(two)] })),
  'Observation of nobody by A in a visit': observation((two) => ({
    performer: [a(two)],
    encounter: to('Encounter/e'),
  })),
  'Communication of nobody from A to B': communication((two) => ({ sender: a(two), recipient: [b(two)] })),
  'Composition of B by A': composition((two) => ({ subject: b(two) })),
  'Composition of A with a section about B': composition((two) => ({
    subject: a(two),
    section: [
      {
        title: 'x',
        text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' },
        section: [{ title: 'y', focus: b(two), entry: [a(two)] }],
      },
    ],
  })),
  'Composition of another’s visit by A': composition(() => ({ subject: to('Encounter/e') })),
  'List of B from A': of('List', (two) => ({ status: 'current', mode: 'working', subject: b(two), source: a(two) })),
  'List of patients from A': of('List', (two) => ({
    status: 'current',
    mode: 'working',
    source: a(two),
    entry: [{ item: b(two) }],
  })),
  'QuestionnaireResponse of B by A': of('QuestionnaireResponse', (two) => ({
    ...answers,
    subject: b(two),
    author: a(two),
    source: a(two),
  })),
  'DocumentReference of B by A': of('DocumentReference', (two) => ({
    status: 'current',
    subject: b(two),
    author: [a(two)],
    content: [{ attachment: { contentType: 'text/plain', data: 'QQ==' } }],
  })),
  'Procedure of B by A': of('Procedure', (two) => ({
    status: 'completed',
    code: text,
    subject: b(two),
    performer: [{ actor: a(two) }],
  })),
  'Coverage of B held by A': of('Coverage', (two) => ({ ...coverage, policyHolder: a(two), beneficiary: b(two) })),
  'Coverage of B paid by A': of('Coverage', (two) => ({ ...coverage, beneficiary: b(two), payor: [a(two)] })),
  'Claim of B paid to A': of('Claim', (two) => ({
    ...claim,
    patient: b(two),
    provider: { display: 'x' },
    payee: { type: text, party: a(two) },
    insurance: [{ sequence: 1, focal: true, coverage: { display: 'x' } }],
  })),
  'Account of A and B': of('Account', (two) => ({ ...account, subject: [a(two), b(two)] })),
  'Account of A and somebody by an identifier': of('Account', (two) => ({ ...account, subject: [a(two), identified] })),
  'Appointment of A and B': appointment(a, b),
  'Appointment of A and somebody by an identifier': appointment(a, () => identified),
  'Schedule of A and B': of('Schedule', (two) => ({ actor: [a(two), b(two)] })),
  'Person who is A and B': of('Person', (two) => ({ link: [{ target: a(two) }, { target: b(two) }] })),
  'Group of A and B': of('Group', (two) => ({
    type: 'person',
    actual: true,
    member: [{ entity: a(two) }, { entity: b(two), inactive: true }],
  })),
  'Group of A and a Group': of('Group', (two) => ({
    type: 'person',
    actual: true,
    member: [{ entity: a(two) }, { entity: to('Group/g') }],
  })),
  'Task for B about A': of('Task', (two) => ({ status: 'ready', intent: 'order', for: b(two), focus: a(two) })),
  'Basic of B by A': of('Basic', (two) => ({ ...basic, subject: b(two), author: a(two) })),
  'CarePlan of B by A': of('CarePlan', (two) => ({
    status: 'active',
    intent: 'plan',
    subject: b(two),
    activity: [{ detail: { status: 'in-progress', performer: [a(two)] } }],
  })),
  'CareTeam of B with A': of('CareTeam', (two) => ({ subject: b(two), participant: [{ member: a(two) }] })),
  'ServiceRequest of B by A': of('ServiceRequest', (two) => ({
    status: 'active',
    intent: 'order',
    code: text,
    subject: b(two),
    performer: [a(two)],
  })),
  'Invoice of B to A': of('Invoice', (two) => ({ status: 'issued', subject: b(two), recipient: a(two) })),
  'MedicationAdministration of B by A': of('MedicationAdministration', (two) => ({
    status: 'completed',
    medicationCodeableConcept: text,
    subject: b(two),
    effectiveDateTime: at,
    performer: [{ actor: a(two) }],
  })),
  'MedicationDispense of B to A': of('MedicationDispense', (two) => ({
    status: 'completed',
    medicationCodeableConcept: text,
    subject: b(two),
    receiver: [a(two)],
  })),
  'RequestGroup of B with A': of('RequestGroup', (two) => ({
    status: 'active',
    intent: 'plan',
    subject: b(two),
    action: [{ resource: to('Task/t'), participant: [a(two)] }],
  })),
  'DocumentManifest of B to A': of('DocumentManifest', (two) => ({
    status: 'current',
    subject: b(two),
    recipient: [a(two)],
    content: [{ display: 'x' }],
  })),
  'Patient B with a link to A': (two) => patient({ link: [{ other: a(two), type: 'seealso' }] }),
  'Provenance of A and B': of('Provenance', (two) => ({
    target: [a(two), b(two)],
    recorded: at,
    agent: [{ who: { display: 'x' } }],
  })),
}

/** A's own, even if others had a part in it. */
const own: Readonly<Record<string, Build>> = {
  'Condition of A that B asserts': condition((two) => ({ subject: a(two), asserter: b(two) })),
  'Condition of A by our own address': condition((two) => ({ subject: to(`${app.base}/${two.a}/_history/1`) })),
  'Condition of A with contained people': condition((two) => ({
    contained: [
      { resourceType: 'Practitioner', id: 'd' },
      { resourceType: 'Condition', id: 'c', code: text, subject: a(two) },
      { resourceType: 'Provenance', id: 's', target: [to('#')], recorded: at, agent: [{ who: { display: 'x' } }] },
    ],
    subject: a(two),
    recorder: to('#d'),
    evidence: [{ detail: [to('#c'), to('#s')] }],
  })),
  'Observation of nobody by A': observation((two) => ({ performer: [a(two)] })),
  'Observation of A about a Procedure': observation((two) => ({ subject: a(two), focus: [to('Procedure/p')] })),
  'QuestionnaireResponse of nobody by A': of('QuestionnaireResponse', (two) => ({ ...answers, author: a(two) })),
  'Coverage of A held by B': of('Coverage', (two) => ({ ...coverage, policyHolder: b(two), beneficiary: a(two) })),
  'RelatedPerson of A': of('RelatedPerson', (two) => ({ patient: a(two), name: [text] })),
  'Person who is A and a relative': of('Person', (two) => ({
    link: [{ target: a(two) }, { target: to('RelatedPerson/r') }],
  })),
  'Appointment of A with a doctor by name': appointment(a, () => ({ display: 'Doctor' })),
  'Group of A alone': of('Group', (two) => ({ type: 'person', actual: true, member: [{ entity: a(two) }] })),
  'Communication to A': communication((two) => ({ recipient: [a(two)] })),
  'Consent of A by B': of('Consent', (two) => ({
    status: 'active',
    scope: text,
    category: [text],
    patient: a(two),
    performer: [b(two)],
    policyRule: text,
  })),
  'Task for A': of('Task', (two) => ({ status: 'ready', intent: 'order', for: a(two) })),
  'Composition of A': composition((two) => ({ subject: a(two) })),
}

type Entry = { readonly resource: { readonly resourceType: string; readonly id: string } }

async function createTwo(): Promise<Two> {
  const [one, other] = [await create(app, patient(), 2), await create(app, patient(), 2)]
  return { a: `Patient/${one.id}`, b: `Patient/${other.id}` }
}

const idOf = (reference: string): string => reference.slice(reference.indexOf('/') + 1)
const tokenOf = (reference: string, role: 'patient' | 'carer' | 'clinician' = 'patient') =>
  ({ tenant: 2, roles: [role], scopes: ['patient/*.rs'], patient: idOf(reference) }) as const

const get = (as: ReturnType<typeof tokenOf>, path: string) => app.send('GET', path, { as })

async function find(as: ReturnType<typeof tokenOf> | { tenant: 2 }, path: string): Promise<string[]> {
  const { status, body } = await app.send('GET', path, { as })
  expect([path, status]).toEqual([path, 200])
  return ((body.entry ?? []) as Entry[]).map(({ resource }) => resource.id)
}

/** Everywhere that a resource could be met. */
async function meet(as: ReturnType<typeof tokenOf>, two: Two, { type, id }: { type: string; id: string }) {
  const statuses: Record<string, number> = {}
  for (const path of ['', '/_history', '/_history/1', '/$meta'])
    statuses[path] = (await get(as, `/${type}/${id}${path}`)).status
  const found: Record<string, boolean> = {}
  for (const path of [
    `/${type}?_id=${id}`,
    `/${type}?_count=200`,
    `/${type}?_sort=-_lastUpdated&_count=200`,
    `/?_type=${type}&_id=${id}`,
    `/${two.a}/${type}?_count=200`,
    `/${two.a}/*?_count=200`,
    `/${two.a}/$everything?_count=1000`,
    '/Patient/$everything?_count=1000',
    `/Patient?_id=${idOf(two.a)}&_revinclude=*&_count=200`,
    `/Patient?_id=${idOf(two.b)},${idOf(two.a)}&_revinclude=*`,
  ])
    found[path] = (await find(as, path)).includes(id)
  return { statuses, found }
}

const all = (record: Record<string, unknown>): unknown[] => [...new Set(Object.values(record))]

test.each(Object.entries(foreign))('D20: %s is not there for A', async (_, build) => {
  const two = await createTwo()
  const { id, resourceType } = await create(app, build(two), 2)
  const type = String(resourceType)

  const met = await meet(tokenOf(two.a), two, { type, id })
  const asCarer = (await get(tokenOf(two.a, 'carer'), `/${type}/${id}`)).status
  const asClinician = (await get(tokenOf(two.a, 'clinician'), `/${type}/${id}`)).status
  const inCompartment = await find({ tenant: 2 }, `/${two.a}/${type}`)

  expect([all(met.statuses), all(met.found), asCarer, asClinician]).toEqual([[404], [false], 404, 404])
  // R4's compartment goes by role, and stays the same for a caller without the limit to one patient.
  expect(inCompartment).toContain(id)
})

test.each(Object.entries(own))('D20: %s is there for A', async (_, build) => {
  const two = await createTwo()
  const { id, resourceType } = await create(app, build(two), 2)
  const type = String(resourceType)

  const met = await meet(tokenOf(two.a), two, { type, id })

  expect([all(met.statuses), all(met.found)]).toEqual([[200], [true]])
})
