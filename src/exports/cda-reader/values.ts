/** Data types of CDA R2 as FHIR's: times (TS), codes (CD), instance identifiers (II). */
import type { CodeableConcept, Coding, Identifier } from '@medplum/fhirtypes'
import { isUuid } from '../../core/ids.ts'
import { codeSystems, identifierSystems } from '../../documents/code-systems.ts'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { oids } from '../cda/codes.ts'
import { attributeOf, findNode, textOf } from './xml-nodes.ts'

const time = /^(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})?(\d{2})?(?:\.\d+)?)?(?:([+-])(\d{2})(\d{2})?)?$/

/** A FHIR date or dateTime with the precision of the text; a time without a zone is a date. Undefined if it is no time. */
export function readTime(node: XmlNode | undefined): string | undefined {
  const [, year, month, day, hour, minute = '00', second = '00', sign, ahead, minutes = '00'] =
    time.exec(attributeOf(node, 'value')?.trim() ?? '') ?? []
  if (year === undefined) return undefined
  const date = [year, month, day].filter((part) => part !== undefined).join('-')
  const isTimed = day !== undefined && hour !== undefined && sign !== undefined
  const text = isTimed ? `${date}T${hour}:${minute}:${second}${sign}${ahead}:${minutes}` : date
  return Number.isNaN(Date.parse(text)) ? undefined : text
}

const systems: Readonly<Record<string, string>> = {
  [oids.loinc]: codeSystems.loinc,
  [oids.snomed]: codeSystems.snomed,
  [oids.anzsco]: 'http://www.abs.gov.au/ausstats/abs@.nsf/mf/1220.0',
  // The Australian Medicines Terminology is a part of SNOMED CT-AU.
  [oids.medicines]: codeSystems.snomed,
  '2.16.840.1.113883.6.3': 'http://hl7.org/fhir/sid/icd-10',
  '2.16.840.1.113883.6.8': codeSystems.ucum,
  '2.16.840.1.113883.5.4': codeSystems.actCode,
  [oids.roleCode]: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
  [oids.observationInterpretation]: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  [oids.indigenousStatus]: 'https://healthterminologies.gov.au/fhir/CodeSystem/australian-indigenous-status-1',
}

export const systemOf = (oid: string): string => systems[oid] ?? `urn:oid:${oid}`

/** Undefined for a code that is only a null flavour. */
export function readConcept(node: XmlNode | undefined): CodeableConcept | undefined {
  const code = attributeOf(node, 'code')
  const display = attributeOf(node, 'displayName')
  const text = textOf(findNode(node, 'originalText')) ?? display
  const oid = attributeOf(node, 'codeSystem')
  const coding: Coding[] =
    code === undefined
      ? []
      : [
          {
            ...(oid === undefined ? {} : { system: systemOf(oid) }),
            code,
            ...(display === undefined ? {} : { display }),
          },
        ]
  if (coding.length === 0 && text === undefined) return undefined
  return { ...(coding.length === 0 ? {} : { coding }), ...(text === undefined ? {} : { text }) }
}

/** FHIR's systems of issuers that CDA names by an OID. */
const issuers: Readonly<Record<string, string>> = {
  [oids.medicareCard]: identifierSystems.medicare,
  [oids.individualMedicare]: identifierSystems.medicare,
  // As samples of the Agency's older guides have it.
  '1.2.36.174030967.0.5': identifierSystems.medicare,
  [oids.dva]: identifierSystems.dva,
  [oids.medicareProvider]: identifierSystems.medicareProvider,
}

const national = [
  { prefix: '800360', system: identifierSystems.ihi },
  { prefix: '800361', system: identifierSystems.hpii },
  { prefix: '800362', system: identifierSystems.hpio },
] as const

/** A national number is the last arc of its root; another number is an extension. */
export function readIdentifier(node: XmlNode): Identifier | undefined {
  const root = attributeOf(node, 'root') ?? ''
  const value = attributeOf(node, 'extension')
  const authority = attributeOf(node, 'assigningAuthorityName')
  const assigner = authority === undefined ? {} : { assigner: { display: authority } }
  const number = root.startsWith(`${oids.healthcareIdentifier}.`) ? (root.split('.').at(-1) ?? '') : ''
  const kind = national.find(({ prefix }) => number.startsWith(prefix))
  if (kind !== undefined) return { system: kind.system, value: number }
  if (root === '') return undefined
  if (value !== undefined) return { system: issuers[root] ?? `urn:oid:${root}`, value, ...assigner }
  return { system: identifierSystems.uri, value: uriOf(root), ...assigner }
}

export const uriOf = (root: string): string =>
  isUuid(root.toLowerCase()) ? `urn:uuid:${root.toLowerCase()}` : `urn:oid:${root}`
