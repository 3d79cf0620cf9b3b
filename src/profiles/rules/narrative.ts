/** Narrative XHTML: well-formed, one div, formatting only, nothing that runs or loads. R4 narrative.html, txt-1, txt-2. */

import { atOnce } from '../../core/turns.ts'
import {
  childless,
  contents,
  elements,
  hasAttribute,
  notInItself,
  notInParagraph,
  parents,
} from './narrative-elements.ts'
import { isLink, isStyle, linkAttributes, listFragments } from './narrative-links.ts'
import type { Site } from './site.ts'

export type NarrativeRule =
  | 'narrative'
  | 'narrative-element'
  | 'narrative-attribute'
  | 'narrative-place'
  | 'narrative-link'

const xhtml = 'http://www.w3.org/1999/xhtml'

const endTag = /<\/([A-Za-z][A-Za-z0-9]*)[ \t\r\n]*>/y
const startOfTag = /<([A-Za-z][A-Za-z0-9]*)/y
const attributePattern = /[ \t\r\n]+([A-Za-z][A-Za-z0-9:-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y
const endOfTag = /[ \t\r\n]*(\/?)>/y
/** No document may hold these characters or lone surrogates, or refer to them. XML 1.0 2.2, 2.4. */
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\]\]>/
const reference = /&#(?:(\d{1,7})|x([0-9A-Fa-f]{1,6}));/g
/** R4 narrative.html#xhtml: XML has no names for HTML's characters. */
const otherEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/
const ink = /[^ \t\r\n]/

type State = {
  readonly text: string
  readonly open: string[]
  readonly fragments: string[]
  at: number
  hasContent: boolean
  isClosed: boolean
}

type Narrative = {
  /** The first rule that the narrative breaks; `undefined` if it breaks none. */
  readonly rule: NarrativeRule | undefined
  /** The places in the document that its links point to. */
  readonly fragments: readonly string[]
}

export const readNarrative = (text: string): Narrative => atOnce(readInSteps(text))

/** Reads one comment, tag or run of text in each step. */
function* readInSteps(text: string): Generator<undefined, Narrative> {
  const state: State = { text, open: [], fragments: [], at: 0, hasContent: false, isClosed: false }
  let rule: NarrativeRule | undefined = (yield* isWritable(text)) ? undefined : 'narrative'
  while (rule === undefined && state.at < text.length) {
    rule = takeNext(state)
    yield
  }
  const isWhole = state.isClosed && state.hasContent
  return { rule: rule ?? (isWhole ? undefined : 'narrative'), fragments: state.fragments }
}

/** Checks a narrative in its document: its links must lead to something there. */
export const checkNarrative = (text: string, site: Site): void => goOn(readInSteps(text), site)

function goOn(steps: Generator<undefined, Narrative>, site: Site): void {
  while (!site.isSpent()) {
    const step = steps.next()
    if (step.done !== true) continue
    tell(step.value, site)
    return
  }
  site.postpone(() => goOn(steps, site))
}

function tell({ rule, fragments }: Narrative, site: Site): void {
  if (rule !== undefined) site.report(rule)
  else if (fragments.length > 0 && !fragments.every((fragment) => fragmentsOf(site).has(fragment)))
    site.report('narrative-fragment')
}

const known = new WeakMap<Site, ReadonlySet<string>>()

/** Lists the fragments once for a validation, for all narratives. */
function fragmentsOf(site: Site): ReadonlySet<string> {
  const found = known.get(site) ?? listFragments(site.root)
  known.set(site, found)
  return found
}

function* isWritable(text: string): Generator<undefined, boolean> {
  if (unwritable.test(text) || !text.isWellFormed()) return false
  if (!text.includes('&#')) return true
  for (const [, digits = '', hex = ''] of text.matchAll(reference)) {
    if (!isCharacter(digits, hex)) return false
    yield
  }
  return true
}

const isCharacter = (digits: string, hex: string): boolean => {
  const code = digits === '' ? Number.parseInt(hex, 16) : Number.parseInt(digits, 10)
  if (code > 0x10ffff) return false
  const character = String.fromCodePoint(code)
  return character.isWellFormed() && !unwritable.test(character)
}

/** Takes one comment, tag or run of text. */
function takeNext(state: State): NarrativeRule | undefined {
  const { text, at } = state
  const next = text.indexOf('<', at)
  if (next !== at) return takeText(next < 0 ? text.slice(at) : text.slice(at, next), state)
  const sign = text.charCodeAt(at + 1)
  if (sign === exclamation && text.startsWith('<!--', at)) return takeComment(state)
  return sign === slash ? closeElement(take(endTag, state)?.[1], state) : takeStart(state)
}

