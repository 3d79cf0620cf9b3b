/** API7:2023, server side request forgery: every address that a caller may name, and none that is called. */
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { register } from '../identity/issuer/register.ts'
import { askForService, makeService, postForm } from '../identity/issuer/smart-app.ts'
import { waitFor } from '../patience.ts'
import { subscription } from '../queues/hook.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import type { Attack } from './attack.ts'
import { hubTenant, people, type Told, type World } from './world.ts'

const { doctor } = people
const source = 'API7:2023'
const refused = [400, 403, 422] as const
const tenant = hubTenant
const operator = { tenant, role: 'operator' }
const base = { name: 'x', recipient: { name: 'x' }, purposeOfUse: 'TREAT', legalBasis: 'consent' }

/** It is stored, and refused when it is to be called. */
async function follow(w: World, endpoint: string): Promise<Told> {
  const told = await w.fhir({ tenant }, 'POST', 'Subscription', {
    body: subscription(w.base, { topic: 'observation-changed', endpoint }),
  })
  if (told.status !== 201) return told
  const { id } = JSON.parse(told.text)
  const { reason } = await waitFor(
    async () =>
      (await w.server.site.pool.query('select state, reason from subscription where id = $1', [id])).rows[0] ?? {},
    ({ state }) => state === 'error',
  )
  return { ...told, status: reason === 'refused-by-policy' ? 403 : 200, text: String(reason) }
}

const channel = (w: World, transport: string, destination: object): Promise<Told> =>
  w.hub(operator, 'POST', 'channels', {
    body: {
      ...base,
      format: transport === 'fhir' ? 'bundle' : transport === 'mllp' ? 'hl7v2' : 'pdf',
      transport,
      destination,
    },
  })
const fhirTo = (w: World, baseUrl: string, auth: object = { type: 'none' }) => channel(w, 'fhir', { baseUrl, auth })
const value = (system: string) => ({ resourceType: 'Parameters', parameter: [{ name: 'url', valueUri: system }] })
const validate = (w: World, resource: object, more = '') =>
  w.fhir(doctor, 'POST', `${(resource as { resourceType: string }).resourceType}/$validate${more}`, { body: resource })
const pictures = (w: World) =>
  `<div xmlns="http://www.w3.org/1999/xhtml"><img src="${w.bait.address}/a.png" alt="x"/></div>`

/** The channel is stored, and its test writes nothing behind the link. */
async function linkOut(w: World): Promise<Told> {
  const [outside, directory] = [makeScratchFolder('attacks'), join(w.server.site.dataDir, 'way-out')]
  symlinkSync(outside, directory)
  const made = await channel(w, 'file', { directory })
  if (made.status !== 201) return made
  const begun = await w.hub(operator, 'POST', `channels/${JSON.parse(made.text).id}:test`)
  const job = await waitFor(
    async () => JSON.parse((await w.hub(operator, 'GET', `jobs/${JSON.parse(begun.text).id}`)).text),
    ({ state }) => state !== 'queued' && state !== 'running',
  )
  expect(readdirSync(outside)).toEqual([])
  return {
    ...made,
    status: job.result.checks[0].advice === undefined ? 201 : 403,
    text: JSON.stringify(job),
  }
}

async function registered(w: World, members: object): Promise<Told> {
  const metadata = {
    client_name: 'x',
    redirect_uris: ['http://127.0.0.1:1/callback'],
    token_endpoint_auth_method: 'none',
    ...members,
  }
  return w.raw('/oidc/reg', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(metadata),
  })
}

/** Its keys are wanted when it asks for a token. */
async function keysOnThisMachine(w: World): Promise<Told> {
  const own = await makeService()
  await register(w.server.site.pool, {
    client_id: own.id,
    type: 'backend',
    tenant: hubTenant,
    jwks_uri: `${w.bait.address}/jwks`,
    scope: 'system/Patient.rs',
  })
  const { status, headers, body } = await askForService(w.server, await own.assert(w.server), 'system/Patient.rs')
  return { status, headers, text: JSON.stringify(body) }
}

const pushed = async (w: World): Promise<Told> => {
  const { status, headers, body } = await postForm(w.server, '/oidc/request', {
    client_id: 'development-app',
    request_uri: `${w.bait.address}/request`,
  })
  return { status, headers, text: JSON.stringify(body) }
}

