/** OpenSSH's sshd and sftp-server as the receiver. */
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { testSftp } from '../../../src/channels/acceptance/sftp.ts'
import { openSftp, sftpDestination } from '../../../src/channels/sftp/sftp.ts'
import type { Transmission } from '../../../src/channels/transport.ts'
import { testWithPrograms } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { type Sshd, sftpServer, sshd, startSshd } from './sshd.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const openSshTest = testWithPrograms(sshd, sftpServer, 'ssh-keygen')

describe('OpenSSH', () => {
  let server: Sshd
  let folder = ''
  const transport = openSftp(policy)
  beforeAll(async () => {
    folder = makeScratchFolder('sftp-in')
    if (openSshTest.name !== 'skip') server = await startSshd(makeScratchFolder('sshd'))
  })
  afterAll(async () => {
    await transport.close()
    await server?.stop()
  })

  const destination = (more: object = {}) =>
    sftpDestination.parse({ ...server.server, ...server.login, directory: folder, ...more })
  const transmission = (fileName: string, bytes: Buffer): Transmission => ({
    ...{ bytes, fileName, mediaType: 'application/pdf', kind: 'original', controlId: 'C1' },
    documentId: '0195d3a0-0000-7000-8000-000000000001',
  })
  const send = (fileName: string, bytes: Buffer, more: object = {}) =>
    transport.send(destination(more), transmission(fileName, bytes), never)

  openSshTest('D235: takes documents of all sizes by an encrypted key, and has each of them once', async () => {
    for (const size of [0, 1, 40_000, 2_000_000]) {
      const bytes = Buffer.alloc(size, 'é')
      expect(await send(`note-${size}.pdf`, bytes)).toEqual({
        ...{ state: 'sent', acknowledgement: 'written' },
        ...{ retry: false, unknown: false },
      })
      expect(await send(`note-${size}.pdf`, bytes)).toMatchObject({ acknowledgement: 'present' })
      expect(readFileSync(join(folder, `note-${size}.pdf`)).equals(bytes)).toBe(true)
      expect(statSync(join(folder, `note-${size}.pdf`)).mode & 0o007).toBe(0)
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  openSshTest('D235: never writes over another file, and overwrites the rest of a killed process', async () => {
    writeFileSync(join(folder, 'taken.pdf'), 'theirs')
    writeFileSync(join(folder, '.banksia-rest.pdf.part'), 'half of a document that is much longer')

    expect(await send('taken.pdf', Buffer.from('ours'))).toMatchObject({ state: 'rejected', reason: 'name-taken' })
    expect(await send('rest.pdf', Buffer.from('whole'))).toMatchObject({ acknowledgement: 'written' })

    expect(readFileSync(join(folder, 'taken.pdf'), 'utf8')).toBe('theirs')
    expect(readFileSync(join(folder, 'rest.pdf'), 'utf8')).toBe('whole')
  })

  openSshTest('D234: another host key, another key of the user, and a wrong passphrase', async () => {
    const other = makeScratchFolder('sshd-other')
    const { login } = await startSshd(other).then(async (second) => {
      await second.stop()
      return second
    })

    const bytes = Buffer.from('x')
    const wrong = [{ hostKeys: [`SHA256:${'A'.repeat(43)}`] }, { key: login.key }, { passphrase: 'wrong' }]
    const receipts = await Promise.all(wrong.map((more) => send('x.pdf', bytes, more)))

    expect(receipts.map(({ reason }) => reason)).toEqual(['host-key', 'authentication', 'authentication'])
    expect(readdirSync(folder)).not.toContain('x.pdf')
  })

  openSshTest('D235: a folder that is not there, and one without room for a file', async () => {
    const inTheWay = join(folder, 'file')
    writeFileSync(inTheWay, '')

    expect(await send('a.pdf', Buffer.from('x'), { directory: join(folder, 'none') })).toMatchObject({
      ...{ state: 'failed', reason: 'directory-unavailable', unknown: false },
    })
    expect(await send('a.pdf', Buffer.from('x'), { directory: inTheWay })).toMatchObject({
      state: 'failed',
      unknown: false,
    })
  })

  openSshTest('spec 4.6: the test of the channel says what is wrong, and leaves nothing', async () => {
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    chmodSync(inner, 0o750)
    const outcomes = async (more: object) =>
      (await testSftp({ policy, isReadOnly: false }, destination({ directory: inner, ...more }), never)).map(
        ({ check, outcome }) => `${check} ${outcome}`,
      )

    const login = ['connection passed', 'host-key passed', 'authentication passed']
    expect(await outcomes({})).toEqual([...login, 'directory-writable passed', 'rename-kept passed'])
    expect(await outcomes({ directory: join(folder, 'none') })).toEqual([...login, 'directory-writable failed'])
    const answers = (directory: string) => ({ acknowledgements: { form: 'hl7', directory } })
    expect((await outcomes(answers(folder))).at(-1)).toBe('answers-readable passed')
    expect((await outcomes(answers(join(folder, 'none')))).at(-1)).toBe('answers-readable failed')
    expect(await outcomes({ passphrase: 'wrong' })).toEqual([...login.slice(0, 2), 'authentication failed'])
    expect(await outcomes({ hostKeys: [`SHA256:${'A'.repeat(43)}`] })).toEqual(['connection passed', 'host-key failed'])
    expect(await outcomes({ port: 1 })).toEqual(['connection failed'])
    expect(readdirSync(inner)).toEqual([])
  })
})

const isRoot = process.getuid?.() === 0
if (!isRoot) process.stderr.write('skipped, only root can serve another account: a login to OpenSSH without rights\n')

describe('OpenSSH, with an account that has no rights', () => {
  const nobody = { username: 'nobody', id: 65_534 }
  const transport = openSftp(policy)
  const closers: (() => Promise<void>)[] = [transport.close]
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })
  const rootTest = isRoot ? openSshTest : test.skip

  rootTest('D235: a document goes into its own folder, and into no folder that it may not write to', async () => {
    const server = await startSshd(makeScratchFolder('sshd-nobody'), nobody.username)
    closers.push(server.stop)
    const [own, foreign, hidden] = ['own', 'foreign', 'hidden'].map((name) => makeScratchFolder(`sftp-${name}`))
    if (own === undefined || foreign === undefined || hidden === undefined) throw new TypeError('three folders')
    chownSync(own, nobody.id, nobody.id)
    chmodSync(foreign, 0o755)
    chmodSync(hidden, 0o700)
    const destination = (directory: string) => sftpDestination.parse({ ...server.server, ...server.login, directory })
    const send = (directory: string) =>
      transport.send(
        destination(directory),
        {
          ...{ bytes: Buffer.from('x'), fileName: 'note.pdf', mediaType: 'application/pdf', kind: 'original' },
          ...{ documentId: '0195d3a0-0000-7000-8000-000000000001', controlId: 'C1' },
        },
        never,
      )
    const outcomeOf = async (directory: string) =>
      (await testSftp({ policy, isReadOnly: false }, destination(directory), never)).at(-1)

    const [sent, ...refused] = [await send(own), await send(foreign), await send(hidden)]

    expect(sent).toMatchObject({ state: 'sent', acknowledgement: 'written' })
    expect(statSync(join(own, 'note.pdf')).uid).toBe(nobody.id)
    for (const receipt of refused)
      expect(receipt).toMatchObject({ state: 'failed', reason: 'directory-unavailable', retry: true, unknown: false })
    expect([foreign, hidden].map((directory) => readdirSync(directory))).toEqual([[], []])
    expect(await outcomeOf(own)).toMatchObject({ check: 'rename-kept', outcome: 'passed' })
    for (const directory of [foreign, hidden])
      expect(await outcomeOf(directory)).toMatchObject({
        ...{ check: 'directory-writable', outcome: 'failed', class: 'unreachable' },
      })
  })
})
