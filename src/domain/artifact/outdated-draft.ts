/** A generated draft holds only for the talk that it was made from: the whole of it, with its speakers. D263. */
import { Problem } from '../../core/problems.ts'
import { type ArtifactContent, hubContent } from '../../store/hub-resources.ts'
import { putJob } from '../../store/operations/jobs.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { spokenHash } from './note-hash.ts'
import { isPartial, readSpokenTranscripts, type SpokenTranscript } from './segments.ts'

const notOver = 'A transcript of the artifact is partial: the talk is not over'
const lacksEnd = 'The draft was made before the talk was over'
const otherTalk = 'The words or the speakers of the talk have changed since the draft was made'

/** Why nobody may approve the draft; undefined if it was made from the talk as it is now, or by hand. */
function findOutdated(
  { draftedFrom }: Pick<ArtifactContent, 'draftedFrom'>,
  transcripts: readonly SpokenTranscript[],
): string | undefined {
  if (isPartial(transcripts)) return notOver
  if (draftedFrom === undefined) return undefined
  if (draftedFrom.partial) return lacksEnd
  return draftedFrom.spokenHash === spokenHash(transcripts) ? undefined : otherTalk
}

/** Whether the draft was made from the talk as it is now. */
export const isUpToDate = (content: ArtifactContent, transcripts: readonly SpokenTranscript[]): boolean =>
  findOutdated(content, transcripts) === undefined

/** Throws `draft-outdated` unless the draft was made from the talk as it is now. A partial transcript stops drafts by hand too. */
export function checkUpToDate(content: ArtifactContent, transcripts: readonly SpokenTranscript[]): void {
  const detail = findOutdated(content, transcripts)
  if (detail !== undefined) throw new Problem('draft-outdated', { detail })
}

/** The artifacts of an encounter that are in review. */
export const listInReview = (tx: Tx, encounterId: string): Promise<readonly Stored<'hub'>[]> =>
  listAll(tx, {
    space: 'hub',
    type: 'Artifact',
    where: [
      { parameter: 'encounterId', values: [encounterId] },
      { parameter: 'state', values: ['in_review'] },
    ],
  })

/** Queues a new draft for each generated artifact in review that the transcript has made outdated. While a talk goes on, none. */
export async function draftAgain(tx: Tx, encounterId: string, transcriptId: string): Promise<void> {
  for (const stored of await listInReview(tx, encounterId)) {
    const content = hubContent('Artifact', stored)
    if (content.draftedFrom === undefined || !content.transcriptIds.includes(transcriptId)) continue
    const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
    if (isPartial(transcripts) || findOutdated(content, transcripts) === undefined) continue
    const { templateId, templateVersionId, transcriptIds } = content
    const { evidence } = content.draftedFrom
    const drawn = { transcriptIds, ...(evidence === undefined ? {} : { evidence }) }
    const named = { encounterId, templateId, templateVersionId, artifactId: stored.id }
    await putJob(tx, { kind: 'generate', ...named, ...drawn })
  }
}