const exclamation = '!'.charCodeAt(0)
const slash = '/'.charCodeAt(0)
const greater = '>'.charCodeAt(0)

/** Matches at the current place, and moves behind the match. */
function take(pattern: RegExp, state: State): RegExpExecArray | undefined {
  pattern.lastIndex = state.at
  const found = pattern.exec(state.text)
  if (found === null) return undefined
  state.at = pattern.lastIndex
  return found
}

function takeComment(state: State): NarrativeRule | undefined {
  const end = state.text.indexOf('--', state.at + 4)
  if (end < 0 || state.text[end + 2] !== '>') return 'narrative'
  state.at = end + 3
  return undefined
}

function takeStart(state: State): NarrativeRule | undefined {
  const name = take(startOfTag, state)?.[1]
  if (name === undefined || state.isClosed) return 'narrative'
  const rule = checkPlace(name, state.open) ?? takeAttributes(name, state)
  if (rule !== undefined) return rule
  const end = takeEnd(state)
  if (end === undefined) return 'narrative'
  if (name === 'img') state.hasContent = true
  if (end === '') state.open.push(name)
  else if (state.open.length === 0) state.isClosed = true
  return undefined
}

/** `/` at the end of an empty element, otherwise nothing; undefined if no tag ends here. */
function takeEnd(state: State): string | undefined {
  if (state.text.charCodeAt(state.at) !== greater) return take(endOfTag, state)?.[1]
  state.at += 1
  return ''
}

function closeElement(name: string | undefined, state: State): NarrativeRule | undefined {
  if (name === undefined || state.open.pop() !== name) return 'narrative'
  if (state.open.length === 0) state.isClosed = true
  return undefined
}

function takeText(run: string, state: State): NarrativeRule | undefined {
  state.at += run.length
  const parent = state.open.at(-1)
  if (parent !== undefined && childless.has(parent)) return 'narrative-place'
  if (!ink.test(run)) return undefined
  if (parent === undefined || hasOtherEntity(run)) return 'narrative'
  state.hasContent = true
  return contents[parent] === undefined ? undefined : 'narrative-place'
}

const hasOtherEntity = (text: string): boolean => text.includes('&') && otherEntity.test(text)

function checkPlace(name: string, open: readonly string[]): NarrativeRule | undefined {
  if (!elements.has(name)) return 'narrative-element'
  const parent = open.at(-1)
  if (parent === undefined) return name === 'div' ? undefined : 'narrative'
  const isOutOfPlace =
    childless.has(parent) ||
    contents[parent]?.includes(name) === false ||
    parents[name]?.includes(parent) === false ||
    (notInItself.has(name) && open.includes(name)) ||
    (notInParagraph.has(name) && open.includes('p'))
  return isOutOfPlace ? 'narrative-place' : undefined
}

function takeAttributes(name: string, state: State): NarrativeRule | undefined {
  const isOutermost = state.open.length === 0
  if (state.text.charCodeAt(state.at) === greater) return isOutermost ? 'narrative' : undefined
  const keys: string[] = []
  let hasNamespace = false
  for (let found = take(attributePattern, state); found !== undefined; found = take(attributePattern, state)) {
    const [, key = '', double, single] = found
    const value = double ?? single ?? ''
    const rule = keys.includes(key) ? 'narrative' : checkAttribute(name, key, value)
    if (rule !== undefined) return rule
    keys.push(key)
    if (key === 'xmlns') hasNamespace = true
    else if (value.startsWith('#')) takeFragment(state.fragments, name, [key, value])
  }
  // The outermost element has the XHTML namespace.
  return isOutermost && !hasNamespace ? 'narrative' : undefined
}

function takeFragment(fragments: string[], element: string, [key, value]: readonly [string, string]): void {
  const isLink = element === 'a' && key === 'href' && value.length > 1
  if (isLink || (element === 'img' && key === 'src')) fragments.push(value.slice(1))
}

function checkAttribute(element: string, key: string, value: string): NarrativeRule | undefined {
  if (!hasAttribute(element, key)) return 'narrative-attribute'
  if (hasOtherEntity(value) || (key === 'xmlns' && value !== xhtml)) return 'narrative'
  if (linkAttributes.has(key) && !isLink(key, value)) return 'narrative-link'
  return key === 'style' && !isStyle(value) ? 'narrative-attribute' : undefined
}
