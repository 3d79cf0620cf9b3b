/** Private keys of OpenSSH with a passphrase. D234; docs/channels.md#sftp. */
import { expect, test } from '@jest/globals'
import ssh2 from 'ssh2'
import { openKey } from '../../../src/channels/sftp/open-key.ts'
import { withoutPassphrase } from '../../../src/channels/sftp/private-key.ts'

const passphrase = 'Zebulon 42'

/** Of some 256 public keys of Ed25519 that ssh2 makes, one lacks its leading zero. */
const isWhole = (line: string): boolean =>
  !line.startsWith('ssh-ed25519 ') || Buffer.from(line.split(' ')[1] ?? '', 'base64').length === 51

function make(cipher: string, rounds = 1, kind: 'ed25519' | 'ecdsa' = 'ed25519') {
  for (;;) {
    const keys = ssh2.utils.generateKeyPairSync(kind, { passphrase, cipher, rounds, ...(kind === 'ecdsa' ? { bits: 256 } : {}) }) // biome-ignore format: short
    if (isWhole(keys.public)) return keys
  }
}

const publicOf = (pem: string | undefined): string => {
  const key = ssh2.utils.parseKey(pem ?? '')
  return key instanceof Error ? key.message : key.getPublicSSH().toString('base64')
}

test.each([
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
  'aes128-cbc',
  'aes192-cbc',
  'aes256-cbc',
  'aes256-gcm@openssh.com',
])('D234: a key under %s is the same key without its passphrase, and no key by another passphrase', (cipher) => {
  for (const kind of ['ed25519', 'ecdsa'] as const) {
    const pair = make(cipher, 1, kind)

    expect(publicOf(withoutPassphrase(pair.private, passphrase))).toBe(pair.public.split(' ')[1])
    expect(withoutPassphrase(pair.private, 'other')).toBeUndefined()
  }
})

test('D234: text that is no key of OpenSSH, or a part of one, opens nothing', () => {
  const { private: pem } = make('aes256-ctr')
  const body = Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64')
  const framed = (bytes: Uint8Array): string =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from(bytes).toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`

  const texts = ['', 'key', framed(Buffer.from('openssh-key-v1')), framed(Buffer.alloc(200)), framed(body.subarray(1))]
  for (const text of texts) expect(withoutPassphrase(text, passphrase)).toBeUndefined()
  for (let length = 0; length < body.length; length += 7)
    expect(withoutPassphrase(framed(body.subarray(0, length)), passphrase)).toBeUndefined()
})

test('docs/design/house.md#foundations: the main loop goes on while a key is opened', async () => {
  let turns = 0
  let isDone = false
  const turn = (): void => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const { private: key, public: own } = make('aes256-ctr', 16)

  const opened = await openKey({ key, passphrase }, new AbortController().signal)
  isDone = true

  expect(publicOf(opened)).toBe(own.split(' ')[1])
  expect(turns).toBeGreaterThan(20)
})

test('D234: the opening of a key ends when it takes too long', async () => {
  const { private: pem } = make('aes256-ctr')
  const body = Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64')
  // After the magic, the names of cipher and derivation, and the salt: four bytes of rounds.
  const options = body.indexOf('bcrypt') + 'bcrypt'.length + 4
  body.writeUInt32BE(0x7fffffff, options + 4 + body.readUInt32BE(options))
  const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`

  await expect(openKey({ key, passphrase }, AbortSignal.timeout(300))).rejects.toThrow('abort')
})
