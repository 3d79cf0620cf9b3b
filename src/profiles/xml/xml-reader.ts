/** Converts XML to the equivalent JSON. R4 xml.html, json.html. It has the limits of the JSON reader, src/core/json.ts. */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type JsonObject, maxJsonDepth } from '../../core/json.ts'
import { openTurns } from '../../core/turns.ts'
import type { Definitions } from '../definitions/definitions.ts'
import type { Element, ElementTable } from '../definitions/elements.ts'
import { findNearest } from '../nearest-name.ts'
import { XmlError } from './xml-error.ts'
import type { Frame } from './xml-frame.ts'
import { DivReader } from './xml-narrative.ts'
import type { XmlPlaces } from './xml-places.ts'
import { decodeXml, fhirNamespace } from './xml-text.ts'
import { alignPrimitives, countIn, putPrimitive, putValue } from './xml-values.ts'

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'
const namespaceOfNamespaces = 'http://www.w3.org/2000/xmlns/'
/** Takes a few milliseconds. */
const stepCharacters = 8 * 1024
const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text)

class Reader {
  private readonly definitions: Definitions
  private readonly source: string
  private readonly places: XmlPlaces | undefined
  private readonly parser = new SaxesParser({ xmlns: true })
  private top: Frame | undefined
  private div: DivReader | undefined
  /** The number of open elements inside an unknown one. */
  private skipped = 0
  private root: JsonObject | undefined
  private at = 0

  constructor(definitions: Definitions, source: string, places: XmlPlaces | undefined) {
    this.definitions = definitions
    this.source = source
    this.places = places
    const { parser } = this
    const leaveOut = (): void => this.div?.leaveOut()
    parser.on('error', () => this.fail('not well-formed'))
    parser.on('doctype', () => this.fail('document type declarations are not allowed'))
    parser.on('xmldecl', ({ version = '1.0', encoding = 'UTF-8' }) => {
      if (version !== '1.0') this.fail('not XML 1.0')
      if (!/^utf-8$/i.test(encoding)) this.fail('not UTF-8')
    })
    parser.on('text', (text) => this.takeText(text))
    parser.on('cdata', (text) => {
      leaveOut()
      this.takeText(text)
    })
    parser.on('comment', leaveOut)
    parser.on('processinginstruction', () => {
      leaveOut()
      if (this.top === undefined) this.places?.note(this.error('processing instruction'))
    })
    parser.on('opentag', (tag) => this.open(tag))
    parser.on('closetag', (tag) => this.close(tag))
  }

  /** Continues reading; returns whether there is more. */
  readStep(): boolean {
    this.parser.write(this.source.slice(this.at, this.at + stepCharacters))
    this.at += stepCharacters
    return this.at < this.source.length
  }

  finish(): JsonObject {
    this.parser.close()
    return this.root ?? this.fail('not well-formed')
  }

  private error(reason: string, path = this.top?.path ?? ''): XmlError {
    return new XmlError(reason, { line: this.parser.line, column: this.parser.column, path })
  }

  private fail(reason: string): never {
    throw this.error(reason)
  }

  /** Notes an error after which reading can continue, if the caller collects errors; otherwise throws it. */
  private refuse(reason: string, path?: string): void {
    const error = this.error(reason, path)
    if (this.places === undefined) throw error
    this.places.note(error)
  }

  private takeText(text: string): void {
    if (this.div !== undefined) this.div.addText(text)
    else if (this.skipped === 0 && !isBlank(text)) this.refuse('text outside of the narrative')
  }

  private open(tag: SaxesTagNS): void {
    if (this.skipped > 0) this.openUnknown()
    else if (this.div !== undefined) this.openInDiv(this.div, tag)
    else if (this.top?.table === undefined) this.openResource(this.top, tag)
    else this.openElement(this.top, this.top.table, tag)
  }

  /** Opens the document's resource, or the one in an element that holds a resource. */
  private openResource(around: Frame | undefined, tag: SaxesTagNS): void {
    if (tag.uri !== fhirNamespace) this.fail('element of another namespace')
    if (!this.definitions.isResourceType(tag.local)) this.fail('not a resource type')
    if (around?.last !== undefined) this.fail('more than one resource')
    const object: JsonObject = { resourceType: tag.local }
    if (around === undefined) this.root = object
    else {
      around.last = around.element
      this.put(around, object)
    }
    this.push(
      {
        parent: around,
        element: undefined,
        table: this.definitions.findElements(tag.local),
        object,
        path: around?.path ?? tag.local,
        depth: around?.depth ?? 1,
      },
      tag,
    )
  }

  private openElement(parent: Frame, { elements }: ElementTable, tag: SaxesTagNS): void {
    const known = elements.get(tag.local)
    if (known === undefined || known.form === 'attribute') {
      const names = [...elements].flatMap(([name, { form }]) => (form === 'attribute' ? [] : [name]))
      const nearest = findNearest(tag.local, names)
      this.refuse(`unknown element${nearest === undefined ? '' : `; did you mean ${nearest}?`}`)
      this.skipped = 1
      return
    }
    this.openKnown(parent, known, tag)
  }

