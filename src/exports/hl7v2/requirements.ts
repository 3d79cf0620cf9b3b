/** What an HL7 v2 message needs of a document besides what every form needs. ADRM; D129. */
import type { HumanName } from '@medplum/fhirtypes'
import { type DocumentFacts, readDocumentFacts } from '../document-facts.ts'
import { type ExportInput, presetOf } from '../export-input.ts'
import type { Refusal } from '../refusal.ts'
import { isLetter } from './message-context.ts'
import { type Hl7Profile, profileOf } from './profiles.ts'
import { listProviderNumbers } from './recipient-fields.ts'

export function checkHl7v2(input: ExportInput): readonly Refusal[] {
  const facts = readDocumentFacts(input.bundle)
  return [...checkNames(facts), ...checkRecipient(input, facts, profileOf(presetOf(input)))]
}

const isNamed = ({ text, family, given = [] }: HumanName): boolean =>
  [text, family, ...given].some((part) => part !== undefined && part.trim() !== '')

/** PID-5, XCN-2 and EI-2 are required. */
const checkNames = ({ patient, author, approver, custodian }: DocumentFacts): readonly Refusal[] =>
  [
    { element: 'Composition.subject.name', isThere: isNamed(patient.name) },
    { element: 'Composition.author[0].name', isThere: isNamed(author.name) },
    { element: 'Composition.attester.party.name', isThere: isNamed(approver.name) },
    { element: 'Composition.custodian.name', isThere: custodian.name.trim() !== '' },
  ]
    .filter(({ isThere }) => !isThere)
    .map(({ element }) => ({ element, message: 'is missing' }))

/** ADRM 00104.2.1, 00104.7: a letter goes to one recipient, whom a number leads to. */
function checkRecipient({ recipient }: ExportInput, facts: DocumentFacts, profile: Hl7Profile): readonly Refusal[] {
  if (!profile.isStrict || !isLetter(facts)) return []
  if (recipient === undefined) return [{ element: 'recipient', message: 'is missing: a letter goes to one recipient' }]
  return listProviderNumbers(recipient).length > 0
    ? []
    : [
        {
          element: 'recipient.providerNumber',
          message: 'is missing, and so is an HPI-O: no number leads to the recipient',
        },
      ]
}
