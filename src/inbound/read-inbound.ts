/**
 * One HL7 v2 message as FHIR: bytes in, a transaction Bundle and a report of what it leaves out. Pure: knows neither sockets nor a store.
 * Every interface that receives messages, and `banksia convert --from hl7v2`, reads them here. docs/inbound.md.
 */
import type { Bundle } from '@medplum/fhirtypes'
import { type EventRow, findEvent } from './events.ts'
import type { InboundDocument } from './inbound-document.ts'
import { isBounded, isStructural, noteLengths } from './known-fields.ts'
import { refuse } from './message/inbound-refused.ts'
import { type ParsedMessage, parseInbound } from './message/parse-message.ts'
import { Quality, type QualityNote } from './message/quality.ts'
import { addDiagnoses, addProcedures } from './messages/diagnoses.ts'
import { addDocument, addLooseDisplay } from './messages/documents.ts'
import { listGroups } from './messages/groups.ts'
import { type PatientMerge, readMerges } from './messages/merges.ts'
import { addObservation, isAttachment } from './messages/observations.ts'
import { addAllergies, addCoverages, readSubject } from './messages/patient.ts'
import { addReferral } from './messages/referrals.ts'
import { addReport, type Context } from './messages/reports.ts'
import { addEncounter } from './messages/visit.ts'
import { addProvenance } from './provenance.ts'
import { type InboundSettings, Reading } from './reading.ts'

export type InboundHeader = {
  /** MSH-9: `ADT`, `A08`. */
  readonly type: string
  readonly event: string
  /** MSH-10. */
  readonly controlId: string
  /** MSH-11: P is for the record; a training or debugging message (T, D) must not become part of one. */
  readonly processing: 'P' | 'T' | 'D'
}

type Read = { readonly header: InboundHeader; readonly report: readonly QualityNote[] }

/** MSA: which message it answers, and how. */
export type InboundAcknowledgement = { readonly code: string; readonly controlId: string }

export type InboundReading =
  | (Read & { readonly kind: 'acknowledgement'; readonly acknowledgement: InboundAcknowledgement })
  | (Read & {
      readonly kind: 'clinical'
      /** A transaction. Conditions say how a receiver finds what it has already. */
      readonly bundle: Bundle
      readonly documents: readonly InboundDocument[]
      readonly merges: readonly PatientMerge[]
    })

/** Throws InboundRefused for bytes that are no message, and for a message that is not read. */
export async function readInbound(bytes: Uint8Array, settings: InboundSettings): Promise<InboundReading> {
  const quality = new Quality()
  const message = await parseInbound(bytes, settings.characterSet, quality)
  const header = readHeader(message)
  const row = findEvent(header.type, header.event) ?? refuse('MSH-9', 'names a message that is not read')
  noteHeader(message, header, quality)
  const reading = new Reading(message, settings, quality)
  if (row.kind === 'acknowledgement') {
    const acknowledgement = readAcknowledgement(message)
    return { kind: 'acknowledgement', header, acknowledgement, report: quality.list() }
  }
  const { documents, merges } = map(reading, row)
  addProvenance(reading)
  noteRest(reading)
  const bundle: Bundle = { resourceType: 'Bundle', type: 'transaction', entry: reading.entries }
  return { kind: 'clinical', header, bundle, documents, merges, report: quality.list() }
}

function readHeader({ header }: ParsedMessage): InboundHeader {
  const [type, event] = [1, 2].map((component) => header.text(9, component).trim().toUpperCase()) as [string, string]
  const controlId = header.text(10).trim()
  if (type === '') refuse('MSH-9', 'is missing')
  if (controlId === '') refuse('MSH-10', 'is missing')
  const processing = header.text(11).trim().toUpperCase()
  return { type, event, controlId, processing: processing === 'T' || processing === 'D' ? processing : 'P' }
}

function noteHeader({ header, segments }: ParsedMessage, { event, type }: InboundHeader, quality: Quality): void {
  if (header.text(9, 3) === '' && type !== 'ACK') quality.note('no-structure', 'MSH-9')
  const version = header.text(12).trim()
  if (version === '') quality.note('no-version', 'MSH-12')
  const evn = segments.find(({ name }) => name === 'EVN')
  if (evn !== undefined && evn.raw(1) !== '' && evn.text(1).trim().toUpperCase() !== event)
    quality.note('other-event', 'EVN-1')
  if (!isBounded(version)) return
  const repetition = header.raw(2).charAt(1) || '~'
  for (const segment of segments) noteLengths(segment, repetition, quality)
}

function readAcknowledgement({ segments }: ParsedMessage): InboundAcknowledgement {
  const msa = segments.find(({ name }) => name === 'MSA') ?? refuse('MSA', 'is missing')
  const [code, controlId] = [msa.text(1).trim().toUpperCase(), msa.text(2).trim()]
  if (!/^[AC][AER]$/.test(code)) refuse('MSA-1', 'is no acknowledgement code')
  if (controlId === '') refuse('MSA-2', 'is missing')
  return { code, controlId }
}

type Mapped = { readonly documents: readonly InboundDocument[]; readonly merges: readonly PatientMerge[] }

function map(reading: Reading, row: EventRow): Mapped {
  if (row.kind === 'merge') return { documents: [], merges: readMerges(reading) }
  const { reference: subject } = readSubject(reading, row.patient)
  const encounter = row.kind === 'person' ? undefined : addEncounter(reading, subject, eventOfVisit(row))
  const context: Context = { subject, ...(encounter === undefined ? {} : { encounter }) }
  addAllergies(reading, subject)
  addCoverages(reading, subject)
  addDiagnoses(reading, context)
  addProcedures(reading, context)
  return { documents: mapKind(reading, row, context), merges: [] }
}

const eventOfVisit = ({ kind, event }: EventRow): string | undefined => (kind === 'visit' ? event : undefined)

function mapKind(reading: Reading, { kind }: EventRow, context: Context): readonly InboundDocument[] {
  if (kind === 'referral') return addReferral(reading, context)
  if (kind === 'document') {
    const document = addDocument(reading, context)
    return document === undefined ? [] : [document]
  }
  const { groups, loose } = listGroups(reading.message.segments)
  if (kind === 'result' && groups.length === 0) refuse('OBR', 'is missing')
  for (const observed of loose)
    if (isAttachment(observed.obx)) addLooseDisplay(reading, observed, context)
    else addObservation(reading, observed, context)
  return groups.flatMap((group) => addReport(reading, group, context) ?? [])
}

/** What nobody has read, by segment in their order. */
function noteRest(reading: Reading): void {
  for (const segment of reading.message.segments) segment.noteUnread((field) => isStructural(segment, field))
}
