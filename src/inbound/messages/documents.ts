/** MDM as a document reference. Published maps TXA[DocumentReference], OBX[DocumentReference]; D203, D205. */
import type {
  DocumentReference,
  DocumentReferenceContent,
  Encounter,
  Observation,
  Patient,
  Reference,
} from '@medplum/fhirtypes'
import { codeSystems } from '../../profiles/code-systems.ts'
import { textAttachment } from '../datatypes/attachments.ts'
import { readEi } from '../datatypes/identifiers.ts'
import { readXcn } from '../datatypes/people.ts'
import { readDateTime } from '../datatypes/times.ts'
import type { InboundDocument } from '../inbound-document.ts'
import { refuse } from '../message/inbound-refused.ts'
import type { Segment } from '../message/segment.ts'
import { conditionOf, type Reading } from '../reading.ts'
import { documentRows } from '../rows/document-rows.ts'
import { applyRows } from '../rows/rows.ts'
import { listGroups } from './groups.ts'
import {
  addObservation,
  isAttachment,
  isText,
  type ObservedSegment,
  readAttachments,
  textOf,
  titleOf,
} from './observations.ts'
import { describe } from './reports.ts'

type Context = { readonly subject: Reference<Patient>; readonly encounter?: Reference<Encounter> }

const absent = { extension: [{ url: codeSystems.absentReason, valueCode: 'unknown' }] }

export function addDocument(reading: Reading, context: Context): InboundDocument | undefined {
  const txa = reading.find('TXA') ?? refuse('TXA', 'is missing')
  const document = applyRows(reading, txa, documentRows, {
    resourceType: 'DocumentReference',
    subject: context.subject,
  } as DocumentReference)
  const isCancelled = reading.event === 'T11'
  document.status = isCancelled ? 'entered-in-error' : (document.status ?? 'current')
  if (isCancelled) document.docStatus = 'entered-in-error'
  document.type ??= structuredClone(absent)
  addAuthor(reading, txa, document)
  const parent = readParent(reading, txa)
  if (parent !== undefined)
    document.relatesTo = [
      { code: parent.relation, target: { type: 'DocumentReference', identifier: parent.identifier } },
    ]
  const { groups, loose } = listGroups(reading.message.segments)
  addContents(reading, [...loose, ...groups.flatMap(({ observations }) => observations)], document, context)
  const entry = reading.add(document, 'main', conditionOf('update', document.masterIdentifier))
  const described = describe(
    document.masterIdentifier,
    'document',
    'TXA-12',
    versionOf(reading),
    isCancelled,
    entry.reference,
  )
  return described === undefined ? undefined : { ...described, ...(parent === undefined ? {} : { parent }) }
}

/** TXA-5, who was chiefly responsible, where nobody is named as originator; the same person twice is one. */
function addAuthor(reading: Reading, txa: Segment, document: DocumentReference): void {
  if (document.author !== undefined) {
    if (txa.values(9).length > 0 && txa.raw(5) === txa.raw(9)) txa.value(5)?.markRead()
    return
  }
  const value = txa.value(5)
  const author = value === undefined ? undefined : readXcn(value, reading)
  if (author !== undefined) document.author = [author]
}

const relations: Readonly<Record<string, 'replaces' | 'appends'>> = { T10: 'replaces', T06: 'appends' }

function readParent(reading: Reading, txa: Segment): InboundDocument['parent'] {
  const relation = relations[reading.event]
  const value = txa.value(13)
  if (relation === undefined || value === undefined) return undefined
  const identifier = readEi(value, reading)
  return identifier === undefined ? undefined : { relation, identifier }
}

/** EVN-2, else MSH-7: MDM has no OBR-22. */
function versionOf(reading: Reading): string | undefined {
  const values = [reading.find('EVN')?.value(2), reading.message.header.value(7)]
  return values.flatMap((value) => (value === undefined ? [] : (readDateTime(value, reading) ?? [])))[0]
}

/** Displays are the content. Texts are the content too where there is no display; beside one they are results with their codes: D205. */
export function addContents(
  reading: Reading,
  observations: readonly ObservedSegment[],
  document: DocumentReference,
  context: Context,
): void {
  const displays = observations.filter(({ obx }) => isAttachment(obx))
  const forms = displays.flatMap(({ obx }) => readAttachments(obx))
  const others = observations.filter(({ obx }) => !isAttachment(obx))
  const isContent = ({ obx }: ObservedSegment): boolean => forms.length === 0 && isText(obx)
  const content: DocumentReferenceContent[] = [
    ...forms.map((attachment) => ({ attachment })),
    ...listTexts(others.filter(isContent)),
  ]
  const results = others
    .filter((observed) => !isContent(observed))
    .flatMap((observed): Reference<Observation>[] => {
      const reference = addObservation(reading, observed, context)
      return reference === undefined ? [] : [reference]
    })
  document.content = content.length > 0 ? content : [{ attachment: structuredClone(absent) }]
  const { encounter } = context
  if (encounter === undefined && results.length === 0) return
  const related = [...(document.context?.related ?? []), ...results]
  document.context = {
    ...document.context,
    ...(encounter === undefined ? {} : { encounter: [encounter] }),
    ...(related.length === 0 ? {} : { related }),
  }
}

/** A display that belongs to no report: a document of its own, whose type is OBX-3. */
export function addLooseDisplay(reading: Reading, observed: ObservedSegment, context: Context): void {
  const document = applyRows(reading, observed.obx, [{ field: 3, element: 'type', as: 'concept' }], {
    resourceType: 'DocumentReference',
    status: 'current',
    subject: context.subject,
  } as DocumentReference)
  document.type ??= structuredClone(absent)
  addContents(reading, [observed], document, context)
  reading.add(document, 'main')
}

/** Lines under one code that follow each other are one text. */
function listTexts(observations: readonly ObservedSegment[]): DocumentReferenceContent[] {
  const runs: { key: string; title: string; lines: string[] }[] = []
  for (const { obx, notes } of observations) {
    const key = `${obx.raw(3)} ${obx.raw(4)}`
    const last = runs.at(-1)
    const lines = [textOf(obx), ...notes.flatMap((nte) => nte.values(3).map((value) => value.whole()))]
    if (last?.key === key) last.lines.push(...lines)
    else runs.push({ key, title: titleOf(obx), lines })
  }
  return runs
    .map(({ title, lines }) => ({ title, text: lines.join('\n') }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, text }) => ({ attachment: textAttachment(text, title) }))
}
