/** OBX: one of text for each section, then the display segments, the PDF last. HL7 v2.4 7.4.2; ADRM 000008. */
import { codeSystems } from '../../documents/code-systems.ts'
import { draftMark } from '../../documents/draft-document.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { linesOf } from '../block-lines.ts'
import type { DocumentFacts } from '../document-facts.ts'
import type { SectionFacts } from '../facts/section-facts.ts'
import type { Block } from '../narrative-blocks.ts'
import type { Component, Field, Segment } from './encoding.ts'
import { type MessageContext, statusesOf, withdrawalText } from './message-context.ts'

type Observation = Readonly<Record<number, Field>>

/** The forms of the whole document that go along, in Base64. */
export type DisplayForms = { readonly rtf?: string; readonly pdf: string }

export function listObx(
  context: MessageContext,
  sections: readonly SectionFacts[],
  forms: DisplayForms,
): readonly Segment[] {
  return numberObx(context, [...listTexts(context, sections), ...listDisplays(context, forms)])
}

export const numberObx = (context: MessageContext, observations: readonly Observation[]): readonly Segment[] =>
  observations.map((fields, index) => ({
    name: 'OBX',
    fields: {
      1: String(index + 1),
      // HL7 v2.3.1 7.3.2.4: readers of that version take it for required.
      ...(context.profile.version === '2.3.1' ? { ...fields, 4: String(index + 1) } : fields),
      11: statusesOf(context).observation,
    },
  }))

function listTexts(context: MessageContext, sections: readonly SectionFacts[]): readonly Observation[] {
  const byCode = Map.groupBy(sections, loincOf)
  return sections.map((section, index) => {
    const code = loincOf(section)
    const isShared = code !== undefined && (byCode.get(code)?.length ?? 0) > 1
    return {
      2: 'FT',
      3: buildSectionCode(section, index),
      // HL7 v2.4 7.4.2.4: it distinguishes sections with the same code.
      4: isShared ? String(index + 1) : '',
      5: { formatted: textOf(section, context) },
    }
  })
}

/** A withdrawal says so in text too, for a receiver that shows no PDF. */
const listDisplays = (context: MessageContext, { rtf, pdf }: DisplayForms): readonly Observation[] => [
  ...(context.state === 'withdrawn' ? [buildTextDisplay(withdrawalText(context))] : []),
  ...(rtf === undefined
    ? []
    : [
        {
          2: 'ED',
          3: ['RTF', 'Display format in RTF', 'AUSPDI'],
          5: ['', 'TEXT', 'RTF', 'Base64', rtf],
        },
      ]),
  {
    2: 'ED',
    3: ['PDF', 'Display format in PDF', 'AUSPDI'],
    5: ['', 'application', 'pdf', 'Base64', pdf],
  },
]

export const buildTextDisplay = (text: string): Observation => ({
  2: 'FT',
  3: ['TXT', 'Display format in text', 'AUSPDI'],
  5: { formatted: text },
})

/** A section within a section follows it, under the titles of those around it. One that only holds others has no OBX of its own. */
export const listSections = (
  sections: readonly SectionFacts[],
  around: readonly string[] = [],
): readonly SectionFacts[] =>
  sections.flatMap((section) => {
    const titles = [...around, plainLine(section.title)].filter((title) => title !== '')
    return [
      ...(section.sections.length > 0 && section.blocks.length === 0
        ? []
        : [{ ...section, title: titles.join(' > ') }]),
      ...listSections(section.sections, titles),
    ]
  })

export const loincOf = ({ code }: SectionFacts): string | undefined =>
  code?.system === codeSystems.loinc ? code.code : undefined

/** Table 0396: LOINC and SNOMED CT by their names; any other system is the sender's own. */
const codingSystems: Readonly<Record<string, string>> = {
  [codeSystems.loinc]: 'LN',
  [codeSystems.snomed]: 'SCT',
}

/** OBR-4. */
export const buildDocumentCode = ({ type }: DocumentFacts): readonly Component[] => [
  type.code,
  plainLine(type.display) || type.code,
  type.system === undefined ? 'LN' : (codingSystems[type.system] ?? 'L'),
]

/** ADRM 00044.4: a code always has its system, and a text. */
export function buildSectionCode(section: SectionFacts, index: number): readonly Component[] {
  const loinc = loincOf(section)
  const title = plainLine(section.title) || `Section ${index + 1}`
  return loinc === undefined ? [`SECTION${index + 1}`, title, 'L'] : [loinc, title, 'LN']
}

/** Statements stand on lines of their own; a list within a statement has marks. */
const listLines = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) =>
    block.kind === 'list' && !block.isOrdered ? block.items.flatMap((item) => linesOf(item)) : linesOf([block]),
  )

/** A receiver that replaces each result must keep no withdrawn text. */
export function textOf({ blocks, emptyReason }: SectionFacts, context: MessageContext): string {
  if (context.state === 'withdrawn') return withdrawalText(context)
  const lines = blocks.length === 0 && emptyReason !== undefined ? [emptyReason] : listLines(blocks)
  return (context.state === 'draft' ? [draftMark, ...lines] : lines).join('\n')
}
