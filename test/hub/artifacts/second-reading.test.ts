/** A verification with a second reading by an outside model: it adds doubt, and never takes any away. docs/lifecycle.md#verification; D296. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { draftByHand, giveConsent, must } from '../../consultation.ts'
import {
  completion,
  completionText,
  type Manner,
  openProvider,
  type Provider,
  readMessages,
  status,
} from '../../provider.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let provider: Provider

beforeAll(async () => {
  provider = await openProvider()
  server = await startRunning({
    site: await createSite(),
    env: {
      BANKSIA_PROVIDER_AGREEMENT: 'agreement-7',
      BANKSIA_VERIFIER: 'embedded+http',
      BANKSIA_VERIFIER_MODEL: 'reader',
      BANKSIA_DRAFTER_URL: provider.url,
    },
  })
  call = server.call
})
afterAll(async () => {
  await server?.stop()
  await provider?.close()
  await server?.site.remove()
})
beforeEach(() => provider.answer(verdict('holds')))

const verdict = (given: string): Manner => completion({ verdicts: [{ id: 'n1', verdict: given }] })
const by = 'http:reader'
const operator = { role: 'operator' } as const

async function draft(
  text?: string,
  isConsented = true,
): Promise<{ readonly path: string; readonly encounterId: string }> {
  const { artifactId, patientId, encounterId } = await draftByHand(call, text)
  if (isConsented) await giveConsent(call, patientId, { permits: ['generate_external'] })
  return { path: `/v1/artifacts/${artifactId}`, encounterId }
}
const verify = async (path: string, body: object = {}) =>
  (await must(200, call('POST', `${path}:verify`, { body }))).body

test('D296: a reading that refutes nothing changes nothing, and is on record', async () => {
  const { path, encounterId } = await draft()

  const verified = await verify(path)

  expect(verified).toMatchObject({ outcome: 'passed', findings: [], secondReading: { outcome: 'read', by } })
  expect((await must(200, call('GET', path))).body.verification.secondReading).toEqual({ outcome: 'read', by })
  const { user } = readMessages(provider.asked.at(-1) as Provider['asked'][number])
  expect(JSON.parse(user.slice(user.indexOf('{')))).toMatchObject({
    statement: 'Sore throat for 4 days.',
    said: [{ text: 'I have had a sore throat for four days.' }],
  })
  const events = `/v1/audit/events?encounterId=${encounterId}&kind=provider.disclosed`
  const { items } = (await must(200, call('GET', events, { as: { role: 'auditor' } }))).body
  expect(items).toMatchObject([
    { toState: 'verify', resourceType: 'Artifact', reason: new URL(provider.url).host, count: 1 },
  ])
})

test('D296: a refuted statement is a finding, which a clinician attests', async () => {
  const { path } = await draft()
  provider.answer(verdict('refuted'))

  const doubted = await verify(path)
  const refused = await call('POST', `${path}:approve`)
  const attestations = [{ statementId: 'one', rule: 'refuted-by-second-reading', reasonCode: 'observed' }]
  const attested = await verify(path, { attestations })

  expect(doubted).toMatchObject({
    outcome: 'failed',
    findings: [{ rule: 'refuted-by-second-reading', statementId: 'one', attested: false }],
  })
  expect(refused).toMatchObject({ problem: 'verification-required' })
  expect(attested).toMatchObject({
    outcome: 'passed',
    findings: [{ rule: 'refuted-by-second-reading', attested: true }],
  })
  await must(200, call('POST', `${path}:approve`))
})

test('D296: a reading without doubt takes no finding of the embedded verifier away', async () => {
  const { path } = await draft('Sore throat for 5 days.')

  const verified = await verify(path)

  expect(verified.outcome).toBe('failed')
  expect(verified.findings.map(({ rule }: { rule: string }) => rule)).toContain('number-mismatch')
})

// biome-ignore format: one row a line
const unread: readonly (readonly [string, Manner, string])[] = [
  ['is unreachable', (response) => void response.destroy(), 'second_reading_unavailable'],
  ['fails', status(500), 'second_reading_unavailable'],
  ['answers nonsense', completionText('All good.'), 'second_reading_invalid'],
  ['leaves the statement out', completion({ verdicts: [] }), 'second_reading_invalid'],
  ['answers 10 MB', completionText(' '.repeat(10 * 1024 * 1024)), 'second_reading_invalid'],
]

test.each(unread)(
  'R3.2: if the second reader %s, the verification has not run, and nobody approves',
  async (_how, manner, reason) => {
    const { path } = await draft()
    provider.answer(manner)

    expect(await verify(path)).toMatchObject({ outcome: 'not_run', reason, findings: [] })
    expect(await call('POST', `${path}:approve`)).toMatchObject({ problem: 'verification-required' })
  },
)

test('D296: without consent, or while it is switched off, nothing is sent, and the verification says so', async () => {
  const before = provider.asked.length
  const { path } = await draft(undefined, false)
  const unconsented = await verify(path)
  const other = await draft()
  const config = '/v1/platform/config/connect'
  await must(200, call('PUT', config, { as: operator, body: { killSwitches: { external_drafter: true } } }))
  const switchedOff = await verify(other.path)
  await must(200, call('PUT', config, { as: operator, body: {} }))

  expect(unconsented).toMatchObject({ outcome: 'passed', secondReading: { outcome: 'not_consented', by } })
  expect(switchedOff).toMatchObject({ outcome: 'passed', secondReading: { outcome: 'feature_disabled', by } })
  expect(provider.asked).toHaveLength(before)
})

test('D296: the requests of a day are counted, and over the budget the verification has not run', async () => {
  const { path } = await draft()
  const { pool } = server.site
  await verify(path)
  const { rows } = await pool.query(`select tokens from provider_use where purpose = 'verify'`)
  await pool.query(`update provider_use set tokens = 1000000000 where purpose = 'verify'`)
  const before = provider.asked.length

  const verified = await verify(path)
  await pool.query(`update provider_use set tokens = 0 where purpose = 'verify'`)

  expect(Number(rows[0]?.tokens)).toBeGreaterThan(0)
  expect(verified).toMatchObject({ outcome: 'not_run', reason: 'second_reading_unavailable' })
  expect(provider.asked).toHaveLength(before)
})

test('R3.2: a second reader that does not answer in time leaves the verification not run', async () => {
  const { path } = await draft()
  const config = '/v1/platform/config/connect'
  await must(200, call('PUT', config, { as: operator, body: { timeouts: { verify: 2_000 } } }))
  provider.answer((response) => void response.writeHead(200).write(' '))

  const verified = await verify(path)
  await must(200, call('PUT', config, { as: operator, body: {} }))

  expect(verified).toMatchObject({ outcome: 'not_run', reason: 'verifier_timeout' })
})

test('D297: without a model that drafts a revision is refused, and the problem says what to set', async () => {
  const { path } = await draft()

  const refused = await call('POST', `${path}:revise`, { body: { instruction: 'Shorter.' } })

  expect(refused).toMatchObject({ status: 409, problem: 'business-rule' })
  expect(refused.body.detail).toContain('set BANKSIA_DRAFTER=http')
})
