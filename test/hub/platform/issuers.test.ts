/** A subject and a client are names within an issuer: two issuers' equal names are two. D67, D68, D48. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { adoptIssuer } from '../../../src/store/operations/issuers.ts'
import {
  createColleague,
  createPatient,
  draftByHand,
  must,
  practitionerId,
  practitionerRoleId,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { subscription } from '../../queues/hook.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'
import { openPlainIssuer, type PlainIssuer } from './plain-issuer.ts'

let first: PlainIssuer
let second: PlainIssuer
let server: RunningServer
let call: Call

const role = { fhirUser: `PractitionerRole/${practitionerRoleId}` }
/** The headers of one caller, by the issuers `first` and `second`. */
const byFirst = (claims: object = role) => first.headers(server.base, { ...claims })
const bySecond = (claims: object = role) => second.headers(server.base, { ...claims })
const fhirJson = { 'content-type': 'application/fhir+json' }

beforeAll(async () => {
  first = await openPlainIssuer()
  second = await openPlainIssuer()
  server = await startRunning({
    site: await createSite(),
    env: {
      BANKSIA_ISSUERS: `${first.address},${second.address}`,
      BANKSIA_ISSUER_TENANTS: `${first.address}=*,${second.address}=${developmentTenants[0]}`,
    },
  })
  call = server.call
  await createColleague(call)
  await createColleague(call, 'other-role', { practitioner: { reference: `Practitioner/${practitionerId}` } })
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  first?.close()
  second?.close()
})

describe('of two issuers', () => {
  test('D67: whose an export is', async () => {
    const kickOff = await call('GET', '/fhir/R4/$export?_type=Patient', {
      headers: { ...(await byFirst()), prefer: 'respond-async' },
    })
    const { pathname } = new URL(kickOff.headers.get('content-location') ?? '')
    const own = await waitFor(
      async () => call('GET', pathname, { headers: await byFirst() }),
      ({ status }) => status === 200,
    )

    expect((await call('GET', pathname, { headers: await bySecond() })).status).toBe(404)
    for (const { url } of own.body.output as { url: string }[])
      expect((await call('GET', new URL(url).pathname, { headers: await bySecond() })).status).toBe(404)
    expect((await call('DELETE', pathname, { headers: await bySecond() })).status).toBe(404)
  })

  test('D67: whose an idempotency key is', async () => {
    const patientId = await createPatient(call)
    const body = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
    const key = newId()
    const open = async (headers: Record<string, string>) =>
      (await must(201, call('POST', '/v1/encounters', { body, key, headers }))).body.id

    const own = await open(await byFirst())

    expect(await open(await byFirst())).toBe(own)
    expect(await open(await bySecond())).not.toBe(own)
  })

  test('D67: whose a claim of a reviewer is', async () => {
    const { artifactId } = await draftByHand(call)
    const path = `/v1/release-gates/clinical_review/queue/${artifactId}`
    await must(200, call('POST', `${path}:claim`, { headers: await byFirst() }))

    const claim = await call('POST', `${path}:claim`, { headers: await bySecond() })
    const release = await call('POST', `${path}:release`, { headers: await bySecond() })
    const reject = { body: { reasonCode: 'style' }, headers: await bySecond() }

    expect([claim.problem, release.problem]).toEqual(['conflict', 'conflict'])
    expect((await call('POST', `/v1/artifacts/${artifactId}:reject`, reject)).problem).toBe('conflict')
    expect((await call('POST', `${path}:claim`, { headers: await byFirst() })).status).toBe(200)
  })

  test('D67: whose the secret of a subscription is', async () => {
    const body = subscription(server.base, { topic: 'patient-record-changed', endpoint: 'http://127.0.0.1:9/hook' })
    const channel = { ...(body as { channel: object }).channel, header: ['Authorization: Bearer secret'] }
    const own = { ...fhirJson, ...(await byFirst()) }
    const { body: made } = await must(
      201,
      call('POST', '/fhir/R4/Subscription', { body: { ...body, channel }, headers: own }),
    )
    const again = { ...made, status: 'requested', end: '2099-01-01T00:00:00Z' }
    const put = (headers: Record<string, string>) =>
      call('PUT', `/fhir/R4/Subscription/${made.id}`, { body: again, headers: { ...fhirJson, ...headers } })

    expect((await put(await bySecond())).status).toBe(400)
    expect((await put(await byFirst())).status).toBe(200)
  })

  test('D67: the audit names the issuer', async () => {
    const requestId = newId()
    await must(200, call('GET', '/fhir/R4/Patient', { headers: { ...(await bySecond()), 'x-request-id': requestId } }))

    const { body } = await must(
      200,
      call('GET', `/v1/audit/events?requestId=${requestId}`, { as: { role: 'auditor' } }),
    )
    const [event] = body.items
    const { body: shown } = await must(200, call('GET', `/fhir/R4/AuditEvent/${event.id}`, { as: { role: 'auditor' } }))
    const users = (issuer: string) =>
      call('GET', `/fhir/R4/AuditEvent?agent:identifier=${issuer}|sam&_id=${event.id}`, { as: { role: 'auditor' } })

    expect(event).toMatchObject({ issuer: second.address, subject: 'sam' })
    expect(shown.agent.at(-1).who.identifier).toEqual({ system: second.address, value: 'sam' })
    expect((await must(200, users(second.address))).body.entry).toHaveLength(1)
    expect((await must(200, users(first.address))).body.entry).toBeUndefined()
  })
})

