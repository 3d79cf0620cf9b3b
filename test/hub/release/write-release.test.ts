/** A released document stays as it was approved, whatever happens to the records that it names. docs/design/hub.md#release; D18, D19. */
import { expect, test } from '@jest/globals'
import { approveOne, draftVerified, must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

const fhirJson = { 'content-type': 'application/fhir+json' }

async function rename(patientId: string): Promise<void> {
  const { body } = await must(200, call('GET', `/fhir/R4/Patient/${patientId}`))
  const renamed = { ...body, name: [{ family: 'Somebody', given: ['Else'] }] }
  await must(200, call('PUT', `/fhir/R4/Patient/${patientId}`, { body: renamed, headers: fhirJson }))
}

type Entry = {
  readonly resource: { readonly resourceType: string; readonly name: readonly { readonly family: string }[] }
}

async function readFamily(artifactId: string): Promise<string | undefined> {
  const { documentId } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
  const { body } = await must(200, call('GET', `/fhir/R4/Bundle/${documentId}`))
  return body.entry.find(({ resource }: Entry) => resource.resourceType === 'Patient')?.resource.name[0].family
}

test('D18: the document stands with the approval, and a later change of the patient does not reach it', async () => {
  const { artifactId, patientId } = await approveOne(call)
  const before = await readFamily(artifactId)

  await rename(patientId)

  expect(before).not.toBe('Somebody')
  expect(await readFamily(artifactId)).toBe(before)
})

test('D18: a patient described otherwise since the verification wants a new one', async () => {
  const { artifactId, patientId } = await draftVerified(call)

  await rename(patientId)

  expect((await call('POST', `/v1/artifacts/${artifactId}:approve`)).problem).toBe('verification-required')
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  expect(await readFamily(artifactId)).toBe('Somebody')
})

test('D19: a person in a record is not deleted from under it; the record can still be recalled', async () => {
  const { artifactId, patientId, encounterId } = await approveOne(call)

  const refused = await call('DELETE', `/fhir/R4/Patient/${patientId}`)

  expect([refused.status, refused.body.issue?.[0]?.code]).toEqual([409, 'business-rule'])
  expect((await call('DELETE', `/fhir/R4/Encounter/${encounterId}`)).status).toBe(409)
  const reason = { reasonCode: 'wrong_patient' }
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: reason }))
})
