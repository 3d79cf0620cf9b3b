/** The entries of a section as resources of the document. What cannot be carried stays in the words, and is told by its place. D150. */
import type { CodeableConcept, List, ListEntry, Patient, Reference, Resource } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { oids } from '../../cda/codes.ts'
import type { Topic } from '../../clinical-facts.ts'
import type { Reading } from '../reading.ts'
import { attributeOf, childrenOf, findNode } from '../xml-nodes.ts'
import { Entry } from './entry.ts'
import { buildAbsent, type Exclusion, emptyReasonOf, isGlobalStatement, readExclusion } from './exclusions.ts'
import { findFault } from './faults.ts'
import { type Fact, happened, type Kind } from './kind.ts'
import { readReferral } from './requests.ts'
import { referralSection, sectionKinds } from './section-kinds.ts'
import { codeIn } from './stated.ts'

export type SectionContext = {
  readonly patient: Reference<Patient> | undefined
  /** Why no entry of the section is a fact of the patient. */
  readonly fault: string | undefined
}

export type SectionEntries = {
  readonly entry: readonly Reference[]
  readonly emptyReason?: CodeableConcept
}

/** NCTIS code of a section; empty for another's. */
export const sectionCodeOf = (section: XmlNode): string => codeIn(findNode(section, 'code'), oids.nctis) ?? ''

export function readEntries(
  reading: Reading,
  section: XmlNode,
  { place, hasText, context }: { readonly place: string; readonly hasText: boolean; readonly context: SectionContext },
): SectionEntries {
  const entries = childrenOf(section, 'entry')
  if (entries.length === 0) return { entry: [] }
  const reader = new SectionReader(reading, section, context)
  const found = reader.readAll(entries)
  for (const [reason, { count, first }] of reader.left) {
    const how = hasText ? 'as code' : 'at all, and no narrative tells it'
    const why = reason === '' ? `(${count})` : `: ${reason} (${count}, from entry[${first}])`
    reading.leave(`${place}/entry`, `is not carried ${how}${reason === '' ? ' ' : ''}${why}`)
  }
  for (const [path, count] of reader.unused)
    reading.leave(`${place}/entry/${path}`, `is not carried as code (${count})`)
  return found
}

type Left = { count: number; first: number }

class SectionReader {
  readonly left = new Map<string, Left>()
  readonly unused = new Map<string, number>()
  readonly #reading: Reading
  readonly #context: SectionContext
  readonly #code: string
  readonly #facts: (Fact & { readonly reference: Reference })[] = []
  readonly #exclusions: (Exclusion & { readonly index: number })[] = []

  constructor(reading: Reading, section: XmlNode, context: SectionContext) {
    this.#reading = reading
    this.#context = context
    this.#code = sectionCodeOf(section)
  }

  readAll(entries: readonly XmlNode[]): SectionEntries {
    const { patient, fault } = this.#context
    const isTold = patient === undefined || fault !== undefined
    const referral = isTold ? new Set<XmlNode>() : this.#readReferral(entries, patient)
    for (const [index, entry] of entries.entries()) {
      if (referral.has(entry)) continue
      const reason = this.#read(entry, index)
      if (reason !== undefined) this.#leave(reason, index)
    }
    const emptyReason = this.#settleExclusions()
    return { entry: this.#listReferences(), ...(emptyReason === undefined ? {} : { emptyReason }) }
  }

  #leave(reason: string, index: number): void {
    const known = this.left.get(reason)
    if (known === undefined) this.left.set(reason, { count: 1, first: index })
    else known.count += 1
  }

  /** Undefined if the entry is carried. */
  #read(entry: XmlNode, index: number): string | undefined {
    const { patient, fault } = this.#context
    const [statement, ...others] = entry.children.filter((child): child is XmlNode => typeof child !== 'string')
    if (statement === undefined || others.length > 0) return ''
    const isExclusion = statement.name === 'observation' && isGlobalStatement(statement)
    const kind = isExclusion ? undefined : sectionKinds[this.#code]?.kinds.find((one) => isOf(one, statement))
    if (!isExclusion && kind === undefined) return ''
    if (patient === undefined) return 'the document has no patient'
    const found = fault ?? findFault(entry, statement, kind?.allowed ?? happened)
    if (found !== undefined) return found
    if (kind === undefined) return this.#noteExclusion(statement, index)
    return this.#carry(kind, new Entry({ reading: this.#reading, section: this.#code, patient, statement }))
  }

