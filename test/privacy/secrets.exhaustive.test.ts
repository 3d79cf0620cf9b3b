/**
 * A patient, the tokens of an app and its secret, through launches, failures and a crash: they are in no log, metric, span, dump, Redis or file that a
 * crash leaves. `.ci/external.sh` runs it on PostgreSQL of the machine. docs/design/house.md#patient-data; docs/security.md#threats.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { developmentTenants } from '../../src/core/caller.ts'
import { createPatient } from '../consultation.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { register } from '../identity/issuer/register.ts'
import {
  authorize,
  launch,
  postForm,
  postLaunch,
  redirectUri,
  refresh,
  verifier,
} from '../identity/issuer/smart-app.ts'
import { runJudge } from '../judges.ts'
import { waitFor } from '../patience.ts'
import { findPort } from '../ports.ts'
import { subscription } from '../queues/hook.ts'
import { hasRedis, openReceiver, type Receiver, type RedisServer, startRedis } from '../queues/receivers.ts'
import { type Call, openCall, openTokens, urlOf } from '../running-server.ts'
import { endAll, makeFolder, type Server, startServer } from '../system/processes.ts'
import { listFiles, openFinder, readWhole } from './needles.ts'
import { canaries, runPlantedFlow } from './planted-patient.ts'

const appSecret = `secret-${randomBytes(24).toString('hex')}`
const headerSecret = `header-${randomBytes(24).toString('hex')}`
const secrets: string[] = [...Object.values(canaries), appSecret, headerSecret]

/** On a busy machine the start of a server is most of it. */
const setUpMs = 300_000

let folder: string
let database: TestDatabase
let pool: pg.Pool
let redis: RedisServer | undefined
let collector: ChildProcess
let receiver: Receiver
let server: Server
let metrics = ''
let work: string
const spans: string[] = []

/** Of whoever runs the server, and no part of it: an error that nobody catches. */
const crashing = `process.on('SIGUSR2', () => { throw new Error('a fault that nobody catches') })\n`

beforeAll(async () => {
  folder = makeFolder()
  work = join(folder, 'work')
  mkdirSync(work)
  writeFileSync(join(folder, 'crash.mjs'), crashing)
  database = await createDatabase()
  pool = openOwner(database)
  redis = hasRedis ? await startRedis({ isKept: true }) : undefined
  receiver = await openReceiver({ manner: 'AE' })
  const env = {
    DATABASE_URL: urlOf(database.config),
    BANKSIA_LOG_LEVEL: 'trace',
    NODE_OPTIONS: `--import=${join(folder, 'crash.mjs')}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await openCollector()}`,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  }
  const port = await findPort()
  const base = { BANKSIA_BASE_URL: `http://127.0.0.1:${port}` }
  server = await startServer(join(folder, 'data'), { env: { ...env, ...base }, directory: work, port })
  const tokens = openTokens(server.base)
  const call = openCall(server.base, tokens)
  const files = join(folder, 'files')
  mkdirSync(files)
  await runPlantedFlow({ call, receiver, folder: files })
  await runLaunches(call, await tokens({}))
  await fail(call)
  metrics = await (await fetch(`${server.base}/metrics`)).text()
  server.child.kill('SIGUSR2')
  await server.ended
}, setUpMs)

afterAll(async () => {
  await endAll()
  await receiver.close()
  collector.kill()
  await redis?.stop()
  await pool.end()
  await database.drop()
})

async function openCollector(): Promise<number> {
  collector = fork(join(import.meta.dirname, '../system/otlp-receiver.ts'), {
    execPath: process.execPath,
    execArgv: [],
  })
  let port: number | undefined
  collector.on('message', (message: { readonly port?: number; readonly text?: string }) => {
    port ??= message.port
    if (message.text !== undefined) spans.push(message.text)
  })
  return (
    (await waitFor(
      async () => port,
      (known) => known !== undefined,
    )) ?? 0
  )
}

