/** The template catalogue with its rules, through the API. docs/design/hub.md#routes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants, roles } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { ValidationPolicyContent } from '../../../src/store/hub-resources.ts'
import { approveOne, draftVerified, exampleSections, must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import {
  type Answer,
  type Call,
  createSite,
  type RunningServer,
  type Site,
  startRunning,
} from '../../running-server.ts'

let site: Site
let server: RunningServer
let call: Call

const operator = { role: 'operator' } as const
const otherOperator = { role: 'operator', tenant: developmentTenants[1] } as const

beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await site?.remove()
})

const get = (path: string, as: object = {}): Promise<Answer> => call('GET', path, { as })
const asOperator = (method: string, path: string, body?: object): Promise<Answer> =>
  call(method, path, { as: operator, ...(body === undefined ? {} : { body }) })

const versionBody = {
  label: '1.0.0',
  title: 'Letter',
  code: '51852-2',
  codeDisplay: 'Letter',
  sections: [{ key: 'subjective', title: 'Subjective', code: '61150-9', draws: ['complaint', 'symptom'] }],
}

async function openTemplate(): Promise<string> {
  const body = { title: 'Own letter', artifactType: 'letter' }
  return (await must(201, asOperator('POST', '/v1/templates', body))).body.id
}

async function addVersion(templateId: string, more: object = {}): Promise<string> {
  const body = { ...versionBody, ...more }
  return (await must(201, asOperator('POST', `/v1/templates/${templateId}/versions`, body))).body.id
}

const publish = (templateId: string, versionId: string): Promise<Answer> =>
  asOperator('POST', `/v1/templates/${templateId}/versions/${versionId}:publish`)
const retire = (templateId: string, versionId: string): Promise<Answer> =>
  asOperator('POST', `/v1/templates/${templateId}/versions/${versionId}:retire`)

async function publishOne(): Promise<{ templateId: string; versionId: string }> {
  const templateId = await openTemplate()
  const versionId = await addVersion(templateId)
  await must(200, publish(templateId, versionId))
  return { templateId, versionId }
}

/** By hand, over the transcripts of another artifact. */
async function draftBy(templateId: string, more: object = {}): Promise<Answer> {
  const { encounterId, transcriptId } = await draftVerified(call)
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId), ...more }
  return call('POST', `/v1/encounters/${encounterId}/artifacts`, { body })
}

