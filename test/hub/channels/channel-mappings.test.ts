/** Channels with mapping tables, from the approval to the receiver. docs/channels.md#mapping-tables; D247, D248. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listenMllp, type MllpListener } from '../../../src/channels/mllp-listener.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { runInProcess } from '../../commands/in-process.ts'
import { approveOne, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { urlOf } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { useRunning } from '../../use-running.ts'

const [tenant] = developmentTenants
const operator = { role: 'operator' } as const
const root = makeScratchFolder('mappings')
const server = useRunning({ BANKSIA_FILE_FOLDERS: root })
const { call } = server
const local = 'urn:oid:1.2.36.1'

const messages: string[] = []
let receiver: MllpListener

beforeAll(async () => {
  const onMessage = async (message: Uint8Array) => {
    messages.push(Buffer.from(message).toString())
    return 'AA' as const
  }
  receiver = await listenMllp({ port: 0, host: '127.0.0.1', onMessage })
})

afterAll(() => receiver?.close())

type Coding = { readonly system: string; readonly code: string; readonly display?: string }
type Approved = { readonly artifactId: string; readonly documentId: string; readonly codings: readonly Coding[] }

/** All codes of a document except those of its Composition. */
const listCodings = (text: string): readonly Coding[] =>
  JSON.parse(text).entry.flatMap(({ resource }: { readonly resource: { readonly resourceType: string } }) =>
    resource.resourceType === 'Composition'
      ? []
      : [...JSON.stringify(resource).matchAll(/\{"system":"[^"]+","code":"[^"]+"(?:,"display":"[^"]+")?\}/g)].map(
          ([coding]) => JSON.parse(coding),
        ),
  )

/** The class of the encounter, and the kinds of the patient's numbers. */
const [actCode, kinds] = [
  'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  'http://terminology.hl7.org/CodeSystem/v2-0203',
]
const isOurs = ({ system }: Coding): boolean => system === actCode || system === kinds

/** Releases a document. `codings`: its codings of the two systems. */
async function approve(): Promise<Approved> {
  const { artifactId } = await approveOne(call)
  const { documentId } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
  const { text } = await must(200, call('GET', `/fhir/R4/Bundle/${documentId}`))
  return { artifactId, documentId, codings: listCodings(text).filter(isOurs) }
}

/** Loads a table that maps each code once, to `prefix` and the code. It is the next version if the table is there. */
async function loadTable(name: string, codings: readonly Coding[], prefix = 'L'): Promise<void> {
  const rows = new Set(codings.map(({ system, code }) => `${system},${code},${local},${prefix}${code},Ours`))
  const path = join(root, `${name}.csv`)
  writeFileSync(path, ['source_system,source_code,target_system,target_code,target_display', ...rows].join('\n'))
  const loaded = await runInProcess(['mapping', 'load', '--tenant', tenant, path], {
    env: { BANKSIA_DATA_DIR: server.site.dataDir, DATABASE_URL: urlOf(server.site.database.config) },
  })
  if (loaded.code !== 0) throw new Error(loaded.errors)
}

async function openChannel(more: object = {}) {
  const folder = join(root, newId())
  mkdirSync(folder)
  const body = {
    ...{ name: 'Registry', templateIds: [templateId], recipient: { name: 'Registry' }, purposeOfUse: 'TREAT' },
    ...{ legalBasis: 'own_organisation', format: 'bundle', transport: 'file', destination: { directory: folder } },
    ...more,
  }
  const { id } = (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body
  const close = () => must(200, call('PUT', `/v1/channels/${id}`, { body: { ...body, templateIds: [] }, as: operator }))
  return { id, folder, close }
}

const find = async (artifactId: string, channelId: string, kind = 'original') =>
  (await must(200, call('GET', `/v1/deliveries?artifactId=${artifactId}&channelId=${channelId}`))).body.items.find(
    (item: { readonly kind: string }) => item.kind === kind,
  )

const until = (artifactId: string, channelId: string, state: string, kind?: string) =>
  waitFor(
    () => find(artifactId, channelId, kind),
    (delivery) => delivery?.state === state,
  )

const readOnly = (folder: string): string => {
  const [file = '', ...others] = readdirSync(folder)
  if (others.length > 0) throw new Error('more than one file')
  return readFileSync(join(folder, file), 'utf8')
}

test('D247: a mapped form and an unmapped one of the same format and preset do not share a rendering', async () => {
  const plain = await openChannel()
  const first = await approve()
  await loadTable('registry', first.codings)
  const mapped = await openChannel({ mappings: [{ table: 'registry', miss: 'hold' }] })

  const { artifactId, documentId, codings } = await approve()
  await until(artifactId, plain.id, 'sent')
  await until(artifactId, mapped.id, 'sent')

  expect(codings.length).toBeGreaterThan(3)
  const sent = listCodings(readOnly(mapped.folder))
  expect(sent.filter(isOurs)).toEqual([])
  expect(
    sent
      .filter(({ system }) => system === local)
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(codings.map(({ code }) => `L${code}`).toSorted())
  const unmapped = readdirSync(plain.folder).find((name) => name.startsWith(documentId)) ?? ''
  expect(listCodings(readFileSync(join(plain.folder, unmapped), 'utf8')).filter(isOurs)).toEqual(codings)
  await Promise.all([plain.close(), mapped.close()])
})

test('D247: a document with a code that no table has is held, shown by a dry run, and released once the table has it', async () => {
  await loadTable('held', [{ system: actCode, code: 'IMP' }])
  const channel = await openChannel({ mappings: [{ table: 'held', miss: 'hold' }] })
  const { artifactId } = await approve()

  const held = await until(artifactId, channel.id, 'held')
  expect(held).toMatchObject({ reason: 'code-unmapped', reasonClass: 'mapping', attempts: 0 })
  await must(409, call('POST', `/v1/deliveries/${held.id}:release`, { as: operator }))

  const dryRun = (as: object) =>
    must(200, call('POST', `/v1/channels/${channel.id}:dry-run`, { body: { artifactId }, as }))
  const { body: shown } = await dryRun({})
  const source = { system: actCode, code: 'AMB' }
  const missed = { table: 'held', version: 1, element: 'Encounter.class', outcome: 'held' }
  expect(shown.mappings).toEqual([{ ...missed, source }])
  for (const member of ['bytes', 'sha256', 'content']) expect(shown).not.toHaveProperty(member)
  expect((await dryRun(operator)).body.mappings).toEqual([{ ...missed, source: { system: actCode, code: '**' } }])

  await loadTable('held', [source])
  const { body: mended } = await dryRun({})
  expect(mended.mappings[0]).toMatchObject({
    version: 2,
    outcome: 'mapped',
    target: { system: local, display: 'Ours' },
  })
  expect(Buffer.from(mended.content, 'base64').toString()).toContain(`"${local}"`)
  await must(200, call('POST', `/v1/deliveries/${held.id}:release`, { as: operator }))
  await until(artifactId, channel.id, 'sent')
  expect(readOnly(channel.folder)).not.toContain(actCode)
  await channel.close()
})

/** OBR-4.1 */
const orderedAs = (message: string): string =>
  /^OBR\|(?:[^|]*\|){3}([^|^]*)/m.exec(message.replaceAll('\r', '\n'))?.[1] ?? ''

/** LOINC, of the template. */
const typeCode = '11488-4'

test('D248: a repetition and a recall are made by the versions of the tables of the attempt before, another document by the newest', async () => {
  const load = async (prefix: string) => loadTable('types', [{ system: 'http://loinc.org', code: typeCode }], prefix)
  await load('FIRST')
  const newest = await openChannel({
    ...{ format: 'hl7v2', transport: 'mllp', destination: { host: '127.0.0.1', port: receiver.port } },
    mappings: [{ table: 'types', miss: 'hold', elements: ['Composition.type'] }],
  })
  const fixed = await openChannel({
    mappings: [{ table: 'types', version: 1, miss: 'hold', elements: ['Composition.type'] }],
  })
  const codesOf = () => messages.map((message) => orderedAs(message).replace(/\d.*$/, ''))
  const { artifactId } = await approve()
  const { id } = await until(artifactId, newest.id, 'accepted')
  await load('SECOND')

  const force = { body: { force: true, reason: 'receiver_lost_it' }, as: operator }
  await must(200, call('POST', `/v1/deliveries/${id}:replay`, force))
  await waitFor(
    async () => codesOf(),
    (codes) => codes.length === 2,
  )
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))
  await until(artifactId, newest.id, 'accepted', 'recall')
  const other = await approve()
  await until(other.artifactId, newest.id, 'accepted')
  await until(other.artifactId, fixed.id, 'sent')

  expect(codesOf()).toEqual(['FIRST', 'FIRST', 'FIRST', 'SECOND'])
  const file = readdirSync(fixed.folder).find((name) => name.startsWith(other.documentId)) ?? ''
  expect(readFileSync(join(fixed.folder, file), 'utf8')).toContain('"FIRST')
  await Promise.all([newest.close(), fixed.close()])
})
