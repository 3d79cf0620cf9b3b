/** The facts that a SMART client learns of the issuer. SMART App Launch 2.2 conformance.html. */
import { expect, test } from '@jest/globals'
import { buildSmartConfiguration, openSmartConfiguration } from '../../src/identity/smart-configuration.ts'

const issuer = 'https://issuer.example'
const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/me`,
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  scopes_supported: ['openid'],
}

test('SMART conformance: where tokens come from, as the issuer says it; what is permitted, as this server does it', () => {
  expect(buildSmartConfiguration(issuer, discovery)).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    scopes_supported: ['openid', 'patient/*.rs', 'user/*.cruds', 'system/*.cruds'],
    capabilities: [
      ...['permission-patient', 'permission-user', 'permission-v1', 'permission-v2'],
      ...['client-public', 'client-confidential-asymmetric', 'sso-openid-connect'],
    ],
  })
})

test('D163: capabilities that the settings name are added once, also where the issuer describes them', () => {
  const described = { ...discovery, capabilities: ['launch-ehr'] }
  const { capabilities } = buildSmartConfiguration(issuer, described, ['launch-ehr', 'context-banner', 'client-public'])
  const texts = capabilities as string[]

  expect(texts).toEqual(expect.arrayContaining(['launch-ehr', 'context-banner', 'client-public', 'permission-v2']))
  expect(new Set(texts).size).toBe(texts.length)
})

test('SMART conformance: the issuer is asked once in ten minutes; where it does not answer, nothing is made up, and it is not asked at each request', async () => {
  let now = 0
  let asked = 0
  let isDown = false
  const discover = async () => {
    asked += 1
    if (isDown) throw new Error('down')
    return discovery
  }
  const read = openSmartConfiguration({ issuer, discover }, () => new Date(now))
  const outcome = () =>
    read().then(
      ({ token_endpoint: token }) => token,
      ({ slug }: { slug: string }) => slug,
    )
  const at = async (ms: number) => {
    now = ms
    return [await outcome(), asked]
  }

  expect(await Promise.all([outcome(), outcome()])).toEqual([`${issuer}/token`, `${issuer}/token`])
  expect(await at(599_999)).toEqual([`${issuer}/token`, 1])
  isDown = true
  expect(await at(600_000)).toEqual(['dependency-unavailable', 2])
  expect(await at(604_999)).toEqual(['dependency-unavailable', 2])
  isDown = false
  expect(await at(605_000)).toEqual([`${issuer}/token`, 3])
})