describe('the tenants of an issuer', () => {
  const whoami = async (headers: Record<string, string>, tenant: string) =>
    (await call('GET', '/v1/spokes/whoami', { headers: { ...headers, 'x-tenant-id': tenant } })).problem

  test('D68: a token names none beyond them', async () => {
    const claims = { tenants: [...developmentTenants] }

    expect(await whoami(await byFirst(claims), developmentTenants[1])).toBeUndefined()
    expect(await whoami(await bySecond(claims), developmentTenants[0])).toBeUndefined()
    expect(await whoami(await bySecond(claims), developmentTenants[1])).toBe('tenant-forbidden')
    const fhir = await call('GET', '/fhir/R4/Patient', {
      headers: { ...(await bySecond(claims)), 'x-tenant-id': developmentTenants[1] },
    })
    expect(fhir.status).toBe(403)
  })
})

describe('a second person', () => {
  const draft = async (): Promise<string> => {
    const schemas = `/v1/templates/${templateId}/artifact-schemas`
    const {
      id: _1,
      version: _2,
      createdAt: _3,
      updatedAt: _4,
      ...schema
    } = (await must(200, call('GET', schemas))).body
    await must(200, call('PUT', schemas, { body: { ...schema, gate: 'second_reviewer' }, as: { role: 'operator' } }))
    const { artifactId } = await draftByHand(call)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
    return `/v1/artifacts/${artifactId}:approve`
  }
  const approve = async (path: string, headers: Record<string, string>) => {
    const { problem, body } = await call('POST', path, { headers })
    return problem ?? body.state
  }

  test('D48: one Practitioner is no second one by another issuer, nor by another role', async () => {
    const path = await draft()
    expect(await approve(path, await byFirst())).toBe('in_review')

    expect(await approve(path, await bySecond())).toBe('business-rule')
    expect(await approve(path, await bySecond({ sub: 'sam-2', fhirUser: 'PractitionerRole/other-role' }))).toBe(
      'business-rule',
    )
  })

  test('D48: whom two issuers call the same are two', async () => {
    const path = await draft()
    expect(await approve(path, await byFirst())).toBe('in_review')

    expect(await approve(path, await bySecond({ fhirUser: 'PractitionerRole/colleague' }))).toBe('approved')
  })

  test('D48: a role that has been given to another person since is still the first one', async () => {
    const path = await draft()
    const { body } = await must(200, call('GET', '/fhir/R4/PractitionerRole/other-role'))
    expect(await approve(path, await byFirst({ fhirUser: 'PractitionerRole/other-role' }))).toBe('in_review')
    const given = { ...body, practitioner: { reference: 'Practitioner/colleague' } }
    await must(200, call('PUT', '/fhir/R4/PractitionerRole/other-role', { body: given, headers: fhirJson }))

    expect(await approve(path, await bySecond({ ...role, sub: 'sam-2' }))).toBe('business-rule')
  })
})

test('D67: what there was belongs to the one issuer that there was, or to nobody', async () => {
  const { pool } = server.site
  const kickOff = await call('GET', '/fhir/R4/$export?_type=Patient', {
    headers: { ...(await byFirst()), prefer: 'respond-async' },
  })
  const { pathname } = new URL(kickOff.headers.get('content-location') ?? '')
  const status = async () => (await call('GET', pathname, { headers: await byFirst() })).status
  await waitFor(status, (one) => one === 200)
  await pool.query('update bulk_export set issuer = null')

  await adoptIssuer(pool, undefined)
  expect(await status()).toBe(404)
  await adoptIssuer(pool, first.address)
  expect(await status()).toBe(200)
})
