/** Addresses that a client may be registered with. RFC 9700 2.6; RFC 8252 7.3. */
import { expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { parseClientDescription } from '../../../src/identity/issuer/client-description.ts'
import { describeClient } from '../../../src/identity/issuer/client-metadata.ts'

const messagesFor = (members: object): readonly string[] => {
  const parsed = parseClientDescription({ client_id: 'app', type: 'public', scope: 'openid', ...members })
  return 'errors' in parsed ? parsed.errors.map(({ member, message }) => `${member} ${message}`) : []
}

test.each([
  ['https://app.example/callback', []],
  ['http://127.0.0.1/callback', []],
  ['http://localhost:3000/callback', []],
  ['http://[::1]:3000/callback', []],
  ['com.example.app:/callback', []],
  ['http://app.example/callback', ['redirect_uris.0 has to begin with https://']],
  ['HTTP://app.example/callback', ['redirect_uris.0 has to begin with https://']],
  ['http://192.168.1.4/callback', ['redirect_uris.0 has to begin with https://']],
  ['http://localhost.example/callback', ['redirect_uris.0 has to begin with https://']],
  ['http://localhost:x@app.example/callback', ['redirect_uris.0 must not have a user or a password']],
  ['https://app@app.example/callback', ['redirect_uris.0 must not have a user or a password']],
  ['JavaScript:alert(1)', ['redirect_uris.0 must not be a script, a file or a message']],
  ['file:///etc/hosts', ['redirect_uris.0 must not be a script, a file or a message']],
  ['blob:https://app.example/1', ['redirect_uris.0 must not be a script, a file or a message']],
  ['ftp://app.example/callback', ['redirect_uris.0 must not be a script, a file or a message']],
  ['java\tscript:alert(1)', expect.arrayContaining(['redirect_uris.0 must not have blanks or control characters'])],
  [' javascript:alert(1)', expect.arrayContaining(['redirect_uris.0 must not have blanks or control characters'])],
  ['\u0001javascript:alert(1)', expect.arrayContaining(['redirect_uris.0 must not have blanks or control characters'])],
  ['https://app.example/a b', ['redirect_uris.0 must not have blanks or control characters']],
])('RFC 9700 2.6: a code never goes back to %s unless it is https or this device', (address, messages) => {
  expect(messagesFor({ redirect_uris: [address] })).toEqual(messages)
})

test.each([
  ['https://app.example/goodbye', []],
  ['http://localhost:3000/goodbye', []],
  ['com.example.app:/goodbye', []],
  ['http://app.example/goodbye', ['post_logout_redirect_uris.0 has to begin with https://']],
  ['https://app.example/#goodbye', ['post_logout_redirect_uris.0 must not have a fragment']],
  ['javascript:alert(1)', ['post_logout_redirect_uris.0 must not be a script, a file or a message']],
])('D185: after a sign-out a browser goes back to %s under the same rules', (address, messages) => {
  const redirect_uris = ['https://app.example/callback']

  expect(messagesFor({ redirect_uris, post_logout_redirect_uris: [address] })).toEqual(messages)
})

test('D185: a service has no address for a sign-out', () => {
  const post_logout_redirect_uris = ['https://app.example/goodbye']
  const described = {
    type: 'backend',
    tenant: newId(),
    jwks_uri: 'https://app.example/jwks',
    post_logout_redirect_uris,
  }

  expect(messagesFor(described)).toEqual(['post_logout_redirect_uris is for apps of people: a backend has none'])
})

test.each([
  [['https://app.example/callback'], [], 'web'],
  [['com.example.app:/callback'], [], 'native'],
  [['http://127.0.0.1/callback'], [], 'native'],
  [['https://app.example/callback'], ['com.example.app:/goodbye'], 'native'],
])(
  'RFC 8252 7.1: an app that comes back to %j, and after a sign-out to %j, is a %s one',
  (redirects, goodbyes, type) => {
    const members = { redirect_uris: redirects, post_logout_redirect_uris: goodbyes }
    const parsed = parseClientDescription({ client_id: 'app', type: 'public', scope: 'openid', ...members })
    const settings = 'value' in parsed ? describeClient(parsed.value, 'command').settings : {}

    expect(settings).toMatchObject({ application_type: type })
  },
)

test.each(['jwks_uri', 'launch_uri'])('D153: an address with a password is no %s', (member) => {
  const rest = member === 'jwks_uri' ? { type: 'asymmetric' } : {}
  const described = { ...rest, redirect_uris: ['https://app.example/'], [member]: 'https://a:b@app.example/x' }

  expect(messagesFor(described)).toEqual([`${member} must not have a user or a password`])
})
