/** Senders: the systems whose messages are taken in. docs/inbound.md#senders. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const operator = { role: 'operator' } as const
const other = { role: 'operator', tenant: developmentTenants[1] } as const

const create = (body: object, as: object = operator) => call('POST', '/v1/senders', { body, as })
const ward = { name: 'Ward', addresses: ['10.0.0.9'] }
const pathOf = ({ body }: { readonly body: { readonly id: string } }): string => `/v1/senders/${body.id}`

test('D210: a secret is shown by the answer that makes it, and never again; the database holds it sealed', async () => {
  const made = await must(201, create({ ...ward, withSecret: true }))
  const { secret } = made.body
  const path = pathOf(made)

  const read = await must(200, call('GET', path, { as: operator }))
  const listed = await must(200, call('GET', '/v1/senders', { as: operator }))
  const rotated = await must(200, call('POST', `${path}:rotate`, { as: operator }))
  const changed = await must(200, call('PUT', path, { body: { ...ward, name: 'Ward 2' }, as: operator }))

  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(rotated.body.secret).toMatch(/^[\w-]{43}$/)
  expect(rotated.body.secret).not.toBe(secret)
  for (const answer of [read, listed, changed]) {
    expect(answer.text).not.toContain(secret)
    expect(answer.text).not.toContain(rotated.body.secret)
  }
  expect([read.body.hasSecret, changed.body.hasSecret]).toEqual([true, true])
  const { rows } = await server.site.pool.query('select content from resource where type = $1', ['Sender'])
  for (const { content } of rows) expect(content.includes(Buffer.from(secret))).toBe(false)
})

test('D210: a sender of another tenant is not there', async () => {
  const path = pathOf(await must(201, create(ward)))

  const answers = await Promise.all([
    call('GET', path, { as: other }),
    call('PUT', path, { body: ward, as: other, headers: { 'if-match': '"1"' } }),
    call('POST', `${path}:disable`, { as: other, headers: { 'if-match': '"1"' } }),
    call('POST', `${path}:rotate`, { as: other, headers: { 'if-match': '"1"' } }),
    call('GET', `${path}/quality`, { as: other }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await must(200, call('GET', '/v1/senders', { as: other }))).body.items).toEqual([])
})

test('D210: a disabled sender stays, says so, and can be let in again', async () => {
  const path = pathOf(await must(201, create(ward)))

  const disabled = await must(200, call('POST', `${path}:disable`, { as: operator }))
  const again = await must(200, call('POST', `${path}:disable`, { as: operator }))
  const enabled = await must(200, call('PUT', path, { body: { ...ward, status: 'active' }, as: operator }))

  expect([disabled.body.status, again.body.version, enabled.body.status]).toEqual(['disabled', 2, 'active'])
  const { rows } = await server.site.pool.query('select state, version from sender where id = $1', [enabled.body.id])
  expect(rows).toEqual([{ state: 'active', version: 3 }])
})

// biome-ignore format: one row a line
test.each([
  ['nothing says which messages are its own', { name: 'Ward' }, 'addresses'],
  ['an address is a name', { name: 'Ward', addresses: ['ward.example'] }, 'addresses[0]'],
  ['a prefix is too long', { name: 'Ward', addresses: ['10.0.0.0/33'] }, 'addresses[0]'],
  ['a certificate is named twice', { name: 'Ward', certificate: { dns: 'a.example', subject: 'CN=a' } }, 'certificate'],
  ['a certificate is not named', { name: 'Ward', certificate: {} }, 'certificate'],
  ['an application is empty', { ...ward, applications: [{}] }, 'applications[0]'],
  ['a time zone is an offset', { ...ward, timeZone: '+08:00' }, 'timeZone'],
  ['a character set is not known', { ...ward, characterSet: 'ebcdic' }, 'characterSet'],
  ['messages are larger than 64 MiB', { ...ward, maxBytes: 64 * 1024 * 1024 + 1 }, 'maxBytes'],
])('D210: a sender is refused where %s', async (_, body, field) => {
  expect((await must(400, create(body))).fields).toEqual([field])
})

test('D210: a sender cannot lose everything by which it is known', async () => {
  const path = pathOf(await must(201, create(ward)))

  expect((await must(400, call('PUT', path, { body: { name: 'Ward' }, as: operator }))).fields).toEqual(['addresses'])
})
