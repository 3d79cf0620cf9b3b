/** API8:2023 and API9:2023, security misconfiguration and improper inventory: headers, origins, errors, and addresses that must not be there. */
import { expect } from '@jest/globals'
import { hubRoutes } from '../../src/hub/routes.ts'
import { sendRaw } from '../http/raw-request.ts'
import type { Attack } from './attack.ts'
import { hubHeaders, people, type Told, type World } from './world.ts'

const { doctor } = people
const [source, inventory] = ['API8:2023', 'API9:2023'] as const
const evil = { Origin: 'https://elsewhere.example' }

const notLetIn: NonNullable<Attack['also']> = (_w, told) => {
  for (const { headers } of told) {
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  }
}
const without =
  (...words: readonly (string | RegExp)[]): NonNullable<Attack['also']> =>
  (_w, told) => {
    for (const { text } of told) for (const word of words) expect(text).not.toMatch(word)
  }
const traces = [/node_modules/, /\bat .*\.(ts|js):\d/, /select .* from/i, /postgres/i]
const has =
  (name: string, value: string | RegExp): NonNullable<Attack['also']> =>
  (_w, told) => {
    for (const { headers } of told) expect(headers.get(name) ?? '').toMatch(value)
  }

const raw = async (w: World, text: string): Promise<Told> => {
  const { status, head, body } = await sendRaw(w.base, text)
  return { status, headers: new Headers(), text: `${head}\n${body}` }
}
const lines = (...text: string[]): string => `${text.join('\r\n')}\r\nConnection: close\r\n\r\n`
const authorized = async (w: World, path: string, init: RequestInit = {}): Promise<Told> =>
  w.bear(await w.server.token(doctor), path, init)

const each = (w: World, paths: readonly string[]): Promise<readonly Told[]> =>
  Promise.all(paths.map((path) => w.raw(path)))

const everyRoute = (w: World): Promise<readonly Told[]> =>
  Promise.all(
    hubRoutes(1).map(({ method, path }) =>
      w.raw(path.replaceAll(/\{\w+\}/g, 'x'), { method, headers: hubHeaders(doctor.tenant) }),
    ),
  )

async function storedPage(w: World): Promise<Told> {
  const page = Buffer.from('<script>alert(1)</script>').toString('base64')
  const { text } = await w.fhir(doctor, 'POST', 'Binary', {
    body: { resourceType: 'Binary', contentType: 'text/html', data: page },
  })
  return authorized(w, `/fhir/R4/Binary/${JSON.parse(text).id}`, { headers: { Accept: 'text/html' } })
}

/** The address of the connection counts, whatever a header says. */
async function manyAddresses(w: World): Promise<readonly Told[]> {
  const limited = await w.limited()
  const told: Told[] = []
  for (let at = 0; at < 12; at += 1) {
    const headers = { Authorization: 'Bearer nothing', 'X-Forwarded-For': `192.0.2.${at}` }
    const response = await fetch(`${limited}/fhir/R4/Patient`, { headers })
    told.push({ status: response.status, headers: response.headers, text: await response.text() })
  }
  return told
}

