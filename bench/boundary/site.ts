/** A server with the records of the tables of `test/access`, and other patients that fill its tenants. */
import pg from 'pg'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { findRunning } from '../../src/postgres-embedded/data-directory.ts'
import { embeddedConnection } from '../../src/postgres-embedded/embedded-connection.ts'
import { findPassword } from '../../src/postgres-embedded/embedded-password.ts'
import { type HubWorld, openHubWorld } from '../../test/access/boundary-hub-world.ts'
import { type BoundaryWorld, openBoundaryWorld } from '../../test/access/boundary-world.ts'
import { must } from '../../test/consultation.ts'
import { openCall, openTokens, type RunningServer } from '../../test/running-server.ts'
import { startServer, stop } from '../../test/system/processes.ts'

export type BoundarySite = {
  readonly base: string
  readonly fhir: BoundaryWorld
  readonly hub: HubWorld
  readonly close: () => Promise<void>
}

/** `filler`: other patients of the tenant of FHIR. */
export async function openBoundarySite(folder: string, filler: number): Promise<BoundarySite> {
  const server = await startServer(folder, { env: { BANKSIA_REQUESTS_PER_MINUTE: '100000000' } })
  const pool = await openPool(folder)
  const close = async (): Promise<void> => {
    await pool.end()
    await stop(server)
  }
  try {
    const token = openTokens(server.base)
    const running = {
      base: server.base,
      token,
      call: openCall(server.base, token, pool),
      site: { pool, dataDir: folder },
    }
    for (let at = 0; at < filler; at += 1) await addPatient(running)
    const fhir = await openBoundaryWorld(running)
    await fhir.fill()
    return { base: server.base, fhir, hub: await openHubWorld(running), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openPool(folder: string): Promise<pg.Pool> {
  const [running, password] = [await findRunning(folder), await findPassword(folder)]
  if (running?.socketDirectory === undefined || password === undefined)
    throw new Error('the server does not say where its database listens')
  const pool = new pg.Pool({ ...embeddedConnection(running.socketDirectory, password), max: 1 })
  // A connection may still be ending when the server ends.
  pool.on('error', () => undefined)
  return pool
}

async function addPatient({ call }: Pick<RunningServer, 'call'>): Promise<void> {
  const as = { tenant: developmentTenants[1] }
  const headers = { 'content-type': 'application/fhir+json' }
  const [patient, subject] = [newId(), (id: string) => ({ reference: `Patient/${id}` })]
  const put = (resourceType: string, id: string, content: object) =>
    must(201, call('PUT', `/fhir/R4/${resourceType}/${id}`, { body: { ...content, resourceType, id }, headers, as }))
  await put('Patient', patient, { identifier: [{ system: 'http://ns.example.org/numbers', value: newId() }] })
  await put('Observation', newId(), { status: 'final', code: { text: 'seen' }, subject: subject(patient) })
}
