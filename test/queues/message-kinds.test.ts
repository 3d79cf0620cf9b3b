/** What a receiver of HL7 v2 learns of a document's life, by the messages alone. D130; docs/channels.md. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { approveOne, must, templateId } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'
import { openReceiver, type Receiver } from './receivers.ts'

const presets = ['default', 'adrm-strict', 'practice-classic', 'hospital-mdm'] as const

let server: RunningServer
let call: Call
const receivers = new Map<string, Receiver>()

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  for (const preset of presets) {
    const receiver = await openReceiver()
    receivers.set(preset, receiver)
    const body = {
      ...{ name: preset, templateIds: [templateId], purposeOfUse: 'TREAT', legalBasis: 'own_organisation' },
      recipient: { name: 'Harbour Hospital', hpio: '8003626566692846' },
      ...{ format: 'hl7v2', preset, transport: 'mllp', destination: { host: '127.0.0.1', port: receiver.port } },
      retry: { attempts: 3, baseMs: 50, maxMs: 100 },
    }
    await must(201, call('POST', '/v1/channels', { body, as: { role: 'operator' } }))
  }
})

afterAll(async () => {
  for (const receiver of receivers.values()) await receiver.close()
  await server?.stop()
  await server?.site.remove()
})

const kindsAt = (): readonly (readonly string[])[] =>
  presets.map((preset) => receivers.get(preset)?.received.map(({ kind }) => kind) ?? [])

/** What every receiver has got, as soon as each has got so much. */
const waitForKinds = (count: number) =>
  waitFor(
    async () => kindsAt(),
    (kinds) => kinds.every((each) => each.length >= count),
  )

test('D130: over MLLP each preset tells the original, its amendment and its recall apart', async () => {
  const { artifactId } = await approveOne(call)
  await waitForKinds(1)
  const { id } = (await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`))).body
  const attestations = [{ statementId: 'one', reasonCode: 'observed' }]
  await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
  await must(200, call('POST', `/v1/artifacts/${id}:approve`))
  await waitForKinds(2)
  await must(200, call('POST', `/v1/artifacts/${id}:recall`, { body: { reasonCode: 'clinical_error' } }))
  const kinds = await waitForKinds(3)

  expect(kinds.map((each) => each.slice(0, 3))).toEqual(presets.map(() => ['original', 'amendment', 'recall']))
  const controlIds = [...receivers.values()].flatMap(({ received }) => received.map(({ controlId }) => controlId))
  expect(new Set(controlIds).size).toBe(controlIds.length)
})
