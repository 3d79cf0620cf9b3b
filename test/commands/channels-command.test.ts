/** `banksia channels export` and `apply`, beside a running server. docs/channels.md#files; D226. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { must, templateId } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { urlOf } from '../running-server.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { useRunning } from '../use-running.ts'
import { runInProcess } from './in-process.ts'

const [tenant] = developmentTenants
const operator = { role: 'operator' } as const
const server = useRunning()
const root = makeScratchFolder('channels')

const channels = (name: string, more: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runInProcess(['channels', name, '--tenant', tenant, ...more], {
    env: { BANKSIA_DATA_DIR: server.site.dataDir, DATABASE_URL: urlOf(server.site.database.config), ...env },
  })

/** A folder with these files. */
function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = join(root, newId())
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const list = async () => (await must(200, server.call('GET', '/v1/channels?limit=200', { as: operator }))).body.items
const find = async (name: string) => (await list()).find((channel: { name: string }) => channel.name === name)

/** A channel over MLLP to port 9, or what `lines` say. */
const mllp = (name: string, lines = '') => `# kept by hand
name: ${name}
templateIds: ["${templateId}"]
recipient: { name: Example Hospital }
purposeOfUse: TREAT
legalBasis: own_organisation
format: hl7v2
transport: mllp
destination: { host: 127.0.0.1, port: 9 }
${lines}`

const fhir = (name: string, port: number, secret = '{ secret: WARD }') => `name: ${name}
recipient: { name: Ward }
purposeOfUse: TREAT
legalBasis: own_organisation
format: bundle
transport: fhir
destination:
  baseUrl: http://127.0.0.1:${port}/fhir
  auth: { type: basic, username: hub, password: ${secret} }
`

describe('apply', () => {
  test('D226: a dry run says what would change and writes nothing; a second apply says that nothing changes', async () => {
    const folder = writeFolder({ 'first.yaml': mllp('First'), 'second.json': '' })
    const { name: _, ...rest } = { name: '', recipient: { name: 'Second' }, purposeOfUse: 'TREAT' }
    const second = { ...rest, name: 'Second', legalBasis: 'statute', format: 'hl7v2', transport: 'mllp' }
    const to = { destination: { host: '127.0.0.1', port: 9 } }
    writeFileSync(join(folder, 'second.json'), JSON.stringify({ ...second, ...to }))

    const dry = await channels('apply', [folder, '--dry-run'])
    expect([dry.code, dry.output.split('\n').at(-2)]).toEqual([0, '2 of 2 channels would change'])
    expect(await find('First')).toBeUndefined()

    const applied = await channels('apply', [folder])
    expect(applied.output).toContain('create First\n  + name: "First"\n')
    expect(applied.output).toContain('  + destination.port: 9\n')
    const made = await find('First')
    expect(made).toMatchObject({ version: 1, status: 'active', destination: { port: 9 }, templateIds: [templateId] })
    expect(made).not.toHaveProperty('applied')

    const again = await channels('apply', [folder])
    expect([again.code, again.output]).toEqual([0, 'nothing changes\n'])
    expect(await find('First')).toEqual(made)

    writeFileSync(
      join(folder, 'first.yaml'),
      mllp('First', 'filter: { spokes: [link] }\n').replace('port: 9', 'port: 8'),
    )
    await must(200, server.call('POST', `/v1/channels/${made.id}:pause`, { as: operator }))
    const changed = await channels('apply', [folder])
    expect(changed.output).toBe(
      'change First\n  ~ destination.port: 9 -> 8\n  + filter.spokes: ["link"]\n1 of 2 channels changed\n',
    )
    expect(await find('First')).toMatchObject({ version: 3, status: 'paused', destination: { port: 8 } })
  })

  test('D226: a fault in one file is told with its line, and nothing of any file is written', async () => {
    const folder = writeFolder({
      'a.yaml': mllp('Fine'),
      'b.yaml': mllp('Wrong', 'retries: { attempts: 3 }\nretry: { attempts: zero }\n'),
      'c.yml': 'name: [\n',
    })
    const unknown = await channels('apply', [folder])
    expect(unknown.code).toBe(1)
    expect(unknown.errors).toContain('b.yaml:10: retries is no member of a channel\n')
    expect(unknown.errors).toContain('b.yaml:11: retry.attempts is missing or not valid\n')
    expect(unknown.errors).toMatch(/^c\.yml:\d+: is no YAML/m)

    const later = writeFolder({
      'a.yaml': mllp('Fine'),
      'b.yaml': mllp('Away').replace('127.0.0.1', 'hl7.example.org'),
      'c.yaml': mllp('Template').replace(templateId, newId()),
      'd.yaml': mllp('Expression', 'filter:\n  spokes: [link]\n  expression: Bundle.gibt()\n'),
      'e.yaml': mllp('Fine'),
    })
    const refused = await channels('apply', [later])
    expect(refused.code).toBe(1)
    expect(refused.errors).toMatch(/^b\.yaml:9: destination\.host /m)
    expect(refused.errors).toContain('c.yaml:3: templateIds[0] names no template\n')
    expect(refused.errors).toMatch(/^d\.yaml:12: filter\.expression unknown function at character \d+/m)
    expect(refused.errors).toContain('e.yaml:2: name is the name of a channel in another file\n')
    expect(refused.errors).not.toContain('hl7.example.org')
    expect(await find('Fine')).toBeUndefined()
  })

  test('D226: a channel that somebody changed since is not changed, unless by --overwrite', async () => {
    const folder = writeFolder({ 'ward.yaml': mllp('Changed') })
    await channels('apply', [folder])
    const { id, version: _, createdAt: __, updatedAt: ___, ...shown } = await find('Changed')
    const body = { ...shown, destination: { ...shown.destination, port: 7 } }
    await must(200, server.call('PUT', `/v1/channels/${id}`, { body, as: operator }))
    writeFileSync(join(folder, 'ward.yaml'), mllp('Changed').replace('port: 9', 'port: 8'))

    const refused = await channels('apply', [folder])
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('somebody changed it since')])
    expect(await find('Changed')).toMatchObject({ version: 2, destination: { port: 7 } })

    const forced = await channels('apply', [folder, '--overwrite'])
    expect(forced.output).toContain('  ~ destination.port: 7 -> 8\n')
    expect(await find('Changed')).toMatchObject({ version: 3, destination: { port: 8 } })
  })
})

