/** Identifiers of people and organisations in the Australian extension `asEntityIdentifier`: national ones, and those of other issuers. */
import type { Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { codeSystems, identifierSystems as publishedIdentifiers } from '../../profiles/code-systems.ts'
import { codeSystemNames, oids } from './codes.ts'
import { element, type XmlElement } from './xml.ts'

type Holder = { readonly identifiers: readonly Identifier[] }

/** Kind, its name in CDA, and the system of FHIR. The first six digits of a number tell its kind. */
const national = [
  { authority: 'IHI', system: identifierSystems.ihi, form: /^800360\d{10}$/ },
  { authority: 'HPI-I', system: identifierSystems.hpii, form: /^800361\d{10}$/ },
  { authority: 'HPI-O', system: identifierSystems.hpio, form: /^800362\d{10}$/ },
] as const

type NationalKind = (typeof national)[number]['authority']

type Root = { readonly root: string; readonly authority: string; readonly type: string }

/** Individual Medicare numbers have 11 digits; the card's own number has 10. */
export const medicareRoot = (value: string): Root =>
  value.length === 11
    ? { root: oids.individualMedicare, authority: 'Individual Medicare Card Number', type: 'MC' }
    : { root: oids.medicareCard, authority: 'Medicare Card Number', type: 'MC' }

/** Issuers with an object identifier of their own. */
const roots: Readonly<Record<string, (value: string) => Root>> = {
  [identifierSystems.medicare]: medicareRoot,
  [identifierSystems.dva]: () => ({ root: oids.dva, authority: "Department of Veterans' Affairs", type: 'DVA' }),
  [identifierSystems.medicareProvider]: () => ({
    root: oids.medicareProvider,
    authority: 'Medicare Provider Number',
    type: 'UPIN',
  }),
  [publishedIdentifiers.prescriber.system]: () => ({
    root: oids.medicarePrescriber,
    authority: 'Medicare Prescriber Number',
    type: 'PRES',
  }),
}

/** AU Base scopes record numbers by the HPI-O of their issuer. */
const recordNumberSystem =
  /^http:\/\/ns\.electronichealth\.net\.au\/id\/hpio-scoped\/medicalrecord\/1\.0\/(800362\d{10})$/
const oidSystem = /^urn:oid:([0-2](?:\.(?:0|[1-9]\d*))+)$/
const typeSystems: ReadonlySet<string | undefined> = new Set([codeSystems.identifierType, codeSystems.identifierTypeAu])

/** A system without an object identifier gets a UUID that is the same wherever the system is the same. */
function rootOf(system: string): string {
  const hpio = recordNumberSystem.exec(system)?.[1]
  return hpio === undefined ? (oidSystem.exec(system)?.[1] ?? nameUuid(system)) : `${oids.recordNumber}.${hpio}`
}

const withoutSpaces = (text: string): string => plainLine(text).replaceAll(' ', '')

/** National identifiers first; then every other one in use. `issuer` names an issuer that nobody else names. */
export function listIdentifiers(
  { identifiers }: Holder,
  kind: NationalKind,
  issuer: string,
): readonly (XmlElement | undefined)[] {
  const inUse = identifiers.filter(({ value = '', use }) => plainLine(value) !== '' && use !== 'old')
  const nationalSystems: ReadonlySet<string | undefined> = new Set(national.map(({ system }) => system))
  return [
    ...national
      .filter(({ authority }) => authority === kind)
      .flatMap(({ system }) => inUse.filter((one) => one.system === system).slice(0, 1))
      .flatMap(({ value = '' }) => listNationalIdentifier(kind, withoutSpaces(value))),
    ...inUse.filter(({ system }) => !nationalSystems.has(system)).map((one) => buildLocalIdentifier(one, kind, issuer)),
  ]
}

/** Only a number in the form of a national identifier, because it becomes an arc of the object identifier. */
export const listNationalIdentifier = (kind: NationalKind, value: string | undefined): readonly XmlElement[] =>
  value === undefined || national.every(({ authority, form }) => authority !== kind || !form.test(value))
    ? []
    : [
        element('ext:asEntityIdentifier', { classCode: 'IDENT' }, [
          element('ext:id', { root: `${oids.healthcareIdentifier}.${value}`, assigningAuthorityName: kind }),
          element('ext:assigningGeographicArea', { classCode: 'PLC' }, [
            element('ext:name', {}, ['National Identifier']),
          ]),
        ]),
      ]

function buildLocalIdentifier(
  { system = '', value = '', type, assigner }: Identifier,
  kind: NationalKind,
  issuer: string,
): XmlElement {
  const known = roots[system]?.(withoutSpaces(value))
  // The Agency's common conformance profile 1.4, 3.4.10: every local number of a clinician is of type EI; its root and authority say which.
  const coded = type?.coding?.find((coding) => typeSystems.has(coding.system))?.code
  // The authority of a local identifier is never one of the national names.
  const named = [known?.authority, assigner?.display, type?.text, issuer].map((name) => plainLine(name ?? ''))
  return element('ext:asEntityIdentifier', { classCode: 'IDENT' }, [
    element('ext:id', {
      root: known?.root ?? rootOf(system),
      extension: known === undefined ? plainLine(value) : withoutSpaces(value),
      assigningAuthorityName:
        named.find((name) => name !== '' && !/^(?:IHI|HPI-I|HPI-O|PAI-D|PAI-O)$/i.test(name)) ?? 'Local',
    }),
    element('ext:code', {
      code: kind === 'HPI-I' ? 'EI' : plainLine(coded ?? known?.type ?? 'U'),
      codeSystem: oids.identifierType,
      codeSystemName: codeSystemNames.identifierType,
    }),
  ])
}

export const providerNumber = (value: string): Identifier => ({ system: identifierSystems.medicareProvider, value })
