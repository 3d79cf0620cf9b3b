/** Reads a CDA document of any system as a FHIR document Bundle: header, people, sections, narratives, and entries that are facts. CDA R2; R4 documents.html. */
import type { Bundle, Composition } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { readXmlTree, type XmlNode } from '../../profiles/xml/xml-tree.ts'
import { documentStatuses } from '../cda/codes.ts'
import { readEncounter } from './encounter.ts'
import { cdaNamespace, keepCda } from './namespaces.ts'
import { readAuthor, readOrganization, readParty, readPatient } from './people.ts'
import { Reading } from './reading.ts'
import { readBody } from './sections.ts'
import { readConcept, readIdentifier, readTime, uriOf } from './values.ts'
import { attributeOf, childrenOf, findNode, textOf } from './xml-nodes.ts'

export type ReadCda = {
  readonly bundle: Bundle
  /** What the Bundle does not hold: places in the CDA document, with reasons. */
  readonly left: readonly string[]
}

/** Undefined if the XML is no ClinicalDocument. Throws XmlError, and DocumentRefused for two of what it has once: a patient, a body, a text. */
export function readCda(bytes: Uint8Array): ReadCda | undefined {
  const whole = readXmlTree(bytes)
  if (whole.name !== 'ClinicalDocument' || whole.uri !== cdaNamespace) return undefined
  const id = childrenOf(whole, 'id').find(({ uri }) => uri === cdaNamespace)
  const key = [attributeOf(id, 'root'), attributeOf(id, 'extension')].join('^')
  const reading = new Reading(key)
  const root = keepCda(reading, whole)
  const composition = buildComposition(reading, root)
  tellHeader(reading, root)
  const identifier = id === undefined ? undefined : readIdentifier(id)
  const { entries } = reading
  const first = new Reading(`${key} Composition`)
  first.add(composition, undefined)
  return {
    bundle: {
      resourceType: 'Bundle',
      ...(identifier === undefined ? {} : { identifier }),
      type: 'document',
      timestamp: instantOf(reading, readTime(findNode(root, 'effectiveTime')) ?? composition.date),
      entry: [...first.entries, ...entries],
    },
    left: reading.left,
  }
}

/** A Bundle of a document has an instant; a date alone is taken as the beginning of that day in UTC. */
function instantOf(reading: Reading, date: string): string {
  if (date.includes('T')) return date
  reading.leave('effectiveTime', 'has no time with a zone: the Bundle has the beginning of the day in UTC')
  return `${date.padEnd(10, '-01').slice(0, 10)}T00:00:00Z`
}

function buildComposition(reading: Reading, root: XmlNode): Composition {
  const type = readConcept(findNode(root, 'code')) ?? { text: 'Clinical document' }
  const subject = readPatient(reading, root)
  const authors = childrenOf(root, 'author').flatMap(
    (author) => readAuthor(reading, findNode(author, 'assignedAuthor')) ?? [],
  )
  const custodian = readOrganization(
    reading,
    findNode(root, 'custodian', 'assignedCustodian', 'representedCustodianOrganization'),
  )
  const encounter = readEncounter(reading, root, subject)
  const date = readDate(root)
  if (date === undefined) reading.leave('effectiveTime', 'is no time: the date is 1900')
  const setId = findNode(root, 'setId') ?? findNode(root, 'id')
  const identifier = setId === undefined ? undefined : readIdentifier(setId)
  const language = attributeOf(findNode(root, 'languageCode'), 'code')
  const recipients = listRecipients(reading, root)
  return {
    resourceType: 'Composition',
    ...(language === undefined ? {} : { language }),
    ...(recipients.length === 0 ? {} : { extension: recipients }),
    ...(identifier === undefined ? {} : { identifier }),
    status: statusOf(root),
    type,
    ...(subject === undefined ? {} : { subject }),
    ...(encounter === undefined ? {} : { encounter }),
    date: date ?? '1900',
    author: authors,
    title: textOf(findNode(root, 'title')) ?? type.text ?? type.coding?.[0]?.display ?? 'Clinical document',
    ...confidentialityOf(root),
    ...listAttesters(reading, root),
    ...(custodian === undefined ? {} : { custodian }),
    ...listReplaced(root),
    section: readBody(reading, root, subject),
  }
}

