/** Every operation from every state by every role, through the running server. R3.1 to R3.3; src/store/transitions.ts. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Caller, developmentTenants, type Role, roles } from '../../../src/core/caller.ts'
import { readConfig } from '../../../src/core/config.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { indexHubResource } from '../../../src/hub/index-rows.ts'
import { readMasterKey } from '../../../src/server/master-key.ts'
import { hubAddress } from '../../../src/store/hub-resources.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { moveArtifact } from '../../../src/store/operations/artifact-moves.ts'
import { readContent } from '../../../src/store/resources/content.ts'
import type { Store } from '../../../src/store/store.ts'
import { type ArtifactOperation, artifactStates, artifactTransitions } from '../../../src/store/transitions.ts'
import { draftVerified, exampleSections, giveConsent, must, practitionerRoleId } from '../../consultation.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let store: Store
let verified: JsonObject
let transcriptId: string

const clinician: Caller = {
  tenant: developmentTenants[0],
  spoke: 'connect',
  issuer: 'https://login.example.org',
  subject: 'seed',
  client: 'seed',
  roles: ['clinician'],
  scopes: [],
  fhirUser: `PractitionerRole/${practitionerRoleId}`,
  requestId: newId(),
  proof: 'internal',
}

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  const config = readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(config),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  const drafted = await draftVerified(call)
  await giveConsent(call, drafted.patientId, { permits: ['share'], purposes: ['PATRQT'] })
  transcriptId = drafted.transcriptId
  verified = await store.transact(clinician, async (tx) =>
    readContent(await tx.read(hubAddress('Artifact', drafted.artifactId))),
  )
})

afterAll(async () => {
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

/** The steps from a draft to each state: an approval through the server, and moves of the store's. */
const ways = {
  in_review: { isApproved: false, moves: [] },
  rejected: { isApproved: false, moves: ['reject'] },
  approved: { isApproved: true, moves: [] },
  exported: { isApproved: true, moves: ['export'] },
  shared: { isApproved: true, moves: ['share'] },
  recalled: { isApproved: true, moves: ['recall'] },
  superseded: { isApproved: true, moves: ['supersede'] },
} as const satisfies Readonly<
  Record<
    (typeof artifactStates)[number],
    { readonly isApproved: boolean; readonly moves: readonly ArtifactOperation[] }
  >
>

async function seed(state: keyof typeof ways): Promise<string> {
  const place = hubAddress('Artifact', newId())
  const { isApproved, moves } = ways[state]
  await store.transact(clinician, (tx) => moveArtifact(tx, place, 'draft', { ...verified, documentId: newId() }))
  if (isApproved) await must(200, call('POST', `/v1/artifacts/${place.id}:approve`))
  for (const step of moves) await store.transact(clinician, async (tx) => moveArtifact(tx, await tx.read(place), step))
  return place.id
}

type Request = {
  readonly method: string
  readonly path: (id: string) => string
  readonly body?: (id: string) => object
  readonly success: number
}

const done = { method: 'POST', success: 200 } as const
const shared = {
  recipient: { name: 'Maeve', class: 'patient' },
  purposeOfUse: 'PATRQT',
  legalBasis: 'consent',
} as const

// biome-ignore format: one row a line
const requests = {
  edit:    { ...done, method: 'PATCH', path: (id) => `/v1/artifacts/${id}`, body: () => ({ sections: exampleSections(transcriptId) }) },
  verify:  { ...done, path: (id) => `/v1/artifacts/${id}:verify` },
  approve: { ...done, path: (id) => `/v1/artifacts/${id}:approve` },
  reject:  { ...done, path: (id) => `/v1/artifacts/${id}:reject`, body: () => ({ reasonCode: 'other' }) },
  export:  { ...done, path: (id) => `/v1/artifacts/${id}/exports`, body: () => ({ format: 'rtf' }), success: 202 },
  share:   { ...done, path: () => '/v1/shares', body: (artifactId) => ({ artifactId, link: true, ...shared }), success: 201 },
  amend:   { ...done, path: (id) => `/v1/artifacts/${id}:amend`, success: 201 },
  recall:  { ...done, path: (id) => `/v1/artifacts/${id}:recall`, body: () => ({ reasonCode: 'other' }) },
} as const satisfies Partial<Record<ArtifactOperation, Request>>
type Asked = keyof typeof requests

const ask = (operation: Asked, id: string, role: Role): Promise<Answer> => {
  const { method, path, body }: Request = requests[operation]
  return call(method, path(id), { as: { role }, ...(body === undefined ? {} : { body: body(id) }) })
}

const rolesOf = (operation: Asked): readonly Role[] =>
  artifactTransitions.find((row) => row.operation === operation)?.roles ?? []
const stateOf = async (id: string): Promise<string> => (await must(200, call('GET', `/v1/artifacts/${id}`))).body.state

const cross = (Object.keys(requests) as Asked[]).flatMap((operation) =>
  artifactStates.map((state) => [operation, state] as const),
)

test.each(cross)('R3.1: %s from %s, by every role', async (operation, from) => {
  const row = artifactTransitions.find((candidate) => candidate.operation === operation && candidate.from === from)
  const untouched = await seed(from)

  for (const role of roles.filter((one) => !rolesOf(operation).includes(one))) {
    expect([role, (await ask(operation, untouched, role)).problem]).toEqual([role, 'role-required'])
  }
  expect(await stateOf(untouched)).toBe(from)

  for (const role of rolesOf(operation)) {
    const id = await seed(from)
    const answer = await ask(operation, id, role)
    expect([role, answer.status, answer.problem]).toEqual(
      row === undefined ? [role, 409, 'invalid-transition'] : [role, requests[operation].success, undefined],
    )
    expect([role, await stateOf(id)]).toEqual([role, row?.to ?? from])
  }
})
