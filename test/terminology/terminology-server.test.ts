/** Another terminology server answers pending questions. R4 valueset-operation-validate-code.html. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { developmentTenants, systemCaller } from '../../src/core/caller.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Code } from '../../src/profiles/code-lookup.ts'
import type { Queryable } from '../../src/store/postgres/queryable.ts'
import { openPrepareCodes, openTerminology } from '../../src/terminology/terminology.ts'
import { openTerminologyServer } from '../../src/terminology/terminology-server.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'
import { waitUntil } from '../patience.ts'
import { holdDefinitions, valueSet } from './small-definitions.ts'

type Answer = { readonly status: number; readonly body: unknown }

const result = (valueBoolean: boolean): Answer => ({
  status: 200,
  body: { resourceType: 'Parameters', parameter: [{ name: 'result', valueBoolean }] },
})

let questions: JsonObject[] = []
let answer: Answer | undefined
let now = 0
const clock = (): Date => new Date(now)

const server = createServer(async (request, response) => {
  questions.push(JSON.parse(Buffer.concat(await request.toArray()).toString()) as JsonObject)
  if (answer !== undefined) response.writeHead(answer.status).end(JSON.stringify(answer.body))
})
let app: FhirApp
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir/`
  app = await startFhir()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})
beforeEach(() => {
  questions = []
  answer = result(true)
})

const caller = systemCaller(developmentTenants[0], '00000000-0000-7000-8000-000000000001')
const snomed = 'http://snomed.info/sct'
const findings = { system: snomed, filter: [{ property: 'concept', op: 'is-a' as const, value: '404684003' }] }
const set = 'https://example.org/vs/findings'
const code = { system: snomed, code: '38341003' }

function open(isClosed = false, timeoutMs = 5000) {
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const askServer = openTerminologyServer(policy, { url, timeoutMs }, clock)
  const definitions = holdDefinitions(valueSet('findings', { include: [findings] }))
  const terminology = openTerminology(definitions, { askServer, isClosed, clock })
  const runner: Queryable = app.owner
  const prepare = (...codes: Code[]) =>
    openPrepareCodes({ terminology, runner, listPending: async () => [{ valueSet: set, codes }], clock })(caller, {})
  return { prepare, ask: (asked: Code = code) => terminology.lookup.checkMembership(set, asked) }
}

test('docs/terminology.md: the server is asked once by value set, system and code, and nothing else leaves', async () => {
  const { prepare, ask } = open()
  expect(ask()).toBe('unknown')

  await prepare({ ...code, display: 'Secret words' })
  await prepare(code)

  expect(ask()).toBe('member')
  expect(questions).toEqual([
    {
      resourceType: 'Parameters',
      parameter: [
        { name: 'url', valueUri: set },
        { name: 'coding', valueCoding: code },
      ],
    },
  ])
  now += 11 * 60_000
  expect(ask()).toBe('unknown')
})

test('docs/terminology.md: it is not asked for what can be told here', async () => {
  const { prepare, ask } = open()
  const wrong = { system: snomed, code: '38341004' }

  await prepare(wrong)

  expect(ask(wrong)).toBe('not-member')
  expect(questions).toEqual([])
})

test.each([
  ['is no member', result(false), 'not-member'],
  ['cannot tell', { status: 404, body: { resourceType: 'OperationOutcome' } }, 'unknown'],
  ['answers what is no answer', { status: 200, body: [] }, 'unknown'],
  ['is broken', { status: 500, body: {} }, 'unknown'],
] as const)('docs/terminology.md: where it says that the code %s', async (_, given, membership) => {
  const { prepare, ask } = open()
  answer = given

  await prepare(code)

  expect(ask()).toBe(membership)
})

test.each([401, 403, 429, 500, 503])(
  'docs/terminology.md: fail-closed, an answer of status %s says nothing of the code',
  async (status) => {
    const { prepare } = open(true)
    answer = { status, body: { resourceType: 'OperationOutcome' } }

    await expect(prepare(code)).rejects.toMatchObject({ slug: 'dependency-unavailable' })
    await expect(prepare(code)).rejects.toMatchObject({ slug: 'dependency-unavailable' })
    expect(questions).toHaveLength(1)
  },
)

test('docs/terminology.md: fail-closed, its silence refuses what needs it; it is left alone for a while', async () => {
  const { prepare, ask } = open(true, 200)
  answer = undefined

  await expect(prepare(code)).rejects.toMatchObject({ slug: 'dependency-unavailable' })
  await expect(prepare(code)).rejects.toMatchObject({ slug: 'dependency-unavailable' })
  expect([ask(), questions.length]).toEqual(['unknown', 1])

  answer = result(true)
  now += 11_000
  await prepare(code)
  expect(ask()).toBe('member')
})

test('docs/terminology.md: a host that is not allowed is not called', async () => {
  const askServer = openTerminologyServer({ allowedHosts: [], allowPrivate: true }, { url, timeoutMs: 5000 }, clock)

  expect(await askServer(set, code)).toBeUndefined()
  expect(questions).toEqual([])
})

test('docs/terminology.md: a write whose required binding only the server can tell, open and closed', async () => {
  const profile = {
    resourceType: 'StructureDefinition',
    url: 'https://example.org/fhir/StructureDefinition/finding',
    name: 'Finding',
    status: 'active',
    kind: 'resource',
    abstract: false,
    type: 'Condition',
    baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Condition',
    derivation: 'constraint',
    differential: {
      element: [
        { id: 'Condition', path: 'Condition' },
        { id: 'Condition.code', path: 'Condition.code', min: 1, binding: { strength: 'required', valueSet: implicit } },
      ],
    },
  }
  const env = {
    BANKSIA_TERMINOLOGY_URL: url,
    BANKSIA_TERMINOLOGY_FAIL: 'closed',
    BANKSIA_TERMINOLOGY_TIMEOUT_MS: '3000',
  }
  const asking = await startFhir(app, env)
  const condition = {
    resourceType: 'Condition',
    meta: { profile: [profile.url] },
    subject: { reference: 'Patient/nobody' },
    code: { coding: [{ ...code, display: 'Secret words' }] },
  }
  const write = async (body: object) => (await asking.send('POST', '/Condition', { body, as: { tenant: 2 } })).status
  expect((await asking.send('POST', '/StructureDefinition', { body: profile, as: { tenant: 2 } })).status).toBe(201)

  const wrong = { ...condition, code: { coding: [{ system: snomed, code: '38341004' }] } }
  // The profile is known within two seconds.
  await waitUntil(async () => (await write(wrong)) === 422)
  const statuses = [await write(condition)]
  answer = result(false)
  statuses.push(await write({ ...condition, code: { coding: [{ system: snomed, code: '73211009' }] } }))
  answer = undefined
  statuses.push(await write({ ...condition, code: { coding: [{ system: snomed, code: '195967001' }] } }))
  await asking.close()

  expect(statuses).toEqual([201, 422, 503])
  expect(JSON.stringify(questions)).not.toContain('Secret')
})

const implicit = `${snomed}?fhir_vs=isa/404684003`
