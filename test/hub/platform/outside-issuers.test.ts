/** Issuers of hospitals as they are: nested claims, groups, opaque tokens. docs/issuer.md. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { type AskedIssuer, openAskedIssuer } from '../../identity/asked-issuer.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'

const [first, second] = developmentTenants
let folder: string
let mapped: AskedIssuer
let plain: AskedIssuer
let site: Site
let server: RunningServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-claim-map-'))
  mapped = await openAskedIssuer()
  plain = await openAskedIssuer()
  site = await createSite()
  server = await startRunning({ site, env: settings(mapFile([staff, everywhere])) })
})
afterAll(async () => {
  await server?.stop()
  await site?.remove()
  mapped?.close()
  plain?.close()
  rmSync(folder, { recursive: true, force: true })
})

const staff = {
  claim: 'resource_access.hub.roles',
  value: 'doctor',
  tenants: [first],
  roles: ['clinician'],
  spokes: ['connect'],
}
const everywhere = { claim: 'groups', value: 'All sites', tenants: [first, second], spokes: ['connect'] }

function mapFile(rows: readonly object[], issuer = mapped.address): string {
  const path = join(folder, `${newId()}.json`)
  writeFileSync(path, JSON.stringify({ issuers: [{ issuer, rows }] }))
  return path
}

const settings = (path: string): Readonly<Record<string, string>> => ({
  BANKSIA_ISSUER: 'external',
  BANKSIA_ISSUERS: `${mapped.address},${plain.address}`,
  BANKSIA_ISSUER_TENANTS: `${mapped.address}=*,${plain.address}=${first}`,
  BANKSIA_CLAIM_ROLES: 'realm_access.roles',
  BANKSIA_CLAIM_MAP_FILE: path,
  BANKSIA_INTROSPECTION_ISSUER: plain.address,
  BANKSIA_INTROSPECTION_CLIENT: 'banksia',
  BANKSIA_INTROSPECTION_SECRET: 'secret',
  BANKSIA_SMART_CAPABILITIES: 'launch-ehr,context-banner',
})

const claims = (more: object = {}) => ({
  aud: server.base,
  sub: 'dr-1',
  azp: 'ehr',
  exp: Math.floor(Date.now() / 1000) + 600,
  scope: 'banksia/spoke.read',
  ...more,
})

const queue = '/v1/release-gates/clinical_review/queue'
const audit = '/v1/audit/events'

/** The status of the answer, or the problem. */
async function ask(token: string, path: string, tenant: string = first): Promise<unknown> {
  const answer = await fetch(`${server.base}${path}`, {
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Tenant-Id': tenant,
      'X-Spoke-Id': 'connect',
      'X-Request-Id': newId(),
    },
  })
  const body = Object(await answer.json())
  return answer.status === 200 ? 200 : body.type.split('/').at(-1)
}

test('D161: what a hospital calls doctor is a clinician of its tenant, and of no other', async () => {
  const doctor = await mapped.sign(claims({ resource_access: { hub: { roles: ['doctor'] } } }))
  const traveller = await mapped.sign(
    claims({
      resource_access: { hub: { roles: ['doctor'] } },
      groups: 'All sites',
      realm_access: { roles: ['auditor'] },
    }),
  )

  expect([await ask(doctor, queue), await ask(doctor, audit)]).toEqual([200, 'role-required'])
  expect(await ask(doctor, queue, second)).toBe('tenant-forbidden')
  expect([await ask(traveller, queue, second), await ask(traveller, audit, second)]).toEqual([200, 'role-required'])
})

test('D161: a token that meets no row enters no tenant, whatever its other claims say', async () => {
  const own = { tenants: [first, second], spokes: ['connect'], realm_access: { roles: ['clinician'] } }

  expect(await ask(await mapped.sign(claims(own)), queue)).toBe('tenant-forbidden')
  expect(await ask(await plain.sign(claims(own)), queue)).toBe(200)
  expect(await ask(await plain.sign(claims(own)), queue, second)).toBe('tenant-forbidden')
})

test('D162: an opaque token of the second issuer counts for its tenant alone', async () => {
  const own = { tenants: [first, second], spokes: ['connect'], realm_access: { roles: ['auditor'] } }
  plain.say('opaque', { active: true, iss: plain.address, ...claims(own) })
  mapped.say('opaque', { active: true, iss: mapped.address, ...claims(own) })

  expect([await ask('opaque', audit), await ask('opaque', queue)]).toEqual([200, 'role-required'])
  expect(await ask('opaque', audit, second)).toBe('tenant-forbidden')
  expect(await ask('nobody', audit)).toBe('authentication-required')
  expect(plain.asked.map(({ token }) => token)).toEqual(['opaque', 'nobody'])
  expect(mapped.asked).toEqual([])
})

test('D163: the SMART configuration has the capabilities of the first issuer', async () => {
  const answer = await fetch(`${server.base}/fhir/R4/.well-known/smart-configuration`)
  const { issuer, capabilities } = Object(await answer.json())

  expect(issuer).toBe(mapped.address)
  expect(capabilities).toEqual(expect.arrayContaining(['launch-ehr', 'context-banner', 'permission-v2']))
})

test('D161: a map that names a tenant that is not here, or cannot be read, stops the start', async () => {
  const absent = newId()
  const start = async (path: string) => startRunning({ site, env: settings(path) })

  await expect(start(mapFile([{ ...staff, tenants: [absent] }]))).rejects.toThrow(
    `BANKSIA_CLAIM_MAP_FILE names a tenant that is not here: ${absent}`,
  )
  await expect(start(mapFile([staff], 'https://stranger.example'))).rejects.toThrow(
    'BANKSIA_CLAIM_MAP_FILE is not understood: issuers.0.issuer is none of BANKSIA_ISSUERS',
  )
  await expect(start(join(folder, 'nowhere'))).rejects.toThrow('BANKSIA_CLAIM_MAP_FILE names a file')
})
