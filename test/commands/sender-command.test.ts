/** `banksia sender` beside a running server. docs/inbound.md#senders. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { must } from '../consultation.ts'
import { makeAuthority } from '../http/tls/certificates.ts'
import { urlOf } from '../running-server.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { useRunning } from '../use-running.ts'
import { runInProcess } from './in-process.ts'

const [tenant, otherTenant] = developmentTenants
const operator = { role: 'operator' } as const
const server = useRunning()

const sender = (name: string, ...given: readonly string[]) =>
  runInProcess(['sender', name, ...given], {
    env: { BANKSIA_DATA_DIR: server.site.dataDir, DATABASE_URL: urlOf(server.site.database.config) },
  })

test('D210: banksia sender creates, lists and disables what /v1/senders shows', async () => {
  const folder = makeScratchFolder('senders')
  const certificate = join(folder, 'lab.pem')
  writeFileSync(certificate, makeAuthority(folder, 'ours').issue('lab').cert)
  const given = [
    '--tenant',
    tenant,
    '--name',
    'Laboratory',
    '--address',
    '10.20.0.0/16',
    '--application',
    'LAB|HARBOUR',
  ]
  const more = ['--application', '|WARD', '--certificate', certificate, '--time-zone', 'Australia/Perth']

  const made = await sender('create', ...given, ...more, '--max-bytes', '33554432', '--secret', '--json')
  const { id, secret } = JSON.parse(made.output)
  const read = await must(200, server.call('GET', `/v1/senders/${id}`, { as: operator }))
  const listed = await sender('list', '--tenant', tenant, '--json')
  const others = await sender('list', '--tenant', otherTenant, '--json')
  const disabled = await sender('disable', '--tenant', tenant, '--id', id)
  const after = await must(200, server.call('GET', `/v1/senders/${id}`, { as: operator }))

  expect([made.code, listed.code, disabled.code, disabled.output]).toEqual([0, 0, 0, `sender ${id} is disabled\n`])
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(read.body).toMatchObject({
    name: 'Laboratory',
    addresses: ['10.20.0.0/16'],
    applications: [{ application: 'LAB', facility: 'HARBOUR' }, { facility: 'WARD' }],
    certificate: { thumbprint: expect.stringMatching(/^[\w-]{43}$/) },
    timeZone: 'Australia/Perth',
    maxBytes: 33_554_432,
    hasSecret: true,
    status: 'active',
  })
  expect(JSON.parse(listed.output)).toEqual([{ id, status: 'active', name: 'Laboratory' }])
  expect(JSON.parse(others.output)).toEqual([])
  expect(after.body.status).toBe('disabled')
})

const nobody = '00000000-0000-7000-8000-00000000dead'

// biome-ignore format: one row a line
test.each([
  ['no tenant', 'create', ['--name', 'Ward', '--address', '10.0.0.9'], 2, '--tenant is needed'],
  ['a tenant that is not here', 'create', ['--tenant', nobody, '--name', 'Ward', '--address', '10.0.0.9'], 1, 'there is no tenant'],
  ['no name', 'create', ['--tenant', tenant, '--address', '10.0.0.9'], 2, '--name'],
  ['nothing that it is known by', 'create', ['--tenant', tenant, '--name', 'Ward'], 2, '--address'],
  ['an address that is none', 'create', ['--tenant', tenant, '--name', 'Ward', '--address', 'ward'], 2, '--address'],
  ['a size that is none', 'create', ['--tenant', tenant, '--name', 'Ward', '--address', '10.0.0.9', '--max-bytes', 'large'], 2, '--max-bytes'],
  ['an alternative name without its kind', 'create', ['--tenant', tenant, '--name', 'Ward', '--certificate-san', 'a.example'], 2, '--certificate-san'],
  ['two certificates', 'create', ['--tenant', tenant, '--name', 'Ward', '--certificate-san', 'dns:a.example', '--certificate-subject', 'CN=a'], 2, '--certificate'],
  ['a sender that is not here', 'disable', ['--tenant', tenant, '--id', nobody], 1, 'has no sender'],
  ['an identifier that is none', 'disable', ['--tenant', tenant, '--id', 'none'], 2, '--id'],
])('D210: %s is refused', async (_, name, given, code, said) => {
  const ended = await sender(name, ...given)

  expect([ended.code, ended.output]).toEqual([code, ''])
  expect(ended.errors).toContain(said)
})
