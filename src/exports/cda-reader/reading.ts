/** A document while it is read: its entries so far, and what could not be carried. */
import type { BundleEntry, PractitionerRole, Reference, Resource } from '@medplum/fhirtypes'
import { isUuid } from '../../core/ids.ts'
import { nameUuid } from '../../documents/name-uuid.ts'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { attributeOf, childrenOf } from './xml-nodes.ts'

const maxNotes = 200

export class Reading {
  readonly entries: BundleEntry[] = []
  readonly #left: string[] = []
  readonly #taken = new Set<string>()
  readonly #known = new Map<string, Reference<PractitionerRole>>()
  readonly #document: string

  /** `document` tells this document from others, so that equal documents have equal entries. */
  constructor(document: string) {
    this.#document = document
  }

  /** Places with a reason, never a value. */
  get left(): readonly string[] {
    return this.#left
  }

  leave(place: string, reason: string): void {
    if (this.#left.length < maxNotes) this.#left.push(`${place} ${reason}`)
  }

  /** What was added under the key before, else what is added now. */
  once(key: string | undefined, add: () => Reference<PractitionerRole>): Reference<PractitionerRole> {
    const known = key === undefined ? undefined : this.#known.get(key)
    const found = known ?? add()
    if (key !== undefined) this.#known.set(key, found)
    return found
  }

  /** The address of the new entry is the UUID of the node's id, if it has one that nothing else has. */
  add<R extends Resource>(resource: R, node: XmlNode | undefined, display?: string): Reference<R> {
    const root = attributeOf(childrenOf(node, 'id')[0], 'root')?.toLowerCase() ?? ''
    const own = `urn:uuid:${isUuid(root) ? root : nameUuid(`${this.#document} ${this.entries.length}`)}`
    const made = `urn:uuid:${nameUuid(`${this.#document} ${resource.resourceType} ${this.entries.length}`)}`
    const fullUrl = this.#taken.has(own) ? made : own
    this.#taken.add(fullUrl)
    this.entries.push({ fullUrl, resource })
    return { reference: fullUrl, ...(display === undefined ? {} : { display }) }
  }
}
