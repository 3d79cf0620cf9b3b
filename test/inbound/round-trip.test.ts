/** Our own messages come back as the same document, where HL7 v2 has a place. docs/inbound.md#documents-of-ours. */
import { expect, test } from '@jest/globals'
import type {
  Bundle,
  DiagnosticReport,
  DocumentReference,
  Encounter,
  Observation,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  ServiceRequest,
} from '@medplum/fhirtypes'
import { readDocumentFacts } from '../../src/exports/document-facts.ts'
import type { ExportInput } from '../../src/exports/export-input.ts'
import { renderHl7v2 } from '../../src/exports/hl7v2/hl7v2.ts'
import { readMessageContext } from '../../src/exports/hl7v2/message-context.ts'
import { listSections, textOf } from '../../src/exports/hl7v2/observations.ts'
import { profiles } from '../../src/exports/hl7v2/profiles.ts'
import {
  exampleDocumentId,
  exampleExport,
  examplePatient,
  exampleRecalledExport,
  exampleRecipient,
} from '../builders.ts'
import { asLetter, examplePdf } from '../exports/hl7v2/messages.ts'
import { type Clinical, notesOf, only, readClinical, resourcesOf } from './reading-messages.ts'

const settings = { timeZone: 'Australia/Perth' }

async function comeBack(input: ExportInput): Promise<Clinical> {
  const bytes = await renderHl7v2({ pdf: examplePdf, ...input, timeZone: settings.timeZone })
  return readClinical(bytes, settings)
}

/** The instant of a time that was written in another zone. */
const at = (time: string | undefined): string => new Date(time ?? '').toISOString()

const sectionsOf = ({ bundle }: ExportInput) => listSections(readDocumentFacts(bundle as Bundle).sections)

function checkPatient(reading: Clinical): void {
  const patient = only<Patient>(reading, 'Patient')
  const numbers = ({ identifier = [] }: Patient) =>
    identifier.map(({ system, value, type }) => [system, value, type?.coding?.[0]?.code]).sort()
  const { telecom: _, identifier: __, ...same } = examplePatient
  const { id: ___, ...expected } = same
  expect(numbers(patient)).toEqual(numbers(examplePatient))
  expect(patient).toMatchObject(expected)
  expect(patient.telecom).toEqual([{ system: 'phone', use: 'mobile', value: '0491570156' }])
}

test.each(profiles.map(({ preset }) => [preset]))(
  'docs/inbound.md#documents-of-ours: a document of %s comes back with its patient, writer, times, sections and PDF',
  async (preset) => {
    const input = { ...exampleExport(), preset }

    const reading = await comeBack(input)

    checkPatient(reading)
    const sections = sectionsOf(input)
    const results = resourcesOf<Observation>(reading, 'Observation')
    expect(results.map(({ code }) => [code?.text, code?.coding?.[0]?.code])).toEqual(
      sections.map(({ title, code }) => [title, code?.code]),
    )
    const context = readMessageContext(input)
    expect(results.map(({ valueString }) => valueString)).toEqual(sections.map((section) => textOf(section, context)))
    const forms = [
      ...resourcesOf<DiagnosticReport>(reading, 'DiagnosticReport').flatMap(({ presentedForm = [] }) => presentedForm),
      ...resourcesOf<DocumentReference>(reading, 'DocumentReference').flatMap(({ content }) =>
        content.map(({ attachment }) => attachment),
      ),
    ]
    expect(forms.at(-1)).toMatchObject({ contentType: 'application/pdf', data: examplePdf.toString('base64') })
    expect(only<Encounter>(reading, 'Encounter').class?.code).toBe('AMB')
    const [document] = reading.documents
    expect(document).toMatchObject({ identifier: { value: exampleDocumentId }, isWithdrawn: false })
    expect(at(document?.version)).toBe(input.at)
    const roles = resourcesOf<PractitionerRole>(reading, 'PractitionerRole').flatMap(
      ({ identifier = [] }) => identifier,
    )
    expect(roles.map(({ value }) => value)).toContain('2458671W')
    expect(resourcesOf<Practitioner>(reading, 'Practitioner')[0]?.name?.[0]).toEqual({
      family: 'Adeyemi',
      given: ['Tobias'],
      prefix: ['Dr'],
    })
    expect(resourcesOf<Organization>(reading, 'Organization')[0]).toMatchObject({
      name: 'Karri Grove Family Practice',
      identifier: [{ value: '8003628233352432' }],
    })
  },
)

test('docs/inbound.md#documents-of-ours: a report has its code, its state and its times', async () => {
  const input = exampleExport()

  const reading = await comeBack(input)

  const report = only<DiagnosticReport>(reading, 'DiagnosticReport')
  const { type } = readDocumentFacts(input.bundle)
  expect(report).toMatchObject({ status: 'final', code: { coding: [{ system: 'http://loinc.org', code: type.code }] } })
  expect(at(report.effectiveDateTime)).toBe('2026-03-14T02:45:00.000Z')
  expect(at(report.issued)).toBe(input.at)
  expect(report.resultsInterpreter?.[0]?.display).toBe('Dr Tobias Adeyemi')
  expect(notesOf(reading).filter((note) => note.includes('unmapped'))).toEqual([])
})

test('docs/inbound.md#documents-of-ours: a letter has its writer and its recipient', async () => {
  const reading = await comeBack({ ...asLetter(exampleExport()), preset: 'adrm-strict-level-2' })

  const request = resourcesOf<ServiceRequest>(reading, 'ServiceRequest').find(
    ({ performer }) => performer !== undefined,
  )
  expect(request).toMatchObject({
    status: 'active',
    priority: 'routine',
    requester: { display: 'Dr Tobias Adeyemi' },
    performer: [{ display: exampleRecipient.name }],
  })
  const document = only<DocumentReference>(reading, 'DocumentReference')
  expect(document).toMatchObject({
    docStatus: 'final',
    type: { coding: [{ code: '51852-2' }] },
    author: [{ display: 'Dr Tobias Adeyemi' }],
    authenticator: { display: 'Dr Tobias Adeyemi' },
  })
  expect(reading.documents.map(({ kind }) => kind).slice(0, 2)).toEqual(['referral', 'document'])
  expect(notesOf(reading).filter((note) => note.includes('unmapped'))).toEqual(['OBR-16 unmapped', 'OBR-28 unmapped'])
})

test.each([['default'], ['adrm-strict'], ['hospital-mdm']])(
  'D130: a recall of %s comes back as a withdrawal of the same document',
  async (preset) => {
    const original = await comeBack({ ...asLetter(exampleExport()), preset })
    const recall = await comeBack({ ...asLetter(exampleRecalledExport()), preset })

    const identityOf = ({ documents }: Clinical) =>
      documents.map(({ place, identifier }) => [place, identifier.system, identifier.value])
    expect(identityOf(recall)).toEqual(identityOf(original))
    expect(original.documents.every(({ isWithdrawn }) => !isWithdrawn)).toBe(true)
    expect(recall.documents.every(({ isWithdrawn }) => isWithdrawn)).toBe(true)
  },
)
