/** The main job from end to end on servers of its own: consultations in, approved documents out, one recalled. */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Client } from '../../client/client.ts'
import type { Verification } from '../../client/hub-types.ts'
import { findSoapTemplate, openChannels } from './channels.ts'
import { mapConcurrently } from './concurrency.ts'
import { approveDraft, type Clinic, type Draft, DraftingError, draftConsultation } from './consultation.ts'
import { collectDeliveries, type Delivered, type Dispatch } from './deliveries.ts'
import { type Consultation, listShippedFiles, readConsultations } from './input.ts'
import { addressOf, openPrograms } from './programs.ts'
import type { Progress } from './progress.ts'
import { type Recalled, recallArtifact } from './recall.ts'
import { readTenantRecord, type TenantRecord } from './record.ts'
import { buildReport, type ConsultationReport, describeVerdict } from './report.ts'
import { openSession, type Session } from './session.ts'
import { createPeople } from './transaction.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

export type DemoOptions = {
  /** None: the consultations that come with it. */
  readonly files: readonly string[]
  readonly out: string
  /** The directory of the servers' data; absent if the demo keeps none. */
  readonly dataDirectory: string | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
}

export type ConsultationOutcome = {
  readonly report: ConsultationReport
  readonly delivered: readonly Delivered[]
  readonly verification: Verification
  readonly highlights: readonly string[]
}

export type DemoResult = {
  readonly consultations: readonly ConsultationOutcome[]
  readonly record: TenantRecord
  readonly recalled: Recalled | undefined
  readonly out: string
  /** Everything that did not go as it should. */
  readonly faults: readonly string[]
}

export const stages = 5

export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const out = resolve(options.out)
  const consultations = await readConsultations(options.files.length > 0 ? options.files : listShippedFiles())
  await mkdir(out, { recursive: true })
  const workspace = await openWorkspace(options.dataDirectory, [out, JSON.stringify(consultations)])
  const programs = openPrograms(workspace, out)
  try {
    options.progress.say('Starting a sending server, a receiving server and an MLLP listener')
    await programs.start(options.signal)
    const result = await runStages({ ...options, out, workspace }, consultations)
    await workspace.finish()
    return result
  } catch (error) {
    // Going on with this run would get the same answer.
    if (error instanceof DraftingError) await workspace.finish()
    throw error
  } finally {
    await programs.stop()
    await workspace.close()
  }
}

type Running = DemoOptions & { readonly workspace: Workspace }

async function runStages(running: Running, consultations: readonly Consultation[]): Promise<DemoResult> {
  const { progress, workspace, out, signal } = running
  const session = openSession(addressOf(workspace.ports.sender), signal)
  const clinic = await setUp(running, session, consultations)
  const drafts = await progress.stage('Capture, draft, verify, approve', (note) =>
    reviewConsultations(clinic, consultations, note),
  )
  const outcomes = await progress.stage('Deliver by five channels', async (note) => {
    const delivered = await mapConcurrently(drafts, (draft) => deliver(clinic, draft))
    note(`${delivered.flatMap(({ report }) => report.deliveries).length} documents`)
    return delivered
  })
  const { clinician, practice } = clinic
  const artifactIds = new Set(drafts.map(({ artifact }) => artifact.id))
  const record = await progress.stage('What the tenant now has', () =>
    readTenantRecord(session, { clinician, patientIds: practice.patientIds, artifactIds }),
  )
  const released = drafts.find(({ verification }) => verification.outcome === 'passed')
  const recalled = await progress.stage('Recall one document', async (note) => {
    if (released === undefined) return undefined
    const receiver = await openSession(addressOf(workspace.ports.receiver), signal).as('clinician')
    const told = await recallArtifact({ clinician, receiver, run: workspace.run, out, signal }, released.artifact)
    note(`${told.acknowledged.length} acknowledged, ${told.byHand.length} to be told by hand`)
    return told
  })
  return { consultations: outcomes, record, recalled, out, faults: listFaults(outcomes, recalled) }
}

type DemoClinic = Clinic & { readonly dispatch: Dispatch }

/** Step 1, and the channels that the release fires. */
async function setUp(
  { progress, workspace, out, signal }: Running,
  session: Session,
  consultations: readonly Consultation[],
): Promise<DemoClinic> {
  const practice = await progress.stage('Practice and patients by one FHIR transaction', async (note) => {
    const created = await createPeople(
      await session.as('clinician'),
      consultations.map(({ seed }) => seed),
    )
    note(`${created.patientIds.length} patients`)
    return created
  })
  const operator = await session.as('operator')
  const templateId = await findSoapTemplate(operator)
  const channels = await openChannels(operator, templateId, { ports: workspace.ports, out })
  const clinician: Client = await session.as('clinician', practice.practitionerRoleId)
  const { run } = workspace
  return { clinician, practice, templateId, run, signal, dispatch: { clinician, channels, out, signal } }
}

/** Step 2: all drafts are verified and wait in the gate's queue; then those that passed are approved. */
async function reviewConsultations(
  clinic: DemoClinic,
  consultations: readonly Consultation[],
  note: (text: string) => void,
): Promise<readonly Draft[]> {
  let count = 0
  const drafts = await mapConcurrently(consultations, async (consultation, index) => {
    const draft = await draftConsultation(clinic, consultation, clinic.practice.patientIds[index] ?? '')
    count += 1
    note(`${count} of ${consultations.length} drafted`)
    return draft
  })
  const { items } = await clinic.clinician.call('GET', '/v1/release-gates/clinical_review/queue?limit=200')
  const waiting = `${items.length} waited at the gate clinical_review`
  const passed = drafts.filter(({ verification }) => verification.outcome === 'passed').length
  note(`${waiting}, ${passed} passed`)
  const reviewed = await mapConcurrently(drafts, (draft) => approveDraft(clinic, draft))
  note(`${waiting}, ${passed} passed and approved`)
  return reviewed
}

/** Step 3. An artifact that was not released is delivered nowhere. */
async function deliver({ dispatch }: DemoClinic, draft: Draft): Promise<ConsultationOutcome> {
  const { verification, consultation, artifact } = draft
  const delivered = verification.outcome === 'passed' ? await collectDeliveries(dispatch, artifact) : []
  return { report: buildReport(draft, delivered), delivered, verification, highlights: consultation.highlights }
}

function listFaults(outcomes: readonly ConsultationOutcome[], recalled: Recalled | undefined): readonly string[] {
  const kept = outcomes.filter(({ verification }) => verification.outcome !== 'passed')
  const undelivered = outcomes.flatMap(({ report, delivered }) =>
    delivered.flatMap(({ format, fault }) => (fault === undefined ? [] : [`${report.file}: ${format}: ${fault}`])),
  )
  return [
    ...kept.map(({ report, verification }) => `${report.file}: stays in review (${describeVerdict(verification)})`),
    ...undelivered,
    ...(recalled?.faults ?? []),
  ]
}
