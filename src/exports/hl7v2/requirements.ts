/** What an HL7 v2 message needs of a document besides what every form needs. ADRM; D129. */
import type { HumanName } from '@medplum/fhirtypes'
import type { DocumentFacts } from '../document-facts.ts'
import type { ExportInput } from '../export-input.ts'
import type { SectionFacts } from '../facts/section-facts.ts'
import type { Refusal } from '../refusal.ts'
import { listTextsOf, nameForeign } from './character-set.ts'
import { isLetter, type MessageContext, readMessageContext } from './message-context.ts'
import { textOf } from './observations.ts'
import type { Hl7Profile } from './profiles.ts'
import { listProviderNumbers } from './recipient-fields.ts'
import { listResultSegments } from './results.ts'
import { buildMsh } from './segments.ts'

export function checkHl7v2(input: ExportInput): readonly Refusal[] {
  const context = readMessageContext(input)
  const { facts, profile } = context
  return [
    ...checkNames(facts),
    ...checkRecipient(input, facts, profile),
    ...(profile.characterSet === 'latin1' ? checkLetters(context) : []),
  ]
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

/** Where a field of a segment comes from; sections have places of their own. */
const elements: Readonly<Record<string, string>> = {
  'MSH-4': 'Composition.custodian.name',
  'MSH-5': 'recipient.application',
  'MSH-6': 'recipient.organisation',
  'PID-3': 'Composition.subject.identifier',
  'PID-5': 'Composition.subject.name',
  'PID-11': 'Composition.subject.address',
  'PID-13': 'Composition.subject.telecom',
  'PID-14': 'Composition.subject.telecom',
  'OBR-4': 'Composition.type',
  'OBR-16': 'Composition.author[0].name',
  'OBR-28': 'recipient.name',
  'OBR-32': 'Composition.attester.party.name',
}

/** D131: ISO 8859-1 alone. The PDF holds every letter, but a receiver finds the patient by the fields. */
function checkLetters(context: MessageContext): readonly Refusal[] {
  const segments = [buildMsh(context, ['ORU', 'R01', ''], ''), ...listResultSegments(context, { pdf: '' })]
  const places = segments.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([number, field]) => {
      const element = elements[`${name}-${number}`]
      return element === undefined ? [] : listTextsOf(field).map((text) => ({ element, text }))
    }),
  )
  const found = [...places, ...listSectionTexts(context, context.facts.sections, 'Composition')].flatMap(
    ({ element, text }) =>
      nameForeign(text).map(
        (name) => ({ element, message: `has ${name}, which ISO 8859-1 lacks`, isOfLetters: true }) as const,
      ),
  )
  return [...new Map(found.map((refusal) => [`${refusal.element} ${refusal.message}`, refusal])).values()]
}

type PlacedText = { readonly element: string; readonly text: string }

const listSectionTexts = (
  context: MessageContext,
  sections: readonly SectionFacts[],
  parent: string,
): readonly PlacedText[] =>
  sections.flatMap((section, index) => {
    const element = `${parent}.section[${index}]`
    return [
      { element: `${element}.title`, text: section.title },
      { element: `${element}.text`, text: textOf(section, context) },
      ...listSectionTexts(context, section.sections, element),
    ]
  })
