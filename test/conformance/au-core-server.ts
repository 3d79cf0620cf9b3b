/** A running server that holds the published examples of AU Core, as far as they are beside the checkout. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentTenants } from '../../src/core/caller.ts'
import { createSite, type RunningServer, startRunning } from '../running-server.ts'

/** References of an example may lead to one that is not there: this tenant allows it. */
const as = { role: 'system', tenant: developmentTenants[1] } as const

export type AuCoreServer = {
  /** The base address of the FHIR interface. */
  readonly base: string
  readonly token: string
  readonly patientIds: readonly string[]
  readonly stop: () => Promise<void>
}

export async function startAuCoreServer(): Promise<AuCoreServer> {
  const site = await createSite()
  const server = await startRunning({ site })
  const patientIds = await loadExamples(server)
  return {
    base: `${server.base}/fhir/R4`,
    token: await server.token(as),
    patientIds,
    async stop() {
      await server.stop()
      await site.remove()
    },
  }
}

async function loadExamples(server: RunningServer): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../../shared/au-core/examples')
  const patientIds: string[] = []
  for (const file of readdirSync(folder).filter((name) => name !== 'manifest.json')) {
    const resource = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
    const headers = { 'content-type': 'application/fhir+json', 'x-tenant-id': '', 'x-spoke-id': '' }
    const path = `/fhir/R4/${resource.resourceType}/${resource.id}`
    const { status } = await server.call('PUT', path, { body: resource, as, headers })
    if (status !== 201) throw new Error(`${file} was answered by ${status}`)
    if (resource.resourceType === 'Patient') patientIds.push(resource.id)
  }
  return patientIds
}
