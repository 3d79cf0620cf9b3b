/** The test of a FHIR destination names the four failures of the specification (7), each with cause and remedy. docs/channels.md#failures. */
import { createServer } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { openChannelTests } from '../../src/channels/acceptance/acceptance.ts'
import { explainClass, specifiedFailures } from '../../src/domain/delivery/reason-classes.ts'
import { full, openRestrictedServer, type RestrictedServer, type ServerOptions } from './restricted-fhir-server.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function open(options: ServerOptions): Promise<RestrictedServer> {
  const server = await openRestrictedServer(options)
  closers.push(server.close)
  return server
}

const types = ['Patient', 'Condition', 'DocumentReference', 'Provenance', 'Bundle']
const whole = { types: Object.fromEntries(types.map((type) => [type, full])), interactions: ['transaction'] }

type Options = { readonly signal?: AbortSignal; readonly now?: () => number; readonly form?: string }

const check = (baseUrl: string, { signal, now = () => 0, form = 'auto' }: Options = {}) => {
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const run = openChannelTests({ policy, folders: [], clock: () => new Date(now()) })
  return run('fhir', { baseUrl, auth: { type: 'none' }, form }, signal ?? new AbortController().signal)
}

const failedOf = async (checking: ReturnType<typeof check>) =>
  (await checking).flatMap(({ check: name, outcome, ...rest }) => (outcome === 'failed' ? [{ name, ...rest }] : []))

test.each([
  ['authentication failure', 'authentication', () => 401],
  [
    'patient not found',
    'patient-lookup',
    (request: string) => (request.startsWith('GET Patient?identifier') ? 404 : undefined),
  ],
  ['document rejected', 'document-creation', (request: string) => (request === 'POST ' ? 422 : undefined)],
] as const)('spec 7: %s', async (failure, name, fault) => {
  const server = await open(whole)
  server.fault = fault
  const { class: expected = 'fault' } = specifiedFailures.find((row) => row.failure === failure) ?? {}

  const failed = await failedOf(check(server.baseUrl))

  expect(failed.find((row) => row.name === name)).toEqual({
    name,
    advice: expect.any(String),
    class: expected,
    ...explainClass(expected),
  })
})

test('spec 7: slow performance, of a server that answers late', async () => {
  const server = await open(whole)
  let now = 0

  // Each look at the clock is six seconds after the one before.
  const failed = await failedOf(check(server.baseUrl, { now: () => (now += 6_000) }))

  expect(failed[0]).toMatchObject({ name: 'response-time', class: 'slow', ...explainClass('slow') })
})

test('spec 7: slow performance, of a server that does not answer', async () => {
  const patience = new AbortController()
  const server = createServer(() => patience.abort(new DOMException('too long', 'TimeoutError')))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  closers.push(() => server.close())

  const failed = await failedOf(check(`http://127.0.0.1:${port}/fhir`, { signal: patience.signal }))

  expect(failed).toMatchObject([{ name: 'connection', class: 'slow', ...explainClass('slow') }])
})

test('D237: a server that takes no test records is told which form goes, and gets none', async () => {
  const server = await open({ types: { DocumentReference: full, Patient: { codes: ['search-type'] } } })

  const checks = await check(server.baseUrl)

  expect(checks.map(({ check: name, outcome }) => [name, outcome])).toEqual([
    ['connection', 'passed'],
    ['response-time', 'passed'],
    ['authentication', 'passed'],
    ['form', 'passed'],
    ['patient-lookup', 'passed'],
    ['document-creation', 'skipped'],
  ])
  expect(checks.at(-1)?.advice).toContain('in the form reference')
  expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
})

test('D237: a form that the server does not take fails the test', async () => {
  const server = await open({ types: { DocumentReference: full } })

  expect(await failedOf(check(server.baseUrl, { form: 'bundle' }))).toMatchObject([
    { name: 'form', class: 'misconfigured', ...explainClass('misconfigured') },
  ])
})
