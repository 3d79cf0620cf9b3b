/** Acknowledgements that come as files: which are read, whose they are, and what hostile ones do. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fileDestination, openFile } from '../../../src/channels/file.ts'
import { addControlId } from '../../../src/channels/pick-up/acknowledgement-files.ts'
import { type AnswerFolder, readAnswerFile } from '../../../src/channels/pick-up/answer-folder.ts'
import { findAnswerEndpoint, openAnswerFolders } from '../../../src/channels/pick-up/pick-up.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { login, openSftpPeer, type SftpPeer } from '../sftp/sftp-peer.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const controlId = '0123456789abcdef0123'
const documentId = '0195d3a0-0000-7000-8000-000000000001'
const ack = (code: string, id = controlId) => `MSH|^~\\&|R|R|B|C|2026||ACK^R01^ACK|1|P|2.4\rMSA|${code}|${id}\r`

let folder = ''
let peer: SftpPeer
beforeEach(async () => {
  folder = makeScratchFolder('pick-up')
  peer = await openSftpPeer()
})
afterEach(() => peer.close())

const hl7 = (more: object = {}) => ({ form: 'hl7', directory: folder, ...more })
const fileChannel = (acknowledgements: object) => ({
  transport: 'file',
  destination: fileDestination.parse({ directory: folder, acknowledgements }),
})
const sftpChannel = (acknowledgements: object = { form: 'hl7', directory: '/in' }) => {
  const server = { host: '127.0.0.1', port: peer.port, hostKeys: [peer.hostKey] }
  return { transport: 'sftp', destination: { ...server, ...login, directory: '/in', acknowledgements } }
}
const open = async (channel: { transport: string; destination: object }): Promise<AnswerFolder> => {
  const opened = await openAnswerFolders(policy, [folder])(channel as never, never)
  if (opened === undefined) throw new Error('not opened')
  return opened
}
const all = () => true

/** What each file says, by its name. */
async function readAll(channel: { transport: string; destination: object }): Promise<Record<string, unknown>> {
  const opened = await open(channel)
  try {
    const said: Record<string, unknown> = {}
    for (const file of await opened.list(all)) {
      const answer = await readAnswerFile(opened, file)
      said[file.name] = answer && [answer.controlId, answer.receipt.state, answer.receipt.acknowledgement]
    }
    return said
  } finally {
    opened.close()
  }
}

const answers = {
  'aa.ack': ack('AA'),
  'ae.ack': ack('AE'),
  'ar.ack': ack('AR'),
  'ce.ack': ack('CE'),
  'ca.ack': ack('CA'),
  'half.ack': ack('AA').slice(0, -11),
  'letter.hl7': 'MSH|^~\\&|B|C|R|R|2026||ORU^R01|1|P|2.4\rPID|1\r',
  'noise.bin': '\0\0\0',
  empty: '',
  'huge.ack': `${ack('AA')}${'OBX|1\r'.repeat(50_000)}`,
}
const heard = {
  'aa.ack': [controlId, 'accepted', 'AA'],
  'ae.ack': [controlId, 'failed', 'AE'],
  'ar.ack': [controlId, 'rejected', 'AR'],
  'ce.ack': [controlId, 'failed', 'CE'],
}

test('D236: in a folder of this machine, acknowledgements are read; commits, huge files, links, pipes and folders are left alone', async () => {
  for (const [name, text] of Object.entries(answers)) writeFileSync(join(folder, name), text)
  const elsewhere = join(makeScratchFolder('pick-up-other'), 'secret.ack')
  writeFileSync(elsewhere, ack('AA'))
  symlinkSync(elsewhere, join(folder, 'link.ack'))
  mkdirSync(join(folder, 'folder.ack'))
  execFileSync('mkfifo', [join(folder, 'pipe.ack')])

  const said = await readAll(fileChannel(hl7()))

  expect(Object.keys(said).sort()).toEqual(Object.keys(answers).sort())
  expect(said).toMatchObject(heard)
  expect(Object.values(said).filter((one) => one !== undefined).length).toBe(5)
  expect(said['half.ack']).toEqual(['0123456789', 'accepted', 'AA'])
})

test('D236: a file that became a link or a pipe after it was listed is not followed', async () => {
  const elsewhere = join(makeScratchFolder('pick-up-other'), 'secret.ack')
  writeFileSync(elsewhere, ack('AA'))
  symlinkSync(elsewhere, join(folder, 'a.ack'))
  execFileSync('mkfifo', [join(folder, 'b.ack')])
  const opened = await open(fileChannel(hl7()))

  await expect(readAnswerFile(opened, { name: 'a.ack', size: 1, modifiedAt: 0 })).rejects.toMatchObject({
    code: 'ELOOP',
  })
  expect(await readAnswerFile(opened, { name: 'b.ack', size: 1, modifiedAt: 0 })).toBeUndefined()
})