const verify = async (artifactId: string, body?: object) =>
  (await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`, body === undefined ? {} : { body }))).body

const rulesOf = (answer: Answer): string[] => answer.body.findings.map(({ rule }: { rule: string }) => rule)

describe('versions', () => {
  test('spec 4.2: a version is drafted, published once, current, and never changes', async () => {
    const templateId = await openTemplate()
    const path = `/v1/templates/${templateId}`
    const early = await draftBy(templateId)
    const versionId = await addVersion(templateId)
    const unpublished = await draftBy(templateId, { templateVersionId: versionId })
    const drafted = (await get(`${path}/versions/${versionId}`)).body
    const published = await must(200, publish(templateId, versionId))
    const again = await publish(templateId, versionId)
    const used = await draftBy(templateId)

    expect(early.problem).toBe('business-rule')
    expect(unpublished.problem).toBe('business-rule')
    expect(drafted).toMatchObject({ ...versionBody, status: 'draft', artifactType: 'letter', schemaVersion: 1 })
    expect(published.body).toMatchObject({ status: 'published', version: 2, publishedAt: expect.any(String) })
    expect([again.problem, again.body.detail]).toEqual([
      'invalid-transition',
      'The operation publish is not open from the state published',
    ])
    expect((await get(path)).body).toMatchObject({ currentVersionId: versionId, builtIn: false, version: 2 })
    expect(used.body).toMatchObject({ templateVersionId: versionId, artifactType: 'letter', gate: 'clinical_review' })
    expect((await get(`${path}/versions/${versionId}`)).body).toEqual(published.body)
  })

  test('D266: a version carries instructions and examples for an outside drafter, within bounds', async () => {
    const templateId = await openTemplate()
    const path = `/v1/templates/${templateId}/versions`
    const sections = [{ ...versionBody.sections[0], instructions: 'One sentence.' }]
    const given = {
      instructions: 'Write to the nurse.\nBe brief.',
      examples: [{ said: 'Twice.', written: 'Do it twice.' }],
    }
    const versionId = await addVersion(templateId, { ...given, sections })
    const published = await must(200, publish(templateId, versionId))
    const refusedOf = async (more: object) =>
      (await asOperator('POST', path, { ...versionBody, ...more })).body.errors?.map(
        ({ field }: { field: string }) => field,
      )

    expect(published.body).toMatchObject({ ...given, sections })
    expect((await get(`${path}/${versionId}`)).body).toEqual(published.body)
    expect(await refusedOf({ instructions: 'a'.repeat(4001) })).toEqual(['instructions'])
    expect(await refusedOf({ instructions: ' ' })).toEqual(['instructions'])
    expect(await refusedOf({ examples: Array.from({ length: 9 }, () => given.examples[0]) })).toEqual(['examples'])
    expect(await refusedOf({ examples: [{ said: 'a'.repeat(501), written: 'b' }] })).toEqual(['examples[0].said'])
    expect(await refusedOf({ sections: [{ ...sections[0], instructions: 'a'.repeat(1001) }] })).toEqual([
      'sections[0].instructions',
    ])
  })

  test('spec 4.2: the version published last is the current one; another is used where it is named', async () => {
    const { templateId, versionId } = await publishOne()
    const second = await addVersion(templateId, { label: '2.0.0', title: 'Second' })
    await must(200, publish(templateId, second))

    const current = await must(201, draftBy(templateId))
    const named = await must(201, draftBy(templateId, { templateVersionId: versionId }))

    expect(current.body).toMatchObject({ templateVersionId: second, title: 'Second' })
    expect(named.body).toMatchObject({ templateVersionId: versionId, title: 'Letter' })
    const { items } = (await get(`/v1/templates/${templateId}/versions`)).body
    expect(items.map(({ label, status }: Record<string, string>) => [label, status])).toEqual([
      ['2.0.0', 'published'],
      ['1.0.0', 'published'],
    ])
  })

  test('spec 9: a retired version drafts nothing more, and what is in review goes on', async () => {
    const { templateId, versionId } = await publishOne()
    const { id } = (await must(201, draftBy(templateId))).body
    const { body: retired } = await must(200, retire(templateId, versionId))

    const refused = [await draftBy(templateId), await draftBy(templateId, { templateVersionId: versionId })]
    const { transcriptIds, encounterId } = (await get(`/v1/artifacts/${id}`)).body
    const generated = await call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })
    const sections = exampleSections(transcriptIds[0], 'Sore throat, 4 days.')
    await must(200, call('PATCH', `/v1/artifacts/${id}`, { body: { sections } }))
    const verdict = await verify(id)
    const approved = await must(200, call('POST', `/v1/artifacts/${id}:approve`))

    expect(retired).toMatchObject({ status: 'retired', retiredAt: expect.any(String) })
    expect((await get(`/v1/templates/${templateId}`)).body.currentVersionId).toBeUndefined()
    expect([...refused, generated].map(({ status, problem }) => [status, problem])).toEqual([
      [409, 'business-rule'],
      [409, 'business-rule'],
      [409, 'business-rule'],
    ])
    expect(verdict.outcome).toBe('passed')
    expect(approved.body.state).toBe('approved')
    expect((await retire(templateId, versionId)).problem).toBe('invalid-transition')
  })

  test('docs/design/hub.md#routes: two publish one version at once, and one of them succeeds; one of two versions is current', async () => {
    const templateId = await openTemplate()
    const [one, two, three] = [
      await addVersion(templateId),
      await addVersion(templateId, { label: '2' }),
      await addVersion(templateId, { label: '3' }),
    ]

    const headers = { 'if-match': 'W/"1"' }
    const path = `/v1/templates/${templateId}/versions/${one}:publish`
    const same = await Promise.all([1, 2, 3].map(() => call('POST', path, { as: operator, headers })))
    const both = await Promise.all([publish(templateId, two), publish(templateId, three)])

    expect(same.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const template = (await get(`/v1/templates/${templateId}`)).body
    expect([two, three]).toContain(template.currentVersionId)
    expect(template.version).toBe(4)
  })

  test.each([
    ['a repeated key', { sections: [versionBody.sections[0], versionBody.sections[0]] }, ['sections[1].key']],
    ['no sections', { sections: [] }, ['sections']],
    ['a code that is none', { code: 'LETTER' }, ['code']],
    [
      'a kind that is none',
      { sections: [{ ...versionBody.sections[0], draws: ['gossip'] }] },
      ['sections[0].draws[0]'],
    ],
    ['a huge title', { title: 'T'.repeat(201) }, ['title']],
    ['a blank title', { title: ' \n' }, ['title']],
    ['control characters', { sections: [{ ...versionBody.sections[0], title: 'a\u0007' }] }, ['sections[0].title']],
    ['a schema to come', { schemaVersion: 2 }, ['schemaVersion']],
    ['an unknown field', { status: 'published' }, ['status']],
  ])('spec 7: a version with %s is refused, with its place', async (_, more, fields) => {
    const templateId = await openTemplate()

    const answer = await asOperator('POST', `/v1/templates/${templateId}/versions`, { ...versionBody, ...more })

    expect([answer.status, answer.fields]).toEqual([400, fields])
    expect((await get(`/v1/templates/${templateId}/versions`)).body.items).toEqual([])
  })
})

describe('artifact schema', () => {
  test('spec 9: a version is published against the schema of now, or refused with the place', async () => {
    const templateId = await openTemplate()
    const path = `/v1/templates/${templateId}/artifact-schemas`
    const early = await addVersion(templateId)
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...schema } = (await get(path)).body
    const requiredFields = ['title', 'sections.plan']
    await must(200, asOperator('PUT', path, { ...schema, requiredFields, artifactTypes: ['report'] }))
    const late = await addVersion(templateId)

    const outdated = await publish(templateId, early)
    const contrary = await publish(templateId, late)

    expect([outdated.status, outdated.problem, outdated.fields]).toEqual([
      409,
      'business-rule',
      ['schemaVersion', 'artifactType', 'sections'],
    ])
    expect([contrary.status, contrary.fields]).toEqual([409, ['artifactType', 'sections']])
  })

  test('spec 9: a schema that a published version contradicts is refused with the place', async () => {
    const { templateId } = await publishOne()
    const path = `/v1/templates/${templateId}/artifact-schemas`
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...schema } = (await get(path)).body

    const refused = await asOperator('PUT', path, {
      ...schema,
      artifactTypes: ['report'],
      requiredFields: ['sections.plan'],
    })
    const unknown = await asOperator('PUT', path, { ...schema, formats: ['docx'], gate: 'none' })
    const changed = await must(200, asOperator('PUT', path, { ...schema, formats: ['pdf'] }))

    expect([refused.status, refused.problem, refused.fields]).toEqual([
      409,
      'business-rule',
      ['artifactTypes', 'requiredFields'],
    ])
    expect([unknown.status, [...unknown.fields].sort()]).toEqual([400, ['formats[0]', 'gate']])
    expect(changed.body).toMatchObject({ id: templateId, version: 2, formats: ['pdf'] })
    expect(changed.headers.get('etag')).toBe('W/"2"')
  })

  test('docs/design/hub.md#requests-and-answers: rules are changed by their ETag, and of two at once one is told', async () => {
    const { templateId } = await publishOne()
    for (const part of ['artifact-schemas', 'validation-policy']) {
      const path = `/v1/templates/${templateId}/${part}`
      const { id: _, version: __, createdAt: ___, updatedAt: ____, ...rules } = (await get(path)).body
      const put = () => call('PUT', path, { as: operator, body: rules, headers: { 'if-match': 'W/"1"' } })

      const answers = await Promise.all([put(), put()])

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
      expect((await get(path)).body.version).toBe(2)
    }
  })

  test('spec 2.1: a stricter schema is heard at the next verification, and an approval waits for it', async () => {
    const { templateId } = await publishOne()
    const { id } = (await must(201, draftBy(templateId))).body
    await verify(id)
    const path = `/v1/templates/${templateId}/artifact-schemas`
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...schema } = (await get(path)).body
    await must(200, asOperator('PUT', path, { ...schema, gate: 'second_reviewer', requiredFields: ['author'] }))

    const refused = await call('POST', `/v1/artifacts/${id}:approve`)
    const verdict = await verify(id)

    expect(refused.problem).toBe('verification-required')
    expect(verdict).toMatchObject({ outcome: 'passed', schemaVersion: 2 })
    expect((await get(`/v1/artifacts/${id}`)).body.gate).toBe('second_reviewer')
  })
})

describe('validation policy', () => {
  const readPolicy = async (templateId: string) => {
    const {
      id: _,
      version: __,
      createdAt: ___,
      updatedAt: ____,
      ...policy
    } = (await get(`/v1/templates/${templateId}/validation-policy`)).body
    return policy
  }
  const putPolicy = async (templateId: string, change: (policy: ValidationPolicyContent) => object) =>
    must(200, asOperator('PUT', `/v1/templates/${templateId}/validation-policy`, change(await readPolicy(templateId))))

  test('D44: the policy of the verification is recorded, and one that came since wants another', async () => {
    const { templateId } = await publishOne()
    const { id } = (await must(201, draftBy(templateId))).body
    const before = await verify(id)
    await putPolicy(templateId, (policy) => ({ ...policy, threshold: 0.4 }))
    const refused = await call('POST', `/v1/artifacts/${id}:approve`)
    const after = await verify(id)
    const approved = await must(200, call('POST', `/v1/artifacts/${id}:approve`))

    expect([before.policyVersion, after.policyVersion]).toEqual(['1', '2'])
    expect([refused.status, refused.problem]).toEqual([409, 'verification-required'])
    expect(approved.body.state).toBe('approved')
  })

  test.each<[string, (policy: ValidationPolicyContent) => object, string | undefined]>([
    ['a threshold beyond reach', (policy) => ({ ...policy, threshold: 1 }), undefined],
    [
      'more evidence for each statement',
      (policy) => ({ ...policy, evidence: { ...policy.evidence, minimumPerStatement: 2 } }),
      'evidence-insufficient',
    ],
    [
      'evidence of the record alone',
      (policy) => ({ ...policy, evidence: { ...policy.evidence, kinds: ['resource'] } }),
      'no-evidence',
    ],
  ])('spec 2.1: %s fails the verification', async (_, change, rule) => {
    const { templateId } = await publishOne()
    const { id } = (await must(201, draftBy(templateId))).body
    expect((await verify(id)).outcome).toBe('passed')
    await putPolicy(templateId, change)
    // Hedged, so that the confidence is not full.
    const { transcriptIds } = (await get(`/v1/artifacts/${id}`)).body
    const [section] = exampleSections(transcriptIds[0])
    const statements = (section?.statements ?? []).map((statement) => ({ ...statement, confidence: 0.9 }))
    const body = { sections: [{ key: 'subjective', statements }] }
    await must(200, call('PATCH', `/v1/artifacts/${id}`, { body }))

    const answer = await must(200, call('POST', `/v1/artifacts/${id}:verify`))

    expect(answer.body.outcome).toBe('failed')
    if (rule !== undefined) expect(rulesOf(answer)).toContain(rule)
  })

  test('spec 2.1: where nobody may attest, what nobody said stays failed', async () => {
    const { templateId } = await publishOne()
    await putPolicy(templateId, (policy) => ({ ...policy, review: { ...policy.review, maximumAttested: 0 } }))
    const { encounterId, transcriptId } = await draftVerified(call)
    const sections = exampleSections(transcriptId, 'Sore throat for 9 days, with a rash.')
    const body = { templateId, transcriptIds: [transcriptId], sections }
    const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body

    const verdict = await verify(id, { attestations: [{ statementId: 'one', reasonCode: 'examined' }] })

    expect(verdict.outcome).toBe('failed')
    expect(verdict.findings).toContainEqual({
      rule: 'attested-too-many',
      message: 'More statements are attested than the validation policy allows',
      attested: false,
    })
  })

  test('spec 2.1: a field that the schema requires is found missing at the verification', async () => {
    const { templateId } = await publishOne()
    const path = `/v1/templates/${templateId}/artifact-schemas`
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...schema } = (await get(path)).body
    const requiredFields = ['transcriptIds', 'sections.subjective']
    await must(200, asOperator('PUT', path, { ...schema, requiredFields }))
    const { id } = (await must(201, draftBy(templateId))).body
    await must(
      200,
      call('PATCH', `/v1/artifacts/${id}`, { body: { sections: [{ key: 'subjective', statements: [] }] } }),
    )

    const answer = await must(200, call('POST', `/v1/artifacts/${id}:verify`))

    expect(answer.body.findings).toContainEqual({
      rule: 'field-required',
      section: 'subjective',
      message: 'A field that the artifact schema requires is missing',
      attested: false,
    })
  })
})

describe('who may', () => {
  test('R5.2: templates of a tenant are not there for another', async () => {
    const { templateId, versionId } = await publishOne()
    const path = `/v1/templates/${templateId}`
    const paths = ['', '/versions', `/versions/${versionId}`, '/artifact-schemas', '/validation-policy']
    const listed = (await get('/v1/templates?limit=200', otherOperator)).body.items

    const answers = await Promise.all(paths.map((part) => get(`${path}${part}`, otherOperator)))
    const body = versionBody
    const written = [
      await call('POST', `${path}/versions`, { as: otherOperator, body }),
      await call('POST', `${path}/versions/${versionId}:publish`, { as: otherOperator }),
      await call('POST', `${path}/versions/${versionId}:retire`, { as: otherOperator }),
    ]

    expect([...answers, ...written].map(({ status }) => status)).toEqual(Array(8).fill(404))
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(templateId)
    expect(listed).toHaveLength(10)
  })

  test('docs/design/hub.md#access: an operator writes templates and no other role; all read them', async () => {
    const { templateId, versionId } = await publishOne()
    const path = `/v1/templates/${templateId}`
    const others = roles.filter((role) => role !== 'operator')

    for (const role of others) {
      const as = { role }
      expect((await get(path, as)).status).toBe(200)
      const written = await Promise.all([
        call('POST', '/v1/templates', { as, body: { title: 'T', artifactType: 'letter' } }),
        call('POST', `${path}/versions`, { as, body: versionBody }),
        call('POST', `${path}/versions/${versionId}:retire`, { as }),
        call('PUT', `${path}/validation-policy`, { as, body: {} }),
        call('PUT', `${path}/artifact-schemas`, { as, body: {} }),
      ])
      expect(written.map(({ problem }) => problem)).toEqual(Array(5).fill('role-required'))
    }
  })

  test('R5.4: a publication that is repeated with its key is one', async () => {
    const templateId = await openTemplate()
    const versionId = await addVersion(templateId)
    const key = newId()
    const path = `/v1/templates/${templateId}/versions/${versionId}:publish`

    const first = await must(200, call('POST', path, { as: operator, key }))
    const again = await must(200, call('POST', path, { as: operator, key }))

    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })
})

describe('workers', () => {
  test('spec 9: what was asked for and not yet drafted when its version was retired is not drafted', async () => {
    await server.stop()
    server = await startRunning({ site, env: { BANKSIA_ROLE: 'web' } })
    call = server.call
    const { templateId, versionId } = await publishOne()
    const { encounterId } = await draftVerified(call)
    const path = `/v1/encounters/${encounterId}/artifacts:generate`
    const { id } = (await must(202, call('POST', path, { body: { templateId } }))).body
    await must(200, retire(templateId, versionId))
    await server.stop()
    server = await startRunning({ site })
    call = server.call

    const job = await waitFor(
      async () => (await get(`/v1/jobs/${id}`)).body,
      ({ state }) => state !== 'queued' && state !== 'running',
    )

    expect(job).toMatchObject({ state: 'failed', reason: 'business-rule' })
    expect(job.artifactId).toBeUndefined()
  })
})

describe('built-in templates', () => {
  test('spec 2.1: every tenant has ten, with their rules', async () => {
    const { items } = (await get('/v1/templates?limit=200')).body
    const builtIn = items.filter((item: { builtIn: boolean }) => item.builtIn)

    expect(builtIn.map(({ artifactType }: { artifactType: string }) => artifactType).sort()).toEqual([
      'care_plan',
      'discharge_summary',
      'event_summary',
      'medico_legal_chronology',
      'note',
      'patient_summary',
      'referral',
      'return_letter',
      'shared_health_summary',
      'specialist_letter',
    ])
    for (const { id, currentVersionId, artifactType } of builtIn) {
      const version = (await get(`/v1/templates/${id}/versions/${currentVersionId}`)).body
      const schema = (await get(`/v1/templates/${id}/artifact-schemas`)).body
      expect(version).toMatchObject({ status: 'published', artifactType })
      expect(schema).toMatchObject({ artifactTypes: [artifactType], version: 1 })
    }
    const { items: letters } = (await get('/v1/templates?artifactType=return_letter')).body
    expect(letters).toMatchObject([{ title: 'Return letter' }])
  })

  test('docs/design/store.md#tenants-and-keys: a database of the first release gets what is missing, and keeps what is published', async () => {
    const { artifactId } = await approveOne(call)
    const before = (await get('/v1/templates?artifactType=note')).body.items.filter(
      (item: { builtIn: boolean }) => item.builtIn,
    )
    const version = `/v1/templates/${before[0].id}/versions/${before[0].currentVersionId}`
    const kept = (await get(version)).body
    await server.stop()
    // As it was: its rules in its version.
    await site.pool.query(`delete from resource where type in ('ArtifactSchema', 'ValidationPolicy')`)

    server = await startRunning({ site })
    call = server.call

    expect((await get(version)).body).toEqual(kept)
    expect((await get(`/v1/templates/${before[0].id}`)).body).toEqual(before[0])
    expect((await get(`/v1/templates/${before[0].id}/artifact-schemas`)).body).toMatchObject({ version: 1 })
    expect((await get(`/v1/artifacts/${artifactId}`)).body.state).toBe('approved')
  })
})