// biome-ignore format: one row a line
export const settingAttacks: readonly Attack[] = [
  { id: 'API8-01', source, cause: 'a page of another origin reads FHIR',                   ask: (w) => authorized(w, '/fhir/R4/Practitioner', { headers: evil }),                                                 answer: 200, also: notLetIn },
  { id: 'API8-02', source, cause: 'a page of another origin asks before it writes',        ask: (w) => w.raw('/fhir/R4/Patient', { method: 'OPTIONS', headers: { ...evil, 'Access-Control-Request-Method': 'PUT' } }), answer: [401, 404, 405], also: notLetIn },
  { id: 'API8-03', source, cause: 'a page of another origin reads the Hub',                ask: (w) => w.raw('/v1/encounters', { headers: { ...evil, ...hubHeaders(doctor.tenant) } }),                                           answer: 401, also: notLetIn },
  { id: 'API8-04', source, cause: 'a page without an origin is let in',                    ask: (w) => w.raw('/fhir/R4/Patient', { headers: { Origin: 'null' } }),                                                answer: 401, also: notLetIn },
  { id: 'API8-05', source, cause: 'an origin begins like one that is let in',              ask: (w) => w.raw('/fhir/R4/Patient', { headers: { Origin: 'http://localhost.elsewhere.example' } }),                  answer: 401, also: notLetIn },
  { id: 'API8-06', source, cause: 'a page of another origin gets a token',                 ask: (w) => w.raw('/oidc/token', { method: 'POST', headers: evil, body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'development-app', code: 'x' }) }), answer: 400, also: notLetIn },
  { id: 'API8-07', source, cause: 'a name elsewhere points at this machine',               ask: (w) => raw(w, lines('GET /fhir/R4/metadata HTTP/1.1', 'Host: elsewhere.example')),                                answer: 400 },
  { id: 'API8-08', source, cause: 'a header says that the address is another',             ask: (w) => w.raw('/fhir/R4/.well-known/smart-configuration', { headers: { 'X-Forwarded-Host': 'elsewhere.example', 'X-Forwarded-Proto': 'ftp', Forwarded: 'host=elsewhere.example' } }), answer: 200, also: without('elsewhere', 'ftp:') },
  { id: 'API8-09', source, cause: 'an answer is framed',                                   ask: (w) => w.raw('/fhir/R4/Patient/neighbour'),                                                                       answer: 401, also: has('X-Frame-Options', 'DENY') },
  { id: 'API8-10', source, cause: 'the type of an answer is guessed',                      ask: (w) => w.raw('/fhir/R4/metadata'),                                                                                answer: 200, also: has('X-Content-Type-Options', 'nosniff') },
  { id: 'API8-11', source, cause: 'a cache keeps an answer',                               ask: (w) => authorized(w, '/fhir/R4/Practitioner'),                                                                    answer: 200, also: has('Cache-Control', /no-store|private|no-cache/) },
  { id: 'API8-12', source, cause: 'an answer may load content',                            ask: (w) => w.raw('/fhir/R4/metadata'),                                                                                answer: 200, also: has('Content-Security-Policy', /default-src 'none'/) },
  { id: 'API8-13', source, cause: 'an error tells of the inside: JSON that is none',       ask: (w) => authorized(w, '/fhir/R4/Patient', { method: 'POST', headers: { 'Content-Type': 'application/fhir+json' }, body: '{"resourceType":' }), answer: 400, also: without(...traces) },
  { id: 'API8-14', source, cause: 'an error tells of the inside: a character of none',     ask: (w) => authorized(w, '/fhir/R4/Patient?name=a%00b'),                                                                answer: [200, 400], also: without(...traces) },
  { id: 'API8-15', source, cause: 'an error tells of the inside: SQL in a parameter',      ask: (w) => authorized(w, `/fhir/R4/Patient?_id=${encodeURIComponent("x' or '1'='1")}`),                              answer: [200, 400], also: without(...traces) },
  { id: 'API8-16', source, cause: 'an error tells of the inside: percent signs',           ask: (w) => authorized(w, '/fhir/R4/Patient/%E0%A4%A'),                                                                answer: [400, 404], also: without(...traces) },
  { id: 'API8-17', source, cause: 'an error page carries a script',                        ask: (w) => w.raw('/oidc/auth?client_id=%3Cscript%3Ealert(1)%3C/script%3E', { headers: { Accept: 'text/html' } }),      answer: 400, also: without('<script>alert') },
  { id: 'API8-18', source, cause: 'the server tells what it is made of',                   ask: (w) => w.raw('/fhir/R4/Patient'),                                                                                 answer: 401, also: (_w, [told]) => expect([told?.headers.get('Server') ?? null, told?.headers.get('X-Powered-By') ?? null]).toEqual([null, null]) },
  { id: 'API8-19', source, cause: 'a request is repeated to its sender',                   ask: (w) => raw(w, lines('TRACE /fhir/R4/Patient HTTP/1.1', 'Host: localhost', 'X-Secret: kestrel')),                  answer: [400, 401, 404, 405, 501], also: without('kestrel') },
  { id: 'API8-20', source, cause: 'two lengths hide a second request',                     ask: (w) => raw(w, `${lines('POST /fhir/R4/Patient HTTP/1.1', 'Host: localhost', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /livez HTTP/1.1\r\n\r\n`), answer: 400 },
  { id: 'API8-21', source, cause: 'a line break in a value makes a header',                ask: (w) => w.raw('/oidc/auth?client_id=development-app&redirect_uri=http%3A%2F%2F127.0.0.1%3A53535%2Fcallback&state=x%0D%0ASet-Cookie:a=b&response_type=none'), answer: [303, 400], also: (_w, [told]) => expect(told?.headers.get('Set-Cookie') ?? '').not.toContain('a=b') },
  { id: 'API8-22', source, cause: 'a body of another type is read as JSON',                ask: (w) => authorized(w, '/v1/consents', { method: 'POST', headers: { 'Content-Type': 'text/plain', ...hubHeaders(doctor.tenant) }, body: '{}' }), answer: [400, 415] },
  { id: 'API8-23', source, cause: 'a stored page runs in the browser of its reader',       ask: storedPage,                                                                                                       answer: 200, writes: true, also: has('Content-Security-Policy', /default-src 'none'.*sandbox/) },
  { id: 'API8-24', source, cause: 'a path leads out of the pages',                         ask: (w) => raw(w, lines('GET /docs/../../../../etc/passwd HTTP/1.1', 'Host: localhost')),                             answer: [400, 404], also: without('root:') },
  { id: 'API8-25', source, cause: 'the certificate of a client comes in a header of anybody', ask: (w) => w.raw('/fhir/R4/Patient', { headers: { 'X-SSL-Client-Cert': 'x', 'Client-Cert': ':QUJD:' } }),             answer: 401 },
  { id: 'API8-26', source, cause: 'who asks takes the address of another to get past the limit', ask: manyAddresses,                                                                                                 answer: [401, 429], also: (_w, told) => expect(told.at(-1)?.status).toBe(429) },
  { id: 'API9-01', source: inventory, cause: 'an older version of the interface is still there', ask: (w) => each(w, ['/v0/encounters', '/v2/encounters', '/fhir/DSTU2/Patient', '/fhir/STU3/Patient', '/fhir/R5/Patient']), answer: 404 },
  { id: 'API9-02', source: inventory, cause: 'pages for administrators are there',          ask: (w) => each(w, ['/admin', '/console', '/debug', '/actuator', '/status', '/server-status', '/graphql', '/swagger-ui']), answer: 404 },
  { id: 'API9-03', source: inventory, cause: 'files of the checkout are served',            ask: (w) => each(w, ['/.env', '/.git/config', '/package.json', '/src/main.ts', '/data', '/development.key']),         answer: 404 },
  { id: 'API9-04', source: inventory, cause: 'endpoints of the library are there beside ours', ask: (w) => each(w, ['/oidc/session/end', '/oidc/device', '/oidc/device/auth', '/oidc/backchannel', '/oidc/reg/development-app']), answer: [400, 401, 404] },
  { id: 'API9-05', source: inventory, cause: 'a route is there that no description names',  ask: (w) => w.raw('/v1/openapi.json'),                                                                                answer: 200, also: (_w, [told]) => expect(hubRoutes(1).map(({ path }) => path).filter((path) => JSON.parse(told?.text ?? '').paths[path] === undefined)).toEqual([]) },
  { id: 'API9-06', source: inventory, cause: 'a route answers without a token',             ask: everyRoute,                                                                                                      answer: 401 },
]
