/**
 * Looks, before anything is rendered, for what a form would have to leave out or make up. R4 composition.html, documents.html.
 * The reasons name elements and never what stands in them.
 */
import type { Composition, CompositionSection, Resource } from '@medplum/fhirtypes'
import type { DocumentFormat } from '../documents/formats.ts'
import { plainLine } from '../documents/plain-text.ts'
import { checkCda } from './cda/requirements.ts'
import { type OpenDocument, openDocument } from './document-resources.ts'
import { type ExportInput, presetOf } from './export-input.ts'
import { authorTypes } from './facts/people-facts.ts'
import { checkHl7v2 } from './hl7v2/requirements.ts'
import { readNarrativeState } from './narrative-faults.ts'
import { checkPdf } from './pdf/requirements.ts'
import { checkSectionPeople, peopleRules } from './people-rules.ts'
import { carriesPdf, isPreset, presetsOf } from './presets.ts'
import type { Refusal } from './refusal.ts'

/** The document cannot take this form. */
export class DocumentRefused extends Error {
  readonly refusals: readonly Refusal[]
  constructor(refusals: readonly Refusal[]) {
    super('the document lacks what the form demands')
    this.name = 'DocumentRefused'
    this.refusals = refusals
  }
}

/** No such preset of the format. */
export class PresetUnknown extends Error {
  constructor(format: string) {
    super(`not a preset of ${format}: its presets are ${presetsOf(format).join(', ')}`)
    this.name = 'PresetUnknown'
  }
}

type Rule = (input: ExportInput, composition: Composition) => readonly Refusal[]

/** What one form demands besides; each folder of a form has its own. */
const ownRules: Readonly<Partial<Record<DocumentFormat, Rule>>> = {
  hl7v2: checkHl7v2,
  cda: checkCda,
  pdf: checkPdf,
}

/** Empty if the document can take the form. Throws PresetUnknown. */
export function checkDocument(format: DocumentFormat, input: ExportInput): readonly Refusal[] {
  if (!isPreset(format, presetOf(input))) throw new PresetUnknown(format)
  const document = openDocument(input.bundle)
  if (document === undefined) return [{ element: 'Bundle.entry[0]', message: 'is not a Composition' }]
  // The document itself is whatever it is; it is not turned into another form.
  if (format === 'bundle') return []
  const { resource } = document.composition
  const refusals = rules.flatMap((rule) => rule(document, resource))
  // A form looks at people and organisations that are there.
  if (refusals.length > 0) return refusals
  // A page within another form is made unless one is stored.
  const isPaged = input.pdf === undefined && carriesPdf(format, presetOf(input))
  return [...(ownRules[format]?.(input, resource) ?? []), ...(isPaged ? checkPdf(input) : [])]
}

type CommonRule = (document: OpenDocument, composition: Composition) => readonly Refusal[]

const rules: readonly CommonRule[] = [
  ...peopleRules,
  function checkAuthor({ composition: from, find }, { author = [] }) {
    const isThere = find<Resource>(authorTypes, author[0]?.reference, from) !== undefined
    return isThere
      ? []
      : [{ element: 'Composition.author[0]', message: 'is no practitioner, organisation or device of the document' }]
  },
  ({ composition: from, find }, { custodian }) =>
    find(['Organization'], custodian?.reference, from) !== undefined
      ? []
      : [{ element: 'Composition.custodian', message: 'is no Organization of the document' }],
  (_, { type }) =>
    type?.coding?.some(({ code = '' }) => code.trim() !== '')
      ? []
      : [{ element: 'Composition.type.coding', message: 'has no code' }],
  (document, { section = [] }) =>
    section.length === 0
      ? [{ element: 'Composition.section', message: 'is missing' }]
      : checkSections(document, section, 'Composition'),
]

/** No clinical document goes as deep, and no form has titles for more. */
const maxDepth = 32

/** R4 cmp-1: a section has text, entries or sections. Entries alone cannot be read. */
const checkSections = (
  document: OpenDocument,
  sections: readonly CompositionSection[],
  parent: string,
  depth = 1,
): readonly Refusal[] =>
  sections.flatMap((section, index) => {
    const element = `${parent}.section[${index}]`
    if (depth > maxDepth) return [{ element, message: `is a section within ${maxDepth} others` }]
    return [
      ...checkText(section, `${element}.text`),
      ...checkSectionPeople(document, element, section),
      ...checkSections(document, section.section ?? [], element, depth + 1),
    ]
  })

/** A section without words says that there is nothing only by its emptyReason: nothing is made up for it. */
function checkText({ text, section = [], emptyReason }: CompositionSection, element: string): readonly Refusal[] {
  const { fault, hasWords } = readNarrativeState(text?.div ?? '')
  if (fault !== undefined) return [{ element, message: fault }]
  const { code, display = code } = emptyReason?.coding?.[0] ?? {}
  const reason = plainLine(emptyReason?.text ?? display ?? '')
  if (hasWords || section.length > 0 || reason !== '') return []
  return [{ element, message: text?.div === undefined ? 'is missing' : 'has nothing to read' }]
}
