/**
 * A server to attack: two tenants; patients, one of whom denies her record to a colleague; a draft and a released note; apps; an external issuer;
 * and a listener on loopback that nobody may reach. docs/security.md#threats.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'
import { approveOne, createPatient, type Drafted, draftVerified, giveConsent, must } from '../consultation.ts'
import { actorOf, denial, waitUntilDenied } from '../fhir-server/denials/denied-world.ts'
import { register } from '../identity/issuer/register.ts'
import { makeService, redirectUri, type Service } from '../identity/issuer/smart-app.ts'
import { createSite, type RunningServer, readCounts, startRunning, waitForQuiet } from '../running-server.ts'
import { type ForgingIssuer, openForgingIssuer } from './forging-issuer.ts'

export type Told = { readonly status: number; readonly headers: Headers; readonly text: string }
export type Caller = DevelopmentTokenOptions
type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>>; readonly key?: string }

/** Its own name for each: whoever is told one was told too much. */
export const marks = {
  neighbour: 'Quolltawnymark',
  hidden: 'Bettongsilvermark',
  foreign: 'Numbatcoppermark',
} as const

export const [hubTenant, fhirTenant] = developmentTenants

const tenant = fhirTenant
/** `patient` and `carer` have the patient `own`; `colleague` is denied the patient `hidden`; `outsider` is of the other tenant. */
export const people = {
  doctor: { tenant },
  colleague: { tenant, practitionerRole: 'colleague' },
  patient: { tenant, role: 'patient', patient: 'own' },
  carer: { tenant, role: 'carer', patient: 'own' },
  billing: { tenant, role: 'billing' },
  auditor: { tenant, role: 'auditor' },
  operator: { tenant, role: 'operator' },
  system: { tenant, role: 'system' },
  outsider: { tenant: hubTenant },
  reader: { tenant, scope: 'banksia/spoke.read user/*.rs' },
  labs: { tenant, scope: 'user/Observation.cruds?category=laboratory' },
} as const satisfies Readonly<Record<string, Caller>>

/** Of a request to the Hub that is made without `call`. */
export const hubHeaders = (tenantId: string) => ({
  'X-Tenant-Id': tenantId,
  'X-Spoke-Id': 'connect',
  'X-Request-Id': newId(),
  'X-Idempotency-Key': newId(),
})

export type World = {
  readonly server: RunningServer
  readonly base: string
  readonly issuer: ForgingIssuer
  /** A registered backend of the tenant of the Hub's records, and a registered app with a secret. */
  readonly service: Service
  readonly secretApp: string
  readonly otherApp: string
  /** Of the tenant of the Hub's records. */
  readonly note: Drafted
  readonly draft: Drafted
  /** Of a patient of the same tenant. */
  readonly patientId: string
  readonly consentId: string
  /** Of a clinician of the other tenant. */
  readonly outsideToken: string
  /** Nobody may call it. */
  readonly bait: { readonly address: string; readonly port: number; readonly asked: () => number }
  readonly fhir: (as: Caller, method: string, path: string, sent?: Sent) => Promise<Told>
  /** By default of the tenant of the Hub's records. */
  readonly hub: (as: Caller, method: string, path: string, sent?: Sent) => Promise<Told>
  /** As it is, without a token. */
  readonly raw: (path: string, init?: RequestInit) => Promise<Told>
  /** With a bearer token. */
  readonly bear: (token: string, path?: string, init?: RequestInit) => Promise<Told>
  /** The base of a server that takes 24 requests in a minute. It starts when it is first asked for. */
  readonly limited: () => Promise<string>
  readonly count: () => Promise<object>
  readonly close: () => Promise<void>
}

export const appSecret = 'the-secret-of-the-app'

export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  let base = ''
  const issuer = await openForgingIssuer(() => base)
  const bait = await openBait()
  const site = await createSite()
  const server = await startRunning({
    site,
    env: {
      BANKSIA_ISSUERS: issuer.address,
      BANKSIA_ISSUER_TENANTS: `${issuer.address}=${hubTenant}`,
      BANKSIA_OUTBOUND_HOSTS: 'receiver.example.org,127.0.0.1,localhost,169.254.169.254,10.1.2.3',
      BANKSIA_OUTBOUND_PRIVATE: 'refuse',
      BANKSIA_FILE_FOLDERS: site.dataDir,
      ...env,
    },
  })
  base = server.base
  let second: RunningServer | undefined
  const service = await makeService()
  const scope = 'openid fhirUser offline_access user/Patient.rs patient/*.rs launch launch/patient'
  const app = { redirect_uris: [redirectUri], scope }
  await register(site.pool, {
    client_id: service.id,
    type: 'backend',
    tenant: hubTenant,
    jwks: service.jwks,
    scope: 'system/Patient.rs',
  })
  const secretApp = await register(site.pool, { type: 'symmetric', ...app }, appSecret)
  const otherApp = await register(site.pool, { type: 'public', ...app })
  await putRecords(server)
  const records = await makeNotes(server)
  const raw: World['raw'] = async (path, init = {}) =>
    tell(await fetch(`${base}${path}`, { redirect: 'manual', ...init }))
  return {
    ...{ server, base, issuer, service, secretApp, otherApp, bait, raw, ...records },
    outsideToken: await server.token(people.outsider),
    fhir: (as, method, path, { headers = {}, ...sent } = {}) =>
      server.call(method, `/fhir/R4/${path}`, {
        as,
        ...sent,
        headers: { ...(sent.body === undefined ? {} : { 'content-type': 'application/fhir+json' }), ...headers },
      }),
    hub: (as, method, path, sent = {}) => server.call(method, `/v1/${path}`, { as, ...sent }),
    bear: (token, path = '/fhir/R4/Patient?_count=1', init = {}) =>
      raw(path, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } }),
    limited: async () => {
      second ??= await startRunning({ site, env: { BANKSIA_REQUESTS_PER_MINUTE: '24' } })
      return second.base
    },
    count: () => countAll(server),
    close: async () => {
      issuer.close()
      bait.close()
      await second?.stop()
      await server.stop()
      await site.remove()
    },
  }
}

