/** A release gate with many drafts. A page of it reads the rows of the queue alone, so that these are copied by the database itself. */
import { queryDatabase, type Site } from '../fhir/site.ts'
import { consentFor, createPatients, draftVerified } from './consultations.ts'

/** The hits of a filter: only the newest hundredth, or next to none. The other rows have left the queue. */
export const rare = {
  spoke: 'legal',
  template: '00000000-0000-7000-8000-0000000050ff',
  verification: 'failed',
} as const

const step = 500

/** Copies of the row of one draft. */
export async function fillQueue(site: Site, count: number): Promise<void> {
  const patients = await createPatients(site, 1)
  await consentFor(site, patients)
  const [artifactId = ''] = await draftVerified(site, patients, 1)
  // Each statement is a transaction: the counts of the queue are rows that one of many would write again and again.
  const fills = Array.from({ length: Math.ceil(count / step) }, (_, at) => ({
    text: `insert into review (tenant, artifact_id, gate, spoke, encounter_id, template_id, artifact_type, version, verification, findings)
           select tenant, gen_random_uuid(), gate, case when is_rare and n % 2 = 0 then $4 else spoke end, gen_random_uuid(),
             case when is_rare and n % 3 = 0 then $5::uuid else template_id end, artifact_type, version,
             case when is_rare then $6 else verification end, findings
           from (select *, n > $2::int * 99 / 100 as is_rare from review, generate_series($3::int, least($2, $3 + $7::int - 1)) as n
                 where artifact_id = $1) rows
           order by n`,
    values: [artifactId, count, at * step + 1, rare.spoke, rare.template, rare.verification, step],
  }))
  await queryDatabase(site, [...fills, { text: 'vacuum analyze review' }])
}
