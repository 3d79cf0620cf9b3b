/** Drafts an artifact from an encounter's transcripts. docs/design/hub.md#artifact-lifecycle. */

import type { Note } from '../src/core/clinical-note.ts'
import { raiseGate } from '../src/core/gates.ts'
import { newId } from '../src/core/ids.ts'
import { Problem } from '../src/core/problems.ts'
import { noteHash, spokenHash } from '../src/domain/artifact/note-hash.ts'
import { isPartial, readSpokenTranscripts, type SpokenTranscript } from '../src/domain/artifact/segments.ts'
import { checkGeneration } from '../src/domain/consent/consent-check.ts'
import { readOpenEncounter } from '../src/domain/encounter/open-encounter.ts'
import { type RecordFact, readRecordFacts } from '../src/domain/encounter/record-facts.ts'
import { checkRecordings, lockRecordings } from '../src/domain/recording/recordings.ts'
import { readTemplateRules, type TemplateRules } from '../src/domain/template/template-rules.ts'
import { applyStyle, findTemplateStyle } from '../src/domain/template/template-style.ts'
import { settleEmbedded } from '../src/drafting/compose/settle.ts'
import {
  type ArtifactContent,
  asJson,
  type DraftedFrom,
  hubAddress,
  hubContent,
  type TemplateVersionContent,
} from '../src/store/hub-resources.ts'
import { moveArtifact } from '../src/store/operations/artifact-moves.ts'
import type { Job } from '../src/store/operations/jobs.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { Threads } from '../src/threads/threads.ts'
import { type DraftedOutside, draftOutside, type ProviderDrafting } from './drafting/provider-draft.ts'
import { findRedraftable, isMade } from './drafting/redraft-target.ts'
import { settleOutside } from './drafting/settle-outside.ts'
import { JobError } from './job-failure.ts'
import type { WakeUp } from './queues.ts'
import { checkWanted, endSucceeded, type JobRunner, runJob, type Underway } from './run-job.ts'
import { readAllTranscriptIds } from './sweeps/awaited-transcripts.ts'

export type Generation = JobRunner & {
  readonly threads: Pick<Threads, 'draft' | 'code' | 'verify'>
  /** Absent: the embedded drafter drafts. */
  readonly outside?: ProviderDrafting
}

export const runGeneration = (generation: Generation, wakeUp: WakeUp): Promise<void> =>
  runJob(generation, wakeUp, (underway) => draftArtifact(generation, underway))

async function draftArtifact(generation: Generation, underway: Underway): Promise<void> {
  const { store, threads } = generation
  const { caller } = underway
  const job = generationOf(underway.job)
  const sources = await store.transact(caller, (tx) => readUnlessMade(tx, job))
  if (sources === undefined) return
  const drafted = await draft(generation, underway, { encounterId: job.encounterId, sources })
  checkWanted(underway)
  const judged = await judge(threads, sources, drafted)
  checkWanted(underway)
  await store.transact(caller, (tx) => putArtifact(tx, job, { ...judged, sources }))
}

/** Undefined if nothing is left to draft: the talk goes to no drafter again. D306 */
async function readUnlessMade(tx: Tx, job: GenerationJob): Promise<Sources | undefined> {
  const sources = await readSources(tx, job)
  const former = await findRedraftable(tx, job)
  if (former === undefined || !isMade(former, sources.transcripts)) return sources
  await endSucceeded(tx, job, former.id)
  return undefined
}

type Drafted = { readonly note: Note; readonly drafter: string; readonly outside?: DraftedOutside }
type Judged = Pick<Drafted, 'note' | 'drafter'> & Pick<ArtifactContent, 'generation'>

type Drawing = { readonly encounterId: string; readonly sources: Sources }

