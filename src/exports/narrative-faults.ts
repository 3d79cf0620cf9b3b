/** Finds what keeps a narrative from being carried as it is meant. R4 narrative.html, XML 1.0. */
import { plainText } from '../documents/plain-text.ts'
import { walkElement, type XmlVisitor } from '../profiles/xml/xml-walk.ts'
import { compactStyle, silentElements } from './narrative-markup.ts'

export type NarrativeState = {
  /** Why no form can carry it; it names nothing of the narrative. */
  readonly fault?: string
  /** There is something to read. */
  readonly hasWords: boolean
}

const malformed = 'is not one well-formed div of XHTML'
/** A form has words alone, so that it would state them as current. */
const struck = 'has words that are struck out or hidden'
/** HTML 4.01 13.2 demands `alt`; a form has nothing else of an image. */
const wordless = 'has an image without an alternate text'

/** HTML 4.01 9.4, 15.2.1. */
const struckElements = new Set(['del', 's', 'strike'])
/** CSS 2.1 9.2.4, 11.2, 16.3.1. An escape could spell any of them. */
const struckStyle =
  /(?:^|;)(?:text-decoration(?:-line)?:[^;]*line-through|display:none|visibility:(?:hidden|collapse)|opacity:0?\.?0*(?:[%;!]|$)|font-size:0[a-z%]*(?:[;!]|$))|\\/

/** R4 narrative.html: `strikethrough` is a class of every narrative; the others are the names of style sheets for the same. */
const struckClass = /(?:^|\s)(?:strikethrough|strike|struck|strike-through|line-through|linethrough)(?:\s|$)/i

const readable = /[^\p{Separator}\p{Control}\p{Format}\p{Surrogate}]/u

export function readNarrativeState(div: string): NarrativeState {
  if (div === '') return { hasWords: false }
  const reader = new StateReader()
  // Control characters are spaces in every form.
  const isWhole = walkElement(plainText(div), reader)
  const fault = isWhole ? reader.fault : malformed
  return { ...(fault === undefined ? {} : { fault }), hasWords: reader.hasWords }
}

class StateReader implements XmlVisitor {
  #depth = 0
  #silence = 0
  fault: string | undefined
  hasWords = false

  open(name: string, attributes: Readonly<Record<string, string>>): boolean {
    const element = name.toLowerCase()
    // No form knows an element by its prefix.
    if ((this.#depth === 0 && element !== 'div') || name.includes(':')) this.fault = malformed
    else this.fault = faultOf(element, attributes)
    this.#depth += 1
    if (silentElements.has(element)) this.#silence += 1
    if (element === 'img') this.text(attributes['alt'] ?? '')
    return this.fault === undefined
  }

  close(name: string): void {
    this.#depth -= 1
    if (silentElements.has(name.toLowerCase())) this.#silence -= 1
  }

  text(text: string): void {
    if (!this.hasWords && this.#silence === 0) this.hasWords = readable.test(text)
  }
}

function faultOf(element: string, attributes: Readonly<Record<string, string>>): string | undefined {
  const isStruck = struckElements.has(element) || 'hidden' in attributes
  if (struckClass.test(attributes['class'] ?? '')) return struck
  if (isStruck || struckStyle.test(compactStyle(attributes['style'] ?? ''))) return struck
  return element === 'img' && attributes['alt'] === undefined ? wordless : undefined
}
