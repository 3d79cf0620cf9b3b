/**
 * What the presets of CDA demand of a document besides the common rules: what the Agency's implementation guides make mandatory without
 * a null flavour. D133. The general presets demand only that a national number is one.
 */
import type { Address, HumanName, Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { isDvaFileNumber, isIdentifier, isMedicareNumber, isProviderNumber } from '../../profiles/identifiers.ts'
import { type CareFacts, readCareFacts } from '../care-facts.ts'
import { type DocumentFacts, readDocumentFacts } from '../document-facts.ts'
import { type ExportInput, presetOf } from '../export-input.ts'
import { type ClinicianFacts, findIdentifier, type OrganizationFacts } from '../facts/people-facts.ts'
import type { SectionFacts } from '../facts/section-facts.ts'
import type { Refusal } from '../refusal.ts'
import { checkEntries } from './entry-requirements.ts'
import { type GuideName, guideOf } from './guides.ts'

export function checkCda(input: ExportInput): readonly Refusal[] {
  const facts = readDocumentFacts(input.bundle)
  const { guide, level } = guideOf(presetOf(input))
  if (guide === undefined) return checkNumbers(facts, nationalNumbers)
  const care = guide === 'dischargeSummary' ? checkStay(readCareFacts(input.bundle)) : []
  const header = [...checkNumbers(facts, [...nationalNumbers, ...otherNumbers]), ...checkHeader(facts, guide), ...care]
  return [
    ...header.map(({ element, message }) => ({ element, message: `${message}; the preset general-1A goes without` })),
    ...(level === '3A' ? checkEntries(input, guide) : []),
  ]
}

export const refuseUnless = (isThere: boolean, element: string, message: string): readonly Refusal[] =>
  isThere ? [] : [{ element, message }]

type NumberRule = readonly [system: string, isValid: (value: string) => boolean, message: string]

/** They become arcs of object identifiers. */
const nationalNumbers: readonly NumberRule[] = [
  [identifierSystems.ihi, (value) => isIdentifier('ihi', value), 'is no IHI'],
  [identifierSystems.hpii, (value) => isIdentifier('hpii', value), 'is no HPI-I'],
  [identifierSystems.hpio, (value) => isIdentifier('hpio', value), 'is no HPI-O'],
]
const otherNumbers: readonly NumberRule[] = [
  [identifierSystems.medicare, isMedicareNumber, 'is no Medicare number'],
  [identifierSystems.dva, isDvaFileNumber, 'is no DVA file number'],
  [identifierSystems.medicareProvider, isProviderNumber, 'is no Medicare provider number'],
]

const checkNumbers = (facts: DocumentFacts, rules: readonly NumberRule[]): readonly Refusal[] =>
  (
    [
      ['Composition.subject', facts.patient.identifiers],
      ...[facts.author, ...facts.furtherAuthors].map(
        ({ identifiers }, index) => [`Composition.author[${index}]`, identifiers] as const,
      ),
      ...listSectionAuthors(facts.sections).map(
        ({ identifiers }) => ['Composition.section.author', identifiers] as const,
      ),
      ['Composition.attester.party', facts.approver.identifiers],
      ...facts.furtherAttesters.flatMap(({ by }) =>
        by === undefined ? [] : [['Composition.attester.party', by.identifiers] as const],
      ),
      ['Composition.custodian', facts.custodian.identifiers],
    ] as const
  ).flatMap(([holder, identifiers]) =>
    identifiers.flatMap((identifier, index) =>
      rules
        .filter(([system, isValid]) => identifier.system === system && !isValid(numberOf(identifier)))
        .map(([, , message]) => ({ element: `${holder}.identifier[${index}].value`, message })),
    ),
  )

const listSectionAuthors = (sections: readonly SectionFacts[]): readonly ClinicianFacts[] =>
  sections.flatMap(({ authors = [], sections: inner }) => [...authors, ...listSectionAuthors(inner)])

const numberOf = ({ value = '' }: Identifier): string => plainLine(value).replaceAll(' ', '')

/** The country is Australia, in the states and postcodes of AS 5017; elsewhere an address is free. */
const isWritten = (address: Address | undefined): boolean =>
  address !== undefined &&
  (address.line ?? []).length > 0 &&
  ((address.country ?? 'AU') !== 'AU' ||
    (/^(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT|U)$/.test(address.state ?? 'U') && /^\d{4}$/.test(address.postalCode ?? '0000')))

/** A name in words alone stands as a family name. */
const hasFamilyName = ({ family = '', text = '' }: HumanName): boolean => plainLine(family || text) !== ''

function checkHeader(facts: DocumentFacts, guide: GuideName): readonly Refusal[] {
  const { patient, author, custodian, encounter } = facts
  const needsEncounter = guide !== 'sharedHealthSummary' && guide !== 'eReferral'
  return [
    ...refuseUnless(findIdentifier(patient, 'ihi') !== undefined, 'Composition.subject.identifier', 'has no IHI'),
    ...refuseUnless(hasFamilyName(patient.name), 'Composition.subject.name.family', 'is missing'),
    ...refuseUnless(patient.birthDate !== undefined, 'Composition.subject.birthDate', 'is missing'),
    ...refuseUnless(isWritten(patient.addresses[0]), 'Composition.subject.address', 'is no postal address'),
    ...checkClinician('Composition.author[0]', author),
    ...(facts.approvedAt === undefined
      ? [{ element: 'Composition.attester', message: 'has nobody who approved the document' }]
      : checkClinician('Composition.attester.party', facts.approver)),
    ...checkOrganization('Composition.custodian', custodian),
    ...refuseUnless(
      !needsEncounter || encounter?.period?.start !== undefined,
      'Composition.encounter.period.start',
      'is missing',
    ),
  ]
}

function checkClinician(element: string, clinician: ClinicianFacts): readonly Refusal[] {
  const { organization, role } = clinician
  const telecom = [...clinician.telecom, ...(organization?.telecom ?? [])]
  return [
    ...refuseUnless(clinician.kind === undefined, element, 'is no person'),
    ...refuseUnless(hasFamilyName(clinician.name), `${element}.name.family`, 'is missing'),
    ...refuseUnless(findIdentifier(clinician, 'hpii') !== undefined, `${element}.identifier`, 'has no HPI-I'),
    ...refuseUnless(role !== undefined, `${element}.code`, 'is missing'),
    ...refuseUnless(
      telecom.some(({ value = '' }) => value !== ''),
      `${element}.telecom`,
      'is missing',
    ),
    ...(organization === undefined
      ? [{ element: `${element}.organization`, message: 'is missing' }]
      : [
          ...checkOrganization(`${element}.organization`, organization),
          ...refuseUnless(
            isWritten(organization.addresses[0]),
            `${element}.organization.address`,
            'is no postal address',
          ),
        ]),
  ]
}

const checkOrganization = (element: string, organization: OrganizationFacts): readonly Refusal[] => [
  ...refuseUnless(organization.name !== '', `${element}.name`, 'is missing'),
  ...refuseUnless(findIdentifier(organization, 'hpio') !== undefined, `${element}.identifier`, 'has no HPI-O'),
]

/** A discharge summary tells where the stay was, and who answers for it. */
const checkStay = ({ provider, responsible }: CareFacts): readonly Refusal[] => [
  ...(provider === undefined
    ? [{ element: 'Composition.encounter.serviceProvider', message: 'is no Organization of the document' }]
    : [
        ...checkOrganization('Composition.encounter.serviceProvider', provider),
        ...refuseUnless(
          isWritten(provider.addresses[0]),
          'Composition.encounter.serviceProvider.address',
          'is no postal address',
        ),
      ]),
  ...(responsible === undefined
    ? [{ element: 'Composition.encounter.participant', message: 'names nobody who answers for the discharge' }]
    : checkClinician('Composition.encounter.participant.individual', responsible)),
]
