/**
 * What the header of a CDA document has no place for, as a section of words: CDA R2 takes one address and one telephone of a custodian,
 * no contact but a URL, and no kind of attestation; the Agency's guides take one author. D142.
 */
import { plainLine } from '../../documents/plain-text.ts'
import type { DocumentFacts } from '../document-facts.ts'
import type { ClinicianFacts } from '../facts/people-facts.ts'
import { listAuthorRows, listFurtherAttesters, listSenderLines } from '../facts/readable-people.ts'
import type { SectionFacts } from '../facts/section-facts.ts'
import { readableName } from '../readable-words.ts'
import { listOtherContacts, listTelecoms } from './names.ts'

/** Empty, or one section. */
export function listUnplaced(facts: DocumentFacts, timeZone: string, isGuide: boolean): readonly SectionFacts[] {
  const lines = [
    ...(isGuide ? listFurtherAuthors(facts) : []),
    ...listFurtherAttesters(facts, timeZone),
    ...listSender(facts),
    ...listOtherContacts(facts.patient.telecom).map((contact) => `Patient: ${contact}`),
    ...listPeople(facts).flatMap((one) =>
      listOtherContacts([...one.telecom, ...(one.organization?.telecom ?? [])]).map(
        (contact) => `${readableName(one.name)}: ${contact}`,
      ),
    ),
  ]
  const blocks = [...new Set(lines)].map((text) => ({ kind: 'paragraph', text: plainLine(text) }) as const)
  return blocks.length === 0 ? [] : [{ title: 'Details of the document', blocks, sections: [] }]
}

function listFurtherAuthors(facts: DocumentFacts): readonly string[] {
  const [author, ...furtherAuthors] = facts.furtherAuthors
  if (author === undefined) return []
  return listAuthorRows({ ...facts, author, furtherAuthors }).flatMap(([label, value = '']) =>
    value === '' ? [] : [`${label}: ${value}`],
  )
}

/** All that a page shows of the sender, where the header cannot hold it. */
const listSender = ({ custodian }: DocumentFacts): readonly string[] =>
  custodian.addresses.length > 1 ||
  listTelecoms(custodian.telecom, 'WP').length > 1 ||
  listOtherContacts(custodian.telecom).length > 0
    ? listSenderLines(custodian).map((line) => `${plainLine(custodian.name)}: ${line}`)
    : []

const listPeople = ({ author, furtherAuthors, approver }: DocumentFacts): readonly ClinicianFacts[] => [
  author,
  ...furtherAuthors,
  approver,
]
