/** Exclusion statements: the Agency's guides, Global Statement; what a section says instead of facts. NCTIS Global Statement Values; D150. */
import type { CodeableConcept, Coding, Condition, Patient, Procedure, Reference } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { oids } from '../../cda/codes.ts'
import { absentUnknown, type Nothing, type Topic } from '../../clinical-facts.ts'
import { attributeOf, findNode } from '../xml-nodes.ts'
import { statusOf } from './faults.ts'
import { coded } from './kind.ts'
import { codeIn } from './stated.ts'

/** By the last arcs of `103.16302`: Shared Health Summary, eReferral, Specialist Letter, Discharge Summary. */
// biome-ignore format: one row a line
const topics: Readonly<Record<string, Topic | 'ceased'>> = {
  '103.16302.120.1.1': 'allergies',
  '103.16302.120.1.2': 'medicines',
  '103.16302.120.1.3': 'problems',
  '103.16302.120.1.4': 'procedures',
  '103.16302.120.1.5': 'immunisations',
  '103.16302.2.2.1':   'medicines',
  '103.16302.2.2.2':   'allergies',
  '103.16302.132.1.1': 'medicines',
  '103.16302.4.3.1':   'problems',
  '103.16302.4.3.2':   'medicines',
  '103.16302.4.3.3':   'ceased',
  '103.16302.4.3.4':   'allergies',
}

const statements: Readonly<Record<string, Nothing>> = { '01': 'none-known', '02': 'not-asked', '03': 'none-supplied' }

export type Exclusion = { readonly topic: Topic | 'ceased'; readonly nothing: Nothing }

export const isGlobalStatement = (statement: XmlNode): boolean =>
  (attributeOf(findNode(statement, 'code'), 'code') ?? '').startsWith('103.16302.')

/** Undefined for a statement that no guide of the Agency has, or that does not hold. */
export function readExclusion(statement: XmlNode): Exclusion | undefined {
  const topic = topics[codeIn(findNode(statement, 'code'), oids.nctis) ?? '']
  const nothing = statements[codeIn(findNode(statement, 'value'), oids.globalStatement) ?? '']
  const holds = [undefined, 'completed', 'active'].includes(statusOf(statement))
  return holds && topic !== undefined && nothing !== undefined ? { topic, nothing } : undefined
}

const listEmptyReason = 'http://terminology.hl7.org/CodeSystem/list-empty-reason'

// biome-ignore format: one row a line
const emptyReasons: Readonly<Record<Nothing, Coding>> = {
  'none-known':    { system: listEmptyReason, code: 'nilknown', display: 'Nil Known' },
  'not-asked':     { system: listEmptyReason, code: 'notasked', display: 'Not Asked' },
  'none-supplied': { system: listEmptyReason, code: 'unavailable', display: 'Unavailable' },
}

const words: Readonly<Record<Nothing, string>> = {
  'none-known': 'None known',
  'not-asked': 'Not asked',
  'none-supplied': 'None supplied',
}

export const emptyReasonOf = ({ nothing }: Exclusion): CodeableConcept => ({
  coding: [emptyReasons[nothing]],
  text: words[nothing],
})

/** IPS absent-unknown: a section about several topics has no place to say that one of them is empty but a fact that says so. */
const absent: Readonly<Record<string, readonly [code: string, text: string]>> = {
  'problems none-known': ['no-known-problems', 'No known problems'],
  'problems none-supplied': ['no-problem-info', 'No information about problems'],
  'procedures none-known': ['no-known-procedures', 'No known procedures'],
  'procedures none-supplied': ['no-procedure-info', 'No information about procedures'],
}

/** Undefined where no code says it. */
export function buildAbsent(
  { topic, nothing }: Exclusion,
  subject: Reference<Patient>,
): Condition | Procedure | undefined {
  const [code, text] = absent[`${topic} ${nothing}`] ?? []
  if (code === undefined || text === undefined) return undefined
  const concept = { coding: [{ system: absentUnknown, code }], text }
  return topic === 'problems'
    ? { resourceType: 'Condition', clinicalStatus: coded('conditionClinical', 'active'), code: concept, subject }
    : { resourceType: 'Procedure', status: 'completed', code: concept, subject }
}
