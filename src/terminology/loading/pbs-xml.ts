/** Item codes from the XML of the Schedule of Pharmaceutical Benefits. PBS XML Schema 3.1.9, elements prescribing-rule, code, preferred-term. */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { LoadTarget } from './load-target.ts'
import { LoadError, type SourceFile } from './source-file.ts'

const pbs = 'http://schema.pbs.gov.au/'
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const itemCode = 'http://pbs.gov.au/code/item'
const maxTextLength = 10_000

type Item = { readonly depth: number; code: string; readonly terms: string[] }

export async function loadPbsXml(target: LoadTarget, file: SourceFile): Promise<void> {
  target.progress.begin(file)
  const found: Item[] = []
  const reader = openReader(file, (item) => found.push(item))
  const decoder = new TextDecoder()
  for await (const chunk of file.open()) {
    target.progress.advance(chunk.length)
    reader.write(decoder.decode(chunk, { stream: true }))
    for (const item of found.splice(0)) await addItem(target, item)
  }
  reader.write(decoder.decode()).close()
  for (const item of found.splice(0)) await addItem(target, item)
  await target.flush()
}

async function addItem(target: LoadTarget, { code, terms }: Item): Promise<void> {
  const [display] = terms
  await target.addConcept({ code, isActive: true, ...(display === undefined ? {} : { display }) })
  for (const [index, value] of terms.entries()) await target.addName({ code, id: String(index), value })
}

/** A rule's own code and terms; deeper elements belong to something else. */
function openReader(file: SourceFile, onItem: (item: Item) => void): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true })
  let [depth, text] = [0, '']
  let item: Item | undefined
  let reads: 'code' | 'term' | undefined
  parser.on('error', () => {
    throw new LoadError(`${file.name} is not well-formed XML`)
  })
  // Declared entities could grow without bound.
  parser.on('doctype', () => {
    throw new LoadError(`${file.name} has a document type declaration`)
  })
  parser.on('opentag', (tag) => {
    depth++
    text = ''
    if (tag.uri !== pbs) return
    if (tag.local === 'prescribing-rule') item = { depth, code: '', terms: [] }
    else if (item !== undefined && depth === item.depth + 1) reads = readsOf(tag)
  })
  parser.on('text', (more) => {
    if (reads === undefined) return
    text += more
    if (text.length > maxTextLength) throw new LoadError(`${file.name} has a text that is too long`)
  })
  parser.on('closetag', () => {
    const value = text.trim().replaceAll(/\s+/g, ' ')
    if (item !== undefined && depth === item.depth + 1 && value !== '') {
      if (reads === 'code') item.code = value
      if (reads === 'term' && !item.terms.includes(value)) item.terms.push(value)
    }
    if (item !== undefined && depth === item.depth + 1) reads = undefined
    if (item !== undefined && depth === item.depth) {
      if (item.code !== '') onItem(item)
      item = undefined
    }
    depth--
  })
  return parser
}

function readsOf({ local, attributes }: SaxesTagNS): 'code' | 'term' | undefined {
  if (local === 'preferred-term') return 'term'
  const resource = Object.values(attributes).find((one) => one.uri === rdf && one.local === 'resource')?.value
  return local === 'code' && resource === itemCode ? 'code' : undefined
}
