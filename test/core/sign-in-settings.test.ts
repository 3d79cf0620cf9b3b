/** Settings of sign-in at an upstream provider. D173. */
import { expect, test } from '@jest/globals'
import { readConfig } from '../../src/core/config.ts'

const right = {
  BANKSIA_MODE: 'production',
  BANKSIA_ISSUER: 'embedded',
  BANKSIA_BASE_URL: 'https://hub.example.org',
  BANKSIA_KEY: Buffer.alloc(32).toString('base64'),
  BANKSIA_SIGN_IN_ISSUER: 'https://login.example.org/realms/health',
  BANKSIA_SIGN_IN_CLIENT_ID: 'banksia',
  BANKSIA_SIGN_IN_CLIENT_SECRET: 'hunter2',
}

test('D173: a provider with its client is taken, and its address stays as it is written', () => {
  expect(readConfig({ ...right, BANKSIA_SIGN_IN_ISSUER: 'https://login.example.org/' })).toMatchObject({
    signInIssuer: 'https://login.example.org/',
    signInClaim: 'sub',
    signInScopes: ['openid'],
    signInClientSecret: 'hunter2',
  })
})

test.each([
  ['BANKSIA_SIGN_IN_CLIENT_ID', { BANKSIA_SIGN_IN_CLIENT_ID: '' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_SIGN_IN_ISSUER: '' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_SIGN_IN_ISSUER: 'login.example.org' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_SIGN_IN_ISSUER: 'https://u:hunter2@login.example.org' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_SIGN_IN_ISSUER: 'https://login.example.org/?a=hunter2' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_SIGN_IN_ISSUER: 'http://login.example.org' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_MODE: 'development' }],
  ['BANKSIA_SIGN_IN_ISSUER', { BANKSIA_ISSUER: 'external', BANKSIA_ISSUERS: 'https://a.example' }],
  ['BANKSIA_INTROSPECTION_TOKENS', { BANKSIA_INTROSPECTION_TOKENS: 'all' }],
  ['BANKSIA_SESSION_MINUTES', { BANKSIA_SESSION_MINUTES: '10081' }],
  ['BANKSIA_SESSION_MINUTES', { BANKSIA_SESSION_MINUTES: '0' }],
  ['BANKSIA_SESSION_IDLE_MINUTES', { BANKSIA_SESSION_IDLE_MINUTES: '10081' }],
])('D173: a wrong %s is refused by name (%#)', (variable, change) => {
  const read = () => readConfig({ ...right, ...change })

  expect(read).toThrow(expect.objectContaining({ variable }))
  expect(read).toThrow(/^(?!.*hunter2)/)
})
