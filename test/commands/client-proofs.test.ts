/** `banksia client create` for clients that prove themselves by a certificate, or bind their tokens to a key. RFC 8705, RFC 9449; D153, D177. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { type Issued, makeAuthority } from '../http/tls/certificates.ts'
import { makeProofKey } from '../identity/holder/proof-key.ts'
import { assertionOf, makeService, postForm } from '../identity/issuer/smart-app.ts'
import { type RunningServer, startRunning, urlOf } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import { runInProcess } from './in-process.ts'

const [tenant] = developmentTenants
const scope = 'system/Patient.rs'
const plain = useRunning()
/** Behind a proxy that has verified the certificate, and passes it on. */
let behind: RunningServer
let folder: string
let own: Issued
let other: Issued
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-test-client-'))
  const authority = makeAuthority(folder, 'Authority')
  own = authority.issue('own', { subject: '/O=Huon/CN=ehr', names: 'DNS:ehr.example.org,URI:urn:ehr' })
  other = authority.issue('other', { subject: '/O=Huon/CN=other', names: 'DNS:other.example.org' })
  behind = await startRunning({
    site: plain.site,
    env: { BANKSIA_TRUSTED_PROXIES: '127.0.0.1', BANKSIA_TRUSTED_PROXY_CERT_HEADER: 'x-ssl-client-cert' },
  })
})
afterAll(async () => {
  await behind?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const create = (...given: readonly string[]) =>
  runInProcess(['client', 'create', '--type', 'backend', '--tenant', tenant, '--scope', scope, ...given], {
    env: { BANKSIA_DATA_DIR: plain.site.dataDir, DATABASE_URL: urlOf(plain.site.database.config) },
  })

/** The status of the token endpoint, for whoever shows this certificate. */
async function askWith(id: string, shown?: Issued): Promise<number> {
  const headers = shown === undefined ? {} : { 'X-SSL-Client-Cert': encodeURIComponent(shown.cert) }
  const { status } = await postForm(
    behind,
    '/oidc/token',
    { grant_type: 'client_credentials', client_id: id, scope },
    headers,
  )
  return status
}

test.each<readonly [string, () => readonly string[]]>([
  ['--certificate', () => ['--certificate', own.certFile]],
  ['--certificate-subject', () => ['--certificate-subject', 'CN=ehr,O=Huon']],
  ['--certificate-san dns', () => ['--certificate-san', 'dns:ehr.example.org']],
  ['--certificate-san uri', () => ['--certificate-san', 'uri:urn:ehr']],
])('D177: a client that is created by %s is known by that certificate alone', async (name, given) => {
  const id = name.replaceAll(/\W/g, '')
  const { code, output } = await create('--id', id, ...given())

  expect([code, output]).toEqual([0, `client ${id} is registered\n`])
  expect([await askWith(id, own), await askWith(id, other), await askWith(id)]).toEqual([200, 401, 401])
})

test('D177: a client that is created by --dpop gets no token without a proof of its key', async () => {
  const service = await makeService()
  const file = join(folder, 'jwks.json')
  writeFileSync(file, JSON.stringify(service.jwks))
  const { code } = await create('--id', service.id, '--jwks', file, '--dpop')
  const ask = async (headers: Record<string, string>) => {
    const form = { grant_type: 'client_credentials', scope, ...assertionOf(await service.assert(plain)) }
    return postForm(plain, '/oidc/token', form, headers)
  }
  const without = await ask({})
  const proof = await (await makeProofKey()).prove({ method: 'POST', url: `${plain.base}/oidc/token` })
  const proven = await ask({ DPoP: proof })

  expect([code, without.status, proven.status, proven.body.token_type]).toEqual([0, 400, 200, 'DPoP'])
})

test.each<readonly [readonly string[], RegExp]>([
  [['--certificate', '/nowhere'], /--certificate names a file that cannot be read/],
  [['--certificate', 'OTHER'], /--certificate is no certificate in PEM/],
  [['--certificate-subject', 'ehr'], /--certificate-subject is no distinguished name/],
  [['--certificate-san', 'ehr.example.org'], /--certificate-san begins with dns:, uri:, ip: or email:/],
  [['--certificate-san', 'dns:'], /--certificate-san begins with dns:/],
  [['--certificate-san', 'dns:a.example', '--certificate-subject', 'CN=ehr'], /what names a certificate: one of them/],
  [
    ['--certificate-san', 'dns:a.example', '--jwks-uri', 'https://a.example/jwks'],
    /what names a certificate: one of them/,
  ],
  [['--certificate-san', 'dns:a.example', '--dpop'], /--dpop is not for clients with a certificate/],
])('D153: banksia client create %j is refused, and says why', async (given, said) => {
  const count = async () => (await plain.site.pool.query('select count(*)::int as n from issuer_client')).rows[0].n
  const before = await count()
  const file = join(folder, 'no-certificate')
  writeFileSync(file, 'nothing')
  const { code, errors } = await create(...given.map((text) => (text === 'OTHER' ? file : text)))

  expect([code, await count()]).toEqual([2, before])
  expect(errors).toMatch(said)
})
