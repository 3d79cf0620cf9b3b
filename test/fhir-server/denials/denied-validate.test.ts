/** Where a tenant enforces references, `$validate` tells nobody that a denied resource is there. docs/security.md#what-may-not-be-read; D193. */
import { beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { neutral } from '../../access/neutral-answer.ts'
import { createColleague, createPatient, must, openEncounter } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { useRunning } from '../../use-running.ts'
import { actorOf, denial } from './denied-world.ts'

const server = useRunning()
const fhirType = { 'content-type': 'application/fhir+json' }
const colleague = { practitionerRole: 'colleague' }
const absent = { Patient: newId(), Encounter: newId() }

let hidden: Readonly<Record<'Patient' | 'Encounter', string>>
let open: string

beforeAll(async () => {
  const { call } = server
  await createColleague(call)
  const patient = await createPatient(call)
  hidden = { Patient: patient, Encounter: await openEncounter(call, patient) }
  open = await createPatient(call)
  const body = { ...denial([actorOf('Practitioner/colleague')]), patient: { reference: `Patient/${patient}` } }
  await must(201, call('POST', '/fhir/R4/Consent', { body, headers: fhirType }))
  await waitFor(
    () => call('GET', `/fhir/R4/Patient/${patient}`, { as: colleague }),
    ({ status }) => status === 404,
  )
})

const observation = (members: object) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'seen' },
  effectiveDateTime: '2026-01-02',
  valueString: 'x',
  ...members,
})

async function validate(resource: object) {
  const answer = await fetch(`${server.base}/fhir/R4/Observation/$validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.token(colleague)}`, 'x-request-id': newId(), ...fhirType },
    body: JSON.stringify(resource),
  })
  return neutral(answer, [hidden, absent])
}

test.each([
  ['the patient', ({ Patient }: typeof hidden) => ({ subject: { reference: `Patient/${Patient}` } })],
  [
    'a version of the patient',
    ({ Patient }: typeof hidden) => ({ subject: { reference: `Patient/${Patient}/_history/1` } }),
  ],
  ['their encounter', ({ Encounter }: typeof hidden) => ({ encounter: { reference: `Encounter/${Encounter}` } })],
] as const)(
  'D193: a resource that refers to %s is found as wrong as one that refers to nothing',
  async (_what, referring) => {
    const subject = { reference: `Patient/${open}` }

    const [told, nothing] = [
      await validate(observation({ subject, ...referring(hidden) })),
      await validate(observation({ subject, ...referring(absent) })),
    ]

    expect(nothing.body).toContain('The referenced resource does not exist')
    expect(told).toEqual(nothing)
  },
)

test('D193: what is not denied may be referred to', async () => {
  const { status, body } = await validate(observation({ subject: { reference: `Patient/${open}` } }))

  expect([status, body]).toEqual([200, expect.not.stringContaining('The referenced resource does not exist')])
})
