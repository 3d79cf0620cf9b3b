/** API10:2023, unsafe consumption of APIs: what issuers, clients' keys, browsers and documents of others make of an answer that is trusted. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@jest/globals'
import { register } from '../identity/issuer/register.ts'
import { askForService, makeService } from '../identity/issuer/smart-app.ts'
import type { Attack } from './attack.ts'
import { fhirTenant, hubHeaders, hubTenant, people, type Told, type World } from './world.ts'

const source = 'API10:2023'
const { doctor } = people

/** The keys of a client come from an address that answers so. */
const keysAnswer =
  (status: number, body: (jwks: object, address: string) => string, headers: Readonly<Record<string, string>> = {}) =>
  async (w: World): Promise<Told> => {
    const own = await makeService()
    let asked = 0
    const http = createServer((_request, response) => {
      asked += 1
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body(own.jwks, w.bait.address))
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    try {
      const jwksUri = `http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks`
      await register(w.server.site.pool, {
        client_id: own.id,
        type: 'backend',
        tenant: hubTenant,
        jwks_uri: jwksUri,
        scope: 'system/Patient.rs',
      })
      const answer = await askForService(w.server, await own.assert(w.server), 'system/Patient.rs')
      expect(asked).toBe(1)
      return { status: answer.status, headers: answer.headers, text: JSON.stringify(answer.body) }
    } finally {
      http.close().closeAllConnections()
    }
  }

const claim =
  (claims: object, path?: string) =>
  async (w: World): Promise<Told> =>
    w.bear(await w.issuer.sign({ ...claims }), path, { headers: hubHeaders(hubTenant) })
const post = async (w: World, type: string, body: string): Promise<Told> =>
  w.bear(await w.server.token(doctor), '/fhir/R4/Basic', { method: 'POST', headers: { 'Content-Type': type }, body })

// biome-ignore format: one row a line
export const answerAttacks: readonly Attack[] = [
  { id: 'API10-01', source, cause: 'the keys of a client lead elsewhere',                    ask: async (w) => keysAnswer(302, () => '', { Location: `${w.bait.address}/jwks` })(w),            answer: 401, writes: true },
  { id: 'API10-02', source, cause: 'the keys of a client are megabytes',                     ask: keysAnswer(200, () => `{"keys":[],"more":"${'x'.repeat(3_000_000)}"}`),                      answer: 401, writes: true },
  { id: 'API10-03', source, cause: 'the keys of a client are a page',                        ask: keysAnswer(200, () => '<html></html>', { 'Content-Type': 'text/html' }),                     answer: 401, writes: true },
  { id: 'API10-04', source, cause: 'the keys of a client are shared secrets',                ask: keysAnswer(200, () => '{"keys":[{"kty":"oct","k":"AAAA","kid":"ES384-key"}]}'),             answer: 401, writes: true },
  { id: 'API10-05', source, cause: 'the keys of a client come with an error',                ask: keysAnswer(500, (jwks) => JSON.stringify(jwks)),                                            answer: 401, writes: true },
  { id: 'API10-06', source, cause: 'an issuer names a person of another server',             ask: claim({ fhirUser: 'https://elsewhere.example/fhir/Practitioner/colleague', roles: ['senior_clinician'] }, '/v1/platform/signatures/colleague'), answer: [403, 404] },
  { id: 'API10-07', source, cause: 'an issuer names its tenants in an object',               ask: claim({ tenants: { [hubTenant]: true } }),                                                  answer: 403 },
  { id: 'API10-08', source, cause: 'an issuer names tenants in a text with commas',          ask: claim({ tenants: `${hubTenant},${fhirTenant}` }),                                           answer: 403 },
  { id: 'API10-09', source, cause: 'an issuer names a tenant that does not exist',           ask: claim({ tenants: ['0198f2a0-0000-7000-8000-00000000dead'] }),                               answer: 403 },
  { id: 'API10-10', source, cause: 'an issuer gives a scope as a number',                    ask: claim({ scope: 7 }),                                                                        answer: 403 },
  { id: 'API10-11', source, cause: 'an issuer gives a scope with a query that is none',      ask: claim({ scope: 'user/Patient.rs?nonsense=1' }),                                             answer: [400, 403, 'empty'] },
  { id: 'API10-12', source, cause: 'a document of others has the prototype as a member',     ask: (w) => post(w, 'application/fhir+json', '{"resourceType":"Basic","code":{"text":"x"},"constructor":{"prototype":{"roles":["operator"]}}}'), answer: [400, 422] },
  { id: 'API10-13', source, cause: 'a narrative of others has a script',                     ask: (w) => post(w, 'application/fhir+json', JSON.stringify({ resourceType: 'Basic', code: { text: 'x' }, text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></div>' } })), answer: [400, 422] },
  { id: 'API10-14', source, cause: 'a document of others names another text encoding',       ask: (w) => post(w, 'application/fhir+json; charset=utf-7', '{}'),                               answer: 415 },
  { id: 'API10-15', source, cause: 'a document of others has bytes that are no text',        ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Basic', { method: 'POST', headers: { 'Content-Type': 'application/fhir+json' }, body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }), answer: 400 },
  { id: 'API10-16', source, cause: 'the trace of a caller is taken as it is',                ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Basic?_count=0', { headers: { traceparent: `00-${'0'.repeat(32)}-nonsense-01`, 'X-Request-Id': '<script>' } }), answer: [200, 400], also: (_w, [told]) => expect(JSON.stringify([...(told?.headers ?? [])])).not.toContain('<script>') },
]
