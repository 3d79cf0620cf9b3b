/** A backlog of rendered deliveries: released artifacts with a kept message each, and copies of their delivery rows that the database makes itself. */
import { createHash } from 'node:crypto'
import { withStore } from '../../src/commands/store/with-store.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { putRecipient } from '../../src/store/operations/recipients.ts'
import { putRendering } from '../../src/store/operations/renderings.ts'
import { serverSettings } from '../../test/system/processes.ts'
import { queryDatabase, type Site } from '../fhir/site.ts'
import { consentFor, createPatients, draftVerified } from '../hub/consultations.ts'
import { holdRenderings } from '../hub/filled.ts'
import { call, each, hubRequest, type Versioned } from '../hub/hub-requests.ts'
import { messageOf } from './message.ts'

const [tenant] = developmentTenants
const templateId = '00000000-0000-7000-8000-0000000050a1'
const preset = 'practice-classic'
const organisation = 'Bench Hospital'

export type Channel = { readonly id: string; readonly call: (operation: 'pause' | 'resume') => Promise<unknown> }

/** Takes the releases of the built-in template. */
export async function openChannel(site: Site, destination: object, templateIds = [templateId]): Promise<Channel> {
  const operator = await requestDevelopmentToken(site.server.base, { tenant, role: 'operator' })
  const body = {
    ...{ name: 'Bench', templateIds, recipient: { name: organisation }, purposeOfUse: 'TREAT' },
    ...{ legalBasis: 'own_organisation', format: 'hl7v2', preset, transport: 'mllp', destination },
    retry: { attempts: 100, baseMs: 500, maxMs: 5_000 },
  }
  const { id } = await call(site, hubRequest('POST', '/v1/channels', body), operator)
  const path = `/v1/channels/${id}`
  return {
    id,
    async call(operation) {
      const standing = await call(site, hubRequest('GET', path), operator)
      return call(site, hubRequest('POST', `${path}:${operation}`, undefined, standing), operator)
    },
  }
}

export const approve = (site: Site, artifact: Versioned) =>
  call(site, hubRequest('POST', `/v1/artifacts/${artifact.id}:approve`, undefined, artifact))

/** Released artifacts of many patients, each with a message of 4 kB as its form. Their channel is paused until the backlog stands. */
export async function releaseArtifacts(site: Site, count: number): Promise<void> {
  // Messages that other parts of the bench have sent have other forms.
  await queryDatabase(site, [{ text: 'delete from attempt' }, { text: 'delete from delivery' }])
  await putMessages(site, await releaseUnrendered(site, count))
}

/** Releases artifacts of many patients without any form. Their channel is paused. Call it before the first backlog only: a backlog drops a constraint. */
export async function releaseUnrendered(site: Site, count: number): Promise<readonly string[]> {
  await holdRenderings(site)
  const patients = await createPatients(site, Math.min(64, count))
  await consentFor(site, patients)
  const drafts = await draftVerified(site, patients, count)
  await each(drafts, 4, (draft) => approve(site, draft))
  return drafts.map(({ id }) => id)
}

async function putMessages(site: Site, artifactIds: readonly string[]): Promise<void> {
  const { dataDirectory, port } = site.server
  const config = readConfig({ ...serverSettings(dataDirectory, port), ...site.env })
  await withStore(config, async (store) => {
    for (const artifactId of artifactIds)
      await store.transactAsSystem(tenant, async (tx) => {
        const recipient = await putRecipient(tx, { name: organisation, organisation })
        const bytes = messageOf('rendered')
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const form = { kind: 'original', format: 'hl7v2', preset, recipient, mapping: '' } as const
        await putRendering(tx, { artifactId, ...form }, { bytes, sha256 })
      })
  })
}

/** Rows of the same artifacts in turn, over the eight lanes of each channel. */
export async function fillBacklog(site: Site, channelIds: readonly string[], count: number): Promise<void> {
  await queryDatabase(site, [
    { text: 'alter table delivery drop constraint if exists delivery_tenant_artifact_id_channel_id_kind_key' },
    { text: 'create table if not exists bench_model as select * from delivery' },
    { text: 'delete from attempt' },
    { text: 'delete from delivery' },
    {
      text: `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id, transport)
        select tenant, gen_random_uuid(), artifact_id, channel, document_id, 'original', format, preset, n / $3 % 8, 'queued', request_id, transport
        from (select *, row_number() over (order by seq) - 1 as at, count(*) over () as models from bench_model) model,
          generate_series(0, $1::int - 1) as n, unnest($2::uuid[]) with ordinality as channels (channel, place)
        where n % models = at and n % $3 = place - 1 order by n`,
      values: [count, channelIds, channelIds.length],
    },
    { text: 'vacuum analyze delivery' },
  ])
}