  #noteExclusion(statement: XmlNode, index: number): string | undefined {
    const exclusion = readExclusion(statement)
    if (exclusion === undefined) return ''
    this.#exclusions.push({ ...exclusion, index })
    return undefined
  }

  #carry(kind: Kind, entry: Entry): string | undefined {
    const fact = kind.read(entry)
    if (typeof fact === 'string') return fact
    if (kind.isClosed === true && entry.hasForeignObservation()) return 'a related observation may turn it round'
    this.#facts.push({ ...fact, reference: this.#reading.add(fact.resource, entry.statement) })
    this.#noteUnused(entry)
    return undefined
  }

  #noteUnused(entry: Entry): void {
    for (const path of entry.listUnused()) this.unused.set(path, (this.unused.get(path) ?? 0) + 1)
  }

  /** The parts of a referral are entries of their own, and one fact. Gives these entries. */
  #readReferral(entries: readonly XmlNode[], patient: Reference<Patient>): ReadonlySet<XmlNode | undefined> {
    const none = new Set<XmlNode>()
    if (this.#code !== referralSection) return none
    const observations = entries.filter((entry) => {
      const observation = findNode(entry, 'observation')
      return observation !== undefined && findFault(entry, observation, happened) === undefined
    })
    const find = (system: string, code: string): XmlNode | undefined =>
      observations.find((entry) => {
        const own = findNode(entry, 'observation', 'code')
        return attributeOf(own, 'code') === code && attributeOf(own, 'codeSystem') === system
      })
    const [time, reason, validity] = [
      find(oids.nctis, '103.16620'),
      find(oids.loinc, '42349-1'),
      find(oids.nctis, '103.16622'),
    ]
    const statement = findNode(reason, 'observation')
    if (statement === undefined) return none
    const entry = new Entry({ reading: this.#reading, section: this.#code, patient, statement })
    const part = (one: XmlNode | undefined) => findNode(one, 'observation')
    const resource = readReferral(entry, { time: part(time), reason: statement, validity: part(validity) })
    if (resource === undefined) return none
    this.#facts.push({ resource, reference: this.#reading.add(resource, statement) })
    return new Set([time, reason, validity])
  }

  /** A statement that there is nothing stands only where nothing contradicts it: no fact of its topic, and no entry that was left. */
  #settleExclusions(): CodeableConcept | undefined {
    const [only, ...others] = this.#exclusions
    if (only === undefined) return undefined
    const isWhole = others.length === 0 && only.topic === sectionKinds[this.#code]?.topic
    const hasLeft = this.left.size > 0
    if (isWhole && this.#facts.length === 0 && !hasLeft) return emptyReasonOf(only)
    for (const exclusion of this.#exclusions) {
      const absent =
        hasLeft ||
        isWhole ||
        this.#isRepeated(exclusion) ||
        this.#states(exclusion.topic) ||
        this.#context.patient === undefined
          ? undefined
          : buildAbsent(exclusion, this.#context.patient)
      if (absent === undefined) this.#leave(contradicted, exclusion.index)
      else this.#facts.push({ resource: absent, reference: this.#reading.add(absent, undefined) })
    }
    return undefined
  }

  #isRepeated({ topic }: Exclusion): boolean {
    return this.#exclusions.filter((one) => one.topic === topic).length > 1
  }

  #states(topic: Topic | 'ceased'): boolean {
    const types = typesOf[topic]
    return this.#facts.some(({ resource }) => types.includes(resource.resourceType))
  }

  /** Medicines whose changes are told stand in a list, which flags them. */
  #listReferences(): readonly Reference[] {
    const { patient } = this.#context
    if (patient === undefined || this.#facts.every(({ flag }) => flag === undefined))
      return this.#facts.map(({ reference }) => reference)
    const entry = this.#facts.map(
      ({ reference, flag }): ListEntry => ({ ...(flag === undefined ? {} : { flag }), item: reference }),
    )
    const list: List = { resourceType: 'List', status: 'current', mode: 'snapshot', subject: patient, entry }
    return [this.#reading.add(list, undefined)]
  }
}

const contradicted = 'a statement that there is nothing stands beside entries, or no code of FHIR says it'

const isOf = ({ name, matches }: Kind, statement: XmlNode): boolean => name === statement.name && matches(statement)

/** An item that nobody sorted may be of either topic. Shared Health Summary 1.4, 7.1.3. */
const typesOf: Readonly<Record<Topic | 'ceased', readonly Resource['resourceType'][]>> = {
  allergies: ['AllergyIntolerance'],
  medicines: ['MedicationStatement'],
  ceased: ['MedicationStatement'],
  problems: ['Condition', 'Observation'],
  procedures: ['Procedure', 'Observation'],
  immunisations: ['Immunization'],
}
