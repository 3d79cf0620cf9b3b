/** The artifact that takes the new draft of a talk that was finished or whose speakers were corrected. D263, D306. */
import { isUpToDate } from '../../src/domain/artifact/outdated-draft.ts'
import type { SpokenTranscript } from '../../src/domain/artifact/segments.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import type { Job } from '../../src/store/operations/jobs.ts'
import { pagesOf } from '../../src/store/resources/search/whole-search.ts'
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
  const named = await lockUntouched(tx, artifactId)
  if (named !== undefined) return named
  const former = hubContent('Artifact', await tx.read(hubAddress('Artifact', artifactId)))
  for (const id of await listAlike(tx, encounterId, former)) {
    const other = await lockUntouched(tx, id)
    if (other !== undefined) return other
  }
  return undefined
}

async function lockUntouched(tx: Tx, artifactId: string): Promise<Stored | undefined> {
  const stored = await tx.read(hubAddress('Artifact', artifactId), 'update')
  return isUntouched(hubContent('Artifact', stored)) ? stored : undefined
}

/** Untouched drafts of the encounter from the same sources, by the same template version. */
async function listAlike(tx: Tx, encounterId: string, former: ArtifactContent): Promise<readonly string[]> {
  const where = [
    { parameter: 'encounterId', values: [encounterId] },
    { parameter: 'state', values: ['in_review'] },
  ]
  const sources = sourcesOf(former)
  const found: string[] = []
  for await (const page of pagesOf(tx, { space: 'hub', type: 'Artifact', where }))
    for (const stored of page) {
      const content = hubContent('Artifact', stored)
      if (isUntouched(content) && sourcesOf(content) === sources) found.push(stored.id)
    }
  return found
}

const sourcesOf = ({ templateVersionId, transcriptIds, draftedFrom }: ArtifactContent): string =>
  JSON.stringify([templateVersionId, transcriptIds, draftedFrom?.evidence])

/** The artifact that needs no new draft any more, because another job has made it since. */
export async function findMade(
  tx: Tx,
  job: Redraft,
  transcripts: readonly SpokenTranscript[],
): Promise<Stored | undefined> {
  const stored = await findRedraftable(tx, job)
  return stored !== undefined && isUpToDate(hubContent('Artifact', stored), transcripts) ? stored : undefined
}
