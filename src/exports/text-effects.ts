/** What words lose without their markup: the raised 9 of 10⁹, the lines of preformatted text. HTML 4.01 9.2.3, 9.3.4. */
import { attributeValue, styleOf } from './narrative-markup.ts'

type Effect = 'raised' | 'lowered' | 'lines'

const ofElements: ReadonlyMap<string, Effect> = new Map([
  ['sup', 'raised'],
  ['sub', 'lowered'],
  ['pre', 'lines'],
])
/** CSS 2.1 10.8.1, 16.6. */
const ofStyles: readonly (readonly [RegExp, Effect])[] = [
  [/(?:^|;)vertical-align:super/, 'raised'],
  [/(?:^|;)vertical-align:sub/, 'lowered'],
  [/(?:^|;)white-space:pre/, 'lines'],
]

const superscripts = new Map([...'0123456789+-−'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'][index] ?? sign]))
const subscripts = [...'₀₁₂₃₄₅₆₇₈₉']
/** Words that mean the same on the line. */
const ordinal = /^(?:st|nd|rd|th|[®™])$/i

/** One digit or sign has a letter of its own, which every form can write; more of them follow a `^`. */
function raised(text: string): string {
  const words = text.trim()
  if (words === '' || ordinal.test(words)) return text
  return superscripts.get(words) ?? `^${words}`
}

const lowered = (text: string): string => text.replace(/\d/g, (digit) => subscripts[Number(digit)] ?? digit)

type Open = { readonly name: string; readonly effect: Effect; start: number; nested: number }

/** More of them within one another mean nothing. */
const maxOpen = 8

/** Applies the effects of open elements to the words that a reader collects. */
export class TextEffects {
  readonly #open: Open[] = []

  open(name: string, attributes: string, words: readonly string[]): void {
    const effect = ofElements.get(name) ?? effectOfStyle(attributes) ?? effectOfClass(attributes)
    if (effect !== undefined && this.#open.length < maxOpen)
      this.#open.push({ name, effect, start: words.length, nested: 0 })
    else {
      const same = this.#open.findLast((one) => one.name === name)
      if (same !== undefined) same.nested += 1
    }
  }

  close(name: string, words: string[]): void {
    const at = this.#open.findLastIndex((one) => one.name === name)
    const same = this.#open[at]
    if (same === undefined) return
    if (same.nested > 0) same.nested -= 1
    else for (const one of this.#open.splice(at).toReversed()) apply(one, words)
  }

  /** The words end here, and further ones begin. */
  cut(words: string[]): void {
    for (const one of this.#open.toReversed()) {
      apply(one, words)
      one.start = 0
    }
  }

  get keepsLines(): boolean {
    return this.#open.some(({ effect }) => effect === 'lines')
  }
}

function effectOfStyle(attributes: string): Effect | undefined {
  const style = styleOf(attributes)
  return style === '' ? undefined : ofStyles.find(([pattern]) => pattern.test(style))?.[1]
}

/** R4 narrative.html: the class `whitespace` keeps lines as they are. */
function effectOfClass(attributes: string): Effect | undefined {
  if (!attributes.includes('whitespace')) return undefined
  return attributeValue(attributes, 'class').split(/\s+/).includes('whitespace') ? 'lines' : undefined
}

function apply({ effect, start }: Open, words: string[]): void {
  if (effect === 'lines' || words.length <= start) return
  const text = words.splice(start).join('')
  words.push(effect === 'raised' ? raised(text) : lowered(text))
}