  /** The library looks for a namespace in each open element, so the bound of known elements holds for unknown ones too. */
  private openUnknown(): void {
    this.skipped++
    if ((this.top?.depth ?? 0) + this.skipped > maxJsonDepth) this.fail('nested too deeply')
  }

  private openKnown(parent: Frame, element: Element, tag: SaxesTagNS): void {
    const path = this.checkPlace(parent, element)
    if (element.form === 'xhtml') {
      this.places?.mark(path, this.tagStart())
      this.div = new DivReader(this.source, this.tagStart())
      this.openInDiv(this.div, tag)
      return
    }
    if (tag.uri !== fhirNamespace) this.fail('element of another namespace')
    const depth = parent.depth + (element.array ? 2 : 1)
    this.push({ parent, element, table: this.tableOf(element), object: {}, path, depth }, tag)
  }

  /** Returns the table of the type; for a primitive, the members of every element. */
  private tableOf({ form, type }: Element): ElementTable | undefined {
    if (form === 'resource') return undefined
    return this.definitions.findElements(form === 'primitive' ? 'Element' : type) ?? this.fail('unknown element')
  }

  /** Returns the path of an element that may stand here. */
  private checkPlace(parent: Frame, element: Element): string {
    const path = `${parent.path}.${element.name}`
    const count = countIn(parent.object, element)
    if (count > 0 && !element.array) this.refuse('element given more than once', path)
    if (element.order < (parent.last?.order ?? 0)) this.refuse('element out of order', path)
    parent.last = element
    return element.array ? `${path}[${count}]` : path
  }

  /** Returns the start of the open tag; no attribute value holds this character. */
  private tagStart(): number {
    return this.source.lastIndexOf('<', this.parser.position - 1)
  }

  private push(frame: Frame, tag: SaxesTagNS): void {
    this.places?.mark(frame.path, this.tagStart())
    if (frame.depth > maxJsonDepth) this.fail('nested too deeply')
    this.top = frame
    for (const attribute of Object.values(tag.attributes)) this.takeAttribute(frame, attribute)
  }

  private takeAttribute(frame: Frame, attribute: SaxesTagNS['attributes'][string]): void {
    const { uri, local, value } = attribute
    if (uri === namespaceOfNamespaces || (uri === schemaInstance && frame.parent === undefined)) return
    if (uri !== '') this.refuse('attribute of another namespace')
    else if (value === '') this.refuse('empty attribute')
    else if (local === 'value' && frame.element?.form === 'primitive') frame.value = value
    else if (frame.table?.elements.get(local)?.form === 'attribute') frame.object[local] = value
    else this.refuse('unknown attribute')
  }

  private openInDiv(div: DivReader, tag: SaxesTagNS): void {
    const wrong = div.open(tag)
    if (wrong !== undefined) this.fail(wrong)
    if (div.depth > maxJsonDepth) this.fail('nested too deeply')
  }

  private close(tag: SaxesTagNS): void {
    if (this.skipped > 0) this.skipped--
    else if (this.div !== undefined) this.closeInDiv(this.div, tag)
    else if (this.top !== undefined) this.closeElement(this.top)
  }

  private closeInDiv(div: DivReader, tag: SaxesTagNS): void {
    div.close(tag)
    if (div.depth > 0) return
    if (this.top !== undefined) this.top.object['div'] = div.text(this.parser.position)
    this.div = undefined
  }

  private closeElement(frame: Frame): void {
    const { element, object } = frame
    alignPrimitives(object)
    if (element?.form === 'primitive') this.closePrimitive(frame, element)
    else if (element?.form === 'object') {
      // If the caller collects errors, the checks of the type find an empty object.
      if (this.places === undefined && Object.keys(object).length === 0) this.fail('empty element')
      this.put(frame, object)
    } else if (element !== undefined && frame.last === undefined) this.refuse('empty element')
    this.top = frame.parent
  }

  private closePrimitive({ parent, object, value }: Frame, element: Element): void {
    if (value === undefined && Object.keys(object).length === 0) {
      this.refuse('empty element')
      return
    }
    const wrong = parent && putPrimitive(parent.object, element, { text: value, partner: object })
    if (wrong !== undefined) this.refuse(wrong)
  }

  private put({ parent, element }: Frame, value: JsonObject): void {
    if (parent !== undefined && element !== undefined) putValue(parent.object, element, value)
  }
}

const openReader = (definitions: Definitions, text: string, places?: XmlPlaces): Reader =>
  new Reader(definitions, text.startsWith('\ufeff') ? text.slice(1) : text, places)

/** Reads one resource. Throws XmlError with the place. */
export function parseXml(definitions: Definitions, text: string): JsonObject {
  const reader = openReader(definitions, text)
  while (reader.readStep());
  return reader.finish()
}

/** Converts strict UTF-8 bytes to a resource, in steps that let other work run. `places` collects the place of each element, and the errors. */
export async function parseXmlBytes(
  definitions: Definitions,
  bytes: Uint8Array,
  places?: XmlPlaces,
): Promise<JsonObject> {
  const reader = openReader(definitions, decodeXml(bytes), places)
  const turns = openTurns()
  while (reader.readStep()) if (turns.isOver()) await turns.next()
  return reader.finish()
}
