/** Segments, fields and their values, each of which knows whether somebody has read it. HL7 v2.4 2.6, 2.7. */
import { showSegmentName } from '../../core/hl7v2/segment-names.ts'
import type { Delimiters, Unescape } from './escapes.ts'
import type { Quality } from './quality.ts'

/** What all values of one message share. */
export type Encoding = {
  readonly delimiters: Delimiters
  readonly unescape: Unescape
  readonly quality: Quality
}

type Leaf = { readonly raw: string; isRead: boolean }

/** HL7 v2.4 2.6: two quotation marks ask the receiver to delete what it has. */
const deletion = '""'

const noLeaves: readonly Leaf[] = []
const noValues: readonly Value[] = []

/** One repetition of a field: components and sub-components, by number from 1. */
export class Value {
  /** `PID-3`. */
  readonly place: string
  readonly #encoding: Encoding
  readonly #components: readonly (readonly Leaf[])[]

  constructor(place: string, raw: string, encoding: Encoding) {
    this.place = place
    this.#encoding = encoding
    const { component, subComponent } = encoding.delimiters
    this.#components = raw
      .split(component)
      .map((part) => part.split(subComponent).map((leaf) => ({ raw: leaf, isRead: false })))
  }

  /** A component as text. Where it has sub-components, a delimiter was not escaped: they stay together. */
  text(component = 1): string {
    const leaves = this.#components[component - 1] ?? noLeaves
    if (leaves.length > 1 && leaves.some(({ raw }, index) => index > 0 && raw !== '')) {
      this.note('delimiter-in-text', component)
      return leaves.map((leaf) => this.#read(leaf, component)).join(this.#encoding.delimiters.subComponent)
    }
    return leaves[0] === undefined ? '' : this.#read(leaves[0], component)
  }

  sub(component: number, part: number): string {
    const leaf = this.#components[component - 1]?.[part - 1]
    return leaf === undefined ? '' : this.#read(leaf, component)
  }

  /** All of it as one text, of a type that has no components. */
  whole(): string {
    const { component } = this.#encoding.delimiters
    const parts = this.#components.map((_, index) => this.text(index + 1))
    if (parts.slice(1).some((part) => part !== '')) this.note('delimiter-in-text', 0)
    return parts.slice(1).every((part) => part === '') ? (parts[0] ?? '') : parts.join(component)
  }

  /** Whether a component has something, which nobody has read by that. */
  has(component: number): boolean {
    return (this.#components[component - 1] ?? noLeaves).some(({ raw }) => raw !== '' && raw !== deletion)
  }

  note(rule: Parameters<Quality['note']>[0], component = 0): void {
    this.#encoding.quality.note(rule, component === 0 ? this.place : `${this.place}.${component}`)
  }

  /** It is carried elsewhere, or says what another value says. */
  markRead(): void {
    for (const leaf of this.#components.flat()) leaf.isRead = true
  }

  /** Notes what nobody has read. */
  noteUnread(): void {
    const leaves = this.#components.flat()
    const filled = leaves.filter(({ raw }) => raw !== '' && raw !== deletion)
    if (filled.length === 0) return
    if (leaves.every(({ isRead }) => !isRead)) this.note('unmapped')
    else
      this.#components.forEach((parts, index) => {
        parts.forEach((leaf, part) => {
          if (leaf.isRead || leaf.raw === '' || leaf.raw === deletion) return
          this.#encoding.quality.note(
            'unmapped',
            `${this.place}.${index + 1}${parts.length === 1 ? '' : `.${part + 1}`}`,
          )
        })
      })
  }

  #read(leaf: Leaf, component: number): string {
    leaf.isRead = true
    if (leaf.raw === '' || leaf.raw === deletion) return ''
    return this.#encoding.unescape(leaf.raw, (rule) => this.note(rule, this.#components.length === 1 ? 0 : component))
  }
}

export class Segment {
  readonly name: string
  /** How many of its name came before, from 1. */
  readonly number: number
  readonly #raw: string
  readonly #encoding: Encoding
  #fields: readonly string[] | undefined
  readonly #values = new Map<number, readonly Value[]>()

  constructor(name: string, number: number, raw: string, encoding: Encoding) {
    this.name = name
    this.number = number
    this.#raw = raw
    this.#encoding = encoding
  }

  /** `PID`, `PID[2]`. */
  get place(): string {
    return this.number === 1 ? this.name : `${this.name}[${this.number}]`
  }

  /** As it was sent, with its escapes; empty where it is absent. */
  raw(field: number): string {
    return this.#split()[field] ?? ''
  }

  /** The repetitions of a field that have something. */
  values(field: number): readonly Value[] {
    const raw = this.raw(field)
    if (raw === '') return noValues
    const known = this.#values.get(field)
    if (known !== undefined) return known
    const { repetition } = this.#encoding.delimiters
    const place = `${this.name}-${field}`
    if (raw === deletion) this.#encoding.quality.note('null-value', place)
    const values = raw
      .split(repetition)
      .filter((part) => part !== '' && part !== deletion)
      .map((part) => new Value(place, part, this.#encoding))
    this.#values.set(field, values)
    return values
  }

  value(field: number): Value | undefined {
    return this.values(field)[0]
  }

  /** A component of the first repetition. */
  text(field: number, component = 1): string {
    return this.value(field)?.text(component) ?? ''
  }

  /** Notes every field that has something and that nobody has read, but those that `isKnown` names. */
  noteUnread(isKnown: (field: number) => boolean): void {
    const { delimiters, quality } = this.#encoding
    const nothing = new Set(Object.values(delimiters))
    const shown = showSegmentName(this.name)
    this.#split().forEach((raw, field) => {
      if (field === 0 || raw === '' || isKnown(field)) return
      if (this.#values.has(field)) for (const value of this.values(field)) value.noteUnread()
      else if (raw === deletion) quality.note('null-value', `${shown}-${field}`)
      else if (raw.length > 64 || [...raw].some((sign) => !nothing.has(sign)))
        quality.note('unmapped', `${shown}-${field}`)
    })
  }

  #split(): readonly string[] {
    if (this.#fields === undefined) {
      const { field } = this.#encoding.delimiters
      const [name = '', ...parts] = this.#raw.split(field)
      // MSH-1 is the separator itself.
      this.#fields = this.name === 'MSH' ? [name, field, ...parts] : [name, ...parts]
    }
    return this.#fields
  }
}
