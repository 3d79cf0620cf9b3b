/** Gives a new development tenant its first records: the practice, the patients and the consultations of the demo, drafted and verified. */
import { setTimeout as wait } from 'node:timers/promises'
import { findSoapTemplate } from '../../src/demo/channels.ts'
import { draftConsultation } from '../../src/demo/consultation.ts'
import { listShippedFiles, readConsultations } from '../../src/demo/input.ts'
import { openSession } from '../../src/demo/session.ts'
import { createPeople } from '../../src/demo/transaction.ts'

const pollMs = 250

/** Waits for the server; a tenant that has an encounter stays as it is. */
export async function addFirstRecords(base: string, signal: AbortSignal): Promise<string> {
  await waitUntilReady(base, signal)
  const session = openSession(base, signal)
  const { items } = await (await session.as('clinician')).call('GET', '/v1/encounters?limit=1')
  if (items.length > 0) return 'the tenant has its records of before'
  const consultations = await readConsultations(listShippedFiles())
  const practice = await createPeople(
    await session.as('clinician'),
    consultations.map(({ seed }) => seed),
  )
  const clinician = await session.as('clinician', practice.practitionerRoleId)
  const templateId = await findSoapTemplate(clinician)
  const run = { id: 'dev', startedAt: new Date().toISOString(), input: '' }
  const clinic = { clinician, practice, templateId, run, signal }
  for (const [index, consultation] of consultations.entries())
    await draftConsultation(clinic, consultation, practice.patientIds[index] ?? '')
  return `${consultations.length} patients were added; their notes wait at the release gate clinical_review`
}

async function waitUntilReady(base: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const status = await fetch(`${base}/readyz`, { signal }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await wait(pollMs, undefined, { signal })
  }
}
