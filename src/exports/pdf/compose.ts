/** Sets the whole document on one galley, from the letterhead to the signature, with its logical structure. */
import type { Appearance } from '../appearance.ts'
import type { ReadableDocument, ReadableSection } from '../readable-document.ts'
import { setBanner } from './banner.ts'
import { setBlocks } from './blocks.ts'
import { measureText } from './break-lines.ts'
import { type Column, Galley, type Picture, type Pictures } from './galley.ts'
import { colours, contentWidth, styles } from './styles.ts'
import { addTag, headingTag, type Tag, tagOf } from './tags.ts'

export type Composed = { readonly galley: Galley; readonly root: Tag }

const dayWidth = 90
const column = { x: 0, width: contentWidth }
/** Lines of the text that a signature never leaves. */
const linesWithSignature = 3

export function composeDocument(document: ReadableDocument, appearance: Appearance, pictures: Pictures): Composed {
  const galley = new Galley()
  const root = tagOf('Document')
  setLetterhead(galley, root, document, pictures.logo)
  setAddressee(galley, root, document)
  galley.append(setBanner(document, root), 0)
  galley.space(14)
  setTitle(galley, root, document)
  const { letter } = document
  if (letter !== undefined) {
    galley.heading(letter.salutation, styles.body, column, addTag(root, 'P'))
    galley.space(8)
  }
  const isLeftOut = appearance.omitEmptySections === true
  for (const section of isLeftOut ? withoutEmpty(document.sections) : document.sections)
    setSection(galley, addTag(root, 'Sect'), section, 2)
  setApproval(galley, root, document, document.isSigned ? pictures.signature : undefined)
  return { galley, root }
}

const withoutEmpty = (sections: readonly ReadableSection[]): readonly ReadableSection[] =>
  sections
    .filter(({ isEmpty }) => !isEmpty)
    .map((section) => ({ ...section, sections: withoutEmpty(section.sections) }))

function setLetterhead(galley: Galley, root: Tag, { organization }: ReadableDocument, logo: Picture | undefined): void {
  const room = logo === undefined ? column : { x: 0, width: contentWidth - logo.width - 16 }
  // The name of the organisation says what a logo shows.
  if (logo !== undefined) galley.picture(logo, contentWidth - logo.width)
  const foot = galley.height
  galley.height = 0
  galley.text(organization.name, styles.letterhead, room, addTag(root, 'P'))
  if (organization.lines.length > 0) setParts(galley, addTag(root, 'P'), organization.lines, '   |   ', room)
  galley.height = Math.max(galley.height, foot)
  galley.space(12)
}

/** Texts that stay whole, beside each other as far as there is room. */
function setParts(galley: Galley, tag: Tag, parts: readonly string[], between: string, room: Column): void {
  let line = ''
  for (const part of parts) {
    const longer = line === '' ? part : `${line}${between}${part}`
    if (line !== '' && measureText(longer, styles.contact) > room.width) {
      galley.text(line, styles.contact, room, tag)
      line = part
    } else line = longer
  }
  if (line !== '') galley.text(line, styles.contact, room, tag)
}

/** As in the window of an envelope, with the day beside it. */
function setAddressee(galley: Galley, root: Tag, { addressee, date }: ReadableDocument): void {
  if (addressee === undefined) return
  const top = galley.height
  const room = { x: 0, width: contentWidth - dayWidth }
  const [name = '', ...lines] = addressee.lines
  galley.text(name, styles.addressee, room, addTag(root, 'P'))
  for (const line of lines) galley.text(line, styles.body, room, addTag(root, 'P'))
  if (addressee.details.length > 0) setParts(galley, addTag(root, 'P'), addressee.details, '   ', room)
  const foot = galley.height
  galley.height = top
  const width = measureText(date, styles.body) + 0.1
  galley.text(date, styles.body, { x: contentWidth - width, width }, addTag(root, 'P'))
  galley.height = Math.max(foot, galley.height)
  galley.space(12)
}

function setTitle(galley: Galley, root: Tag, { title, about, mark }: ReadableDocument): void {
  galley.text(title, styles.title, column, addTag(root, 'H1'))
  galley.space(4)
  for (const { label, value } of about) setLabelled(galley, addTag(root, 'P'), label, value)
  galley.space(8)
  if (mark !== undefined) setMark(galley, root, `${mark.word}. ${mark.explanation}`)
}

const labelWidth = 78

function setLabelled(galley: Galley, tag: Tag, label: string, value: string): void {
  const top = galley.height
  galley.text(label, styles.label, { x: 0, width: labelWidth - 6 }, tag)
  const foot = galley.height
  galley.height = top
  galley.text(value, styles.value, { x: labelWidth, width: contentWidth - labelWidth }, tag)
  galley.height = Math.max(galley.height, foot)
}

function setMark(galley: Galley, root: Tag, text: string): void {
  const top = galley.height
  galley.space(7)
  galley.text(text, styles.mark, { x: 12, width: contentWidth - 24 }, addTag(root, 'P'))
  galley.space(7)
  const height = galley.height - top
  galley.frame({ ...column, y: top, height, fill: colours.alertGround, stroke: colours.alert })
  galley.keep(top, galley.height)
  galley.space(12)
}

function setSection(galley: Galley, parent: Tag, section: ReadableSection, level: number): void {
  const style = level === 2 ? styles.section : styles.subsection
  galley.heading(section.title, style, column, addTag(parent, headingTag(level)))
  if (level === 2) galley.frame({ ...column, y: galley.height + 1, height: 0.5, fill: colours.line })
  galley.space(level === 2 ? 5 : 2)
  const setting = { column, parent, body: styles.body, heading: styles.heading, level: level + 1 }
  setBlocks(galley, section.blocks, setting)
  galley.space(level === 2 ? 6 : 4)
  for (const inner of section.sections) setSection(galley, addTag(parent, 'Sect'), inner, level + 1)
}

function setApproval(galley: Galley, root: Tag, document: ReadableDocument, signature: Picture | undefined): void {
  const start = lastLines(galley)
  const { approval, letter } = document
  const [name = '', ...details] = approval
  galley.space(4)
  if (letter !== undefined) {
    galley.text(letter.closing, styles.body, column, addTag(root, 'P'))
    galley.space(10)
  } else {
    galley.frame({ ...column, y: galley.height, height: 0.8, fill: colours.accent })
    galley.space(8)
  }
  if (signature !== undefined) galley.picture(signature, 0, addTag(root, 'Figure', { alt: `Signature: ${name}` }))
  galley.text(name, styles.approval, column, addTag(root, 'P'))
  for (const detail of details) galley.text(detail, styles.label, column, addTag(root, 'P'))
  galley.keep(start, galley.height)
}

/** Where the last lines of the text begin. */
function lastLines({ items, height }: Galley): number {
  const tops = new Set<number>()
  for (let index = items.length - 1; index >= 0 && tops.size < linesWithSignature; index -= 1)
    tops.add(items[index]?.y ?? height)
  return Math.min(height, ...tops)
}
