/** Whose a client certificate is, and which token is bound to it. */
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { isSameName } from '../../src/core/certificate/distinguished-name.ts'
import { findBinding, isOfClient } from '../../src/core/certificate/match-certificate.ts'
import { describeCertificate, type VerifiedCertificate } from '../../src/core/certificate/verified-certificate.ts'
import { testWithPrograms } from '../judges.ts'

const config = `[req]
distinguished_name=dn
prompt=no
utf8=yes
string_mask=utf8only
x509_extensions=ext
[dn]
C=AU
O=Huon, Pty + Söns
OU=a\\\\b
CN="#ehr one "
[ext]
subjectAltName=@names
[names]
DNS.1=Ehr.example.org
URI.1=https://a.example/x, DNS:other.example
IP.1=fd00::1
IP.2=10.0.0.1
email.1=It@Example.org
`

let folder: string
let certificate: VerifiedCertificate
let printed: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-certificate-'))
  const [cnf, key, cert] = ['cnf', 'key', 'cert'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(cnf, config)
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', [...made, '-config', cnf, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  certificate = describeCertificate(new X509Certificate(readFileSync(cert)))
  const told = execFileSync('openssl', ['x509', '-in', cert, '-noout', '-subject', '-nameopt', 'RFC2253'], {
    encoding: 'utf8',
  })
  printed = told.trim().replace(/^subject=/, '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

testWithPrograms('openssl')('D159: a subject is the one that openssl prints, whatever is escaped in it', () => {
  expect(isSameName(certificate.subject, printed)).toBe(true)
  expect(certificate.names).toEqual([
    { kind: 'dns', value: 'Ehr.example.org' },
    { kind: 'uri', value: 'https://a.example/x, DNS:other.example' },
    { kind: 'ip', value: 'FD00:0:0:0:0:0:0:1' },
    { kind: 'ip', value: '10.0.0.1' },
    { kind: 'email', value: 'It@Example.org' },
  ])
})

test('D159: a client is known by exactly one of subject, name and thumbprint', () => {
  const isOf = (registered: Parameters<typeof isOfClient>[1]): boolean => isOfClient(certificate, registered)

  for (const registered of [
    { tls_client_auth_subject_dn: printed },
    { tls_client_auth_san_dns: 'ehr.EXAMPLE.org' },
    { tls_client_auth_san_uri: 'https://a.example/x, DNS:other.example' },
    { tls_client_auth_san_ip: 'fd00::1' },
    { tls_client_auth_san_ip: '10.0.0.1' },
    { tls_client_auth_san_email: 'It@example.org' },
    { 'x5t#S256': certificate.thumbprint },
  ])
    expect([registered, isOf(registered)]).toEqual([registered, true])
  for (const registered of [
    {},
    { tls_client_auth_subject_dn: '' },
    { tls_client_auth_subject_dn: 'CN=ehr' },
    { tls_client_auth_subject_dn: printed.split(',').reverse().join(',') },
    // Part of a longer name.
    { tls_client_auth_san_dns: 'other.example' },
    { tls_client_auth_san_dns: 'example.org' },
    { tls_client_auth_san_dns: '*.example.org' },
    { tls_client_auth_san_ip: '10.0.0.2' },
    { tls_client_auth_san_email: 'it@example.org' },
    { 'x5t#S256': certificate.thumbprint.toLowerCase() },
    { tls_client_auth_san_dns: 'ehr.example.org', 'x5t#S256': certificate.thumbprint },
  ])
    expect([registered, isOf(registered)]).toEqual([registered, false])
})

test.each([
  ['CN=a,O=b', 'cn=a, o=b', true],
  ['CN=a,O=b', 'O=b,CN=a', false],
  ['CN=a+OU=c,O=b', 'OU=c+CN=a,O=b', true],
  ['CN=a\\,O=b', 'CN=a,O=b', false],
  ['CN=a\\2cb', 'CN=a\\,b', true],
  ['CN=a', 'CN=A', false],
  ['CN=\\\\41dmin', 'CN=Admin', false],
  ['CN=\\\\41dmin', 'CN=\\5c41dmin', true],
  ['CN=a\\\\\\ ', 'CN=a\\\\', false],
  ['CN=a\\\\ ', 'CN=a\\\\', true],
  ['CN=\\ff', 'CN=\\fe', false],
  ['', '', false],
  ['a', 'a', false],
])('D159: %j and %j as names of a certificate: %s', (one, other, isSame) => {
  expect(isSameName(one, other)).toBe(isSame)
})

test('D159: a token is bound to a certificate or to a key by its thumbprint alone', () => {
  const thumbprint = 'A'.repeat(43)

  expect(findBinding({ 'x5t#S256': thumbprint })).toEqual({ kind: 'certificate', thumbprint })
  expect(findBinding({ jkt: thumbprint })).toEqual({ kind: 'key', thumbprint })
  for (const confirmation of [
    undefined,
    null,
    'x5t#S256',
    {},
    { jkt: 'x' },
    { jwk: thumbprint },
    { 'x5t#S256': thumbprint, jkt: thumbprint },
    { 'x5t#S256': '' },
    { 'x5t#S256': [thumbprint] },
    { 'x5t#S256': `${thumbprint}=` },
  ])
    expect([confirmation, findBinding(confirmation)]).toEqual([confirmation, undefined])
})
