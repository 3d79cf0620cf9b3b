/** :append adds segments to a partial transcript, in any order and from several writers, and finishes it. D263. */
import { z } from 'zod'
import { limitOf } from '../../core/platform.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { mostSegments } from '../../core/talk/speakers.ts'
import { draftAgain } from '../../domain/artifact/outdated-draft.ts'
import { readOpenEncounter } from '../../domain/encounter/open-encounter.ts'
import { checkRecordings, lockRecordings } from '../../domain/recording/recordings.ts'
import { withSpeakers } from '../../drafting/speakers/infer-speakers.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import type { TranscriptContent, TranscriptSegment } from '../../store/audio/transcript-content.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { checkSwitches, platformOf } from '../../store/platforms.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { isSameJson } from '../artifacts/read-back.ts'
import type { Hub } from '../hub.ts'
import { checkDistinct, inTime, isInOrder, outOfOrder, segmentFields } from './transcripts.ts'

const exampleSegment = { id: 's2', speaker: 'clinician', startMs: 3000, endMs: 4200, text: 'Any cough?' }

/** Its id says whether it was sent before. */
const segment = named(
  'AppendedSegment',
  segmentFields.extend({ id: segmentFields.shape.id.unwrap() }).refine(isInOrder, outOfOrder),
  exampleSegment,
)

export const appended = named(
  'AppendedSegments',
  z
    .strictObject({ segments: z.array(segment).max(mostSegments).default([]), final: z.boolean().default(false) })
    .refine(({ segments, final }) => final || segments.length > 0, {
      path: ['segments'],
      message: 'is required, or final',
    }),
  { segments: [exampleSegment], final: false },
)

export const appendAnswer = named(
  'TranscriptProgress',
  z.strictObject({
    id: identifier,
    version: z.int().min(1),
    updatedAt: timestamp,
    partial: z.boolean(),
    /** Those of this request that were not there before. */
    appended: z.int().min(0),
    /** All that are there now. */
    segments: z.int().min(0),
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000b2',
    version: 2,
    updatedAt: '2026-03-14T02:46:00.000Z',
    partial: true,
    appended: 1,
    segments: 3,
  },
)

type Appended = z.output<typeof appended>

export async function appendSegments(
  { caller, params, body, expected, feature }: HandlerRequest<'transcriptId', Appended>,
  hub: Hub,
) {
  checkDistinct(body.segments.map(({ id }) => id))
  const place = hubAddress('Transcript', params.transcriptId)
  return hub.transact(caller, async (tx) => {
    const { encounterId } = hubContent('Transcript', await tx.read(place))
    const { patientId, spoke } = await readOpenEncounter(tx, encounterId)
    checkSwitches(tx, feature, spoke)
    await lockRecordings(tx, patientId)
    const stored = await tx.read(place, 'update')
    checkVersion(stored, expected)
    await checkRecordings(tx, patientId, [stored.id])
    const content = hubContent('Transcript', stored)
    const added = listNew(content, body.segments)
    if (added.length === 0 && (!body.final || content.partial === undefined)) return ok(present(stored, 0))
    if (content.partial === undefined) throw new Problem('invalid-transition', { detail: 'The transcript is finished' })
    const grown = grow(tx, content, { added, isFinal: body.final })
    checkSize(tx, hub, grown)
    const changed = await tx.put({ ...place, content: asJson(grown), expected: stored.version })
    record(tx, changed, { encounterId, patientId, count: added.length, isFinal: body.final })
    if (body.final) await draftAgain(tx, encounterId, stored.id)
    return ok(present(changed, added.length))
  })
}

function present(stored: Stored, count: number): z.output<typeof appendAnswer> {
  const { partial = false, segments } = hubContent('Transcript', stored)
  const { id, version, updatedAt } = stored
  return { id, version, updatedAt, partial, appended: count, segments: segments.length }
}

/** Those that are not stored yet. Throws `conflict` if one has the id of a segment with other content. */
function listNew({ segments }: TranscriptContent, given: Appended['segments']): Appended['segments'] {
  const known = new Map(segments.map((one) => [one.id, one]))
  return given.filter((one, at) => {
    const before = known.get(one.id)
    if (before === undefined) return true
    if (isSameJson(before, one)) return false
    throw new Problem('conflict', {
      detail: 'Another segment is stored under this id',
      errors: [{ field: `segments[${at}].id`, message: 'is the id of another segment' }],
    })
  })
}

type Growth = { readonly added: Appended['segments']; readonly isFinal: boolean }

function grow({ at }: Tx, content: TranscriptContent, { added, isFinal }: Growth): TranscriptContent {
  const { partial: _partial, inferredSpeakers: _speakers, ...whole } = content
  // Zod leaves an absent confidence out; its type does not say so.
  const segments = inTime([...content.segments, ...(added as readonly TranscriptSegment[])])
  return { ...whole, ...(isFinal ? { finishedAt: at } : { partial: true }), ...withSpeakers(segments) }
}

/** The bounds of a whole transcript. */
function checkSize(tx: Tx, { config }: Hub, { segments }: TranscriptContent): void {
  if (segments.length > mostSegments)
    throw invalidField('segments', `are too many: a transcript has ${mostSegments} at most`)
  const most = limitOf(config, platformOf(tx.tenant, tx.caller.spoke), 'transcriptBytes')
  if (Buffer.byteLength(JSON.stringify(segments)) > most)
    throw new Problem('payload-too-large', { detail: 'The transcript is too large' })
}

type Recorded = {
  readonly encounterId: string
  readonly patientId: string
  readonly count: number
  readonly isFinal: boolean
}

function record(tx: Tx, { id, version }: Stored, { isFinal, count, ...of }: Recorded): void {
  const about = { resourceType: 'Transcript', resourceId: id, version, ...of }
  if (count > 0) tx.record('transcript.appended', { ...about, count })
  if (isFinal) tx.record('transcript.finished', about)
}
