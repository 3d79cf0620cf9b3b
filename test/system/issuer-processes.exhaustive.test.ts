/** The authorisation server in two processes at once, through kills, and in production mode. D152. */
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { createDatabase, execute, type TestDatabase } from '../database.ts'
import {
  assertionOf,
  authorize,
  exchange,
  launch,
  makeService,
  refresh,
  type Service,
  statusOf,
} from '../identity/issuer/smart-app.ts'
import { productionBase, writeKeyFile } from '../outside-issuer.ts'
import { waitUntil } from '../patience.ts'
import { urlOf } from '../running-server.ts'
import { endAll, makeFolder, runCommand, type Server, startServer, stop } from './processes.ts'

const scope = 'offline_access user/Patient.rs'
const named = 'http://localhost:8080'
const aud = `${named}/fhir/R4`

let folder: string
let database: TestDatabase
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  folder = makeFolder()
  database = await createDatabase()
  const keyFile = writeKeyFile(join(folder, 'key'))
  env = {
    DATABASE_URL: urlOf(database.config),
    BANKSIA_KEY_FILE: keyFile,
    BANKSIA_ROLE: 'web',
    BANKSIA_BASE_URL: named,
  }
})
afterAll(async () => {
  await endAll()
  await database.drop()
})

const start = (name: string): Promise<Server> => startServer(join(folder, name), { env })

test('D152: two processes are one authorisation server: a code of one serves at the other, once; a revocation at one counts at both', async () => {
  const [one, other] = await Promise.all([start('one'), start('other')])
  const first = await launch(one, { scope, aud })
  const atBoth = async () => [
    await statusOf(one, first.body.access_token),
    await statusOf(other, first.body.access_token),
  ]
  const before = await atBoth()
  const rotated = await refresh(other, first.body.refresh_token)
  const { code } = await authorize(one, { scope, aud })
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => exchange(at % 2 === 0 ? one : other, code)))

  expect(before).toEqual([200, 200])
  expect(rotated.status).toBe(200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const form = new URLSearchParams({ token: rotated.body.access_token, client_id: 'development-app' })
  await fetch(`${one.base}/oidc/token/revocation`, { method: 'POST', body: form })
  await sleep(2_000)
  expect(await atBoth()).toEqual([401, 401])
  expect((await refresh(other, rotated.body.refresh_token)).status).toBe(400)
  await Promise.all([stop(one), stop(other)])
})

test('D152: a process that is killed while codes are exchanged and tokens rotated leaves none that serves twice', async () => {
  const [first, second] = [await start('killed'), await start('stays')]
  const codes = await Promise.all(Array.from({ length: 8 }, () => authorize(first, { scope, aud })))
  const tokens = await Promise.all(Array.from({ length: 8 }, () => launch(first, { scope, aud })))
  const under = [
    ...codes.map(({ code }) => exchange(first, code)),
    ...tokens.map(({ body }) => refresh(first, body.refresh_token)),
  ].map((answer) =>
    answer.then(
      ({ status }) => status,
      () => 0,
    ),
  )
  await sleep(20)
  first.child.kill('SIGKILL')
  const seen = await Promise.all(under)
  await first.ended
  const again = await Promise.all([
    ...codes.map(({ code }) => exchange(second, code)),
    ...tokens.map(({ body }) => refresh(second, body.refresh_token)),
  ])
  const third = await Promise.all([
    ...codes.map(({ code }) => exchange(second, code)),
    ...tokens.map(({ body }) => refresh(second, body.refresh_token)),
  ])

  for (const [at, status] of seen.entries()) {
    const times = [status, again[at]?.status, third[at]?.status].filter((one) => one === 200).length
    expect(times).toBeLessThanOrEqual(1)
    expect(third[at]?.status).toBe(400)
  }
  // The tokens of one process that is gone are those of the other.
  expect((await launch(second, { scope, aud })).status).toBe(200)
  await stop(second)
})

