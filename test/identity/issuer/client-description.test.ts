/** Addresses that a client may be registered with. RFC 9700 2.6; RFC 8252 7.3. */
import { expect, test } from '@jest/globals'
import { parseClientDescription } from '../../../src/identity/issuer/client-description.ts'

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

test.each(['jwks_uri', 'launch_uri'])('D153: an address with a password is no %s', (member) => {
  const rest = member === 'jwks_uri' ? { type: 'asymmetric' } : {}
  const described = { ...rest, redirect_uris: ['https://app.example/'], [member]: 'https://a:b@app.example/x' }

  expect(messagesFor(described)).toEqual([`${member} must not have a user or a password`])
})