// biome-ignore format: one row a line
export const fetchingAttacks: readonly Attack[] = [
  { id: 'API7-01', source, cause: 'a subscription calls this machine',                     ask: (w) => follow(w, `${w.bait.address}/hook`),                                      answer: refused, writes: true },
  { id: 'API7-02', source, cause: 'a subscription calls the metadata of a cloud',          ask: (w) => follow(w, 'http://169.254.169.254/latest/meta-data'),                     answer: refused, writes: true },
  { id: 'API7-03', source, cause: 'a subscription calls a private network',                ask: (w) => follow(w, 'https://10.1.2.3/hook'),                                       answer: refused, writes: true },
  { id: 'API7-04', source, cause: 'a subscription calls a host that is not listed',        ask: (w) => follow(w, 'https://elsewhere.example/hook'),                              answer: refused, writes: true },
  { id: 'API7-05', source, cause: 'an address hides loopback in IPv6',                     ask: (w) => follow(w, `http://[::ffff:127.0.0.1]:${w.bait.port}/hook`),               answer: refused, writes: true },
  { id: 'API7-06', source, cause: 'an address writes loopback as a number',                ask: (w) => follow(w, `http://2130706433:${w.bait.port}/hook`),                       answer: refused, writes: true },
  { id: 'API7-07', source, cause: 'an address names a listed host as its user',            ask: (w) => follow(w, `https://receiver.example.org@127.0.0.1:${w.bait.port}/hook`),  answer: refused, writes: true },
  { id: 'API7-08', source, cause: 'an address has another scheme',                         ask: (w) => follow(w, 'file:///etc/passwd'),                                          answer: refused, writes: true },
  { id: 'API7-09', source, cause: 'a listed host is called in the clear',                  ask: (w) => follow(w, 'ftp://receiver.example.org/hook'),                             answer: refused, writes: true },
  { id: 'API7-10', source, cause: 'a channel of FHIR calls this machine',                  ask: (w) => fhirTo(w, `${w.bait.address}/fhir`),                                      answer: refused },
  { id: 'API7-11', source, cause: 'a channel asks another host for its token',             ask: (w) => fhirTo(w, 'https://receiver.example.org/fhir', { type: 'oauth2', tokenUrl: `${w.bait.address}/token`, clientId: 'a', clientSecret: 'b' }), answer: refused },
  { id: 'API7-12', source, cause: 'a channel of MLLP calls this machine',                  ask: (w) => channel(w, 'mllp', { host: '127.0.0.1', port: w.bait.port }),             answer: refused },
  { id: 'API7-13', source, cause: 'a channel of files leaves its folder',                  ask: (w) => channel(w, 'file', { directory: `${w.server.site.dataDir}/../elsewhere` }), answer: refused },
  { id: 'API7-14', source, cause: 'a channel of files names another folder',               ask: (w) => channel(w, 'file', { directory: '/etc' }),                                answer: refused },
  { id: 'API7-15', source, cause: 'a folder leads elsewhere by a link',                    ask: linkOut,                                                                         answer: 403, writes: true },
  { id: 'API7-16', source, cause: 'a profile is fetched to validate by it',                ask: (w) => validate(w, { resourceType: 'Basic', code: { text: 'x' }, meta: { profile: [`${w.bait.address}/profile`] } }), answer: [200, 400, 422] },
  { id: 'API7-17', source, cause: 'a parameter names a profile to fetch',                  ask: (w) => validate(w, { resourceType: 'Basic', code: { text: 'x' } }, `?profile=${encodeURIComponent(`${w.bait.address}/profile`)}`), answer: [200, 400, 422] },
  { id: 'API7-18', source, cause: 'a value set is fetched to expand it',                   ask: (w) => w.fhir(doctor, 'POST', 'ValueSet/$expand', { body: value(`${w.bait.address}/vs`) }), answer: [400, 404, 422] },
  { id: 'API7-19', source, cause: 'a concept map is fetched to translate by it',           ask: (w) => w.fhir(doctor, 'GET', `ConceptMap/$translate?url=${encodeURIComponent(`${w.bait.address}/map`)}&code=x&system=urn:x`), answer: [200, 400, 404, 422] },
  { id: 'API7-20', source, cause: 'an attachment is fetched when it is stored',            ask: (w) => w.fhir(doctor, 'POST', 'DocumentReference', { body: { resourceType: 'DocumentReference', status: 'current', content: [{ attachment: { url: `${w.bait.address}/a.pdf` } }] } }), answer: 201, writes: true },
  { id: 'API7-21', source, cause: 'a picture of a narrative is fetched',                   ask: (w) => w.fhir(doctor, 'POST', 'Basic', { body: { resourceType: 'Basic', code: { text: 'x' }, text: { status: 'generated', div: pictures(w) } } }), answer: [201, 400, 422], writes: true },
  { id: 'API7-22', source, cause: 'a reference to another server is fetched',              ask: (w) => w.fhir(doctor, 'POST', 'Observation', { body: { resourceType: 'Observation', status: 'final', code: { text: 'x' }, subject: { reference: `${w.bait.address}/fhir/Patient/1` } } }), answer: [201, 400, 422], writes: true },
  { id: 'API7-23', source, cause: 'an external entity of XML is fetched',                  ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Patient', { method: 'POST', headers: { 'Content-Type': 'application/fhir+xml' }, body: `<!DOCTYPE Patient SYSTEM "${w.bait.address}/dtd"><Patient xmlns="http://hl7.org/fhir"/>` }), answer: 400 },
  { id: 'API7-24', source, cause: 'a client registers an address of keys on this machine', ask: keysOnThisMachine,                                                               answer: 401, writes: true },
  { id: 'API7-25', source, cause: 'a client registers an address that lists its redirects', ask: (w) => registered(w, { sector_identifier_uri: `${w.bait.address}/sector`, subject_type: 'pairwise' }), answer: [201, 400], writes: true },
  { id: 'API7-26', source, cause: 'a pushed request names another address to fetch',       ask: pushed,                                                                          answer: [400, 401] },
]
