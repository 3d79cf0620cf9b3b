/** A disk that is really full: a small one in memory, which only root may mount. docs/design/hub.md#routes. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { createPatient } from '../../consultation.ts'
import { waitUntil } from '../../patience.ts'
import { openCall, openTokens } from '../../running-server.ts'
import { endAll, makeFolder, type Server, startServer, stop } from '../processes.ts'

const mounted: string[] = []

/** Nothing where this user may not. */
function mountDisk(megabytes: number): string | undefined {
  const folder = join(makeFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  mounted.push(folder)
  return folder
}

const disk = mountDisk(384)
const diskTest = disk === undefined ? test.skip : test
const folder = disk ?? ''

afterAll(async () => {
  for (const one of mounted.splice(0)) execFileSync('umount', ['--lazy', one])
  await endAll()
})

const filler = join(folder, 'filler')

function fill(): void {
  const file = openSync(filler, 'a')
  const zeros = Buffer.alloc(65_536)
  try {
    for (;;) writeSync(file, zeros)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    closeSync(file)
  }
}

const readReady = async ({ base }: Server): Promise<{ readonly status: number; readonly text: string }> => {
  const answer = await fetch(`${base}/readyz`)
  return { status: answer.status, text: await answer.text() }
}

const fhir = { 'content-type': 'application/fhir+json' } as const
const document = { resourceType: 'Basic', code: { text: 'x'.repeat(200_000) } }

diskTest(
  'spec 7 (skipped where nothing may be mounted): a full disk is 503 and not ready, says why, and is over when there is room',
  async () => {
    const server = await startServer(join(folder, 'data'), { env: { BANKSIA_LOG_LEVEL: 'error' } })
    const call = openCall(server.base, openTokens(server.base))
    const patientId = await createPatient(call)
    const { body: patient } = await call('GET', `/fhir/R4/Patient/${patientId}`)
    const create = () => call('POST', '/fhir/R4/Basic', { body: document, headers: fhir })
    const kept: string[] = []
    const statuses = new Set<number>()
    fill()
    expect(statfsSync(folder).bavail).toBe(0)

    // Until the database has used up its reserve.
    const refused = async (): Promise<boolean> => {
      const answer = await create()
      statuses.add(answer.status)
      if (answer.status === 201) kept.push(answer.body.id)
      return answer.status === 503
    }
    await waitUntil(refused)
    const answers = await Promise.all([
      create(),
      call('PUT', `/fhir/R4/Patient/${patientId}`, { body: patient, headers: fhir }),
      call('POST', '/v1/consents', { body: { patientId, permits: ['share'], purposes: ['TREAT'], method: 'verbal' } }),
      call('GET', '/v1/spokes/whoami'),
      call('GET', `/fhir/R4/Patient/${patientId}`),
    ])
    for (const { status } of answers) statuses.add(status)
    await waitUntil(async () => (await readReady(server)).status === 503)
    const unready = await readReady(server)
    const isLiving = (await fetch(`${server.base}/livez`)).status
    rmSync(filler)
    await waitUntil(async () => (await readReady(server)).status === 200)
    await waitUntil(async () => (await create()).status === 201)
    const found = await Promise.all(kept.map((id) => call('GET', `/fhir/R4/Basic/${id}`)))

    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    expect(answers[0]?.headers.get('retry-after')).toBe('5')
    expect(answers[0]?.body.issue).toMatchObject([{ code: 'transient' }])
    expect(JSON.parse(unready.text).checks).toContainEqual({ name: 'disk', reason: 'disk_full' })
    expect(isLiving).toBe(200)
    expect(found.map(({ status }) => status)).toEqual(kept.map(() => 200))
    expect(server.errors()).not.toContain('request-failed')
    expect(await stop(server)).toEqual({ code: 0, signal: null })
  },
)
