/** What a PDF demands of a document besides: letters that its fonts have. Opens no font, and reads the tables of one only for letters beyond Latin. */

import { linesOf } from '../block-lines.ts'
import type { ExportInput } from '../export-input.ts'
import type { Block } from '../narrative-blocks.ts'
import { buildReadableDocument, type ReadableDocument, type ReadableSection } from '../readable-document.ts'
import type { Refusal } from '../refusal.ts'
import { displayText } from './display-text.ts'
import { placeOf } from './fonts/faces.ts'
import { checkPictures } from './pictures.ts'
import { drawnScripts, scriptOf } from './scripts.ts'

type Written = readonly [element: string, texts: readonly string[]]

/** Refusals name the script and the element, never the letters. */
export function checkPdf(input: ExportInput): readonly Refusal[] {
  const pictures = checkPictures(input.appearance ?? {})
  if (pictures.length > 0 || isSure(input)) return pictures
  const document = buildReadableDocument(input)
  return [...listTexts(document), ...listSections(document.sections, 'Composition')].flatMap(([element, texts]) =>
    [...new Set(texts.flatMap(listMissing))].map(
      (missing) => ({ element, message: `has ${missing}`, isOfLetters: true }) as const,
    ),
  )
}

/** DejaVu has all of these. */
const sure = /^[\u0020-\u007e\u00a0-\u024f\u2010-\u2027]*$/u

/** Nothing that could stand on a page needs a look: most documents, in a tenth of the time. */
function isSure({ bundle, recipient }: ExportInput): boolean {
  const text = JSON.stringify([bundle, recipient])
  return sure.test(text) && !text.includes('&#')
}

const listTexts = (document: ReadableDocument): readonly Written[] => {
  const { title, patientName, banner, about, organization, approval, addressee, letter } = document
  const values = (rows: ReadableDocument['about']) => rows.map(({ value }) => value)
  return [
    ['Composition.title', [title]],
    ['Composition.subject', [patientName, ...values(banner)]],
    ['Composition.author', values(about)],
    ['Composition.custodian', [organization.name, ...organization.lines]],
    ['Composition.attester', approval],
    ['recipient', [...(addressee?.lines ?? []), ...(addressee?.details ?? []), letter?.salutation ?? '']],
  ]
}

const listSections = (sections: readonly ReadableSection[], parent: string): readonly Written[] =>
  sections.flatMap(({ title, blocks, sections: inner }, index) => {
    const element = `${parent}.section[${index}]`
    return [
      [`${element}.title`, [title]] as const,
      [`${element}.text`, blocks.flatMap(textsOf)] as const,
      ...listSections(inner, element),
    ]
  })

const textsOf = (block: Block): readonly string[] =>
  block.kind === 'paragraph' || block.kind === 'heading' ? [block.text] : linesOf([block])

/** In words, what no font has. */
function listMissing(text: string): readonly string[] {
  if (sure.test(text)) return []
  const missing = new Set<string>()
  for (const character of new Set(displayText(text).text)) {
    const isDrawn = drawnScripts.test(character) && placeOf('plain', character.codePointAt(0) ?? 0) !== undefined
    if (!isDrawn) missing.add(inWords(character))
  }
  return [...missing]
}

function inWords(character: string): string {
  if (/\p{Co}/u.test(character)) return 'characters for private use'
  const script = scriptOf(character)
  if (script === undefined) return 'signs that no font of the form has'
  return drawnScripts.test(character) ? `rare ${script} letters that no font of the form has` : `${script} letters`
}
