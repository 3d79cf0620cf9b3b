/** Turns FHIR narrative (R4 narrative.html) into plain blocks, for formats other than HTML. */
import { plainLine } from '../documents/plain-text.ts'

export type Block = { readonly kind: 'heading' | 'paragraph' | 'item' | 'row'; readonly text: string }

const token = /<!--[\s\S]*?-->|<(\/?)([A-Za-z][\w:-]*)[^>]*>|[^<]+|</g

const blockKinds: Readonly<Record<string, Block['kind']>> = {
  p: 'paragraph',
  div: 'paragraph',
  blockquote: 'paragraph',
  pre: 'paragraph',
  ul: 'paragraph',
  ol: 'paragraph',
  dl: 'paragraph',
  dt: 'paragraph',
  dd: 'item',
  li: 'item',
  table: 'paragraph',
  tr: 'row',
  caption: 'heading',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
}
const silent = ['script', 'style', 'head', 'title']

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** A reference to no character stays as written. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (written, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? written
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })

/** Cells of a row are separated by ` | `; anything that is no block runs on. */
export function listBlocks(div: string): readonly Block[] {
  const blocks: Block[] = []
  let text = ''
  let kind: Block['kind'] = 'paragraph'
  let silence = 0
  const flush = (next: Block['kind']): void => {
    const line = text
      .split('\t')
      .map(plainLine)
      .filter((cell) => cell !== '')
      .join(' | ')
    if (line !== '') blocks.push({ kind, text: line })
    text = ''
    kind = next
  }
  for (const [written, slash, tag] of div.matchAll(token)) {
    const name = tag?.toLowerCase() ?? ''
    if (silent.includes(name)) silence += slash === '/' ? -1 : 1
    else if (name in blockKinds) flush(slash === '/' ? 'paragraph' : (blockKinds[name] ?? 'paragraph'))
    else if (name === 'br') flush(kind)
    else if (name === 'td' || name === 'th') text += '\t'
    else if (tag === undefined && !written.startsWith('<!--') && silence === 0) {
      text += decodeEntities(written).replaceAll('\t', ' ')
    }
  }
  flush('paragraph')
  return blocks
}