/** The Host of a proxy in front, which `fetch` would not send. */
function ask(
  server: Server,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string }> {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString()
  const headers = {
    Host: 'inside.example',
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.base}${path}`,
      { method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const production = (clientsFile: string): Readonly<Record<string, string>> => ({
  ...env,
  BANKSIA_MODE: 'production',
  BANKSIA_ISSUER: 'embedded',
  BANKSIA_BASE_URL: productionBase,
  BANKSIA_CLIENTS_FILE: clientsFile,
})

const ofTenant = [
  ...['--name', 'Practice', '--profiles', 'base', '--references', 'enforce'],
  ...['--time-zone', 'Australia/Hobart'],
]

const describe = (tenant: string, services: readonly Service[]): string =>
  JSON.stringify({
    clients: services.map(({ id, jwks }) => ({
      client_id: id,
      type: 'backend',
      tenant,
      jwks,
      scope: 'system/Patient.rs',
    })),
  })

/** A client as another way of registering has left it. */
const registerAs = (
  source: 'command' | 'registration',
  { config }: TestDatabase,
  { tenant, service }: { readonly tenant: string; readonly service: Service },
): Promise<void> => {
  const settings = {
    ...{ token_endpoint_auth_method: 'private_key_jwt', grant_types: ['client_credentials'], redirect_uris: [] },
    ...{ response_types: [], jwks: service.jwks, banksia_scope: 'system/Patient.rs' },
  }
  return execute(
    config,
    `insert into issuer_client (id, tenant, source, settings)
       values ('${service.id}', (select number from tenant where id = '${tenant}'), '${source}', '${JSON.stringify(settings)}')
     on conflict (id) do update set source = excluded.source`,
  )
}

test('D153: a production server gives tokens to the services of its file, follows the file, and knows no client that registered itself', async () => {
  const base = await createDatabase()
  try {
    const tenant = newId()
    const [one, other] = [await makeService(), await makeService()]
    const file = join(folder, 'clients.json')
    const settings = {
      ...production(file),
      DATABASE_URL: urlOf(base.config),
      BANKSIA_DATA_DIR: join(folder, 'production'),
    }
    writeFileSync(file, '{"clients":[]}')
    const keyFile = { ...settings, BANKSIA_KEY_FILE: writeKeyFile(join(folder, 'production-key')) }
    const made = await runCommand(['tenant', 'create', '--id', tenant, ...ofTenant], { env: keyFile })
    expect(made).toMatchObject({ code: 0 })
    writeFileSync(file, describe(tenant, [one]))
    const self = await makeService()
    await registerAs('registration', base, { tenant, service: self })
    const server = await startServer(join(folder, 'production'), { env: keyFile })
    const tokenOf = async (service: Service) => {
      const assertion = await service.assert({ base: productionBase })
      const form = { grant_type: 'client_credentials', scope: 'system/*.rs', ...assertionOf(assertion) }
      const { status, text } = await ask(server, '/oidc/token', form)
      return { status, ...JSON.parse(text) }
    }
    const first = await tokenOf(one)
    const before = await tokenOf(other)
    const discovery = JSON.parse((await ask(server, '/oidc/.well-known/openid-configuration')).text)
    const smart = JSON.parse((await ask(server, '/fhir/R4/.well-known/smart-configuration')).text)

    expect(first).toMatchObject({ status: 200, scope: 'system/Patient.rs' })
    expect(before).toMatchObject({ status: 401, error: 'invalid_client' })
    expect(await statusOf(server, first.access_token)).toBe(200)
    expect(discovery).toMatchObject({
      issuer: `${productionBase}/oidc`,
      token_endpoint: `${productionBase}/oidc/token`,
    })
    for (const [name, value] of Object.entries(smart))
      if (name.endsWith('_endpoint') || name === 'jwks_uri') expect(discovery[name]).toBe(value)
    expect(smart.capabilities).not.toContain('launch-standalone')
    expect((await ask(server, '/oidc/development-token', {})).status).toBe(404)
    expect((await ask(server, '/oidc/reg', {})).status).toBe(404)

    // Where nobody can sign in, nothing is stored for it. D167
    const asked = await ask(server, `/oidc/auth?client_id=${one.id}&response_type=code&scope=openid`)
    const pushed = await ask(server, '/oidc/request', { client_id: one.id, response_type: 'code' })
    expect([asked.status, pushed.status]).toEqual([403, 403])
    expect(asked.text).toContain('Nobody signs in here')

    const unknown = await tokenOf(self)
    await registerAs('command', base, { tenant, service: self })
    const known = await tokenOf(self)
    const counted = await statusOf(server, known.access_token)
    await registerAs('registration', base, { tenant, service: self })
    await sleep(2_000)
    expect(unknown).toMatchObject({ status: 401, error: 'invalid_client' })
    expect([known.status, counted]).toEqual([200, 200])
    expect(await statusOf(server, known.access_token)).toBe(401)

    writeFileSync(file, describe(tenant, [other]))
    await waitUntil(async () => (await tokenOf(other)).status === 200)
    expect((await tokenOf(one)).error).toBe('invalid_client')
    expect(await statusOf(server, first.access_token)).toBe(401)
    writeFileSync(file, '{"clients":[{}]}')
    await waitUntil(() => server.errors().includes('clients-file.refused'))
    expect((await tokenOf(other)).status).toBe(200)
    await stop(server)
  } finally {
    await base.drop()
  }
})