/** When the author wrote it, if that is told to the minute, else when the document was made. D150. */
function readDate(root: XmlNode): string | undefined {
  const [written, made] = [findNode(root, 'author', 'time'), findNode(root, 'effectiveTime')].map(readTime)
  return written?.includes('T') === true ? written : (made ?? written)
}

/** CompletionCode is an Australian extension; without it a document that was sent is final. */
function statusOf(root: XmlNode): Composition['status'] {
  const code = attributeOf(findNode(root, 'completionCode'), 'code')
  if (code === documentStatuses.withdrawn[0]) return 'entered-in-error'
  return code === documentStatuses.interim[0] ? 'preliminary' : 'final'
}

/** R4 v3-ConfidentialityClassification. */
const confidentialities = ['U', 'L', 'M', 'N', 'R', 'V'] as const

function confidentialityOf(root: XmlNode): Pick<Composition, 'confidentiality'> {
  const code = attributeOf(findNode(root, 'confidentialityCode'), 'code')
  const confidentiality = confidentialities.find((one) => one === code)
  return confidentiality === undefined ? {} : { confidentiality }
}

function listRecipients(reading: Reading, root: XmlNode): NonNullable<Composition['extension']> {
  const url = 'http://hl7.org.au/fhir/StructureDefinition/information-recipient'
  return childrenOf(root, 'informationRecipient').flatMap((recipient) => {
    const valueReference = readParty(reading, findNode(recipient, 'intendedRecipient'))
    return valueReference === undefined ? [] : [{ url, valueReference }]
  })
}

function listAttesters(reading: Reading, root: XmlNode): Pick<Composition, 'attester'> {
  const kinds = [
    ['legal', 'legalAuthenticator'],
    ['professional', 'authenticator'],
  ] as const
  const attester = kinds.flatMap(([mode, name]) =>
    childrenOf(root, name).flatMap((node) => {
      const time = readTime(findNode(node, 'time'))
      const party = readParty(reading, findNode(node, 'assignedEntity'))
      return party === undefined ? [] : [{ mode, ...(time === undefined ? {} : { time }), party }]
    }),
  )
  return attester.length === 0 ? {} : { attester }
}

/** CDA R2 4.2.3.1: RPLC names the document that this one replaces. */
function listReplaced(root: XmlNode): Pick<Composition, 'relatesTo'> {
  const replaced = childrenOf(root, 'relatedDocument').filter((node) => attributeOf(node, 'typeCode') === 'RPLC')
  const relatesTo = replaced.flatMap((node) => {
    const root = attributeOf(findNode(node, 'parentDocument', 'id'), 'root')
    return root === undefined
      ? []
      : [{ code: 'replaces' as const, targetIdentifier: { system: identifierSystems.uri, value: uriOf(root) } }]
  })
  return relatesTo.length === 0 ? {} : { relatesTo }
}

const carried: ReadonlySet<string> = new Set([
  ...[
    'realmCode',
    'typeId',
    'templateId',
    'id',
    'code',
    'title',
    'effectiveTime',
    'confidentialityCode',
    'languageCode',
  ],
  ...['setId', 'versionNumber', 'completionCode', 'recordTarget', 'author', 'custodian', 'informationRecipient'],
  ...['legalAuthenticator', 'authenticator', 'componentOf', 'component', 'relatedDocument'],
])

/** Other parts of the header have no place in a Composition, or none that is alike. */
function tellHeader(reading: Reading, root: XmlNode): void {
  const others = root.children.flatMap((child) =>
    typeof child === 'string' || carried.has(child.name) ? [] : child.name,
  )
  for (const name of new Set(others)) reading.leave(name, 'is not carried')
}
