/** OBR groups as diagnostic reports with their results, and the order where the group tells of one. ORU^R01; supporting groups of REF^I12. */
import type {
  DiagnosticReport,
  Encounter,
  Identifier,
  Observation,
  Patient,
  Reference,
  ServiceRequest,
} from '@medplum/fhirtypes'
import { codeSystems } from '../../profiles/code-systems.ts'
import type { InboundDocument } from '../inbound-document.ts'
import type { Segment } from '../message/segment.ts'
import { conditionOf, type Reading } from '../reading.ts'
import { commonOrderRows, effectivePeriodRows, effectiveRow, orderRows, reportRows } from '../rows/result-rows.ts'
import { applyRows } from '../rows/rows.ts'
import type { ReportGroup } from './groups.ts'
import { addObservation, isAttachment, isWithdrawn, listNotes, readAttachments } from './observations.ts'
import { addSpecimens } from './specimens.ts'

export type Context = {
  readonly subject: Reference<Patient>
  readonly encounter?: Reference<Encounter>
}

/** Diagnostic service sections (table 0074) whose results are of a laboratory, or images. R4 observation-category. */
const laboratory: ReadonlySet<string> = new Set('BG BLB CG CH CP GE HM IMM LAB MB MCB MYC OSL SP SR TX VR'.split(' '))
const imaging: ReadonlySet<string> = new Set('CT CUS CTH NMR NMS OUS RAD RUS RX VUS XRC'.split(' '))

function categoryOf(obr: Segment): Observation['category'] {
  const section = obr.text(24).trim().toUpperCase()
  const code = laboratory.has(section) ? 'laboratory' : imaging.has(section) ? 'imaging' : undefined
  return code === undefined ? undefined : [{ coding: [{ system: codeSystems.observationCategory, code }] }]
}

/** OBR-25 as the status of a result that has none. */
const observationStatuses: Readonly<Record<string, NonNullable<Observation['status']>>> = {
  final: 'final',
  corrected: 'corrected',
  preliminary: 'preliminary',
  partial: 'preliminary',
  cancelled: 'cancelled',
}

/** Every result that has a status is withdrawn: the whole report is. D130 */
export const isWholeWithdrawn = ({ observations }: ReportGroup): boolean =>
  observations.length > 0 && observations.every(({ obx }) => isWithdrawn(obx))

export function addReport(reading: Reading, group: ReportGroup, context: Context): InboundDocument | undefined {
  const { obr } = group
  const { subject, encounter } = context
  const report = applyRows(reading, obr, reportRows, { resourceType: 'DiagnosticReport', subject } as DiagnosticReport)
  applyRows(reading, obr, obr.raw(8) === '' ? [effectiveRow] : effectivePeriodRows, report)
  if (group.orc !== undefined) joinFiller(reading, group.orc, report)
  if (encounter !== undefined) report.encounter = encounter
  report.code ??= { text: 'Report' }
  report.status = isWholeWithdrawn(group) ? 'entered-in-error' : (report.status ?? 'unknown')
  const order = addOrder(reading, group, context)
  if (order !== undefined) report.basedOn = [order]
  const { forms, results } = readResults(reading, group, report, context)
  if (results.length > 0) report.result = results
  if (forms.length > 0) report.presentedForm = forms
  const specimens = addSpecimens(reading, group.specimens, subject)
  if (specimens.length > 0) report.specimen = [...specimens]
  const identifier = report.identifier?.[0]
  const entry = reading.add(report, 'main', conditionOf('update', identifier))
  return describe(identifier, 'report', 'OBR-3', report.issued, report.status === 'entered-in-error', entry.reference)
}

/** Undefined where the message gives no identity. */
export const describe = (
  identifier: Identifier | undefined,
  kind: InboundDocument['kind'],
  place: InboundDocument['place'],
  version: string | undefined,
  isWithdrawn: boolean,
  fullUrl = '',
): InboundDocument | undefined =>
  identifier === undefined
    ? undefined
    : { kind, place, identifier, isWithdrawn, fullUrl, ...(version === undefined ? {} : { version }) }

/** ORC-3 says the same as OBR-3, or stands in its place. */
function joinFiller(reading: Reading, orc: Segment, report: DiagnosticReport): void {
  if (report.identifier === undefined)
    applyRows(reading, orc, [{ field: 3, element: 'identifier[]', as: 'filler' }], report)
  else orc.value(3)?.markRead()
}

function readResults(
  reading: Reading,
  group: ReportGroup,
  report: DiagnosticReport,
  context: Context,
): { forms: NonNullable<DiagnosticReport['presentedForm']>; results: Reference<Observation>[] } {
  const category = categoryOf(group.obr)
  const status = observationStatuses[report.status ?? '']
  const effectiveDateTime = report.effectiveDateTime ?? report.effectivePeriod?.start
  const shared = {
    ...context,
    ...(category === undefined ? {} : { category }),
    ...(status === undefined ? {} : { status }),
    ...(effectiveDateTime === undefined ? {} : { effectiveDateTime }),
  }
  const forms = group.observations.filter(({ obx }) => isAttachment(obx)).flatMap(({ obx }) => readAttachments(obx))
  const results = group.observations
    .filter(({ obx }) => !isAttachment(obx))
    .flatMap((observed) => addObservation(reading, observed, shared) ?? [])
  return { forms, results }
}

/** The order that a report answers, where the group has its number, who asked, why, or a note. */
function addOrder(
  reading: Reading,
  { orc, obr, notes }: ReportGroup,
  context: Context,
): Reference<ServiceRequest> | undefined {
  const { subject, encounter } = context
  const order = applyRows(reading, obr, orderRows, { resourceType: 'ServiceRequest', subject } as ServiceRequest)
  if (orc !== undefined) joinOrder(reading, orc, order)
  const note = [...(order.note ?? []), ...listNotes(notes)]
  if (note.length > 0) order.note = note
  if (Object.keys(order).filter((name) => name !== 'status').length === 2) return undefined
  order.status ??= 'unknown'
  order.intent = 'order'
  // OBR-4 is carried by the report; the order is of the same.
  const code = mapOrderCode(reading, obr)
  if (code !== undefined) order.code = code
  if (encounter !== undefined) order.encounter = encounter
  return reading.add(order, 'supporting')
}

const mapOrderCode = (reading: Reading, obr: Segment): ServiceRequest['code'] =>
  applyRows(reading, obr, [{ field: 4, element: 'code', as: 'concept' }], {
    resourceType: 'ServiceRequest',
  } as ServiceRequest).code

function joinOrder(reading: Reading, orc: Segment, order: ServiceRequest): void {
  // The same number twice is one number.
  const rows = commonOrderRows.filter(({ field }) => {
    const isKnown = (field === 2 && order.identifier !== undefined) || (field === 12 && order.requester !== undefined)
    if (isKnown) orc.value(field)?.markRead()
    return !isKnown
  })
  applyRows(reading, orc, rows, order)
}
