/** What an approval releases: Composition, DocumentReference, Provenance and the resources of what the note states. hub-contract "Release". */
import { buildComposition } from './composition.ts'
import { buildDerivedResources } from './derived-resources.ts'
import { buildDocumentReference } from './document-reference.ts'
import { buildProvenance } from './provenance.ts'
import type { ReleasedResource, ReleaseInput } from './release-input.ts'

/** Same input, same resources: the ids come from `input.ids`. */
export function buildRelease(input: ReleaseInput): readonly ReleasedResource[] {
  const entries = buildDerivedResources(input)
  const documents = [buildComposition(input, entries), buildDocumentReference(input)]
  const derived = entries.map(({ resource }) => resource)
  return [...documents, buildProvenance(input, [...documents, ...derived]), ...derived]
}
