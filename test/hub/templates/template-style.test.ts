/** The style of a tenant: set by who writes documents, in later drafts, and kept by an edit. D269. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPatient, giveConsent, must, openEncounter, storeTranscript, templateId } from '../../consultation.ts'
import { talk } from '../../drafting/dialogues.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const path = `/v1/templates/${templateId}/style`
const get = (where: string): Promise<Answer> => call('GET', where)
const style = {
  sections: [{ key: 'plan', title: 'Management' }, { key: 'subjective' }],
  preferredNames: ['fatigue'],
}

async function generate(): Promise<Answer['body']> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId, talk("P: I've had a headache for three days.", 'C: Any tiredness?', 'P: Yes, tiredness for a week.', 'C: Drink plenty of fluids.')) // biome-ignore format: short
  const { body } = await must(202, call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })) // biome-ignore format: short
  const job = await waitFor(
    async () => (await must(200, get(`/v1/jobs/${body.id}`))).body,
    ({ state }) => state !== 'queued' && state !== 'running',
  )
  return (await must(200, get(`/v1/artifacts/${job.artifactId}`))).body
}

const shapeOf = ({ note }: Answer['body']): readonly string[] =>
  note.sections.map(({ title }: { title: string }) => title)
const textsOf = ({ note }: Answer['body']): string =>
  note.sections.flatMap(({ statements }: { statements: { text: string }[] }) => statements.map(({ text }) => text)).join(' ') // biome-ignore format: short

test('D269: a later draft has the order, headings and names of the tenant, is verified, and an edit keeps them', async () => {
  const before = await generate()
  const set = await must(200, call('PUT', path, { body: style }))
  const after = await generate()
  const verdict = await must(200, call('POST', `/v1/artifacts/${after.id}:verify`))
  const { version: _, ...artifact } = (await get(`/v1/artifacts/${after.id}`)).body
  const edited = await must(200, call('PATCH', `/v1/artifacts/${after.id}`, { body: { title: 'Own', sections: artifact.note.sections.map(({ key, statements }: { key: string; statements: object[] }) => ({ key, statements })) } })) // biome-ignore format: short

  expect(set.body).toMatchObject({ ...style, id: templateId, version: 1 })
  expect(shapeOf(before)).toEqual(['Subjective', 'Objective', 'Assessment', 'Plan'])
  expect(textsOf(before)).toMatch(/tiredness/i)
  expect(shapeOf(after)).toEqual(['Management', 'Subjective', 'Objective', 'Assessment'])
  expect(textsOf(after)).toMatch(/fatigue/i)
  expect(textsOf(after)).not.toMatch(/tiredness/i)
  expect(verdict.body.findings).toEqual([])
  expect(edited.body.title).toBe('Own')
  expect(shapeOf(edited.body)).toEqual(shapeOf(after))
})

test('D269: a style holds no words of its own', async () => {
  const refused = async (body: object): Promise<readonly string[]> =>
    (await call('PUT', path, { body })).body.errors?.map(({ field, message }: Record<string, string>) => `${field} ${message}`) // biome-ignore format: short

  expect(await refused({ sections: [{ key: 'plan', title: 'Plan for Mrs Smith' }] })).toEqual([
    'sections[0].title is not a heading for such a section',
  ])
  expect(await refused({ sections: [{ key: 'own' }] })).toEqual([
    'sections[0].key is not a section of the current version',
  ])
  expect((await refused({ preferredNames: ['Mrs Smith'] }))[0]).toMatch(/^preferredNames\[0\]/)
  expect((await refused({ sections: [{ key: 'plan' }, { key: 'plan' }] }))[0]).toMatch(/^sections /)
  expect((await call('PUT', '/v1/templates/00000000-0000-7000-8000-00000000dead/style', { body: style })).problem).toBe('not-found') // biome-ignore format: short
})

test('D269: no two sections get one heading', async () => {
  const operator = { role: 'operator' } as const
  const own = (await must(201, call('POST', '/v1/templates', { body: { title: 'Own', artifactType: 'letter' }, as: operator }))).body.id // biome-ignore format: short
  const version = { label: '1.0.0', title: 'Letter', code: '51852-2', codeDisplay: 'Letter', sections: [{ key: 'now', title: 'Problems', code: '11450-4', draws: ['impression'] }, { key: 'out', title: 'Discharge diagnoses', code: '11535-2', draws: ['history'] }] } // biome-ignore format: short
  const { id } = (await must(201, call('POST', `/v1/templates/${own}/versions`, { body: version, as: operator }))).body
  await must(200, call('POST', `/v1/templates/${own}/versions/${id}:publish`, { as: operator }))
  const put = async (...sections: readonly object[]) =>
    (await call('PUT', `/v1/templates/${own}/style`, { body: { sections } })).body.errors ?? []
  const taken = (at: number) => ({ field: `sections[${at}].title`, message: 'is the heading of another section too' })

  expect(await put({ key: 'now', title: 'Diagnoses' }, { key: 'out', title: 'Diagnoses' })).toEqual([
    taken(0),
    taken(1),
  ])
  expect(await put({ key: 'now', title: 'Diagnoses' }, { key: 'out' })).toEqual([])
})

test('D269: clinicians and operators set it, and no one else', async () => {
  for (const role of ['clinician', 'senior_clinician', 'operator'])
    await must(200, call('PUT', path, { body: style, as: { role } }))
  for (const role of ['patient', 'carer', 'auditor'])
    expect((await call('PUT', path, { body: style, as: { role } })).problem).toBe('role-required')
})
