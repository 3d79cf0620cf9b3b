/** Reads the resources of a release again, and writes them as withdrawn or replaced. docs/design/hub.md#release. */
import type { ReleasedResource } from '../../documents/release-input.ts'
import { type ArtifactContent, asJson, hubContent, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { releasedStates } from '../../store/transitions.ts'

/** The current versions, locked until the transaction ends. */
export async function readReleased(tx: Tx, { released = [] }: ArtifactContent): Promise<readonly ReleasedResource[]> {
  const resources: ReleasedResource[] = []
  for (const reference of released) {
    const [type = '', id = ''] = reference.split('/')
    resources.push(readResourceAs<ReleasedResource>(await tx.read(wholeAddress(type, id), 'update')))
  }
  return resources
}

/** Their targets may be gone. */
export async function putWithdrawn(tx: Tx, resources: readonly ReleasedResource[]): Promise<void> {
  for (const resource of resources) {
    const place = wholeAddress(resource.resourceType, resource.id ?? '')
    await tx.put({ ...place, content: asJson(resource), owner: 'hub', dangling: true })
  }
}

const maxArtifacts = 500

/** `Type/id` of everything that released artifacts of an encounter state, except the given ones. */
export async function listSupported(
  tx: Tx,
  encounterId: string,
  without: readonly string[],
): Promise<ReadonlySet<string>> {
  const where = [
    { parameter: 'encounterId', values: [encounterId] },
    { parameter: 'state', values: releasedStates },
  ]
  const page = await tx.search({ space: 'hub', type: 'Artifact', where, limit: maxArtifacts })
  const others = page.items.filter(({ id }) => !without.includes(id))
  return new Set(others.flatMap((stored) => hubContent('Artifact', stored).released ?? []))
}