async function draft(generation: Generation, underway: Underway, { encounterId, sources }: Drawing): Promise<Drafted> {
  const { outside, threads } = generation
  const { template, transcripts, drawnOn: record } = sources
  const input = { template, transcripts, record }
  const drafted =
    outside === undefined
      ? undefined
      : await draftOutside({ ...generation, ...outside }, { underway, encounterId, input })
  if (drafted === undefined) return { note: await draftAll(threads, sources), drafter: 'embedded' }
  return { note: await threads.code(drafted.note), drafter: drafted.drafter, outside: drafted }
}

type GenerationJob = Job & Required<Pick<Job, 'encounterId' | 'templateId' | 'templateVersionId'>>

/** A job without encounter or template is not ours. */
function generationOf(job: Job): GenerationJob {
  const { encounterId, templateId, templateVersionId } = job
  if (encounterId === undefined || templateId === undefined || templateVersionId === undefined)
    throw new TypeError('a job to generate names an encounter and a template')
  return { ...job, encounterId, templateId, templateVersionId }
}

type Sources = {
  readonly template: TemplateVersionContent
  readonly rules: TemplateRules
  readonly transcripts: readonly SpokenTranscript[]
  readonly record: readonly RecordFact[]
  /** Facts of the record that the draft may use; a verification knows all of them. */
  readonly drawnOn: readonly RecordFact[]
  readonly transcriptIds: readonly string[]
  /** The tenant is being indexed again: facts of the record may be missing. D65. */
  readonly isRecordPartial: boolean
}

async function readConsented(tx: Tx, job: GenerationJob) {
  const { patientId, spoke } = await readOpenEncounter(tx, job.encounterId)
  const template = hubContent('TemplateVersion', await tx.read(hubAddress('TemplateVersion', job.templateVersionId)))
  if (template.status !== 'published') throw new Problem('business-rule')
  await checkGeneration(tx, patientId, template.artifactType)
  return { patientId, spoke, template, rules: await readTemplateRules(tx, job.templateId) }
}

async function readSources(tx: Tx, job: GenerationJob): Promise<Sources> {
  const { patientId, template: version, rules } = await readConsented(tx, job)
  const template = applyStyle(version, await findTemplateStyle(tx, job.templateId))
  const transcriptIds = await readAllTranscriptIds(tx, job)
  await checkRecordings(tx, patientId, transcriptIds)
  const transcripts = await readSpokenTranscripts(tx, transcriptIds)
  const record = await readRecordFacts(tx, { patientId, encounterId: job.encounterId })
  const drawnOn = record.filter(({ reference }) => job.evidence?.includes(reference) ?? true)
  return { template, rules, transcripts, record, drawnOn, transcriptIds, isRecordPartial: tx.tenant.isOutdated }
}

/** Outside the main loop and any transaction; the same for every drafter. */
async function judge(
  threads: Generation['threads'],
  sources: Sources,
  { note: drafted, drafter, outside }: Drafted,
): Promise<Judged> {
  const { template, rules, transcripts, record } = sources
  const { threshold } = rules.policy
  const verify = (note: Note) => threads.verify({ note, template, transcripts, record, threshold })
  const { note, ...facts } =
    outside === undefined
      ? { note: await settleEmbedded(drafted, verify) }
      : await settleOutside({ ...threads, verify }, drafted, outside)
  const unsure = transcripts.reduce((sum, one) => sum + (one.unsure ?? 0), 0)
  const told = [
    ...(sources.isRecordPartial ? [partialRecord] : []),
    ...(isPartial(transcripts) ? [partialTalk] : []),
    ...(unsure === 0 ? [] : [tellUnsure(unsure)]),
  ]
  return { note: { ...note, openQuestions: [...note.openQuestions, ...told] }, drafter, ...facts }
}

const partialRecord =
  'Record: it is being indexed again, and what it states may be missing here. Read it before you approve.'
const tellUnsure = (count: number): string =>
  `Speakers: nothing says surely who spoke ${count} of the segments, so the draft does not use them. State the speakers of the transcript, and it is drafted again.`
