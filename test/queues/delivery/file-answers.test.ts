/** From the release to the answer that the receiver puts into a folder. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { login, openSftpPeer } from '../../channels/sftp/sftp-peer.ts'
import { approveOne, must } from '../../consultation.ts'
import { waitFor, waitUntil } from '../../patience.ts'
import { createSite, type RunningServer, startRunning } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

let server: RunningServer
let folder: string
const operator = { role: 'operator' } as const
const recipient = { name: 'Heath Specialists', class: 'organisation' } as const

beforeAll(async () => {
  folder = makeScratchFolder('file-answers')
  server = await startRunning({ site: await createSite(), env: { BANKSIA_FILE_FOLDERS: folder } })
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

async function dispatch(more: object): Promise<string> {
  const body = {
    ...{ name: 'Answered', recipient: { name: recipient.name }, purposeOfUse: 'TREAT', legalBasis: 'own_organisation' },
    ...{ format: 'hl7v2', transport: 'file', retry: { attempts: 3, baseMs: 10, maxMs: 50 } },
    ...more,
  }
  const { id: channelId } = (await must(201, server.call('POST', '/v1/channels', { body, as: operator }))).body
  const { artifactId } = await approveOne(server.call)
  const dispatched = { artifactId, channelId, recipient, purposeOfUse: 'TREAT' }
  return (await must(202, server.call('POST', '/v1/deliveries', { body: dispatched }))).body.id
}
const read = async (id: string) => (await must(200, server.call('GET', `/v1/deliveries/${id}`))).body
const until = (id: string, state: string, attempts = 1) =>
  waitFor(
    () => read(id),
    (delivery) => delivery.state === state && delivery.attempts >= attempts,
  )
const makeFolder = () => mkdtempSync(join(folder, 'in-'))
const ack = (code: string, controlId: string) =>
  `MSH|^~\\&|R|R|B|C|2026||ACK^R01^ACK|${controlId}|P|2.4\rMSA|${code}|${controlId}\r`
const everyMs = 1_000

test('D236: an error in a file sends the document again as a new message, and the acceptance of that settles it', async () => {
  const [directory, acks] = [makeFolder(), makeFolder()]
  const acknowledgements = { form: 'hl7', directory: acks, everyMs }
  const id = await dispatch({ destination: { directory, acknowledgements } })

  const first = await until(id, 'committed')
  expect(readdirSync(directory)).toEqual([first.fileName])
  expect(first.fileName).toBe(`${first.documentId}.${first.controlId}.hl7`)
  expect(readFileSync(join(directory, first.fileName), 'latin1').split('|')[9]).toBe(first.controlId)
  writeFileSync(join(acks, 'foreign.ack'), ack('AR', 'ffffffffffffffffffff'))
  writeFileSync(join(acks, 'first.ack'), ack('AE', first.controlId))
  const second = await until(id, 'committed', 2)
  writeFileSync(join(acks, 'second.ack'), ack('AA', second.controlId))
  const accepted = await until(id, 'accepted', 2)

  expect(second.controlId).not.toBe(first.controlId)
  expect(readdirSync(directory).sort()).toEqual([first.fileName, second.fileName].sort())
  expect(accepted.attemptList.map(({ answer }: { answer: string }) => answer)).toEqual(['AE', 'AA'])
  await waitUntil(() => readdirSync(acks).length === 1)
  expect(readdirSync(acks)).toEqual(['foreign.ack'])
})

test('D236: a document that its receiver renames is accepted or refused, and the file is kept where the channel says', async () => {
  const [directory, kept] = [makeFolder(), makeFolder()]
  const destination = { directory, acknowledgements: { form: 'renamed', keepIn: kept, everyMs } }
  const ids = [await dispatch({ format: 'pdf', destination }), await dispatch({ format: 'pdf', destination })]
  const [taken, refused] = [await until(ids[0] ?? '', 'committed'), await until(ids[1] ?? '', 'committed')]

  renameSync(join(directory, taken.fileName), join(directory, `${taken.fileName}.ok`))
  renameSync(join(directory, refused.fileName), join(directory, refused.fileName.replace('.pdf', '.err')))

  expect(await until(taken.id, 'accepted')).toMatchObject({ attempts: 1 })
  expect(await until(refused.id, 'rejected')).toMatchObject({ attempts: 1, reason: 'refused-by-receiver' })
  await waitUntil(() => readdirSync(kept).length === 2)
  expect(readdirSync(directory)).toEqual([])
  expect(readdirSync(kept).sort()).toEqual([`${taken.fileName}.ok`, refused.fileName.replace('.pdf', '.err')].sort())
})

test('D236: an answer in another folder than that of the channel counts for nobody', async () => {
  const [directory, acks] = [makeFolder(), makeFolder()]
  const [elsewhere, others] = [makeFolder(), makeFolder()]
  const rule = { form: 'hl7', everyMs }
  const own = await dispatch({ destination: { directory, acknowledgements: { ...rule, directory: acks } } })
  const other = await dispatch({
    destination: { directory: elsewhere, acknowledgements: { ...rule, directory: others } },
  })
  const [mine, theirs] = [await until(own, 'committed'), await until(other, 'committed')]

  writeFileSync(join(others, 'a.ack'), ack('AR', mine.controlId))
  writeFileSync(join(others, 'b.ack'), ack('AA', theirs.controlId))
  await until(other, 'accepted')
  await waitUntil(() => !existsSync(join(others, 'b.ack')))

  expect(await read(own)).toMatchObject({ state: 'committed' })
  expect(readdirSync(others)).toEqual(['a.ack'])
  writeFileSync(join(acks, 'a.ack'), ack('AA', mine.controlId))
  await until(own, 'accepted')
})

test('D236: the same over SFTP, and an answer that comes after its time still counts', async () => {
  const peer = await openSftpPeer()
  const known = { host: '127.0.0.1', port: peer.port, hostKeys: [peer.hostKey], ...login, directory: '/in' }
  const acknowledgements = { form: 'hl7', directory: '/in', applicationTimeoutMs: 1_000, everyMs }
  const id = await dispatch({ transport: 'sftp', destination: { ...known, acknowledgements } })

  const late = await until(id, 'dead')
  peer.files.set('/in/late.ack', Buffer.from(ack('AA', late.controlId)))
  await until(id, 'accepted')

  expect(late.reason).toBe('no-application-answer')
  await waitUntil(() => !peer.files.has('/in/late.ack'))
  expect([...peer.files.keys()]).toEqual([`/in/${late.fileName}`])
  await peer.close()
})
