/** The artifact that takes the new draft of a talk that was finished or whose speakers were corrected. D263, D306. */
import { isUpToDate, listInReview } from '../../src/domain/artifact/outdated-draft.ts'
import type { SpokenTranscript } from '../../src/domain/artifact/segments.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import type { Job } from '../../src/store/operations/jobs.ts'
import type { Stored } from '../../src/store/resources/types.ts'
import type { Tx } from '../../src/store/transaction.ts'

type Redraft = Pick<Job, 'artifactId' | 'encounterId'>

/** In review, and as it was generated: its note is nobody's work yet. */
const isUntouched = ({ state, contentHash, draftedFrom }: ArtifactContent): boolean =>
  state === 'in_review' && contentHash === draftedFrom?.contentHash

/**
 * The artifact that the job names. If somebody has changed its note or its state: another untouched draft of the same
 * talk, so that corrections do not pile up drafts. Locked. Undefined if the draft is to be a new artifact.
 */
export async function findRedraftable(tx: Tx, { artifactId, encounterId }: Redraft): Promise<Stored | undefined> {
  if (artifactId === undefined || encounterId === undefined) return undefined
  const named = await lock(tx, artifactId)
  const former = hubContent('Artifact', named)
  if (isUntouched(former)) return named
  for (const id of await listAlike(tx, encounterId, former)) {
    const other = await lock(tx, id)
    if (isUntouched(hubContent('Artifact', other))) return other
  }
  return undefined
}

const lock = (tx: Tx, artifactId: string): Promise<Stored> => tx.read(hubAddress('Artifact', artifactId), 'update')

/** Untouched drafts of the encounter from the same sources, by the same template version. */
async function listAlike(tx: Tx, encounterId: string, former: ArtifactContent): Promise<readonly string[]> {
  const sources = sourcesOf(former)
  return (await listInReview(tx, encounterId)).flatMap((stored) => {
    const content = hubContent('Artifact', stored)
    return isUntouched(content) && sourcesOf(content) === sources ? [stored.id] : []
  })
}

const sourcesOf = ({ templateVersionId, transcriptIds, draftedFrom }: ArtifactContent): string =>
  JSON.stringify([templateVersionId, transcriptIds, draftedFrom?.evidence])

/** Whether the artifact needs no new draft any more, because another job has made it since. */
export const isMade = (former: Stored, transcripts: readonly SpokenTranscript[]): boolean =>
  isUpToDate(hubContent('Artifact', former), transcripts)
