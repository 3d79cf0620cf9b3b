/** Whom a copy is addressed to: CDA R2 4.2.2.12, with the Australian extensions for identifiers. */
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import type { DocumentRecipient } from '../../documents/recipient.ts'
import { listIdentifiers, listNationalIdentifier, providerNumber } from './identifiers.ts'
import { buildAddress, buildName, listTelecoms } from './names.ts'
import { element, type XmlElement } from './xml.ts'

/** PRCP: the primary recipient. */
export const buildInformationRecipient = (recipient: DocumentRecipient): XmlElement =>
  element('informationRecipient', { typeCode: 'PRCP' }, [
    element('intendedRecipient', {}, [
      element('id', { root: recipientId(recipient) }),
      ...listContacts(recipient),
      recipient.person === undefined ? undefined : element('informationRecipient', {}, listRecipientPerson(recipient)),
      buildReceivedOrganization(recipient),
    ]),
  ])

/** The same recipient has the same id in each document: by the strongest of its identifiers, else by its names. */
export const recipientId = ({
  hpii,
  providerNumber: provider,
  hpio,
  name,
  organisation = '',
}: DocumentRecipient): string => nameUuid(`recipient ${hpii ?? provider ?? `${hpio ?? ''} ${name} ${organisation}`}`)

export const listContacts = ({
  address,
  phone,
  fax,
  email,
}: DocumentRecipient): readonly (XmlElement | undefined)[] => [
  buildAddress(address, 'WP'),
  ...listTelecoms(
    [
      { system: 'phone', value: phone ?? '' },
      { system: 'fax', value: fax ?? '' },
      { system: 'email', value: email ?? '' },
    ],
    'WP',
  ),
]

const listRecipientPerson = ({
  person,
  name,
  hpii,
  providerNumber: provider,
}: DocumentRecipient): readonly (XmlElement | undefined)[] => [
  buildName(
    person === undefined
      ? { text: name }
      : {
          family: person.family,
          ...(person.prefix === undefined ? {} : { prefix: [person.prefix] }),
          ...(person.given === undefined ? {} : { given: [person.given] }),
        },
  ),
  ...listNationalIdentifier('HPI-I', hpii),
  ...(provider === undefined ? [] : listIdentifiers({ identifiers: [providerNumber(provider)] }, 'HPI-I', '')),
]

/** A recipient that is no person stands here itself, within its organisation if that has another name. */
function buildReceivedOrganization({ person, name, organisation, hpio }: DocumentRecipient): XmlElement | undefined {
  const whole = plainLine(organisation ?? (person === undefined ? name : ''))
  if (whole === '') return undefined
  const part = person === undefined ? plainLine(name) : whole
  const identifier = listNationalIdentifier('HPI-O', hpio)
  if (part === whole)
    return element('receivedOrganization', {}, [element('name', { use: 'ORGB' }, [whole]), ...identifier])
  return element('receivedOrganization', {}, [
    element('name', { use: 'ORGB' }, [part]),
    element('asOrganizationPartOf', {}, [
      element('wholeOrganization', {}, [element('name', { use: 'ORGB' }, [whole]), ...identifier]),
    ]),
  ])
}

/** An organisation in the role that `name` says, as a part of the one that has the number. */
export const buildWhole = (name: string, { name: own, organisation, hpio }: DocumentRecipient): XmlElement =>
  element(name, {}, [
    organisation === undefined || organisation === own ? undefined : element('name', {}, [plainLine(own)]),
    element('asOrganizationPartOf', {}, [
      element('wholeOrganization', {}, [
        element('name', { use: 'ORGB' }, [plainLine(organisation ?? own)]),
        ...listNationalIdentifier('HPI-O', hpio),
      ]),
    ]),
  ])

/** A person in the role that `name` says, with the employer. */
export const buildPerson = (name: string, recipient: DocumentRecipient): XmlElement =>
  element(name, {}, [...listRecipientPerson(recipient), ...listEmployment(recipient)])

const listEmployment = (recipient: DocumentRecipient): readonly XmlElement[] => {
  const { organisation, hpio } = recipient
  if (organisation === undefined || hpio === undefined) return []
  const employer = buildWhole('ext:employerOrganization', { name: organisation, hpio })
  return [element('ext:asEmployment', { classCode: 'EMP' }, [employer])]
}

/** The referee of an eReferral: whom the patient is referred to. The document does not know the occupation. */
export const buildReferee = (recipient: DocumentRecipient): XmlElement =>
  element('participant', { typeCode: 'REFT' }, [
    element('associatedEntity', { classCode: 'PROV' }, [
      element('id', { root: recipientId(recipient) }),
      element('code', { nullFlavor: 'NI' }),
      ...listContacts(recipient),
      recipient.person === undefined
        ? buildWhole('scopingOrganization', recipient)
        : buildPerson('associatedPerson', recipient),
    ]),
  ])
