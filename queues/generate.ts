/** Drafts an artifact from an encounter's transcripts. Spec 4.2; hub-contract "Artifact lifecycle". */
import { systemCaller } from '../src/caller.ts'
import type { DraftInput } from '../src/drafting/draft.ts'
import type { VerifyInput } from '../src/drafting/verify.ts'
import { withholdUnsupported } from '../src/drafting/withhold.ts'
import { newId } from '../src/ids.ts'
import { errorFields, type Log } from '../src/log.ts'
import type { Note, NoteTemplate, Verification } from '../src/note.ts'
import { Problem } from '../src/problems.ts'
import { isConsented } from '../src/store/consent-check.ts'
import { type ArtifactContent, asJson, hubContent, hubPlace } from '../src/store/hub-resources.ts'
import { type Job, moveJob } from '../src/store/jobs.ts'
import { noteHash } from '../src/store/note-hash.ts'
import { type RecordFact, readRecordFacts } from '../src/store/record-facts.ts'
import { readSpokenTranscripts, type SpokenTranscript } from '../src/store/segments.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { WakeUp } from './queues.ts'

export type Generation = {
  readonly store: Store
  readonly log: Log
  readonly draft: (input: DraftInput) => Note
  readonly verify: (input: VerifyInput) => Verification
}

const leaseMs = 60_000
const maxAttempts = 3
const retryMs = 2_000

/** Runs a job once however often it is woken: the artifact and the job's end commit together. */
export async function runGeneration(generation: Generation, { tenant, subject: id }: WakeUp): Promise<void> {
  const { store, log } = generation
  const job = await store.transactAsSystem(tenant, (tx) => moveJob(tx, id, 'start', { delayMs: leaseMs }))
  if (job === undefined) return
  const caller = { ...systemCaller(tenant, job.requestId), spoke: job.spoke }
  // Its worker has died with it so often: it would take the next one along.
  if (job.attempts > maxAttempts) return store.transact(caller, (tx) => endFailed(tx, job, true, 'internal'))
  try {
    await store.transact(caller, (tx) => generate(tx, job, generation))
  } catch (error) {
    const isRefusal = error instanceof Problem
    const reason = isRefusal ? error.slug : 'internal'
    const fields = { jobId: id, reason, attempt: job.attempts, ...errorFields(error) }
    if (isRefusal) log.warn('job.refused', fields)
    else log.error('job.error', fields)
    await store.transact(caller, (tx) => endFailed(tx, job, isRefusal, reason))
  }
}

async function generate(tx: Tx, job: Job, { draft, verify }: Generation): Promise<void> {
  const encounter = hubContent('Encounter', await tx.read(hubPlace('Encounter', job.encounterId)))
  const template = hubContent('TemplateVersion', await tx.read(hubPlace('TemplateVersion', job.templateVersionId)))
  const question = { patientId: encounter.patientId, permit: 'generate', artifactType: template.artifactType } as const
  if (!(await isConsented(tx, question))) throw new Problem('consent-required')
  const transcripts = await readSpokenTranscripts(tx, job.transcriptIds)
  const record = await readRecordFacts(tx, { patientId: encounter.patientId, encounterId: job.encounterId })
  const drafted = draftAll(draft, template, { transcripts, record })
  const verdict = verify({ note: drafted, template, transcripts, record, threshold: template.policy.threshold })
  const note = withholdUnsupported(drafted, verdict)
  const artifactId = newId()
  const content: ArtifactContent = {
    encounterId: job.encounterId,
    patientId: encounter.patientId,
    templateId: job.templateId,
    templateVersionId: job.templateVersionId,
    artifactType: template.artifactType,
    title: note.title,
    state: 'in_review',
    gate: template.gate,
    spoke: job.spoke,
    documentId: newId(),
    note,
    transcriptIds: job.transcriptIds,
    ...(job.practitioner === undefined ? {} : { author: job.practitioner }),
    drafter: 'embedded',
    contentHash: noteHash(note),
  }
  await tx.put({ ...hubPlace('Artifact', artifactId), content: asJson(content), expected: 0 })
  // Another worker has ended the job: its artifact stands, this one is rolled back.
  if ((await moveJob(tx, job.id, 'succeed', { artifactId })) === undefined) throw new Problem('conflict')
  const about = { resourceType: 'Artifact', resourceId: artifactId, artifactId, encounterId: job.encounterId }
  const statements = note.sections.reduce((sum, section) => sum + section.statements.length, 0)
  tx.record('artifact.generated', {
    ...about,
    patientId: encounter.patientId,
    hash: content.contentHash,
    count: statements,
  })
  tx.record('job.succeeded', { ...about, resourceType: 'Job', resourceId: job.id })
}

type Sources = { readonly transcripts: readonly SpokenTranscript[]; readonly record: readonly RecordFact[] }

/** One note of all transcripts, in their order, and of the record once; statement ids stay distinct. */
function draftAll(draft: Generation['draft'], template: NoteTemplate, { transcripts, record }: Sources): Note {
  const [first = { id: '', segments: [] }, ...rest] = transcripts
  const note = draft({ template, transcriptId: first.id, segments: first.segments, record })
  if (rest.length === 0) return note
  const others = rest.map(({ id, segments }) => draft({ template, transcriptId: id, segments, record: [] }))
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

/** A refusal is final; a fault is tried again, a bounded number of times. */
async function endFailed(tx: Tx, job: Job, isRefusal: boolean, reason: string): Promise<void> {
  if (!isRefusal && job.attempts < maxAttempts) {
    await moveJob(tx, job.id, 'retry', { reason, delayMs: retryMs })
    return
  }
  const failed = await moveJob(tx, job.id, 'fail', { reason })
  if (failed === undefined) return
  tx.record('job.failed', { resourceType: 'Job', resourceId: job.id, encounterId: job.encounterId, reason })
}
