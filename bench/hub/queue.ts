/** A release gate with many drafts: written by the store itself, beside the server, since through the API it would take an hour. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Caller, developmentTenants } from '../../src/caller.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { newId } from '../../src/ids.ts'
import type { JsonObject } from '../../src/json.ts'
import { readContent } from '../../src/store/content.ts'
import { hubPlace } from '../../src/store/hub-resources.ts'
import { parseMasterKey } from '../../src/store/keys/keys.ts'
import { openStore } from '../../src/store/store.ts'
import type { Site } from '../fhir/site.ts'
import { consentFor, createPatients, draftVerified } from './consultations.ts'
import { each } from './hub-requests.ts'

const caller: Caller = {
  tenant: developmentTenants[0],
  spoke: 'connect',
  subject: 'bench',
  client: 'bench',
  roles: ['clinician'],
  scopes: [],
  requestId: newId(),
  proof: 'internal',
}

const step = 200

/** Copies of one draft, each an artifact of its own. */
export async function fillQueue(site: Site, count: number): Promise<void> {
  const patients = await createPatients(site, 1)
  await consentFor(site, patients)
  const [artifactId = ''] = await draftVerified(site, patients, 1)
  const store = await openStore({
    connection: site.database,
    masterKey: parseMasterKey(readFileSync(join(site.server.dataDirectory, 'development.key'), 'utf8')),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  try {
    const content = await store.transact(caller, async (tx) =>
      readContent(await tx.read(hubPlace('Artifact', artifactId))),
    )
    const { state: _state, ...draft } = content
    let done = 0
    await each(Array.from({ length: Math.ceil(count / step) }), 3, async () => {
      await store.transact(caller, async (tx) => {
        for (let at = 0; at < step; at += 1) {
          const place = hubPlace('Artifact', newId())
          await tx.move(place, 'draft', { ...draft, documentId: newId() } as JsonObject)
        }
      })
      done += step
      process.stderr.write(`\r${done} drafts in the queue  `)
    })
    process.stderr.write('\n')
  } finally {
    await store.close()
  }
}
