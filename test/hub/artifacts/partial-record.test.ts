/** While a tenant is indexed again, answers from its index say so, or wait. D65. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import {
  createPatient,
  draftByHand,
  generate,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const [tenant] = developmentTenants
const search = '/fhir/R4/Patient?_count=1'
const isSaid = async () => (await must(200, call('GET', search))).text.includes('incomplete')

/** As it is from the start of an upgrade until all is indexed again. */
async function whileIndexed(work: () => Promise<void>): Promise<void> {
  const mark = (sign: string) =>
    server.site.pool.query(
      `update tenant set index_version = ${sign} abs(index_version), generation = generation + 1 where id = $1`,
      [tenant],
    )
  await mark('-')
  await waitFor(isSaid, (is) => is)
  try {
    await work()
  } finally {
    await mark('')
    await waitFor(isSaid, (is) => !is)
  }
}

test('D65: nothing is deleted while nobody can tell what refers to it', async () => {
  const path = `/fhir/R4/Patient/${await createPatient(call)}`
  const body = {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [{ request: { method: 'DELETE', url: path.replace('/fhir/R4/', '') } }],
  }
  const headers = { 'content-type': 'application/fhir+json' }

  await whileIndexed(async () => {
    const answers = [await call('DELETE', path), await call('POST', '/fhir/R4', { body, headers })]
    expect(answers.map(({ status, headers: own }) => [status, own.get('retry-after')])).toEqual([
      [503, '60'],
      [503, '60'],
    ])
    await must(200, call('GET', path))
  })

  await must(204, call('DELETE', path))
})

const rule = 'record-incomplete'
type Found = { readonly rule: string; readonly attested: boolean }

test('D65: a verdict says that it has judged by a part of the record, which a clinician attests', async () => {
  const { artifactId } = await draftByHand(call)
  const verify = async (body: object = {}): Promise<Found[]> =>
    (await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`, { body }))).body.findings
  const marksOf = (findings: readonly Found[]) =>
    findings.filter((one) => one.rule === rule).map(({ attested }) => attested)

  expect(marksOf(await verify())).toEqual([])
  await whileIndexed(async () => {
    expect(marksOf(await verify())).toEqual([false])
    expect(marksOf(await verify({ attestations: [{ rule, reasonCode: 'known_history' }] }))).toEqual([true])
  })
})

test('D65: a draft says that it was drawn from a part of the record', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId)
  const evidence = [{ reference: 'Condition/not-found' }]
  const named = { body: { templateId, evidence } }
  const askedOf = async () => {
    const { body } = await must(200, call('GET', `/v1/artifacts/${await generate(call, encounterId)}`))
    return body.note.openQuestions as string[]
  }

  expect((await askedOf()).some((text) => text.startsWith('Record:'))).toBe(false)
  await whileIndexed(async () => {
    expect((await askedOf()).filter((text) => text.startsWith('Record:'))).toHaveLength(1)
    expect((await call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, named)).status).toBe(503)
  })
  expect((await call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, named)).status).toBe(400)
})