test('D236: on an SFTP server the same, also if it says a wrong size, and a folder without end', async () => {
  for (const [name, text] of Object.entries(answers)) peer.files.set(`/in/${name}`, Buffer.from(text))
  peer.files.set('/in/link.ack', Buffer.from(ack('AA')))
  peer.links.add('/in/link.ack')

  const said = await readAll(sftpChannel())
  const opened = await open(sftpChannel())
  const grown = await readAnswerFile(opened, { name: 'huge.ack', size: 1, modifiedAt: 0 })
  peer.lie('folder-has-no-end')
  const endless = await opened.list(all)
  opened.close()

  expect(said).toMatchObject(heard)
  expect(said).not.toHaveProperty('link.ack')
  expect(grown).toBeUndefined()
  expect(endless.length).toBe(1_000)
})

test('D236: files that are known already do not keep new ones from being found', async () => {
  for (let at = 0; at < 1_200; at += 1) writeFileSync(join(folder, `foreign-${at}`), 'x')
  const opened = await open(fileChannel(hl7()))
  const known = new Set<string>()

  for (let look = 0; look < 2; look += 1)
    for (const { name } of await opened.list(({ name }) => !known.has(name))) known.add(name)
  writeFileSync(join(folder, 'aa.ack'), ack('AA'))

  expect(known.size).toBe(1_200)
  expect((await opened.list(({ name }) => !known.has(name))).map(({ name }) => name)).toEqual(['aa.ack'])
})

test('D236: a document that its receiver has renamed names its attempt', async () => {
  const own = addControlId(`${documentId}.pdf`, controlId)
  const other = own.replace('0123', '9999')
  const names = [`${own}.ok`, other.replace('.pdf', '.err'), own, `${documentId}.pdf.ok`, 'notes.ok', `.${own}.ok`]
  for (const name of names) writeFileSync(join(folder, name), '')

  const said = await readAll(fileChannel({ form: 'renamed' }))

  expect(own).toBe(`${documentId}.${controlId}.pdf`)
  expect(said).toEqual({
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    [`${own}.ok`]: [controlId, 'accepted', 'accepted'],
    [other.replace('.pdf', '.err')]: [controlId.replace('0123', '9999'), 'rejected', 'refused'],
  })
})

test('D236: a file whose answer is stored is removed, or kept in a folder', async () => {
  const kept = join(folder, 'kept')
  mkdirSync(kept)
  writeFileSync(join(folder, 'a.ack'), ack('AA'))
  writeFileSync(join(folder, 'b.ack'), ack('AA'))
  peer.files.set('/in/a.ack', Buffer.from(ack('AA')))

  await (await open(fileChannel(hl7()))).clear('a.ack')
  await (await open(fileChannel(hl7({ keepIn: kept })))).clear('b.ack')
  const remote = await open(sftpChannel({ form: 'hl7', directory: '/in', keepIn: '/in/kept' }))
  await remote.clear('a.ack')
  remote.close()

  expect([readdirSync(folder), readdirSync(kept)]).toEqual([['kept'], ['b.ack']])
  expect([...peer.files.keys()]).toEqual(['/in/kept/a.ack'])
})

test('D236: a folder outside of those that are configured, or one that is gone, is not opened', async () => {
  const outside = makeScratchFolder('pick-up-outside')
  symlinkSync(outside, join(folder, 'way-out'))
  const opened = (directory: string) => openAnswerFolders(policy, [folder])(fileChannel(hl7({ directory })), never)

  expect(await opened(outside)).toBeUndefined()
  expect(await opened(join(folder, 'way-out'))).toBeUndefined()
  expect(await opened(join(folder, 'gone'))).toBeUndefined()
})

test('D236: what is written waits for its answer, and each folder is an address of its own', async () => {
  const { destination } = fileChannel(hl7({ applicationTimeoutMs: 5_000 }))
  const sent = { bytes: Buffer.from('x'), mediaType: 'text/plain', fileName: 'a.txt', documentId, controlId }

  expect(await openFile().send(destination, { ...sent, kind: 'original' }, never)).toEqual({
    ...{ state: 'committed', acknowledgement: 'written', answerWithinMs: 5_000 },
    ...{ retry: false, unknown: false },
  })
  const endpoints = [fileChannel(hl7()), fileChannel(hl7({ directory: '/b' })), sftpChannel()].map((channel) =>
    findAnswerEndpoint(channel as never),
  )
  expect(new Set(endpoints).size).toBe(3)
  expect(findAnswerEndpoint({ transport: 'file', destination: { directory: folder } })).toBeUndefined()
})

// biome-ignore format: one row a line
test.each([
  ['an ending that documents have', { form: 'renamed', accepted: '.PDF' }],
  ['one ending for both', { form: 'renamed', accepted: '.done', refused: '.done' }],
  ['an ending without a full stop', { form: 'renamed', accepted: 'ok' }],
  ['no folder for messages', { form: 'hl7' }],
  ['another form', { form: 'mail', directory: '/a' }],
])('docs/channels.md: acknowledgements with %s are refused', (_, acknowledgements) => {
  expect(fileDestination.safeParse({ directory: '/a', acknowledgements }).success).toBe(false)
})
