/** Keycloak with its realm, and servers of ours beside it: started once for all cases. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { developmentTenants } from '../../../src/core/caller.ts'
import { startUpstream, type UpstreamServer } from '../../../test/identity/upstream/upstream-server.ts'
import type { RunningServer } from '../../../test/running-server.ts'
import type { Served } from '../judge.ts'
import { type Keycloak, startKeycloak } from './keycloak-server.ts'
import { audience, buildClaimMap, buildRealm, hub, realmName } from './realm.ts'

export type Arranged = {
  readonly keycloak: Keycloak
  /** The realm's address. */
  readonly issuer: string
  /** It checks tokens by their signature. */
  readonly plain: RunningServer
  /** It asks about each. */
  readonly asking: RunningServer
  /** People sign in to it at Keycloak. */
  readonly upstream: UpstreamServer
}

const arranged = new WeakMap<Served, Promise<Arranged>>()

export function arrange(served: Served): Promise<Arranged> {
  const known = arranged.get(served) ?? arrangeAll(served)
  arranged.set(served, known)
  return known
}

async function arrangeAll(served: Served): Promise<Arranged> {
  const keycloak = await startKeycloak()
  served.atEnd(() => keycloak.stop())
  await keycloak.administer('POST', '', buildRealm())
  const issuer = `${keycloak.base}/realms/${realmName}`
  const trusting = {
    BANKSIA_ISSUERS: issuer,
    BANKSIA_AUDIENCE: audience,
    BANKSIA_CLAIM_MAP_FILE: putClaimMap(served, issuer),
  }
  const key = randomBytes(32).toString('base64')
  const plain = await served.startAnother({ ...trusting, BANKSIA_KEY: key })
  const asking = await served.startAnother({
    ...trusting,
    BANKSIA_INTROSPECTION_ISSUER: issuer,
    BANKSIA_INTROSPECTION_CLIENT: hub.id,
    BANKSIA_INTROSPECTION_SECRET: hub.secret,
    BANKSIA_INTROSPECTION_TOKENS: 'all',
  })
  const upstream = await startUpstream(plain.site, key, {
    issuer,
    clientId: hub.id,
    clientSecret: hub.secret,
    scopes: [],
  })
  served.atEnd(() => upstream.stop())
  await allowReturn(keycloak, `${upstream.base}/oidc/signed-in`)
  return { keycloak, issuer, plain, asking, upstream }
}

function putClaimMap(served: Served, issuer: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-keycloak-'))
  served.atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'claims.json')
  writeFileSync(path, JSON.stringify(buildClaimMap(issuer, developmentTenants[0])))
  return path
}

async function allowReturn({ administer }: Keycloak, address: string): Promise<void> {
  const found = await administer('GET', `/${realmName}/clients?clientId=${hub.id}`)
  const [client] = (await found.json()) as readonly { readonly id: string }[] // of Keycloak's administration
  await administer('PUT', `/${realmName}/clients/${client?.id}`, { ...client, redirectUris: [address] })
}