const partialTalk =
  'Transcript: the talk was not over when this was drafted. It is drafted again at the end, and cannot be approved before.'

type Put = Judged & { readonly sources: Sources }

/** Checks consent again, because it may have been revoked during drafting. */
async function putArtifact(tx: Tx, job: GenerationJob, { note, drafter, generation, sources }: Put): Promise<void> {
  const { patientId, spoke, template, rules } = await readConsented(tx, job)
  const { transcriptIds } = sources
  await lockRecordings(tx, patientId)
  await checkRecordings(tx, patientId, transcriptIds)
  await checkUnchanged(tx, sources)
  const former = await findRedraftable(tx, job)
  if (former !== undefined && isMade(former, sources.transcripts)) return endSucceeded(tx, job, former.id)
  const contentHash = noteHash(note)
  const drawn = { title: note.title, note, drafter, contentHash, draftedFrom: describeTalk(job, sources, contentHash) }
  const count = note.sections.reduce((sum, section) => sum + section.statements.length, 0)
  if (former !== undefined) {
    const change = { ...drawn, generation, verification: undefined, firstApproval: undefined }
    await moveArtifact(tx, former, 'redraft', asJson(change), { count })
    return endSucceeded(tx, job, former.id)
  }
  const content: Omit<ArtifactContent, 'state'> = {
    encounterId: job.encounterId,
    patientId,
    templateId: job.templateId,
    templateVersionId: job.templateVersionId,
    artifactType: template.artifactType,
    gate: raiseGate(rules.schema.gate, [job.spoke, spoke]),
    spoke: job.spoke,
    documentId: newId(),
    transcriptIds,
    ...(job.practitioner === undefined ? {} : { author: job.practitioner }),
    ...(generation === undefined ? {} : { generation }),
    ...drawn,
  }
  const artifactId = newId()
  await moveArtifact(tx, hubAddress('Artifact', artifactId), 'generate', asJson(content), { count })
  return endSucceeded(tx, job, artifactId)
}

const describeTalk = ({ evidence }: Job, { transcripts }: Sources, contentHash: string): DraftedFrom => ({
  spokenHash: spokenHash(transcripts),
  contentHash,
  partial: isPartial(transcripts),
  ...(evidence === undefined ? {} : { evidence }),
})

/** The talk was finished, or its speakers were corrected, while it was drafted: it is drafted again. A talk that goes on is drafted at its end. D263 */
async function checkUnchanged(tx: Tx, { transcriptIds, transcripts }: Sources): Promise<void> {
  const now = await readSpokenTranscripts(tx, transcriptIds)
  if (isPartial(now) || (!isPartial(transcripts) && spokenHash(now) === spokenHash(transcripts))) return
  throw new JobError({ reason: 'transcript-changed', isFinal: false, isWaiting: true, delayMs: 0 })
}

/** One note from all transcripts in order, and from the record once; statement ids stay distinct. */
async function draftAll({ draft }: Pick<Threads, 'draft'>, { template, transcripts, drawnOn }: Sources): Promise<Note> {
  const [first = { id: '', segments: [] }, ...rest] = transcripts
  const note = await draft({ template, transcriptId: first.id, segments: first.segments, record: drawnOn })
  if (rest.length === 0) return note
  const others: Note[] = []
  // One after the other: a job takes one thread.
  for (const { id, segments } of rest) others.push(await draft({ template, transcriptId: id, segments, record: [] }))
  const sections = note.sections.map((section) => ({
    ...section,
    statements: [...section.statements, ...others.flatMap((other, at) => renamed(other, section.key, at + 2))],
  }))
  return { ...note, sections, openQuestions: [note, ...others].flatMap(({ openQuestions }) => openQuestions) }
}

const renamed = (note: Note, key: string, transcript: number) =>
  (note.sections.find((section) => section.key === key)?.statements ?? []).map((statement) => ({
    ...statement,
    id: `t${transcript}-${statement.id}`,
  }))