/** Each token and each secret once in its place, and once where it does not belong. */
async function runLaunches(call: Call, bearer: string): Promise<void> {
  const patient = await createPatient(call)
  const made = await postLaunch(server, bearer, { patient })
  const scope = 'launch openid offline_access patient/Patient.rs'
  const { body } = await launch(server, { scope, launch: made.body.launch })
  const again = await refresh(server, body.refresh_token)
  const client = await register(
    pool,
    { type: 'symmetric', redirect_uris: [redirectUri], scope: 'openid user/Patient.rs' },
    appSecret,
  )
  const { code } = await authorize(server, { client_id: client, scope: 'openid user/Patient.rs' })
  secrets.push(
    made.body.launch,
    body.access_token,
    body.refresh_token,
    body.id_token,
    again.body.access_token,
    code ?? '',
    bearer,
  )
  const form = {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const told = await postForm(server, '/oidc/token', form, { Authorization: `Basic ${btoa(`${client}:${appSecret}`)}` })
  expect(told.status).toBe(200)
  secrets.push(told.body.access_token)
  await postForm(server, '/oidc/token', { ...form, client_id: client, client_secret: appSecret })
  for (const secret of secrets.slice(-8))
    for (const path of ['/fhir/R4/Patient?access_token=', '/oidc/auth?client_secret=', '/fhir/R4/', '/v1/', '/s?'])
      await (await fetch(`${server.base}${path}${encodeURIComponent(secret)}`, { redirect: 'manual' })).text()
}

/** A receiver that is not there, JSON that is none, and a row that the database refuses with its content. */
async function fail(call: Call): Promise<void> {
  const headers = { 'content-type': 'application/fhir+json' }
  const { family, said } = canaries
  const endpoint = 'http://127.0.0.1:9/hook'
  const hook = subscription(server.base, {
    topic: 'observation-changed',
    endpoint,
    header: [`Authorization: Bearer ${headerSecret}`],
  })
  expect((await call('POST', '/fhir/R4/Subscription', { body: hook, headers })).status).toBe(201)
  expect((await call('POST', '/fhir/R4/Patient', { body: `{"name":"${family}`, headers })).status).toBe(400)
  await pool.query(`alter table resource add constraint fault check (type <> 'Basic') not valid`)
  const body = { resourceType: 'Basic', code: { text: said }, author: { display: family } }
  const told = await call('POST', '/fhir/R4/Basic', { body, headers, as: { tenant: developmentTenants[1] } })
  expect([told.status, openFinder(secrets)(Buffer.from(told.text))]).toEqual([500, []])
}

const find = (text: string | Buffer): readonly string[] => openFinder(secrets)(Buffer.from(text))

test('docs/security.md#threats: no log line holds a secret or a patient, even at the finest level', () => {
  expect(server.errors().split('\n').length).toBeGreaterThan(50)
  expect(find(`${server.output()}${server.errors()}`)).toEqual([])
})

test('docs/security.md#threats: no metric and no span holds one', () => {
  expect([metrics.includes('# HELP'), spans.length > 0]).toEqual([true, true])
  expect(find(`${metrics}${spans.join('\n')}`)).toEqual([])
})

test('docs/security.md#threats: no row of the database holds one, as text of each column', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of rows)
    texts.push(
      ...(await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(({ row }) => row),
    )

  expect(texts.length).toBeGreaterThan(200)
  expect(find(texts.join('\n'))).toEqual([])
})

test('docs/security.md#threats: no dump by pg_dump holds one', async () => {
  const file = join(folder, 'dump.sql')
  const { status } = runJudge('pg_dump', ['--no-sync', '--file', file, urlOf(database.config)])
  // A pg_dump that is older than the server refuses, and there may be none.
  if (status !== 0) return process.stderr.write('skipped: no pg_dump fits this PostgreSQL\n')

  expect(readWhole(file).includes('CREATE TABLE public.resource')).toBe(true)
  expect(find(readWhole(file))).toEqual([])
})

test('docs/security.md#threats: Redis holds none', async () => {
  if (redis === undefined) return process.stderr.write('skipped: redis-server is not installed\n')
  const kept = Buffer.concat(listFiles(redis.folder).map((path) => readWhole(path)))

  expect(kept.includes('bull')).toBe(true)
  expect(find(kept)).toEqual([])
})

test('docs/security.md#threats: a process that an error ends leaves no file that holds one', async () => {
  const { code } = await server.ended

  expect(code).not.toBe(0)
  expect(readdirSync(work)).toEqual([])
  expect(
    listFiles(server.dataDirectory).flatMap((path) => find(readWhole(path)).map((what) => `${path}: ${what}`)),
  ).toEqual([])
})
