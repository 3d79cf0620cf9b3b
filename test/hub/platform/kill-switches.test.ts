/** A switch holds whatever `X-Spoke-Id` says: by the caller's spoke, by that of the thing, and for the whole tenant. D75. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Feature, features } from '../../../src/core/features.ts'
import { combinePlatforms, openPlatform, platformSettings, unreadablePlatform } from '../../../src/core/platform.ts'
import { examplePatient } from '../../builders.ts'
import {
  addColleague,
  createPatient,
  exampleSections,
  exampleSegments,
  giveConsent,
  must,
  practitionerRoleId,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { finalize, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

/** The spoke that owns these things, the spoke that acts on them, and one without any part in them. */
const [owner, actor, stranger] = ['triage', 'connect', 'speed'] as const
const asOwner = { spoke: owner } as const
const operator = { role: 'operator' } as const

let server: RunningServer
let call: Call
let folder: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
  await addColleague(call)
})

const put = (spoke: string, settings: object = {}): Promise<Answer> =>
  must(200, call('PUT', `/v1/platform/config/${spoke}`, { body: settings, as: operator }))
const kill = (spoke: string, feature: Feature): Promise<Answer> => put(spoke, { killSwitches: { [feature]: true } })

afterEach(async () => {
  drafter = asOwner
  for (const spoke of [owner, actor, stranger, 'tenant']) await put(spoke)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

/** The spoke that drafts from the owner's encounters. */
let drafter: object = asOwner

const idOf = async (status: number, answer: Promise<Answer>): Promise<string> => (await must(status, answer)).body.id
const isDisabled = ({ problem }: Answer): boolean => problem === 'feature-disabled'

async function consult() {
  const patientId = await createPatient(call)
  const purposes = ['TREAT', 'PATRQT']
  await giveConsent(call, patientId, { purposes })
  const opening = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
  const encounterId = await idOf(201, call('POST', '/v1/encounters', { body: opening, as: asOwner }))
  const path = `/v1/encounters/${encounterId}`
  const spoken = { body: { segments: exampleSegments }, as: asOwner }
  const transcriptId = await idOf(201, call('POST', `${path}/transcripts`, spoken))
  return { patientId, encounterId, transcriptId, path }
}

async function draft() {
  const at = await consult()
  const body = { templateId, transcriptIds: [at.transcriptId], sections: exampleSections(at.transcriptId) }
  const artifactId = await idOf(201, call('POST', `${at.path}/artifacts`, { body, as: drafter }))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`, { as: asOwner }))
  return { ...at, artifactId }
}

async function release() {
  const at = await draft()
  await must(200, call('POST', `/v1/artifacts/${at.artifactId}:approve`, { as: asOwner }))
  return at
}

const openChannel = () =>
  idOf(
    201,
    call('POST', '/v1/channels', {
      body: {
        name: 'Folder',
        recipient: { name: 'Heath Specialists' },
        purposeOfUse: 'TREAT',
        legalBasis: 'own_organisation',
        format: 'rtf',
        transport: 'file',
        destination: { directory: folder },
      },
      as: operator,
    }),
  )

const linkFor = (artifactId: string, as: object = {}) =>
  call('POST', '/v1/shares', {
    body: {
      ...{ artifactId, link: true, recipient: { name: 'The patient', class: 'patient' } },
      ...{ purposeOfUse: 'PATRQT', legalBasis: 'consent' },
    },
    as,
  })

const dispatch = (artifactId: string, channelId: string, as: object = {}) =>
  call('POST', '/v1/deliveries', {
    body: {
      ...{ artifactId, channelId, purposeOfUse: 'TREAT' },
      recipient: { name: 'Heath Specialists', class: 'organisation' },
    },
    as,
  })

type Probe = () => Promise<boolean>

const refusal =
  (ask: () => Promise<Answer>): Probe =>
  async () =>
    isDisabled(await ask())

/** For each route and page that a switch guards: a thing of the owner's that exists, and the actor's request for it. */
// biome-ignore format: one row a line
const probes: readonly (readonly [Feature, string, () => Promise<Probe>])[] = [
  ['capture', 'PATCH /v1/encounters/{encounterId}', async () => {
    const { path } = await consult()
    return refusal(() => call('PATCH', path, { body: { status: 'finished' } }))
  }],
  ['capture', 'POST /v1/encounters/{encounterId}/transcripts', async () => {
    const { path } = await consult()
    return refusal(() => call('POST', `${path}/transcripts`, { body: { segments: exampleSegments } }))
  }],
  ['capture', 'PUT /v1/transcripts/{transcriptId}/diarisation', async () => {
    const { transcriptId } = await consult()
    const body = { speakers: [{ label: 'patient', role: 'patient' }] }
    return refusal(() => call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body }))
  }],
  ['capture', 'POST /v1/transcripts/{transcriptId}:append', async () => {
    const { transcriptId } = await consult()
    return refusal(() => call('POST', `/v1/transcripts/${transcriptId}:append`, { body: { final: true } }))
  }],
  ['audio', 'POST /v1/audio/sessions', async () => {
    const { encounterId } = await consult()
    return refusal(() => call('POST', '/v1/audio/sessions', { body: { encounterId, kind: 'dictation', mediaType: 'audio/wav' } }))
  }],
  ['audio', 'POST /v1/audio/sessions/{sessionId}/chunks', async () => {
    const { encounterId } = await consult()
    const sessionId = await startSession(call, encounterId)
    return refusal(() => sendChunk(call, { sessionId, index: 0, bytes: makeAudio(100) }))
  }],
  ['generate', 'POST /v1/encounters/{encounterId}/artifacts:generate', async () => {
    const { path } = await consult()
    return refusal(() => call('POST', `${path}/artifacts:generate`, { body: { templateId } }))
  }],
  ['verify', 'POST /v1/artifacts/{artifactId}:verify', async () => {
    const { artifactId } = await draft()
    return async () => (await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))).body.reason === 'feature_disabled'
  }],
  ['approve', 'POST /v1/artifacts/{artifactId}:approve', async () => {
    const { artifactId } = await draft()
    return refusal(() => call('POST', `/v1/artifacts/${artifactId}:approve`))
  }],
  ['export', 'POST /v1/artifacts/{artifactId}/exports', async () => {
    const { artifactId } = await release()
    return refusal(() => call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'rtf' } }))
  }],
  ['share', 'POST /v1/shares', async () => {
    const { artifactId } = await release()
    return refusal(() => linkFor(artifactId))
  }],
  ['link_shares', 'POST /v1/shares', async () => {
    const { artifactId } = await release()
    return refusal(() => linkFor(artifactId))
  }],
  ['link_shares', 'POST /s', async () => {
    const { artifactId } = await release()
    const { link } = (await must(201, linkFor(artifactId))).body
    const body = JSON.stringify({ link: link.split('#')[1], dateOfBirth: examplePatient.birthDate })
    return async () => (await fetch(`${server.base}/s`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json' }, body })).status !== 200
  }],
  ['dispatch', 'POST /v1/deliveries', async () => {
    const { artifactId } = await release()
    const channelId = await openChannel()
    return refusal(() => dispatch(artifactId, channelId))
  }],
  ['dispatch', 'POST /v1/deliveries/{deliveryId}:replay', async () => {
    const { artifactId } = await release()
    const deliveryId = await idOf(202, dispatch(artifactId, await openChannel(), asOwner))
    await must(200, call('POST', `/v1/deliveries/${deliveryId}:cancel`))
    return refusal(() => call('POST', `/v1/deliveries/${deliveryId}:replay`))
  }],
]

describe('routes', () => {
  test.each(probes)('D75: %s, %s: off for the spoke of what is acted on', async (feature, _route, prepare) => {
    const probe = await prepare()
    await kill(owner, feature)

    expect(await probe()).toBe(true)
  })

  test.each(probes)('D75: %s, %s: off for the spoke of the encounter', async (feature, _route, prepare) => {
    drafter = {}
    const probe = await prepare()
    await kill(owner, feature)

    expect(await probe()).toBe(true)
  })

  test.each(probes)('D75: %s, %s: off for the whole tenant', async (feature, _route, prepare) => {
    const probe = await prepare()
    await kill('tenant', feature)

    expect(await probe()).toBe(true)
  })

  test.each(probes)(
    'D75: %s, %s: on, where it is off for a spoke that has no part in it',
    async (feature, _route, prepare) => {
      const probe = await prepare()
      await kill(stranger, feature)

      expect(await probe()).toBe(false)
    },
  )

  test('D75: by a flag as by a kill switch', async () => {
    const { artifactId } = await draft()
    await put(owner, { featureFlags: { approve: false } })

    expect(isDisabled(await call('POST', `/v1/artifacts/${artifactId}:approve`))).toBe(true)
  })

  test.each(features.map(({ name }) => name))(
    'D75: %s for the tenant: no spoke is ready that needs it',
    async (name) => {
      await kill('tenant', name)

      for (const spoke of ['ios', 'connect', 'hospital_hub']) {
        const { body } = await must(200, call('GET', `/v1/spokes/${spoke}/readiness`))
        const check = body.checks.find((row: { name: string }) => row.name === `feature.${name}`)
        if (check !== undefined) expect(check).toEqual({ name: `feature.${name}`, ready: false, reason: 'killed' })
      }
    },
  )

  test('D75: FHIR writes and subscriptions are off for the tenant, and reads are not', async () => {
    const headers = { 'content-type': 'application/fhir+json' }
    await kill('tenant', 'fhir_write')

    expect((await call('POST', '/fhir/R4/Basic', { body: { resourceType: 'Basic' }, headers })).status).toBe(403)
    await must(200, call('GET', '/fhir/R4/Patient'))
  })
})

describe('the config of the tenant', () => {
  const path = '/v1/platform/config/tenant'

  test('D75: is read and replaced by itself, and the config of a spoke stays what was set for it', async () => {
    await put(owner, { limits: { pageItems: 50 } })
    const before = await must(200, call('GET', path, { as: operator }))
    const after = await put('tenant', { killSwitches: { share: true }, limits: { pageItems: 10 } })

    expect(before.body).toMatchObject({ id: 'tenant', spokeId: 'tenant' })
    expect(after.body).toMatchObject({ version: before.body.version + 1, killSwitches: { share: true } })
    const { body } = await must(200, call('GET', `/v1/platform/config/${owner}`, { as: operator }))
    expect(body).toMatchObject({ killSwitches: { share: false }, limits: { pageItems: 50 } })
    expect((await call('GET', '/v1/encounters?limit=11', { as: asOwner })).fields).toEqual(['limit'])
    expect((await call('GET', path)).problem).toBe('role-required')
  })

  test('D75: whatever either takes away is away', () => {
    const one = {
      ...openPlatform,
      ...platformSettings.parse({ killSwitches: { share: true }, limits: { pageItems: 5 } }),
    }
    const two = {
      ...openPlatform,
      ...platformSettings.parse({
        killSwitches: { share: false, audio: true },
        featureFlags: { events: false },
        limits: { pageItems: 9, bundleBytes: 100 },
        timeouts: { verify: 10 },
        failClosed: { terminology: true },
      }),
    }
    const both = {
      isReadable: true,
      killSwitches: { share: true, audio: true },
      featureFlags: { events: false },
      limits: { pageItems: 5, bundleBytes: 100 },
      timeouts: { verify: 10 },
      failClosed: { terminology: true },
    }

    expect(combinePlatforms(one, two)).toEqual(both)
    expect(combinePlatforms(two, one)).toEqual(both)
    expect(combinePlatforms(one, unreadablePlatform).isReadable).toBe(false)
  })
})

describe('workers', () => {
  type Waiting = { readonly state: string; readonly reason: string | null }

  const readRow = async (table: 'job' | 'delivery', where: string, id: string): Promise<Waiting> =>
    (await server.site.pool.query<Waiting>(`select state, reason from ${table} where ${where} = $1`, [id])).rows[0] ?? {
      state: 'none',
      reason: null,
    }

  /** Queued for the actor while there is no worker, of something of the owner's. */
  // biome-ignore format: one row a line
  const works: readonly (readonly [Feature, 'job' | 'delivery', string, () => Promise<string>])[] = [
    ['generate', 'job', 'id', async () => idOf(202, call('POST', `${(await consult()).path}/artifacts:generate`, { body: { templateId } }))],
    ['export', 'job', 'target_id', async () => idOf(202, call('POST', `/v1/artifacts/${(await release()).artifactId}/exports`, { body: { format: 'rtf' } }))],
    ['transcription', 'job', 'target_id', async () => {
      const sessionId = await startSession(call, (await consult()).encounterId)
      const audio = makeAudio(1000)
      await must(201, sendChunk(call, { sessionId, index: 0, bytes: audio }))
      return idOf(202, finalize(call, sessionId, audio, 1))
    }],
    ['dispatch', 'delivery', 'id', async () => idOf(202, dispatch((await release()).artifactId, await openChannel()))],
  ]

  test.each(works)(
    'D75: %s: waits while it is off for the spoke of what is worked on, or for the tenant',
    async (feature, table, where, queue) => {
      for (const spoke of [owner, 'tenant']) {
        const id = await queue()
        await kill(spoke, feature)
        const worker = await startRunning({ site: server.site, env: { BANKSIA_ROLE: 'worker' } })
        try {
          const stopped = await waitFor(
            () => readRow(table, where, id),
            ({ reason }) => reason === 'feature_disabled',
          )

          expect(stopped.state).toBe('queued')
          await put(spoke)
          await waitFor(
            () => readRow(table, where, id),
            ({ state }) => !['queued', 'running', 'sending'].includes(state),
          )
        } finally {
          await worker.stop()
        }
      }
    },
  )

  test('D75: a delivery waits while sending is off for the spoke of the encounter', async () => {
    drafter = {}
    const id = await idOf(202, dispatch((await release()).artifactId, await openChannel()))
    await kill(owner, 'dispatch')
    const worker = await startRunning({ site: server.site, env: { BANKSIA_ROLE: 'worker' } })
    try {
      const stopped = await waitFor(
        () => readRow('delivery', 'id', id),
        ({ reason }) => reason === 'feature_disabled',
      )

      expect(stopped.state).toBe('queued')
    } finally {
      await worker.stop()
    }
  })

  test('D75: a delivery under a share waits while sending is off for the spoke that shared it', async () => {
    const { artifactId } = await release()
    const id = await idOf(202, dispatch(artifactId, await openChannel(), { spoke: 'home_hub' }))
    await kill('home_hub', 'dispatch')
    const worker = await startRunning({ site: server.site, env: { BANKSIA_ROLE: 'worker' } })
    try {
      await waitFor(
        () => readRow('delivery', 'id', id),
        ({ reason }) => reason === 'feature_disabled',
      )
      await put('home_hub')
      await waitFor(
        () => readRow('delivery', 'id', id),
        ({ state }) => state === 'sent',
      )
    } finally {
      await worker.stop()
    }
  })
})
