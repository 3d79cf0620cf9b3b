/** `banksia client` beside a running server. D153. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import {
  askForService,
  authorize,
  makeService,
  postForm,
  redirectUri,
  statusOf,
  verifier,
} from '../identity/issuer/smart-app.ts'
import { urlOf } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import { runInProcess } from './in-process.ts'

const [tenant] = developmentTenants
const server = useRunning()

const client = (name: string, ...given: readonly string[]) =>
  runInProcess(['client', name, ...given], {
    env: { BANKSIA_DATA_DIR: server.site.dataDir, DATABASE_URL: urlOf(server.site.database.config) },
  })

const exchangeBy = async (id: string, secret: string) => {
  const { code } = await authorize(server, { client_id: id, scope: 'openid' })
  const form = {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  return (await postForm(server, '/oidc/token', form, { Authorization: `Basic ${btoa(`${id}:${secret}`)}` })).status
}

test('D153: an app gets a secret that is shown once, and another when it is rotated', async () => {
  const made = await client(
    'create',
    '--id',
    'portal',
    '--type',
    'symmetric',
    '--redirect',
    redirectUri,
    '--scope',
    'openid',
    '--json',
  )
  const { client_id: id, client_secret: secret } = JSON.parse(made.output)
  const before = await exchangeBy(id, secret)
  const rotated = await client('rotate', '--id', id)
  const newer = /^secret (\S+)$/m.exec(rotated.output)?.[1] ?? ''
  const listed = await client('list', '--json')

  expect([made.code, rotated.code, before]).toEqual([0, 0, 200])
  expect([await exchangeBy(id, secret), await exchangeBy(id, newer)]).toEqual([401, 200])
  expect(JSON.parse(listed.output).find((one: { id: string }) => one.id === id)).toMatchObject({
    state: 'active',
    source: 'command',
  })
  expect(listed.output).not.toContain(newer)
})

test('D178: what a command does to a client is in the audit of its tenant, and of every tenant where it has none', async () => {
  const made = (...members: readonly string[]) =>
    client('create', '--type', 'symmetric', '--redirect', redirectUri, ...members)
  await made('--id', 'of-all')
  await made('--id', 'of-one', '--tenant', tenant)
  await client('rotate', '--id', 'of-one')
  await client('disable', '--id', 'of-all')
  const { rows } = await server.site.pool.query(
    `select t.id as tenant, a.kind, a.resource_id as id, a.reason, a.subject from audit a join tenant t on t.number = a.tenant
     where a.kind like 'client.%' and a.resource_id in ('of-all', 'of-one') order by a.seq`,
  )
  const row = (kind: string, id: string, of: string) => ({
    tenant: of,
    kind,
    id,
    reason: 'command',
    subject: 'banksia',
  })

  expect(rows).toEqual([
    ...developmentTenants.map((one) => row('client.created', 'of-all', one)),
    row('client.created', 'of-one', tenant),
    row('client.rotated', 'of-one', tenant),
    ...developmentTenants.map((one) => row('client.disabled', 'of-all', one)),
  ])
  const { body } = await server.call(
    'GET',
    '/fhir/R4/AuditEvent?subtype=http://dicom.nema.org/resources/ontology/DCM|110129',
    {
      as: { role: 'auditor' },
    },
  )
  expect(body.entry.map((entry: { resource: { subtype: unknown } }) => entry.resource.subtype)).toContainEqual([
    { system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110129', display: 'Security Configuration' },
    { code: 'client.rotated' },
  ])
})

test('D153: a service that is disabled has no token that counts two seconds later', async () => {
  const service = await makeService()
  const file = join(server.site.dataDir, 'jwks.json')
  writeFileSync(file, JSON.stringify(service.jwks))
  const made = await client(
    'create',
    '--id',
    service.id,
    '--type',
    'backend',
    '--jwks',
    file,
    '--tenant',
    tenant,
    '--scope',
    'system/Patient.rs',
  )
  const { body } = await askForService(server, await service.assert(server), 'system/Patient.rs')
  const before = await statusOf(server, body.access_token)
  const disabled = await client('disable', '--id', service.id)
  await new Promise((resolve) => setTimeout(resolve, 2_000))

  expect([made.code, before, disabled.code]).toEqual([0, 200, 0])
  expect(await statusOf(server, body.access_token)).toBe(401)
  expect((await askForService(server, await service.assert(server), 'system/Patient.rs')).status).toBe(401)
})

test.each<[readonly string[], number, RegExp]>([
  [['create', '--type', 'public'], 2, /--redirect is needed/],
  [['create', '--type', 'wrong', '--redirect', redirectUri], 2, /--type/],
  [['create', '--type', 'public', '--redirect', 'javascript:alert(1)'], 2, /--redirect must not be a script/],
  [['create', '--type', 'public', '--redirect', 'https://a.example/#x'], 2, /--redirect must not have a fragment/],
  [
    ['create', '--type', 'public', '--redirect', redirectUri, '--origin', 'https://a.example/path'],
    2,
    /--origin is no origin/,
  ],
  [['create', '--type', 'backend', '--tenant', tenant], 2, /--jwks or jwks_uri is needed/],
  [['create', '--type', 'backend', '--jwks-uri', 'https://a.example/jwks'], 2, /--tenant is needed/],
  [
    ['create', '--type', 'backend', '--jwks-uri', 'http://a.example/jwks', '--tenant', tenant],
    2,
    /--jwks-uri has to begin with https/,
  ],
  [
    [
      'create',
      '--type',
      'backend',
      '--jwks-uri',
      'https://a.example/jwks',
      '--tenant',
      '00000000-0000-7000-8000-0000000000ff',
    ],
    2,
    /--tenant: there is no tenant/,
  ],
  [['create', '--type', 'backend', '--jwks', '/nowhere', '--tenant', tenant], 2, /--jwks names a file/],
  [
    ['create', '--id', 'development-app', '--type', 'public', '--redirect', redirectUri],
    1,
    /there is a client development-app already/,
  ],
  [['rotate', '--id', 'nobody'], 1, /no client nobody with a secret/],
  [['rotate', '--id', 'development-app'], 1, /no client development-app with a secret/],
  [['disable', '--id', 'nobody'], 1, /no client nobody/],
  [['disable'], 2, /--id is needed/],
])('D153: banksia client %j ends with %i and says why', async ([name = '', ...given], code, said) => {
  const ended = await client(name, ...given)

  expect(ended.code).toBe(code)
  expect(ended.errors).toMatch(said)
})
