/** Rows of conformance.html, over HTTP: the discovery document, and that whatever it advertises is held by a test. SMART App Launch 2.2. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { createPatient } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import { makeProofKey } from '../holder/proof-key.ts'
import { authorize, launch, postForm, postLaunch, redirectUri, verifier } from '../issuer/smart-app.ts'
import { advertisedBeside, advertisedRows, capabilityRows, capabilitySets } from './advertised.ts'
import { smartRows } from './smart-rows.ts'

const path = '/fhir/R4/.well-known/smart-configuration'

const server = useRunning()
let patient: string
let encounter: string
beforeAll(async () => {
  patient = await createPatient(server.call)
  const headers = { 'content-type': 'application/fhir+json' }
  const create = async (body: object) =>
    (await server.call('POST', `/fhir/R4/${Object(body).resourceType}`, { body, headers })).body.id
  const provider = await create({ resourceType: 'Organization', name: 'Red Hill Surgery' })
  encounter = await create({
    ...{ resourceType: 'Encounter', status: 'finished', subject: { reference: `Patient/${patient}` } },
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    ...{ period: { start: '2026-01-01T10:00:00+10:00' }, serviceType: { text: 'General practice' } },
    ...{ serviceProvider: { reference: `Organization/${provider}` }, reasonCode: [{ text: 'cough' }] },
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
const read = async (): Promise<any> => (await fetch(`${server.base}${path}`)).json()

test('SMART 372, 373, 374, 377, 380: the configuration is JSON below the FHIR base address, whatever Accept says', async () => {
  for (const accept of [
    'application/json',
    'application/fhir+json',
    'application/fhir+xml',
    'text/html',
    'image/png',
  ]) {
    const response = await fetch(`${server.base}${path}`, { headers: { Accept: accept } })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json\b/)
    expect(Object(await response.json()).capabilities).toContain('launch-ehr')
  }
})

test('SMART 378, 381, 382, 383, 385: the addresses of the configuration are absolute, and something answers there', async () => {
  const configuration = await read()
  const addresses = Object.entries<string>(configuration).filter(([name]) => /_(endpoint|uri)$|^issuer$/.test(name))

  expect(addresses.map(([name]) => name)).toEqual(
    expect.arrayContaining(['issuer', 'jwks_uri', 'authorization_endpoint', 'token_endpoint']),
  )
  for (const [name, address] of addresses) {
    expect(new URL(address).origin).toBe(server.base)
    const method = /token|introspection|revocation|registration/.test(name) ? 'POST' : 'GET'
    const url = name === 'issuer' ? `${address}/.well-known/openid-configuration` : address
    expect([name, (await fetch(url, { method, redirect: 'manual' })).status]).not.toEqual([name, 404])
  }
  expect(Object(await (await fetch(`${configuration.issuer}/.well-known/openid-configuration`)).json()).issuer).toBe(
    configuration.issuer,
  )
})

const tested = new Set(smartRows.flatMap(({ rows }) => rows))
const untested = (rows: readonly number[]): readonly number[] => rows.filter((row) => !tested.has(row))

test('SMART 384, 394: each grant type, method of authentication, algorithm and challenge that is advertised has a test of its row', async () => {
  const configuration = await read()
  const members = [...new Set([...Object.keys(advertisedRows), ...Object.keys(advertisedBeside)])]
  for (const member of members) {
    const known = { ...advertisedRows[member], ...advertisedBeside[member] }
    expect([member, configuration[member].filter((value: string) => known[value] === undefined)]).toEqual([member, []])
    expect(untested(Object.values(advertisedRows[member] ?? {}).flat())).toEqual([])
    for (const [file, title] of Object.values(advertisedBeside[member] ?? {}))
      expect(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')).toContain(`'${title}`)
  }
  expect(configuration.grant_types_supported).toEqual(
    expect.arrayContaining(['authorization_code', 'client_credentials']),
  )
  expect(configuration.code_challenge_methods_supported).toEqual(['S256'])
  const lists = Object.keys(configuration).filter((name) => Array.isArray(configuration[name]))
  expect(lists.filter((name) => ![...members, 'capabilities', 'scopes_supported'].includes(name))).toEqual([])
})

test('RFC 9449 5.1: a proof by each algorithm that is advertised gives a token that serves with it', async () => {
  const { dpop_signing_alg_values_supported: algorithms } = await read()
  for (const alg of algorithms) {
    const key = await makeProofKey(alg)
    const { code } = await authorize(server)
    const proof = await key.prove({ method: 'POST', url: `${server.base}/oidc/token` })
    const form = { grant_type: 'authorization_code', client_id: 'development-app', redirect_uri: redirectUri }
    const { body } = await postForm(
      server,
      '/oidc/token',
      { ...form, code: code ?? '', code_verifier: verifier },
      { DPoP: proof },
    )
    const url = `${server.base}/fhir/R4/Patient/${patient}`
    const headers = {
      Authorization: `DPoP ${body.access_token}`,
      DPoP: await key.prove({ url, token: body.access_token }),
    }
    expect([alg, body.token_type, (await fetch(url, { headers })).status]).toEqual([alg, 'DPoP', 200])
  }
})

test('SMART 393: each capability that is advertised has a test of its row, and no other is advertised', async () => {
  const { capabilities } = await read()

  expect(capabilities.toSorted()).toEqual(Object.keys(capabilityRows).toSorted())
  expect(untested(Object.values(capabilityRows).flat())).toEqual([])
})

test('SMART 348, 349, 350, 351: the four sets of capabilities for patients and clinicians are whole', async () => {
  const { capabilities } = await read()
  for (const [row, set] of capabilitySets)
    expect([row, set.filter((one) => !capabilities.includes(one))]).toEqual([row, []])
})

test('SMART 353, 363, 364: an app that starts by itself gets the patient and the encounter that the person picks', async () => {
  const form = { account: 'clinician-1', patient, encounter }
  const { body } = await launch(server, { scope: 'launch/patient launch/encounter patient/Patient.rs' }, form)

  expect(body).toMatchObject({ patient, encounter })
})

test('SMART 359, 360, 361, 362: an app that an EHR launches gets patient, encounter, banner and style', async () => {
  const context = {
    ...{ patient, encounter, need_patient_banner: true },
    smart_style_url: 'https://hub.example.org/style.json',
  }
  const made = await postLaunch(server, await server.token(), context)
  const { body } = await launch(server, { scope: 'launch patient/Patient.rs', launch: made.body.launch })

  expect(body).toMatchObject(context)
})
