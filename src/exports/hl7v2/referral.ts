/** A letter or referral as REF^I12, by the simplified profile. ADRM 7, appendix 8. */
import type { DocumentRecipient } from '../../documents/recipient.ts'
import { findIdentifier } from '../facts/people-facts.ts'
import type { SectionFacts } from '../facts/section-facts.ts'
import type { Field, Segment } from './encoding.ts'
import { buildAddress, buildFacility, buildPersonName, listTelecoms, type ProviderNumber } from './fields.ts'
import { buildFiller, type MessageContext, statusesOf } from './message-context.ts'
import {
  buildDocumentCode,
  buildSectionCode,
  buildTextDisplay,
  type DisplayForms,
  listObx,
  listSections,
  loincOf,
  numberObx,
  textOf,
} from './observations.ts'
import {
  buildRecipientFacility,
  buildRecipientName,
  listProviderNumbers,
  listRecipientTelecoms,
} from './recipient-fields.ts'
import { buildObr, buildPid, buildPv1, type Event, patientClassOf } from './segments.ts'
import { wrapLines } from './wrap-lines.ts'

export const referralEvent: Event = ['REF', 'I12', 'REF_I12']

export function listReferralSegments(
  context: MessageContext,
  recipient: DocumentRecipient,
  forms: DisplayForms,
): readonly Segment[] {
  const { summary, supporting } = splitSections(context)
  return [
    buildRf1(context),
    buildAuthor(context),
    buildRecipient(recipient),
    buildPid(context),
    // ADRM 00100.1: the referral's own group comes first.
    buildObr(context, {
      ...{ number: 1, filler: buildFiller(context), code: buildDocumentCode(context.facts) },
      ...{ service: 'PHY', copyTo: recipient },
    }),
    ...listObx(context, summary, forms),
    ...supporting.flatMap((section, index) => listSupportingGroup(context, section, index + 2)),
    buildPv1(context),
  ]
}

/** Table 0284 for table 0004. */
const categories: Readonly<Record<string, readonly string[]>> = {
  I: ['I', 'Inpatient', 'HL70284'],
  E: ['E', 'Emergency', 'HL70284'],
}

const buildRf1 = (context: MessageContext): Segment => ({
  name: 'RF1',
  fields: {
    1: statusesOf(context).referral,
    2: ['R', 'Routine', 'HL70280'],
    3: ['Med', 'Medical', 'HL70281'],
    5: categories[patientClassOf(context)] ?? ['O', 'Outpatient', 'HL70284'],
    6: buildFiller(context),
    7: context.time(context.facts.approvedAt ?? context.facts.authoredAt),
  },
})

const repeatNumbers = (numbers: readonly ProviderNumber[]): Field => ({
  repetitions: numbers.map(({ id, authority, type }) => [id.replaceAll(' ', ''), authority, type]),
})

/** ADRM 00104.1.1: exactly one. */
function buildAuthor({ facts: { author, custodian } }: MessageContext): Segment {
  const organization = author.organization ?? custodian
  const provider = findIdentifier(author, 'medicareProvider')
  const hpii = findIdentifier(author, 'hpii')?.replaceAll(' ', '')
  const hpio = findIdentifier(organization, 'hpio')
  const addresses = uniqueOf([...organization.addresses, ...author.addresses].map((one) => buildAddress(one, 'B')))
  const contacts = [...author.telecom, ...organization.telecom].map((contact) => ({ ...contact, use: 'work' }) as const)
  return {
    name: 'PRD',
    fields: {
      1: ['AP', 'Authoring Provider', 'HL70286'],
      2: buildPersonName(author.name),
      3: { repetitions: addresses },
      4: ['', '', '', buildFacility(organization)],
      5: { repetitions: uniqueOf(listTelecoms(contacts)) },
      7: repeatNumbers(
        listProviderNumbers({
          ...(provider === undefined ? {} : { providerNumber: provider }),
          ...(hpii === undefined ? {} : { hpii }),
          ...(hpio === undefined ? {} : { hpio }),
        }),
      ),
    },
  }
}

/** An organisation that is the author has its own address twice. */
const uniqueOf = (fields: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(fields.map((field) => [field.join('^'), field])).values(),
]

/** ADRM 00104.2.1, 00104.7: exactly one, with a number that leads to a place. */
const buildRecipient = (recipient: DocumentRecipient): Segment => ({
  name: 'PRD',
  fields: {
    1: ['IR', 'Intended Recipient', 'HL70286'],
    2: buildRecipientName(recipient),
    3: recipient.address === undefined ? '' : buildAddress(recipient.address, 'B'),
    4: ['', '', '', buildRecipientFacility(recipient)],
    5: { repetitions: listRecipientTelecoms(recipient) },
    7: repeatNumbers(listProviderNumbers(recipient)),
  },
})

/** Sections of history that a receiver may file apart, by LOINC code: medicines, allergies, problems, past history, vaccinations, results. */
const supportingCodes: ReadonlySet<string> = new Set(['10160-0', '48765-2', '11450-4', '11348-0', '11369-6', '30954-2'])

/** Level 1 has one group. A code makes one group only, as its OBR-3 says it (ADRM 000028.2). */
function splitSections({ facts, profile }: MessageContext): {
  readonly summary: readonly SectionFacts[]
  readonly supporting: readonly SectionFacts[]
} {
  const sections = listSections(facts.sections)
  if (profile.level !== 2) return { summary: sections, supporting: [] }
  const first = new Map(sections.toReversed().map((section) => [loincOf(section) ?? '', section]))
  const isSupporting = (section: SectionFacts): boolean => {
    const code = loincOf(section) ?? ''
    return supportingCodes.has(code) && first.get(code) === section
  }
  return {
    summary: sections.filter((section) => !isSupporting(section)),
    supporting: sections.filter(isSupporting),
  }
}

function listSupportingGroup(context: MessageContext, section: SectionFacts, number: number): readonly Segment[] {
  const filler = buildFiller(context, `.${loincOf(section) ?? number}`)
  const text = wrapLines(textOf(section, context))
  return [
    buildObr(context, { number, filler, code: buildSectionCode(section, number), service: 'OTH' }),
    ...numberObx(context, [buildTextDisplay(text)]),
  ]
}
