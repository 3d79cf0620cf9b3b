/**
 * The document as ORU^R01 (HL7 v2.4), under the Australian Diagnostics and Referral Messaging localisation
 * HL7AUSD-STD-OO-ADRM-2021.1 (ADRM): one OBX of text for each section, the PDF last as the display segment.
 */
import { codeSystems } from '../../documents/code-systems.ts'
import { draftMark } from '../../documents/draft-document.ts'
import { type DocumentFacts, readDocumentFacts, type SectionFacts } from '../document-facts.ts'
import { type ExportInput, timeZoneOf } from '../export-input.ts'
import { type Block, linesOf } from '../narrative-blocks.ts'
import { renderPdf } from '../pdf/pdf.ts'
import { hl7Time, readableTime } from '../zoned-time.ts'
import { buildControlId } from './control-id.ts'
import { type Component, type Field, renderMessage, type Segment } from './encoding.ts'
import {
  buildAddress,
  buildClinician,
  buildEntityIdentifier,
  buildFacility,
  buildPatientIdentifiers,
  buildPersonName,
  buildTelecom,
} from './fields.ts'

type Context = { readonly input: ExportInput; readonly facts: DocumentFacts; readonly time: (at: string) => string }

/** MSH-10 is a placeholder from the document: `stampControlId` replaces it for each transmission. */
export async function renderHl7v2(input: ExportInput): Promise<Uint8Array> {
  const context: Context = {
    input,
    facts: readDocumentFacts(input.bundle),
    time: (at) => hl7Time(at, timeZoneOf(input)),
  }
  const pdf = Buffer.from(input.pdf ?? (await renderPdf(input))).toString('base64')
  const segments = [
    buildPid(context),
    buildPv1(context),
    buildOrc(context),
    buildObr(context),
    ...listObx(context, pdf),
  ]
  const body = renderMessage(segments)
  const header = (characterSet: string) => renderMessage([buildMsh(context, characterSet)])
  // ADRM 00048: ASCII needs no declaration, any other text does.
  const isAscii = !/[^\u0000-\u007f]/.test(`${header('')}${body}`)
  return Buffer.from(`${header(isAscii ? '' : 'UNICODE UTF-8')}${body}`)
}

function buildMsh(context: Context, characterSet: string): Segment {
  const { input, facts, time } = context
  return {
    name: 'MSH',
    fields: {
      3: 'BANKSIA',
      4: buildFacility(facts.custodian),
      7: time(input.at),
      9: ['ORU', 'R01', 'ORU_R01'],
      10: buildControlId(`${input.documentId}/${input.status}`),
      // Table 0103: a receiver must not take a draft into a record.
      11: isDraft(context) ? 'T' : 'P',
      // ADRM 000040.1: version, country, localisation.
      12: ['2.4', ['AUS', 'Australia', 'ISO3166_1'], ['HL7AU-OO-201701', '', 'L']],
      15: 'AL',
      16: 'AL',
      17: 'AUS',
      18: characterSet,
      19: ['en', 'English', 'ISO639'],
    },
  }
}

/** Table 0001. */
const sexes = { female: 'F', male: 'M', other: 'O', unknown: 'U' } as const

function buildPid({ facts: { patient, custodian }, time }: Context): Segment {
  const phones = patient.telecom.filter(({ system, use }) => system === 'phone' && use !== 'old')
  const at = (isWork: boolean) => phones.filter(({ use }) => (use === 'work') === isWork).map(buildTelecom)
  return {
    name: 'PID',
    fields: {
      1: '1',
      3: { repetitions: buildPatientIdentifiers(patient, custodian) },
      5: buildPersonName(patient.name),
      7: patient.birthDate === undefined ? '' : time(patient.birthDate),
      8: sexes[patient.gender],
      11: patient.address === undefined ? '' : buildAddress(patient.address),
      13: { repetitions: at(false) },
      14: { repetitions: at(true) },
    },
  }
}

/** v3 ActEncounterCode to table 0004; everything else counts as outpatient. */
const patientClasses: Readonly<Record<string, string>> = { IMP: 'I', ACUTE: 'I', NONAC: 'I', EMER: 'E' }