const tell = async (response: Response): Promise<Told> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

export async function openBait() {
  let asked = 0
  const http = createServer((_request, response) => response.end('{}'))
  http.on('connection', () => {
    asked += 1
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () => http.close().closeAllConnections(),
  }
}

/** Every process knows of a denial within two seconds. */
const deniedWithinMs = 8_000

const subjectOf = (id: string) => ({ subject: { reference: `Patient/${id}` } })
const category = (code: string) => [
  { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code }] },
]

/** The patients of the FHIR records, each with the same resources. */
async function putRecords({ call }: RunningServer): Promise<void> {
  const headers = { 'content-type': 'application/fhir+json' }
  const put = (resourceType: string, id: string, content: object) =>
    must(
      201,
      call('PUT', `/fhir/R4/${resourceType}/${id}`, {
        body: { resourceType, id, ...content },
        as: people.doctor,
        headers,
      }),
    )
  await put('Practitioner', 'colleague', {})
  await put('PractitionerRole', 'colleague', { practitioner: { reference: 'Practitioner/colleague' } })
  for (const [id, mark] of [
    ['own', 'Owner'],
    ['neighbour', marks.neighbour],
    ['hidden', marks.hidden],
  ] as const) {
    await put('Patient', id, {
      name: [{ family: mark }],
      identifier: [{ system: 'urn:record', value: `record-${id}` }],
    })
    const code = { text: mark }
    await put('Observation', `vital-${id}`, {
      status: 'final',
      code,
      category: category('vital-signs'),
      ...subjectOf(id),
    })
    await put('Observation', `lab-${id}`, { status: 'final', code, category: category('laboratory'), ...subjectOf(id) })
    await put('Condition', `condition-${id}`, { code, ...subjectOf(id) })
    await put('DocumentReference', `document-${id}`, {
      status: 'current',
      content: [{ attachment: { title: mark } }],
      ...subjectOf(id),
    })
    await put('Composition', `composition-${id}`, {
      status: 'final',
      type: code,
      date: '2026-01-01',
      author: [{ reference: 'Practitioner/colleague' }],
      title: mark,
      ...subjectOf(id),
    })
    await put('Binary', `binary-${id}`, {
      contentType: 'text/plain',
      data: btoa(mark),
      securityContext: { reference: `Patient/${id}` },
    })
    await put('List', `list-${id}`, {
      status: 'current',
      mode: 'working',
      title: mark,
      entry: [{ item: { reference: `Condition/condition-${id}` } }],
      ...subjectOf(id),
    })
  }
  // Records of others that point at the patient `own`, and one of `own` that points at others.
  await put('Observation', 'crossing', {
    status: 'final',
    code: { text: marks.neighbour },
    focus: [{ reference: 'Patient/own' }],
    ...subjectOf('neighbour'),
  })
  await put('Observation', 'pointing', {
    status: 'final',
    code: { text: 'pointing' },
    hasMember: [{ reference: 'Observation/lab-neighbour' }, { reference: 'Observation/lab-hidden' }],
    ...subjectOf('own'),
  })
  await put('Consent', 'denial', denial([actorOf('PractitionerRole/colleague')]))
  const fhir = (method: string, path: string, _body?: object, as: object = {}) =>
    call(method, `/fhir/R4/${path}`, { as: { tenant, ...as } })
  // Where nothing is denied, the attacks shall say so.
  await Promise.race([waitUntilDenied({ fhir }), sleep(deniedWithinMs)])
}

async function makeNotes({ call, site }: RunningServer) {
  const patientId = await createPatient(call, { name: [{ family: marks.foreign, given: ['Ada'] }] })
  const consentId = await giveConsent(call, patientId)
  const [note, draft] = [await approveOne(call), await draftVerified(call)]
  await waitForQuiet(site.pool)
  return { note, draft, consentId, patientId }
}

const moreText = `select
  (select count(*)::int from issuer_client) as clients,
  (select count(*)::int from subscription) as subscriptions,
  (select count(*)::int from bulk_export) as bulk_exports,
  (select count(*)::int from share_link) as links,
  (select count(*)::int from artifact_export) as exports,
  (select count(*)::int from platform_config) as settings,
  (select count(*)::int from audio_session) as recordings,
  (select count(*)::int from review where holder is not null) as claims,
  (select count(*)::int from issuer_state where model in ('AccessToken', 'RefreshToken', 'ClientCredentials', 'Grant', 'Launch')) as grants`

/** Everything that an attack could have made. A look at the record leaves an audit record, as it should. */
async function countAll({ site: { pool } }: RunningServer): Promise<object> {
  await waitForQuiet(pool)
  const { audit: _audit, ...counts } = (await readCounts(pool)) as Readonly<Record<string, unknown>>
  return { ...counts, ...(await pool.query(moreText)).rows[0] }
}
