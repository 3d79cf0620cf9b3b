/**
 * The key-encryption key under an RSA key that never leaves its token: the token decrypts it, in a child process, so that no foreign
 * module runs in this one. PKCS #11 v3.0 2.1.8 (CKM_RSA_PKCS_OAEP), RFC 8017 7.1. D157.
 */
import { execFile } from 'node:child_process'
import { ConfigError } from '../core/config/config-error.ts'
import type { Config } from '../core/config.ts'
import { fileVariableOf, type SettingRow, settings } from '../core/settings.ts'
import { sha256Of } from '../core/sha256.ts'

const program = 'pkcs11-tool'
const limitMs = 10_000
/** A token locks itself after a few wrong PINs, so a failure counts for this time. */
const failureMs = 60_000
const maxOutputBytes = 64 * 1024

type Decrypted = { readonly digest: string; readonly text: Promise<string>; until: number }

/** The last answer, because a probe asks for the key each second. */
const known = new WeakMap<Config, Decrypted>()

/** The text that the token of the settings finds in `sealed`. Throws ConfigError. */
export function decryptByToken(config: Config, sealed: Buffer): Promise<string> {
  const digest = sha256Of(sealed)
  const last = known.get(config)
  if (last !== undefined && last.digest === digest && performance.now() < last.until) return last.text
  const next: Decrypted = { digest, text: askToken(config, sealed), until: Number.POSITIVE_INFINITY }
  known.set(config, next)
  next.text.catch(() => {
    next.until = performance.now() + failureMs
  })
  return next.text
}

/** OAEP with SHA-1 is what every token and `openssl pkeyutl` have; it asks no resistance to collisions of the hash. */
const mechanism = ['--mechanism', 'RSA-PKCS-OAEP', '--hash-algorithm', 'SHA-1', '--mgf', 'MGF1-SHA1']

const pinVariable = 'BANKSIA_PKCS11_PIN'

function askToken({ pkcs11Module, pkcs11Token, pkcs11Key, pkcs11Pin }: Config, sealed: Buffer): Promise<string> {
  const token = ['--module', pkcs11Module ?? '', '--token-label', pkcs11Token ?? '', '--id', pkcs11Key ?? '']
  // Arguments of a process are for everybody to read, its environment is not.
  const given = [...token, '--login', '--pin', `env:${pinVariable}`, '--decrypt', ...mechanism]
  const limits = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: maxOutputBytes } as const
  const env = { ...withoutSecrets(process.env), [pinVariable]: pkcs11Pin }
  return new Promise((resolve, reject) => {
    const child = execFile(program, given, { ...limits, env }, (error, text, said) => {
      if (error === null) resolve(text)
      else reject(describe(error, said))
    })
    // The program has ended without reading: its exit says why.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(sealed)
  })
}

const secretVariables: ReadonlySet<string> = new Set(
  settings.filter((row: SettingRow) => row.isSecret).flatMap((row) => [row.variable, fileVariableOf(row)]),
)

/** A module gets the settings of its maker, and none of our secrets. */
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secretVariables.has(name)))

type Row = { readonly said: RegExp; readonly variable: string; readonly sentence: string }

/** In the words of pkcs11-tool, or the code of the system. The first matching row counts. */
// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { said: /^ENOENT/, variable: 'BANKSIA_PKCS11_MODULE', sentence: `needs the program ${program}. Install it: apt install opensc` },
  { said: /^SIGKILL/, variable: 'BANKSIA_PKCS11_MODULE', sentence: 'leads to a token that gives no answer' },
  { said: /CKR_PIN_\w+/, variable: pinVariable, sentence: 'is not the PIN of the token, or the token has locked itself' },
  { said: /no slot with|slot.*not found|no token/i, variable: 'BANKSIA_PKCS11_TOKEN', sentence: 'names a token that the module does not have' },
  { said: /key not found/i, variable: 'BANKSIA_PKCS11_KEY', sentence: 'names a key that the token does not have' },
  { said: /load.*module|module.*load|C_GetFunctionList|C_Initialize/i, variable: 'BANKSIA_PKCS11_MODULE', sentence: 'names a module that cannot be loaded' },
]

const undecipherable = 'holds nothing that the key of the token decrypts by RSA-OAEP with SHA-1'

function describe(cause: Error & { readonly code?: unknown; readonly signal?: unknown }, said: string): ConfigError {
  const text = [cause.code, cause.signal].find((word) => typeof word === 'string') ?? said
  const row = rows.find((one) => one.said.test(String(text)))
  return new ConfigError(row?.variable ?? 'BANKSIA_KEY_FILE', row?.sentence ?? undecipherable, { cause })
}
