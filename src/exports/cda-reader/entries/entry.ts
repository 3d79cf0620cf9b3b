/** One entry of a section while it is read: its statement, where it stands, and the parts of it that a resource holds. CDA R2 4.3.6. */
import type { Patient, Reference } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import type { Reading } from '../reading.ts'
import { attributeOf, childrenOf } from '../xml-nodes.ts'

/** Parts that say nothing of the patient by themselves. */
const quiet: ReadonlySet<string> = new Set(['id', 'templateId', 'realmCode', 'typeId'])

export class Entry {
  readonly reading: Reading
  /** NCTIS code of the section. */
  readonly section: string
  readonly patient: Reference<Patient>
  /** The act, observation, procedure or administration. */
  readonly statement: XmlNode
  readonly #used = new Set<XmlNode>()

  constructor({ reading, section, patient, statement }: Pick<Entry, 'reading' | 'section' | 'patient' | 'statement'>) {
    this.reading = reading
    this.section = section
    this.patient = patient
    this.statement = statement
  }

  /** Notes that the resource holds all of the node. */
  use<N extends XmlNode | undefined>(node: N): N {
    if (node !== undefined) this.#used.add(node)
    return node
  }

  /** Paths of the outermost elements that the resource does not hold. */
  listUnused(): readonly string[] {
    return this.#listUnused(this.statement, this.statement.name)
  }

  /** Whether an observation is related to the statement of which the resource holds nothing; a manifestation changes nothing of it. */
  hasForeignObservation(): boolean {
    return childrenOf(this.statement, 'entryRelationship').some(
      (relation) =>
        attributeOf(relation, 'typeCode') !== 'MFST' &&
        childrenOf(relation, 'observation').length > 0 &&
        !this.#holdsOf(relation),
    )
  }

  #listUnused(node: XmlNode, path: string): readonly string[] {
    return node.children.flatMap((child): readonly string[] => {
      if (typeof child === 'string' || this.#used.has(child) || isQuiet(child)) return []
      const at = `${path}/${child.name}`
      return this.#holdsOf(child) ? this.#listUnused(child, at) : [at]
    })
  }

  #holdsOf(node: XmlNode): boolean {
    return node.children.some((child) => typeof child !== 'string' && (this.#used.has(child) || this.#holdsOf(child)))
  }
}

const isQuiet = (node: XmlNode): boolean =>
  quiet.has(node.name) || (attributeOf(node, 'nullFlavor') !== undefined && node.children.length === 0)
