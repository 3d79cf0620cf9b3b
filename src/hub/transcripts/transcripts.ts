/** Transcripts: stored, and listed. */

import { z } from 'zod'
import { dayMs } from '../../core/durations.ts'
import { newId } from '../../core/ids.ts'
import { invalidField } from '../../core/problems.ts'
import { mostSegments, speakerRoles } from '../../core/talk/speakers.ts'
import { checkRecording } from '../../domain/consent/consent-check.ts'
import { readOpenEncounter } from '../../domain/encounter/open-encounter.ts'
import { lockRecordings } from '../../domain/recording/recordings.ts'
import { withSpeakers } from '../../drafting/speakers/infer-speakers.ts'
import { exampleStored, identifier, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import type { TranscriptSegment } from '../../store/audio/transcript-content.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { checkSwitches } from '../../store/platforms.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { language, line, spokenWords, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readPage } from '../paging.ts'

const milliseconds = z.number().int().min(0).max(dayMs)
export const label = line(40)
export const role = z.enum(speakerRoles)
export const share = z.number().min(0).max(1)

const inferredSpeakers = z.strictObject({
  confidence: share,
  speakers: z.array(z.strictObject({ label, role, confidence: share })),
  segments: z.array(z.strictObject({ id: z.string(), role, confidence: share })).optional(),
})

export const segmentId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)

export const segmentFields = z.strictObject({
  id: segmentId.optional(),
  /** Where nobody tells voices apart, all segments have one label. */
  speaker: label.default('unknown'),
  startMs: milliseconds,
  endMs: milliseconds,
  text: spokenWords(20_000),
  uncertain: z.boolean().default(false),
  /** The recogniser's confidence. */
  confidence: share.optional(),
})

export const isInOrder = ({ startMs, endMs }: Pick<TranscriptSegment, 'startMs' | 'endMs'>): boolean => endMs >= startMs
export const outOfOrder = { path: ['endMs'], message: 'is before the start' }

const segment = named('NewSegment', segmentFields.refine(isInOrder, outOfOrder), {
  speaker: 'clinician',
  startMs: 0,
  endMs: 2000,
  text: 'Any fever?',
})

const transcriptFields = z.strictObject({
  language,
  segments: z.array(segment).min(1).max(mostSegments),
})

const exampleTranscript = {
  language: 'en-AU',
  segments: [
    { id: 's0', speaker: 'clinician', startMs: 0, endMs: 2000, text: 'Any fever?', uncertain: false },
    { id: 's1', speaker: 'patient', startMs: 2100, endMs: 3000, text: 'No, no fever.', uncertain: false },
  ],
}

export const newTranscript = named(
  'NewTranscript',
  transcriptFields.extend({ id: uuid.optional(), partial: z.boolean().default(false) }),
  exampleTranscript,
)

export const transcriptAnswer = named(
  'Transcript',
  transcriptFields.extend({
    ...storedMembers,
    /** The recording from which it was recognised. */
    audioSessionId: identifier.optional(),
    encounterId: identifier,
    /** Present while the talk is not over. */
    partial: z.literal(true).optional(),
    /** When `:append` finished it, and when the words of its earlier versions were deleted. */
    finishedAt: timestamp.optional(),
    clearedAt: timestamp.optional(),
    /** None if it is quarantined. */
    segments: z.array(segmentFields.extend({ id: z.string() })),
    inferredSpeakers: inferredSpeakers.optional(),
    /** When the consent to record was withdrawn. Since then nobody reads it. */
    quarantinedAt: timestamp.optional(),
    /** When its words were deleted, and when nothing of it was stored any more. */
    expiredAt: timestamp.optional(),
    deletedAt: timestamp.optional(),
  }),
  { ...exampleStored, encounterId: '0198f2a0-0000-7000-8000-0000000000e1', ...exampleTranscript },
)
export const transcriptList = listOf(transcriptAnswer)

/** A quarantined transcript is shown without its words and speakers. D53 */
function presentTranscript(stored: Stored) {
  const shown = representation(stored)
  if (hubContent('Transcript', stored).quarantinedAt === undefined) return shown
  const { inferredSpeakers: _speakers, ...quarantined } = shown
  return { ...quarantined, segments: [] }
}

export async function storeTranscript(
  { caller, params, body, feature }: HandlerRequest<'encounterId', z.output<typeof newTranscript>>,
  hub: Hub,
) {
  const { id = newId(), language: spokenLanguage, partial } = body
  const named = body.segments.map((item, at) => ({ ...item, id: item.id ?? `s${at}` }))
  checkDistinct(named.map((item) => item.id))
  const segments = partial ? inTime(named) : named
  return hub.transact(caller, async (tx) => {
    const encounter = await readOpenEncounter(tx, params.encounterId)
    checkSwitches(tx, feature, encounter.spoke)
    await lockRecordings(tx, encounter.patientId)
    await checkRecording(tx, encounter.patientId)
    const content = asJson({
      encounterId: params.encounterId,
      language: spokenLanguage,
      ...(partial ? { partial } : {}),
      ...withSpeakers(segments),
    })
    const stored = await tx.put({ ...hubAddress('Transcript', id), content, expected: 0 })
    tx.record('transcript.stored', {
      resourceType: 'Transcript',
      resourceId: id,
      encounterId: params.encounterId,
      count: segments.length,
    })
    return created(presentTranscript(stored), `/v1/encounters/${params.encounterId}/transcripts`)
  })
}

/** By their begin; of two that begin together, the one that came first. */
export const inTime = <S extends Pick<TranscriptSegment, 'startMs'>>(segments: readonly S[]): readonly S[] =>
  segments.toSorted((one, two) => one.startMs - two.startMs)

export function checkDistinct(ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const [at, id] of ids.entries()) {
    if (seen.has(id)) throw invalidField(`segments[${at}].id`, 'is used twice')
    seen.add(id)
  }
}

/** Transcripts that judge a draft must belong to its encounter: another patient's words support nothing. */
export async function checkTranscripts(tx: Tx, encounterId: string, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const stored = await tx.find(hubAddress('Transcript', id))
    if (stored === undefined || hubContent('Transcript', stored).encounterId !== encounterId) {
      throw invalidField(`transcriptIds[${at}]`, 'names no transcript of this encounter')
    }
    if (ids.indexOf(id) !== at) throw invalidField(`transcriptIds[${at}]`, 'is given twice')
  }
}

export const transcriptQuery = pageQuery

export async function listTranscripts(
  { caller, params, query }: HandlerRequest<'encounterId', undefined, z.output<typeof transcriptQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { patientId } = hubContent('Encounter', await tx.read(hubAddress('Encounter', params.encounterId)))
    const { items, nextCursor } = await readPage(tx, {
      list: 'transcripts',
      query,
      type: 'Transcript',
      where: [{ parameter: 'encounterId', values: [params.encounterId] }],
    })
    tx.record('transcript.read', {
      resourceType: 'Transcript',
      encounterId: params.encounterId,
      patientId,
      count: items.length,
    })
    return ok({ items: items.map(presentTranscript), nextCursor })
  })
}
