/** Who the speakers of a transcript are: by label, and for single segments. D264. */
import { z } from 'zod'
import type { JsonObject } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { mostSegments } from '../../core/talk/speakers.ts'
import { draftAgain } from '../../domain/artifact/outdated-draft.ts'
import { checkRecordings, lockRecordings } from '../../domain/recording/recordings.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, named, storedMembers } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import type { TranscriptContent } from '../../store/audio/transcript-content.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { checkSwitches } from '../../store/platforms.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { readMembers, takeBack } from '../artifacts/read-back.ts'
import type { Hub } from '../hub.ts'
import { countSpeech, exampleCounts, speechCounts } from './speech-counts.ts'
import { label, role, segmentId, share } from './transcripts.ts'

const diarisationFields = z.strictObject({
  speakers: z
    .array(
      z.strictObject({
        label,
        role,
        confidence: share.optional(),
      }),
    )
    .max(20)
    .default([]),
  /** Segments that are not their label's. */
  segments: z
    .array(z.strictObject({ id: segmentId, role }))
    .max(mostSegments)
    .optional(),
})

const diarisationSet = ['speakers', 'segments'] as const

const exampleSpeakers = [
  { label: 'S1', role: 'clinician', confidence: 0.98 },
  { label: 'S2', role: 'patient' },
] satisfies z.input<typeof diarisationFields>['speakers']

export const diarisationAnswer = named(
  'Diarisation',
  diarisationFields.extend({ ...storedMembers, counts: speechCounts }),
  { ...exampleStored, speakers: exampleSpeakers, counts: exampleCounts },
)

export const newDiarisation = named(
  'NewDiarisation',
  diarisationFields
    .extend(readMembers(diarisationAnswer, diarisationSet))
    .refine(({ speakers, segments = [] }) => speakers.length + segments.length > 0, {
      path: ['speakers'],
      message: 'is required, or segments',
    }),
  { speakers: exampleSpeakers },
)

const presentDiarisation = (stored: Stored, transcript: TranscriptContent): JsonObject =>
  // Both parts are JSON; their types do not say so.
  ({ ...representation(stored), counts: countSpeech(transcript) }) as unknown as JsonObject

/** Throws 400 for a label or a segment that the transcript does not have, or that is given twice. */
function checkKnown(
  { speakers, segments = [] }: z.output<typeof diarisationFields>,
  transcript: TranscriptContent,
): void {
  const labels = new Set(transcript.segments.map(({ speaker }) => speaker))
  checkNames(
    speakers.map((one) => one.label),
    labels,
    (at) => [`speakers[${at}].label`, 'speaker'],
  )
  const ids = new Set(transcript.segments.map(({ id }) => id))
  checkNames(
    segments.map(({ id }) => id),
    ids,
    (at) => [`segments[${at}].id`, 'segment'],
  )
}

function checkNames(
  given: readonly string[],
  known: ReadonlySet<string>,
  describe: (at: number) => readonly [field: string, kind: string],
): void {
  const seen = new Set<string>()
  for (const [at, name] of given.entries()) {
    const [field, kind] = describe(at)
    if (!known.has(name)) throw invalidField(field, `names no ${kind} of the transcript`)
    if (seen.has(name)) throw invalidField(field, 'is given twice')
    seen.add(name)
  }
}

export async function storeDiarisation(
  { caller, params, body, expected, feature }: HandlerRequest<'transcriptId', z.output<typeof newDiarisation>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { encounterId } = hubContent('Transcript', await tx.read(hubAddress('Transcript', params.transcriptId)))
    const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
    checkSwitches(tx, feature, encounter.spoke)
    await lockRecordings(tx, encounter.patientId)
    const transcript = hubContent('Transcript', await tx.read(hubAddress('Transcript', params.transcriptId)))
    await checkRecordings(tx, encounter.patientId, [params.transcriptId])
    const old = await tx.find(hubAddress('Diarisation', params.transcriptId))
    checkVersion(old, expected)
    const shown = old === undefined ? {} : presentDiarisation(old, transcript)
    const content = takeBack(body, shown, diarisationSet)
    checkKnown(body, transcript)
    const place = hubAddress('Diarisation', params.transcriptId)
    const stored = await tx.put({ ...place, content: asJson(content), expected: old?.version ?? 0 })
    tx.record('diarisation.stored', {
      resourceType: 'Transcript',
      resourceId: params.transcriptId,
      encounterId,
      count: body.speakers.length + (body.segments?.length ?? 0),
    })
    await draftAgain(tx, encounterId, params.transcriptId)
    return ok(presentDiarisation(stored, transcript))
  })
}

export async function readDiarisation({ caller, params }: HandlerRequest<'transcriptId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const transcript = hubContent('Transcript', await tx.read(hubAddress('Transcript', params.transcriptId)))
    const stored = await tx.read(hubAddress('Diarisation', params.transcriptId))
    tx.record('transcript.read', {
      resourceType: 'Transcript',
      resourceId: params.transcriptId,
      encounterId: transcript.encounterId,
    })
    return ok(presentDiarisation(stored, transcript))
  })
}