const buildPv1 = ({ facts: { encounter } }: Context): Segment => ({
  name: 'PV1',
  fields: { 1: '1', 2: patientClasses[encounter?.class.code ?? ''] ?? 'O' },
})

/** OBR-3 and ORC-3: the same in every retry, amendment and recall. ADRM 000004.2. */
const buildFiller = ({ input, facts }: Context): Field =>
  buildEntityIdentifier(facts.setId ?? input.documentId, facts.custodian)

const buildOrc = (context: Context): Segment => ({
  name: 'ORC',
  // Table 0038: completed, or in process.
  fields: { 1: 'RE', 3: buildFiller(context), 5: isDraft(context) ? 'IP' : 'CM' },
})

const isDraft = ({ facts }: Context): boolean => facts.status === 'preliminary'

/** Table 0085, 0123. ADRM 000004.2: a correction has the same OBR-3 and a later OBR-22. */
function resultStatus(context: Context): string {
  if (isDraft(context)) return 'P'
  return context.input.status === 'recalled' || context.facts.edition > 1 ? 'C' : 'F'
}

function buildObr(context: Context): Segment {
  const { input, facts, time } = context
  return {
    name: 'OBR',
    fields: {
      1: '1',
      3: buildFiller(context),
      4: [facts.type.code, facts.type.display, 'LN'],
      7: time(facts.encounter?.period?.start ?? facts.authoredAt),
      16: buildClinician(facts.author),
      22: time(input.at),
      // Table 0074: physician, for letters and notes.
      24: 'PHY',
      25: resultStatus(context),
      // NDL: the name is one component (CNN), its parts are sub-components and end with the authority.
      32: [buildClinician(facts.approver).slice(0, 9)],
    },
  }
}

function listObx(context: Context, pdf: string): readonly Segment[] {
  const status = resultStatus(context)
  const sections = listSections(context.facts.sections)
  const texts = sections.map((section, index) => ({
    2: 'FT',
    3: buildObservationId(section, index),
    4: buildSubId(sections, index),
    5: { formatted: textOf(section, context) },
  }))
  const display = {
    2: 'ED',
    3: ['PDF', 'Display format in PDF', 'AUSPDI'],
    5: ['', 'application', 'pdf', 'Base64', pdf],
  }
  return [...texts, display].map((fields, index) => ({
    name: 'OBX',
    fields: { 1: String(index + 1), ...fields, 11: status },
  }))
}

/** A section within a section follows it. One that only holds others has no OBX of its own. */
const listSections = (sections: readonly SectionFacts[]): readonly SectionFacts[] =>
  sections.flatMap((section) => [
    ...(section.sections.length > 0 && section.blocks.length === 0 ? [] : [section]),
    ...listSections(section.sections),
  ])

const loincOf = ({ code }: SectionFacts): string | undefined =>
  code?.system === codeSystems.loinc ? code.code : undefined

/** ADRM 00044.4: a code always has its system, and a text. */
const buildObservationId = (section: SectionFacts, index: number): readonly Component[] => {
  const loinc = loincOf(section)
  return loinc === undefined ? [`SECTION${index + 1}`, section.title, 'L'] : [loinc, section.title, 'LN']
}

/** HL7 v2.4 7.4.2.4: OBX-4 distinguishes sections with the same code. */
function buildSubId(sections: readonly SectionFacts[], index: number): string {
  const section = sections[index]
  const code = section && loincOf(section)
  const isShared = code !== undefined && sections.filter((other) => loincOf(other) === code).length > 1
  return isShared ? String(index + 1) : ''
}

/** Statements stand on lines of their own; a list within a statement has marks. */
const listLines = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) =>
    block.kind === 'list' && !block.isOrdered ? block.items.flatMap((item) => linesOf(item)) : linesOf([block]),
  )

/** A receiver that replaces each result must keep no withdrawn text. */
function textOf({ blocks, emptyReason }: SectionFacts, context: Context): string {
  const { input } = context
  const lines = blocks.length === 0 && emptyReason !== undefined ? [emptyReason] : listLines(blocks)
  if (input.status === 'original') return (isDraft(context) ? [draftMark, ...lines] : lines).join('\n')
  return `WITHDRAWN on ${readableTime(input.at, timeZoneOf(input))}. Do not rely on it.`
}