describe('export', () => {
  test('D226: what is exported is applied without a change, and can be changed where it stands', async () => {
    await channels('apply', [writeFolder({ 'one.yaml': mllp('Out & In', 'filter: { artifactTypes: [note] }\n') })])
    const folder = join(root, newId())

    const exported = await channels('export', [folder])
    expect(exported.output).toContain('out-in.yaml  Out & In\n')
    expect(readdirSync(folder)).toHaveLength((await list()).length)
    const again = await channels('apply', [folder])
    expect([again.code, again.output]).toEqual([0, 'nothing changes\n'])

    const file = join(folder, 'out-in.yaml')
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain('status')
    writeFileSync(file, text.replace('port: 9', 'port: 6'))
    const changed = await channels('apply', [folder])
    expect(changed.output).toMatch(/^change Out & In\n {2}~ destination\.port: 9 -> 6\n1 of \d+ channels changed\n$/)
  })
})

const capabilities = {
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-01-01',
  kind: 'instance',
  fhirVersion: '4.0.1',
  format: ['json'],
  rest: [
    {
      mode: 'server',
      interaction: [{ code: 'transaction' }],
      resource: [{ type: 'Patient', interaction: [{ code: 'read' }] }],
    },
  ],
}

describe('secrets', () => {
  test('D226: a file names secrets, the environment gives them, and no file or line shows one', async () => {
    const seen: (string | undefined)[] = []
    const receiver = createServer((request, response) => {
      seen.push(request.headers.authorization)
      const isOpen = request.url?.endsWith('/metadata') === true
      response.writeHead(isOpen ? 200 : 401, { 'content-type': 'application/fhir+json' })
      response.end(isOpen ? JSON.stringify(capabilities) : undefined)
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const folder = writeFolder({ 'ward.yaml': fhir('Secretive', port) })
    const secretFile = join(root, 'ward-secret')
    writeFileSync(secretFile, 'Zebulon\n', { mode: 0o600 })

    const missing = await channels('apply', [folder])
    expect(missing.errors).toContain('ward.yaml:9: destination.auth.password names a secret that is not given')
    const applied = await channels('apply', [folder], { CHANNEL_SECRET_WARD_FILE: secretFile })
    expect(applied.output).toContain('  + destination.auth.password: (secret)\n')
    const kept = await channels('apply', [folder])
    expect(kept.output).toBe('nothing changes\n')

    const { id } = await find('Secretive')
    await must(202, server.call('POST', `/v1/channels/${id}:test`, { as: operator }))
    await waitFor(
      async () => seen,
      (headers) => headers.some((header) => header !== undefined),
    )
    expect(seen).toContain(`Basic ${Buffer.from('hub:Zebulon').toString('base64')}`)

    const turned = await channels('apply', [folder], { CHANNEL_SECRET_WARD: 'Barnabas' })
    expect(turned.output).toBe(
      'change Secretive\n  ~ destination.auth.password: (secret) -> (secret)\n1 of 1 channels changed\n',
    )
    const out = join(root, newId())
    const exported = await channels('export', [out])
    const text = readFileSync(join(out, 'secretive.yaml'), 'utf8')
    expect(text).toContain('secret: SECRETIVE_AUTH_PASSWORD')
    expect((await channels('apply', [out])).output).toBe('nothing changes\n')
    for (const shown of [text, applied, turned, exported].map((one) => JSON.stringify(one)))
      for (const secret of ['Zebulon', 'Barnabas']) expect(shown).not.toContain(secret)
    await new Promise((resolve) => receiver.close(resolve))
  })

  test('D226: a secret in clear is refused, and a kept secret goes to no other address', async () => {
    const clear = await channels('apply', [writeFolder({ 'ward.yaml': fhir('Clear', 9, 'Zebulon') })])
    expect(clear.errors).toContain('ward.yaml:9: destination.auth.password is a secret')
    expect(clear.errors).not.toContain('Zebulon')

    const folder = writeFolder({ 'ward.yaml': fhir('Moving', 9) })
    await channels('apply', [folder], { CHANNEL_SECRET_WARD: 'Zebulon' })
    writeFileSync(join(folder, 'ward.yaml'), fhir('Moving', 8))
    const moved = await channels('apply', [folder])
    expect([moved.code, moved.errors]).toEqual([1, expect.stringContaining('for another address')])
    const given = await channels('apply', [folder], { CHANNEL_SECRET_WARD: 'Zebulon' })
    expect(given.output).toContain('  ~ destination.baseUrl: "http://127.0.0.1:9/fhir" -> "http://127.0.0.1:8/fhir"\n')
  })
})
