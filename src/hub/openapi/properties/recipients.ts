/** Properties of the recipient of a channel, share, dispatch or export. */
import type { PropertyTexts } from '../describe.ts'

export const recipientTexts: PropertyTexts = {
  'NewExport.recipient': 'Whom the copy is addressed to; absent for a copy that goes to nobody by name.',
  'Export.recipient': 'Whom the copy is addressed to; absent for a copy that goes to nobody by name.',
  'recipient.person': 'The name of the recipient in parts, as HL7 v2 and CDA write it. Absent for an organisation.',
  'person.prefix': ['The title before the name. At most 50 characters.', 'Dr'],
  'person.given': ['The given names. At most 100 characters.', 'Anh'],
  'person.family': ['The family name. At most 100 characters.', 'Nguyen'],
  'recipient.organisation': [
    'Where the recipient works, or the organisation that is the recipient. At most 200 characters. Where an organisation is the recipient, its name is taken.',
    'Harbour Hospital',
  ],
  'recipient.providerNumber': [
    'The Medicare provider number: six digits, a location and a check character, which is checked.',
    '2122661L',
  ],
  'recipient.hpii': ['The HPI-I: 16 digits, of which the last is a check digit.', '8003610000021101'],
  'recipient.hpio': ['The HPI-O: 16 digits, of which the last is a check digit.', '8003626566692846'],
  'recipient.address': 'The postal address, as it stands on a letter.',
  'address.line': ['Street, number and the like: one to four lines.', ['1 Harbour Street']],
  'address.city': ['The city, suburb or town.', 'Fremantle'],
  'address.state': ['The state or territory.', 'WA'],
  'address.postalCode': ['The postcode of the address.', '6160'],
  'address.country': ['The country of the address, as it is written on a letter.', 'AU'],
  'recipient.phone': ['The telephone number. At most 50 characters.', '08 7010 0200'],
  'recipient.fax': ['The fax number: digits, blanks, hyphens and brackets.', '08 7010 0201'],
  'recipient.email': ['The e-mail address. At most 254 characters.', 'letters@harbour.example'],
  'recipient.application': ['The receiving application: MSH-5 of HL7 v2. At most 100 characters.', 'HARBOUR-EMR'],
}
