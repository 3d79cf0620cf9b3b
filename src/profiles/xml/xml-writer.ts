/** Resources as XML, each element in its place by the definition. R4 xml.html. */

import { numberTextOf } from '../../core/json/json-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { atOnce, itemsOfSlice } from '../../core/turns.ts'
import type { Definitions } from '../definitions/definitions.ts'
import type { Element, ElementTable } from '../definitions/elements.ts'
import { renderDiv } from './xml-narrative.ts'
import { escapeAttribute, fhirNamespace, UnwritableError } from './xml-text.ts'

class Writer {
  readonly parts: string[] = []
  private readonly definitions: Definitions
  private readonly lineBreak: string
  private level = 0
  /** Work that waits, the next item last. */
  private readonly waiting: (() => void)[] = []

  constructor(definitions: Definitions, pretty: boolean) {
    this.definitions = definitions
    this.lineBreak = pretty ? '\n' : ''
  }

  private tableOf(type: string): ElementTable {
    const table = this.definitions.findElements(type)
    if (table === undefined) throw new UnwritableError()
    return table
  }

  private startLine(): void {
    if (this.lineBreak === '') return
    if (this.parts.length > 1) this.parts.push(this.lineBreak, '  '.repeat(this.level))
  }

  /** Writes the waiting work in steps. */
  *write(): Generator<undefined, string> {
    let steps = 0
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
      next()
      steps += 1
      if (steps % itemsOfSlice === 0) yield
    }
    return this.parts.join('')
  }

  /** Wraps the output of `writeInner`, and of the work that it queues, in tags. */
  private wrap(name: string, attributes: string, writeInner: () => void): void {
    this.startLine()
    this.parts.push(`<${name}${attributes}>`)
    const { length } = this.parts
    this.level += 1
    this.waiting.push(() => this.close(name, attributes, length))
    writeInner()
  }

  private close(name: string, attributes: string, length: number): void {
    this.level -= 1
    if (this.parts.length === length) {
      this.parts[length - 1] = `<${name}${attributes}/>`
      return
    }
    this.startLine()
    this.parts.push(`</${name}>`)
  }

  writeResource(value: JsonValue, attributes = ''): void {
    const type = isJsonObject(value) ? value['resourceType'] : undefined
    if (!isJsonObject(value) || typeof type !== 'string' || !this.definitions.isResourceType(type))
      throw new UnwritableError()
    const table = this.tableOf(type)
    this.wrap(type, attributes, () => this.writeMembers(value, table))
  }

  private writeMembers(object: JsonObject, table: ElementTable): void {
    const first = this.waiting.length
    for (const element of listElements(object, table)) {
      if (element.form === 'attribute') continue
      const values = listValues(object, element, element.name)
      if (element.form === 'primitive') this.waiting.push(() => this.writePrimitives(object, element, values))
      else for (const value of values) this.waiting.push(() => this.writeOne(element, value))
    }
    reverseFrom(this.waiting, first)
  }

  private writeOne(element: Element, value: JsonValue): void {
    if (element.form === 'xhtml') {
      if (typeof value !== 'string') throw new UnwritableError()
      this.startLine()
      this.parts.push(renderDiv(value))
    } else if (element.form === 'resource') this.wrap(element.name, '', () => this.writeResource(value))
    else {
      if (!isJsonObject(value)) throw new UnwritableError()
      const table = this.tableOf(element.type)
      this.wrap(element.name, attributesOf(value, table), () => this.writeMembers(value, table))
    }
  }

  /** Writes values and their partners together. R4 json.html#primitive. */
  private writePrimitives(object: JsonObject, element: Element, values: readonly JsonValue[]): void {
    const { name } = element
    const partners = listValues(object, element, `_${name}`)
    const table = this.tableOf('Element')
    const first = this.waiting.length
    for (let index = 0; index < Math.max(values.length, partners.length); index += 1) {
      const value = values[index] ?? null
      const partner = partners[index] ?? null
      if (value === null && partner === null) continue
      if (typeof value === 'object' && value !== null) throw new UnwritableError()
      if (partner !== null && !isJsonObject(partner)) throw new UnwritableError()
      const text = typeof value === 'number' ? numberIn(object, element, index) : String(value)
      const own = partner === null ? '' : attributesOf(partner, table)
      const attributes = value === null ? own : `${own} value="${escapeAttribute(text)}"`
      this.waiting.push(() => this.wrap(name, attributes, () => partner !== null && this.writeMembers(partner, table)))
    }
    reverseFrom(this.waiting, first)
  }
}

function reverseFrom(list: (() => void)[], first: number): void {
  if (list.length - first > 1) for (const one of list.splice(first).reverse()) list.push(one)
}

function numberIn(object: JsonObject, { name, array }: Element, index: number): string {
  const parent = array ? object[name] : object
  const key = array ? String(index) : name
  if (typeof parent !== 'object' || parent === null) throw new UnwritableError()
  return numberTextOf(parent, key, (parent as Record<string, number>)[key] ?? 0)
}

function listValues(object: JsonObject, { array }: Element, name: string): readonly JsonValue[] {
  const value = object[name]
  if (value === undefined) return []
  if (array !== Array.isArray(value)) throw new UnwritableError()
  return Array.isArray(value) ? value : [value]
}

/** Lists the members of the object in the order of the definition. */
function listElements(object: JsonObject, { isResource, elements }: ElementTable): readonly Element[] {
  const found = new Set<Element>()
  for (const name of Object.keys(object)) {
    if (isResource && name === 'resourceType') continue
    const plain = name.startsWith('_') ? name.slice(1) : name
    const element = elements.get(plain)
    if (element === undefined || (plain !== name && element.form !== 'primitive')) throw new UnwritableError()
    found.add(element)
  }
  return [...found].sort((a, b) => a.order - b.order)
}

function attributesOf(object: JsonObject, table: ElementTable): string {
  const own = listElements(object, table).filter(({ form }) => form === 'attribute')
  return own
    .map(({ name }) => {
      const value = object[name]
      if (typeof value !== 'string') throw new UnwritableError()
      return ` ${name}="${escapeAttribute(value)}"`
    })
    .join('')
}

/** Throws UnwritableError if the value is no resource of R4, or holds a character that XML cannot write. */
export const renderXml = (definitions: Definitions, resource: JsonValue, pretty = false): string =>
  atOnce(renderXmlInSlices(definitions, resource, pretty))

export function* renderXmlInSlices(
  definitions: Definitions,
  resource: JsonValue,
  pretty: boolean,
): Generator<undefined, string> {
  const writer = new Writer(definitions, pretty)
  writer.parts.push(`<?xml version="1.0" encoding="UTF-8"?>${pretty ? '\n' : ''}`)
  writer.writeResource(resource, ` xmlns="${fhirNamespace}"`)
  return yield* writer.write()
}
