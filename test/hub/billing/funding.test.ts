/** Medicare and DVA context of an encounter, and the Hub's warnings of doubtful numbers. AU Base 6.0.0 Coverage; docs/au-core.md. */
import { expect, test } from '@jest/globals'
import { createPatient, draftByHand, must, openEncounter, practitionerRoleId } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

const ns = 'http://ns.electronichealth.net.au/id'
const medicare = {
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MC' }] },
  system: `${ns}/medicare-number`,
}
const gold = {
  type: { coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'DVG' }] },
  system: `${ns}/dva`,
  value: 'NX000001',
}

const read = async (reference: string) => (await must(200, call('GET', `/fhir/R4/${reference}`))).body

/** Encounter.account -> Account.coverage -> Coverage. */
async function readCoverage(encounterId: string) {
  const encounter = await read(`Encounter/${encounterId}`)
  const account = await read(encounter.account[0].reference)
  return { account, coverage: await read(account.coverage[0].coverage.reference) }
}

test('AU Base Coverage: a Medicare encounter has an account, whose coverage names the card and who pays', async () => {
  const patientId = await createPatient(call)

  const encounterId = await openEncounter(call, patientId, {
    funding: { scheme: 'medicare', identifier: '29529364811' },
  })

  const { account, coverage } = await readCoverage(encounterId)
  expect(account).toMatchObject({ status: 'active', subject: [{ reference: `Patient/${patientId}` }] })
  expect(coverage).toMatchObject({
    meta: { profile: ['http://hl7.org.au/fhir/StructureDefinition/au-coverage'] },
    identifier: [{ ...medicare, value: '29529364811' }],
    status: 'active',
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'PUBLICPOL' }] },
    beneficiary: { reference: `Patient/${patientId}` },
    payor: [{ identifier: { system: 'http://hl7.org.au/id/abn', value: '90794605008' } }],
  })
})

test("AU Base Coverage: a DVA encounter takes number and colour from the patient's card", async () => {
  const patientId = await createPatient(call, { identifier: [gold] })

  const encounterId = await openEncounter(call, patientId, { funding: { scheme: 'dva' } })

  const { coverage } = await readCoverage(encounterId)
  expect(coverage).toMatchObject({ identifier: [gold], type: { coding: [{ code: 'VET' }] } })
})

test('R4 Encounter.account: an encounter without funding has none; one that loses it keeps an inactive account', async () => {
  const patientId = await createPatient(call)
  const plain = await openEncounter(call, patientId)
  const funded = await openEncounter(call, patientId, { funding: { scheme: 'private', identifier: 'M-1' } })
  const { account } = await readCoverage(funded)

  await must(200, call('PATCH', `/v1/encounters/${funded}`, { body: { funding: { scheme: 'none' } } }))

  expect((await read(`Encounter/${plain}`)).account).toBeUndefined()
  expect((await read(`Encounter/${funded}`)).account).toBeUndefined()
  const after = await read(`Account/${account.id}`)
  expect([after.status, after.coverage]).toEqual(['inactive', undefined])
})

test('R4 documents.html: the released document holds who pays', async () => {
  const { encounterId, artifactId } = await draftByHand(call)
  await must(
    200,
    call('PATCH', `/v1/encounters/${encounterId}`, {
      body: { funding: { scheme: 'medicare', identifier: '29529364811' } },
    }),
  )
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))

  const { documentId } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
  const { entry } = await read(`Bundle/${documentId}`)
  const find = (type: string) =>
    entry.find(({ resource }: { resource: { resourceType: string } }) => resource.resourceType === type)

  expect(find('Encounter').resource.account).toEqual([{ reference: find('Account').fullUrl }])
  expect(find('Account').resource.coverage).toEqual([{ coverage: { reference: find('Coverage').fullUrl } }])
})

test('docs/au-core.md: a wrong check digit of a Medicare number is told at entry and taken', async () => {
  const patientId = await createPatient(call, { identifier: [{ ...medicare, value: '29529364711' }] })
  const funding = { scheme: 'medicare', identifier: '29529364711' }
  const body = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' }, funding }

  const opened = await must(201, call('POST', '/v1/encounters', { body }))
  const changed = await must(
    200,
    call('PATCH', `/v1/encounters/${opened.body.id}`, { body: { funding: { scheme: 'none' } } }),
  )

  const message = 'has a Medicare number whose check digit is wrong'
  expect(opened.body.warnings).toEqual([
    { field: 'funding.identifier', message },
    { field: 'patientId', message },
  ])
  expect(changed.body.warnings).toEqual([{ field: 'patientId', message }])
  expect((await must(200, call('GET', `/v1/encounters/${opened.body.id}`))).body.warnings).toBeUndefined()
})
