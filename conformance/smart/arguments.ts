/** The options of the program that are of launches and services. */
import { readFileSync } from 'node:fs'
import { isObject, type JsonObject, listOf, parseJson } from '../json.ts'
import type { LaunchOptions } from './app.ts'
import { readKey } from './assertion.ts'
import type { ServiceOptions } from './backend.ts'
import type { Filled } from './page-form.ts'

type Values = {
  readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined
}

/** Ends the program with a message about its usage. */
type Refuse = (message: string) => never

const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function readLaunch(values: Values, refuse: Refuse): LaunchOptions | undefined {
  const clientId = textOf(values, 'launch-client-id')
  if (clientId === undefined) return undefined
  const signIn = readSignIn([values['sign-in'] ?? []].flat().map(String), refuse)
  const port = Number(textOf(values, 'launch-port') ?? '')
  if (!Number.isInteger(port) || port <= 0 || port > 65_535) refuse('--launch-port is a number')
  return {
    ...{ clientId, port, timeoutMs: 300_000 },
    scope: textOf(values, 'launch-scope') ?? 'openid fhirUser launch/patient patient/Patient.rs',
    outsideScope: textOf(values, 'launch-outside-scope'),
    launchEndpoint: textOf(values, 'launch-endpoint'),
    ...(signIn.length === 0 ? {} : { signIn }),
    announce: (url) => process.stderr.write(`\nOpen this address and sign in:\n${url}\n`),
  }
}

/** The token response of a launch, as JSON in a variable. */
export function readGivenLaunch(
  { CONFORMANCE_LAUNCH: text }: NodeJS.ProcessEnv,
  refuse: Refuse,
): JsonObject | undefined {
  if (text === undefined) return undefined
  const response = parseJson(text)
  return isObject(response) ? response : refuse('CONFORMANCE_LAUNCH is the JSON of a token response')
}

function readSignIn(given: readonly string[], refuse: Refuse): readonly Filled[] {
  const lines = given.flatMap((one) =>
    one.startsWith('@') ? readText(one.slice(1), '--sign-in', refuse).split('\n') : one,
  )
  return lines.filter(Boolean).map((line) => {
    const at = line.indexOf('=')
    if (at <= 0) refuse('--sign-in is NAME=VALUE, or @FILE with one a line')
    return { name: line.slice(0, at), value: line.slice(at + 1) }
  })
}

function readText(path: string, option: string, refuse: Refuse): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return refuse(`${option} names a file that cannot be read`)
  }
}

export function readService(values: Values, refuse: Refuse): ServiceOptions | undefined {
  const clientId = textOf(values, 'backend-client-id')
  if (clientId === undefined) return undefined
  const path = textOf(values, 'backend-key')
  if (path === undefined) return refuse('--backend-client-id needs --backend-key')
  const jwk = readJwk(readText(path, '--backend-key', refuse))
  const key = jwk === undefined ? undefined : readKey(jwk)
  if (key === undefined) return refuse('--backend-key is a private JSON Web Key, RSA or P-384, with its kid')
  return {
    ...{ clientId, key, scope: textOf(values, 'backend-scope') ?? 'system/Patient.rs' },
    outsideScope: textOf(values, 'backend-outside-scope'),
    introspectScope: textOf(values, 'introspect-scope'),
  }
}

/** The key alone, or the first of a set. */
function readJwk(text: string): JsonObject | undefined {
  const value = parseJson(text)
  const jwk = isObject(value) && value['keys'] !== undefined ? listOf(value['keys'])[0] : value
  return isObject(jwk) ? jwk : undefined
}
