/** Checks of a server's description of its authorization. SMART App Launch 2.2, conformance.html. */
import { type Check, expect, type Level, skipUnless } from '../check.ts'
import { isObject, type JsonObject, listOf, textOf } from '../json.ts'

export type Discovered = { configuration?: JsonObject }

export function needConfiguration({ configuration }: Discovered): JsonObject {
  skipUnless(configuration !== undefined, 'There is no SMART configuration')
  return configuration
}

export const listTexts = (configuration: JsonObject, name: string): string[] =>
  listOf(configuration[name]).flatMap((value) => textOf(value) ?? [])

const path = '.well-known/smart-configuration'

export const smartCheck = (
  id: string,
  level: Level,
  [title, rows]: readonly [string, string],
  run: Check['run'],
): Check => ({
  id: `smart-${id}`,
  title,
  requirement: { level, text: title, source: `SMART App Launch 2.2, ${rows}` },
  run,
})

/** Of a server that says it has this capability; otherwise the check is left out. */
export const ifClaimed = (discovered: Discovered, capability: string, check: Check): Check => ({
  ...check,
  isNeeded: () => listTexts(discovered.configuration ?? {}, 'capabilities').includes(capability),
})

const isAbsolute = (url: string): boolean => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isLoopback = /^(127\.|localhost$|\[::1\])/.test(parsed?.hostname ?? '')
  return parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback)
}

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'introspection_endpoint',
  'revocation_endpoint',
  'registration_endpoint',
  'management_endpoint',
] as const

/** Capability, and the metadata that it makes required. */
const required: readonly (readonly [capabilities: readonly string[], field: string, rows: string])[] = [
  [['launch-ehr', 'launch-standalone'], 'authorization_endpoint', '383'],
  [['sso-openid-connect'], 'issuer', '381'],
  [['sso-openid-connect'], 'jwks_uri', '382'],
]

export function buildDiscoveryChecks(discovered: Discovered): Check[] {
  return [
    smartCheck(
      'discovery',
      'SHALL',
      ['The SMART configuration is served without a token, as JSON', '372, 377, 380'],
      async (server) => {
        const answer = await server.ask(path, { isAnonymous: true, headers: { accept: 'application/json' } })
        expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
        expect(/^application\/json\b/.test(answer.headers.get('content-type') ?? ''), 'Content-Type application/json')
        expect(isObject(answer.body), 'A JSON object')
        discovered.configuration = answer.body
      },
    ),
    smartCheck('accept', 'SHALL', ['It is JSON whatever Accept says', '374'], async (server) => {
      needConfiguration(discovered)
      const { headers } = await server.ask(path, { isAnonymous: true, headers: { accept: 'application/fhir+xml' } })
      expect(/^application\/json\b/.test(headers.get('content-type') ?? ''), 'Content-Type application/json')
    }),
    smartCheck('cors', 'SHALL', ['Discovery and metadata may be read from any origin', '16'], async (server) => {
      needConfiguration(discovered)
      for (const one of [path, 'metadata']) {
        const { headers } = await server.ask(one, { isAnonymous: true, headers: { origin: 'https://app.example' } })
        const allowed = headers.get('access-control-allow-origin')
        expect(allowed === '*' || allowed === 'https://app.example', 'Access-Control-Allow-Origin')
      }
    }),
    smartCheck('absolute', 'SHALL', ['Every address is absolute', '378'], async () => {
      const configuration = needConfiguration(discovered)
      const given = endpoints.filter((name) => configuration[name] !== undefined)
      skipUnless(given.length > 0, 'The configuration names no address')
      for (const name of given)
        expect(isAbsolute(textOf(configuration[name]) ?? ''), `${name} as an absolute https address`)
    }),
    smartCheck(
      'token-endpoint',
      'SHALL',
      ['token_endpoint and grant_types_supported are there', '384, 385'],
      async () => {
        const configuration = needConfiguration(discovered)
        expect(textOf(configuration['token_endpoint']) !== undefined, 'token_endpoint')
        expect(listTexts(configuration, 'grant_types_supported').length > 0, 'grant_types_supported')
      },
    ),
    smartCheck(
      'capabilities',
      'SHALL',
      ['capabilities are listed, with what they need', '381, 382, 383, 393'],
      async () => {
        const configuration = needConfiguration(discovered)
        const capabilities = listTexts(configuration, 'capabilities')
        expect(capabilities.length > 0, 'capabilities')
        for (const [names, field] of required)
          expect(
            !names.some((name) => capabilities.includes(name)) || textOf(configuration[field]) !== undefined,
            `${field}, which ${names.join(' or ')} needs`,
          )
      },
    ),
    smartCheck('pkce', 'SHALL', ['PKCE with S256, and never plain', '14, 15, 394'], async () => {
      const methods = listTexts(needConfiguration(discovered), 'code_challenge_methods_supported')
      expect(methods.includes('S256'), 'S256 in code_challenge_methods_supported')
      expect(!methods.includes('plain'), 'No plain in code_challenge_methods_supported')
    }),
    smartCheck('scopes', 'SHOULD', ['scopes_supported are listed', '389'], async () =>
      expect(listTexts(needConfiguration(discovered), 'scopes_supported').length > 0, 'scopes_supported'),
    ),
    smartCheck('introspection', 'SHOULD', ['introspection_endpoint is there', '391'], async () =>
      expect(textOf(needConfiguration(discovered)['introspection_endpoint']) !== undefined, 'introspection_endpoint'),
    ),
    smartCheck('revocation', 'SHOULD', ['revocation_endpoint is there', '392'], async () =>
      expect(textOf(needConfiguration(discovered)['revocation_endpoint']) !== undefined, 'revocation_endpoint'),
    ),
  ]
}
