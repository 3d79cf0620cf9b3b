/** PID-3: every number of a patient in use, each under its own issuer. HL7 v2.4 2.9.12; ADRM 00044.1. */
import type { Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { table0203 } from '../adrm/tables.ts'
import type { OrganizationFacts, PatientFacts } from '../facts/people-facts.ts'
import { findRecordNumber, isRecordNumber, issuerOf } from '../in-use.ts'
import type { Component } from './encoding.ts'
import { buildFacility, buildNationalFacility } from './fields.ts'

/** Codes of tables 0363 and 0203 for national numbers. The type of a DVA number is the colour of its card. */
const nationalNumbers = [
  { system: identifierSystems.ihi, authority: 'AUSHIC', type: () => 'NI' },
  { system: identifierSystems.medicare, authority: 'AUSHIC', type: () => 'MC' },
  { system: identifierSystems.dva, authority: 'AUSDVA', type: (code: string | undefined) => code ?? 'DVAU' },
] as const

/** CX: the custodian's record number first, then the national numbers, then the others; without any, the UUID of the patient at the sender. */
export function buildPatientIdentifiers(
  patient: PatientFacts,
  custodian: OrganizationFacts,
): readonly (readonly Component[])[] {
  const own = findRecordNumber(patient, custodian)
  const record = own === undefined ? [] : [buildExtendedId(own.value, buildAuthority(own, custodian), 'MR')]
  const national = nationalNumbers.flatMap(({ system, authority, type }) =>
    patient.identifiers
      .filter((identifier) => identifier.system === system)
      .map(({ value = '', type: kind }) =>
        buildExtendedId(value.replaceAll(' ', ''), authority, type(kind?.coding?.[0]?.code)),
      ),
  )
  const others = patient.identifiers
    .filter((one) => one !== own && nationalNumbers.every(({ system }) => system !== one.system))
    .map((one) => buildExtendedId(one.value, buildOtherAuthority(one, custodian), typeOf(one)))
  const numbers = [...record, ...national, ...others].filter(([value]) => value !== '')
  return numbers.length > 0 ? numbers : [buildExtendedId(patient.id, buildFacility(custodian), 'PI')]
}

const buildExtendedId = (value = '', authority: Component, type: string): readonly Component[] => [
  plainLine(value),
  '',
  '',
  authority,
  type,
]

/** Table 0203; a number of no kind that it knows is unspecified. */
const typeOf = (one: Identifier): string =>
  isRecordNumber(one)
    ? 'MR'
    : (one.type?.coding?.flatMap(({ code = '' }) => (table0203.has(code) ? [code] : []))[0] ?? 'U')

/** The organisation that the number names, else the document's custodian. */
function buildAuthority(one: Identifier, custodian: OrganizationFacts): readonly string[] {
  const issuer = issuerOf(one, custodian)
  if (issuer === undefined) return buildFacility(custodian)
  const { name = one.system ?? '', hpio } = issuer
  return hpio === undefined ? buildSystemAuthority(one, name) : buildNationalFacility(name, hpio)
}

/** Of two numbers that name no issuer, the second is not the custodian's for sure: its system stands for who gave it. */
const buildOtherAuthority = (one: Identifier, custodian: OrganizationFacts): readonly string[] =>
  issuerOf(one, custodian) === undefined && one.assigner === undefined && !one.system?.includes('/hpio-scoped/')
    ? buildSystemAuthority(one, one.system ?? plainLine(one.type?.text ?? ''))
    : buildAuthority(one, custodian)

/** HD of a system without an organisation: its object identifier, or a UUID that is the same wherever the system is the same. */
function buildSystemAuthority({ system }: Identifier, name: string): readonly string[] {
  const oid = /^urn:oid:([0-2](?:\.(?:0|[1-9]\d*))+)$/.exec(system ?? '')?.[1]
  const authority = plainLine(name) || 'Unknown'
  return oid === undefined ? [authority, nameUuid(system ?? authority), 'UUID'] : [authority, oid, 'ISO']
}
