/** Builds the resources of an approval: Composition, DocumentReference, Provenance and the facts of the note. docs/design/hub.md#release. */
import { buildComposition } from './composition.ts'
import { buildDerivedResources } from './derived-resources.ts'
import { buildDocumentReference } from './document-reference.ts'
import { buildProvenance } from './provenance.ts'
import type { ReleasedResource, ReleaseInput } from './release-input.ts'

/** The same input gives the same resources: ids come from `input.ids`. */
export function buildReleaseResources(input: ReleaseInput): readonly ReleasedResource[] {
  const entries = buildDerivedResources(input)
  const documents = [buildComposition(input, entries), buildDocumentReference(input)]
  const derived = entries.map(({ resource }) => resource)
  return [...documents, buildProvenance(input, [...documents, ...derived]), ...derived]
}
