/** The logical structure of a document (ISO 32000-1 14.7, 14.8), for readers by program: PDF/UA-1, PDF/A-3a. */

export type TagType =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'Caption'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

type TagMore = {
  /** ISO 32000-1 14.8.5: attributes with their owner. */
  readonly attributes?: Readonly<Record<string, string | number>> & { readonly O: 'Table' | 'List' }
  /** Of a figure: what it shows. */
  readonly alt?: string
}

export type Tag = TagMore & { readonly type: TagType; readonly children: Tag[] }

export const tagOf = (type: TagType, more: TagMore = {}): Tag => ({ type, children: [], ...more })

/** Adds a tag below another and returns it. */
export function addTag(parent: Tag, type: TagType, more: TagMore = {}): Tag {
  const tag = tagOf(type, more)
  parent.children.push(tag)
  return tag
}

export const headingTag = (level: number): TagType => (['H1', 'H2', 'H3', 'H4', 'H5', 'H6'] as const)[level - 1] ?? 'H6'

/** Draws what belongs to a tag, or to none: a page's furniture, which readers by program leave out. */
export type Tagger = {
  readonly draw: (tag: Tag | undefined, draw: () => void) => void
  /** Ends what is open; called before a page ends. */
  readonly close: () => void
}

/** For a document without structure. */
export const untagged: Tagger = { draw: (_, draw) => draw(), close: () => undefined }

export function openTagger(doc: PDFKit.PDFDocument, root: Tag): Tagger {
  const elements = new Map<Tag, PDFKit.PDFStructureElement>()
  const top = buildElement(doc, root, elements)
  doc.addStructure(top)
  let open: Tag | 'artifact' | undefined
  const close = (): void => {
    if (open !== undefined) doc.endMarkedContent()
    open = undefined
  }
  return {
    close,
    draw(tag, draw) {
      const wanted = tag ?? 'artifact'
      if (open !== wanted) {
        close()
        if (tag === undefined) doc.markContent('Artifact', { type: 'Layout' })
        else elements.get(tag)?.add(doc.markStructureContent(tag.type))
        open = wanted
      }
      draw()
    },
  }
}

function buildElement(
  doc: PDFKit.PDFDocument,
  tag: Tag,
  elements: Map<Tag, PDFKit.PDFStructureElement>,
): PDFKit.PDFStructureElement {
  const element = doc.struct(tag.type, tag.alt === undefined ? {} : { alt: tag.alt })
  // pdfkit has no option for the attributes of tables and lists, and its types omit the dictionary.
  if (tag.attributes !== undefined) (element as unknown as Attributed).dictionary.data.A = tag.attributes
  elements.set(tag, element)
  for (const child of tag.children) element.add(buildElement(doc, child, elements))
  return element
}

type Attributed = { readonly dictionary: { readonly data: { A?: Tag['attributes'] } } }
