/** What a kind of entry is, and what it is read as. */
import type { CodeableConcept, Resource } from '@medplum/fhirtypes'
import { codeSystems } from '../../../documents/code-systems.ts'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import type { Entry } from './entry.ts'
import type { Allowed } from './faults.ts'

export type Fact = {
  readonly resource: Resource
  /** Medicines: what the document says of its change. */
  readonly flag?: CodeableConcept
}

/** A text is the reason why nothing is read, in words that follow "as code:". */
export type ReadFact = (entry: Entry) => Fact | string

export type Kind = {
  readonly name: 'act' | 'observation' | 'procedure' | 'substanceAdministration'
  /** Of those of its name in a section, the statements that are of this kind. */
  readonly matches: (statement: XmlNode) => boolean
  readonly allowed: Allowed
  /** The guides know all observations that may be related to it; another may turn it round, such as "refuted". */
  readonly isClosed?: true
  readonly read: ReadFact
}

/** CDA R2 4.3.6.1: what happened, or is so. */
export const happened: Allowed = { moods: ['EVN'] }

export const isVoid = 'its status says that it does not hold'

export const coded = (system: keyof typeof codeSystems, code: string): CodeableConcept => ({
  coding: [{ system: codeSystems[system], code }],
})
