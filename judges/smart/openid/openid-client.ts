/** npm `openid-client` in Node: the code flow, backend services, introspection, revocation. RFC 6749, 7009, 7636, 7662; SMART App Launch 2.2 backend-services.html. */
import assert from 'node:assert/strict'
import * as client from 'openid-client'
import type { Served, SmartJudge } from '../judge.ts'
import { openidBound } from './openid-bound.ts'
import { discover, isAnswered, isChallenged, proveAt, readFhir, registerService, signInFor } from './openid-flow.ts'

/** The library checks state, nonce, `iss`, and the ID token with its signature. */
async function flowByCode(served: Served): Promise<void> {
  const { config, callback, checks } = await signInFor(served, { members: { type: 'public' } })
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  const { patient, family } = served.records
  assert.equal(tokens['patient'], patient)
  assert.match(String(tokens.claims()?.['fhirUser']), /\/fhir\/R4\/PractitionerRole\//)
  const read = await readFhir(served, { config, token: tokens.access_token, path: `Patient/${patient}` })
  assert.deepEqual([read.status, read.body.name[0].family], [200, family])
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  assert.equal(
    (await readFhir(served, { config, token: refreshed.access_token, path: `Patient/${patient}` })).status,
    200,
  )
  await assert.rejects(client.authorizationCodeGrant(config, callback, checks), isAnswered('invalid_grant'))
}

async function introspectAndRevoke(served: Served): Promise<void> {
  const flow = { members: { type: 'symmetric' }, secret: 'a-secret-of-one-run-alone' }
  const { config, callback, checks } = await signInFor(served, flow)
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  const before = await client.tokenIntrospection(config, tokens.access_token)
  assert.equal(before.active, true)
  assert.deepEqual([before['patient'], before.client_id], [served.records.patient, config.clientMetadata().client_id])
  assert.equal(before['fhirUser'], tokens.claims()?.['fhirUser'])
  await client.tokenRevocation(config, tokens.refresh_token ?? '')
  assert.deepEqual(await client.tokenIntrospection(config, tokens.access_token), { active: false })
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), isAnswered('invalid_grant'))
}

const serveBy =
  (alg: 'RS384' | 'ES384') =>
  async (served: Served): Promise<void> => {
    const service = await registerService(served, alg)
    const config = await discover(served, service.id, proveAt(service, service.endpoint))
    const tokens = await client.clientCredentialsGrant(config, { scope: 'system/Patient.rs system/Observation.rs' })
    assert.equal(tokens.scope, 'system/Patient.rs')
    assert.ok(Number(tokens.expires_in) <= 300 && tokens.refresh_token === undefined)
    const { patient } = served.records
    assert.equal(
      (await readFhir(served, { config, token: tokens.access_token, path: `Patient/${patient}` })).status,
      200,
    )
    const other = readFhir(served, { config, token: tokens.access_token, path: `Observation?patient=${patient}` })
    await assert.rejects(other, isChallenged('insufficient_scope'))
    await client.tokenRevocation(config, tokens.access_token)
    assert.deepEqual(await client.tokenIntrospection(config, tokens.access_token), { active: false })
  }

async function proveElsewhere(served: Served): Promise<void> {
  const service = await registerService(served, 'ES384')
  const config = await discover(served, service.id, proveAt(service, 'https://elsewhere.example.org/token'))
  const tokens = await client.clientCredentialsGrant(config, { scope: 'system/Patient.rs' })
  assert.equal(typeof tokens.access_token, 'string')
}

export const openidClient: SmartJudge = {
  name: 'openid-client 6.8.9',
  cases: [
    { name: 'the code flow signs in, reads, refreshes, and a code serves once', run: flowByCode },
    { name: 'an app with a secret introspects and revokes its tokens', run: introspectAndRevoke },
    { name: 'a backend service with an RS384 key reads', run: serveBy('RS384') },
    { name: 'a backend service with an ES384 key reads', run: serveBy('ES384') },
    ...openidBound,
  ],
  wrong: { name: 'an assertion for another server', run: proveElsewhere, says: /invalid_client/ },
}
