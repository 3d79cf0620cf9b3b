/** The records of alerts. docs/channels.md#alerts */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const operator = { role: 'operator' } as const
const signature = { keyId: 'desk', key: 'a-shared-key-of-forty-characters-for-all' }
const webhook = { kind: 'webhook', url: 'https://127.0.0.1:8443/alerts', signature }
const mail = { kind: 'email', host: '127.0.0.1', port: 587, from: 'a@hub.example', to: ['b@hub.example'] }

const server = useRunning({
  BANKSIA_ROLE: 'web',
  BANKSIA_OUTBOUND_HOSTS: '127.0.0.1,192.168.1.4',
  BANKSIA_OUTBOUND_PRIVATE: 'allow',
})
const { call } = server

const create = (more: object = {}) =>
  call('POST', '/v1/alerts', { body: { name: 'Desk', rule: 'oldest-queued', target: webhook, ...more }, as: operator })

test('D231: no answer shows the key of a target again, and a change that brings the answer back keeps it', async () => {
  const { body } = await must(201, create())
  const path = `/v1/alerts/${body.id}`
  const { firings, ...read } = (await must(200, call('GET', path, { as: operator }))).body
  const changed = await must(200, call('PUT', path, { body: { ...read, throttleMinutes: 5 }, as: operator }))
  const { text } = await must(200, call('GET', '/v1/alerts', { as: operator }))

  expect(body).toMatchObject({ rule: 'oldest-queued', threshold: 15, throttleMinutes: 60, active: true })
  expect(firings).toEqual([])
  expect(read.target.signature).toEqual({ keyId: 'desk', key: '***' })
  expect(changed.body).toMatchObject({ version: 2, throttleMinutes: 5, target: read.target })
  expect(text).not.toContain(signature.key)
})

test('D246: the key of a target that is not given again does not go to another address', async () => {
  const { body } = await must(201, create())
  const change = (url: string) =>
    call('PUT', `/v1/alerts/${body.id}`, {
      body: {
        name: 'Desk',
        rule: 'oldest-queued',
        target: { ...webhook, url, signature: { keyId: 'desk', key: '***' } },
      },
      as: operator,
    })

  expect(await change('https://127.0.0.1:9443/')).toMatchObject({ status: 400, fields: ['target.signature.key'] })
  expect(await change(webhook.url)).toMatchObject({ status: 200 })
})

// biome-ignore format: one row a line
test.each([
  ['a host that is not listed', { target: { ...webhook, url: 'https://elsewhere.example/' } }, 'target.url'],
  ['a mail host that is not listed', { target: { ...mail, host: 'mail.elsewhere.example' } }, 'target.host'],
  ['a mail in the clear off this machine', { target: { ...mail, host: '192.168.1.4', security: 'none' } }, 'target.security'],
  ['a user without a password', { target: { ...mail, user: 'a' } }, 'target.password'],
  ['a short key', { target: { ...webhook, signature: { keyId: 'a', key: 'short' } } }, 'target.signature.key'],
  ['an unknown rule', { rule: 'else' }, 'rule'],
  ['a channel that is not there', { channelId: '0198f2a0-0000-7000-8000-0000000000c9' }, 'channelId'],
])('D231: %s is refused with its place', async (_name, more, field) => {
  expect(await create(more)).toMatchObject({ status: 400, problem: 'validation', fields: [field] })
})

test('D231: alerts belong to the operators of their tenant', async () => {
  const { body } = await must(201, create({ target: mail }))
  const path = `/v1/alerts/${body.id}`
  const elsewhere = { ...operator, tenant: developmentTenants[1] }

  expect(await call('GET', path)).toMatchObject({ status: 403, problem: 'role-required' })
  expect(await call('GET', path, { as: elsewhere })).toMatchObject({ status: 404 })
  expect(await call('DELETE', path, { as: elsewhere })).toMatchObject({ status: 404 })
  expect(await call('DELETE', path, { as: operator })).toMatchObject({ status: 204 })
  expect(await call('GET', path, { as: operator })).toMatchObject({ status: 404 })
})
