/** A software token (SoftHSM) in a folder, with an RSA key that decrypts, for tests. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's place, then those of other systems. */
const modules = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
]

export const tokenPrograms = ['openssl', 'pkcs11-tool', 'softhsm2-util'] as const
export const tokenModule = modules.find(existsSync) ?? modules[0] ?? ''
export const pin = 'canary-pin-1'

export type SoftToken = {
  /** For the programs that use it. */
  readonly env: Readonly<Record<string, string>>
  readonly module: string
  /** The bytes that the key of the token decrypts to the text. */
  readonly wrap: (text: string) => Buffer
}

/** An empty store of tokens. */
export function makeTokenStore(folder: string): SoftToken['env'] {
  const [store, conf] = [join(folder, 'tokens'), join(folder, 'softhsm2.conf')]
  mkdirSync(store, { recursive: true })
  writeFileSync(conf, `directories.tokendir = ${store}\nobjectstore.backend = file\nlog.level = ERROR\n`)
  return { SOFTHSM2_CONF: conf }
}

export function makeToken(folder: string): SoftToken {
  const env = makeTokenStore(folder)
  const der = join(folder, 'token.der')
  const run = (program: string, given: readonly string[], input?: string): Buffer => {
    const { status, stdout, stderr } = spawnSync(program, given, { env: { ...process.env, ...env }, input })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
    return stdout
  }
  const token = ['--module', tokenModule, '--token-label', 'banksia']
  run('softhsm2-util', ['--init-token', '--free', '--label', 'banksia', '--so-pin', 'canary-so-1', '--pin', pin])
  run('pkcs11-tool', [
    ...token,
    '--login',
    '--pin',
    pin,
    '--keypairgen',
    '--key-type',
    'rsa:2048',
    '--id',
    '01',
    '--label',
    'banksia',
  ])
  run('pkcs11-tool', [...token, '--read-object', '--type', 'pubkey', '--id', '01', '--output-file', der])
  const wrapping = [
    'pkeyutl',
    '-encrypt',
    '-pubin',
    '-keyform',
    'DER',
    '-inkey',
    der,
    '-pkeyopt',
    'rsa_padding_mode:oaep',
  ]
  return { env, module: tokenModule, wrap: (text) => run('openssl', wrapping, text) }
}
