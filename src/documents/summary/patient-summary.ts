/** The Composition of a patient summary, and the resources of its document. IPS 2.0.0 StructureDefinition-Composition-uv-ips.html; D117. */
import type { Bundle, Composition, CompositionSection, Device, Resource } from '@medplum/fhirtypes'
import type { JsonObject } from '../../core/json.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { codeSystems, identifierSystems } from '../code-systems.ts'
import { urnOf } from '../composition.ts'
import { buildDocument } from '../document.ts'
import { renderXhtmlItems, renderXhtmlParagraphs } from '../narrative.ts'
import { withAbsent } from './absent-facts.ts'
import type { SectionRow } from './sections.ts'
import { lineOf } from './summary-line.ts'

const definition = 'http://hl7.org/fhir/uv/ips/StructureDefinition'
export const summaryProfiles = {
  bundle: `${definition}/Bundle-uv-ips`,
  composition: `${definition}/Composition-uv-ips`,
} as const

/** A section with its resources; `isWithheld`: the caller may not read some type of it. */
export type FilledSection = {
  readonly row: SectionRow
  readonly resources: readonly JsonObject[]
  readonly isWithheld: boolean
}

export type SummaryInput = {
  /** UUIDs. */
  readonly ids: { readonly document: string; readonly composition: string; readonly author: string }
  readonly at: string
  readonly patient: JsonObject
  readonly sections: readonly FilledSection[]
  /** The people, places and medicines that those refer to. */
  readonly context: readonly JsonObject[]
  readonly addresses: OwnAddresses
  readonly softwareVersion: string
}

export function buildPatientSummary(input: SummaryInput): Bundle {
  const { ids, at, sections, context, addresses } = input
  const members = sections.flatMap(({ resources }) => resources)
  const all = new Map([withAbsent(input.patient), ...members, ...context].map((one) => [keyOf(one), one]))
  const find = (reference: string): JsonObject | undefined => all.get(findLocalTarget(addresses, reference) ?? '')
  const author = buildAuthor(input)
  const bundle = buildDocument({
    documentId: ids.document,
    at,
    released: [buildComposition(input, find)],
    // They were checked against R4 when they were stored.
    context: [author, ...(all.values() as unknown as Iterable<Resource>)],
    addresses,
  })
  return { ...bundle, meta: { profile: [summaryProfiles.bundle] } }
}

const keyOf = ({ resourceType, id }: JsonObject): string => `${String(resourceType)}/${String(id)}`

/** Nobody wrote the summary: a program put it together. */
const buildAuthor = ({ ids, softwareVersion }: SummaryInput): Device => ({
  resourceType: 'Device',
  id: ids.author,
  deviceName: [{ name: 'Banksia', type: 'model-name' }],
  version: [{ value: softwareVersion }],
})

function buildComposition(input: SummaryInput, find: (reference: string) => JsonObject | undefined): Composition {
  const { ids, at, patient, sections } = input
  const title = 'International Patient Summary'
  return {
    resourceType: 'Composition',
    id: ids.composition,
    meta: { profile: [summaryProfiles.composition] },
    language: 'en-AU',
    text: { status: 'generated', div: renderXhtmlParagraphs([title]) },
    identifier: { system: identifierSystems.uri, value: urnOf(ids.document) },
    status: 'final',
    type: { coding: [{ system: codeSystems.loinc, code: '60591-5' }] },
    subject: { reference: keyOf(patient) },
    date: at,
    author: [{ reference: `Device/${ids.author}` }],
    title,
    section: sections
      .filter(({ row, resources }) => row.isRequired === true || resources.length > 0)
      .map((section) => buildSection(section, find)),
  }
}

const emptyReasons = {
  unavailable: (about: string) => `This record has no information about ${about}.`,
  withheld: (about: string) => `Information about ${about} is withheld: the request is not permitted to read it.`,
} as const

/** Empty never means that there is none: only the record itself can say that. */
function buildSection(
  { row, resources, isWithheld }: FilledSection,
  find: (reference: string) => JsonObject | undefined,
): CompositionSection {
  const head = { title: row.title, code: { coding: [{ system: codeSystems.loinc, code: row.code }] } }
  const reason = isWithheld ? 'withheld' : 'unavailable'
  const words = emptyReasons[reason](row.about)
  if (resources.length === 0)
    return {
      ...head,
      text: { status: 'generated', div: renderXhtmlParagraphs([words]) },
      emptyReason: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: reason }],
        text: words,
      },
    }
  const lines = resources.map((resource) => lineOf(resource, find))
  return {
    ...head,
    text: { status: 'generated', div: renderXhtmlItems(lines, isWithheld ? [`A part is missing. ${words}`] : []) },
    entry: resources.map((resource) => ({ reference: keyOf(resource) })),
  }
}
