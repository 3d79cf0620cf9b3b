/**
 * One file of definitions: a line with its hash, a line with its index, and blocks of JSON that are read on first use.
 * It appears whole or not at all.
 */
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sha256Of } from '../../core/sha256.ts'
import type { DefinitionSummary } from '../registry.ts'

type Block = { readonly at: number; readonly bytes: number }

export type Entry = DefinitionSummary & Block

type Index = {
  /** In the order of their packages: later ones are newer. */
  readonly entries: readonly Entry[]
  readonly blocks: Readonly<Record<string, Block>>
}

export type Container = {
  readonly entries: readonly Entry[]
  readonly readEntry: (entry: Entry) => unknown
  /** A block by its name. */
  readonly readBlock: (name: string) => unknown
}

export type ContainerContent = {
  readonly definitions: readonly (readonly [DefinitionSummary, unknown])[]
  readonly blocks: Readonly<Record<string, unknown>>
}

const headBytes = 65

export function writeContainer(path: string, content: ContainerContent): void {
  const texts: Buffer[] = []
  let at = 0
  const add = (value: unknown): Block => {
    const text = Buffer.from(JSON.stringify(value))
    texts.push(text)
    at += text.length
    return { at: at - text.length, bytes: text.length }
  }
  const entries = content.definitions.map(([summary, definition]) => ({ ...summary, ...add(definition) }))
  const blocks = Object.fromEntries(Object.entries(content.blocks).map(([name, value]) => [name, add(value)]))
  const index = JSON.stringify({ entries, blocks } satisfies Index)
  const body = Buffer.concat([Buffer.from(`${index}\n`), ...texts])
  const head = `${sha256Of(body)}\n`
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.${process.pid}`
  writeFileSync(partial, Buffer.concat([Buffer.from(head), body]), { mode: 0o644 })
  renameSync(partial, path)
}

/** Undefined if the file is missing, or differs from what was written. It stays open while the process runs. */
export function openContainer(path: string): Container | undefined {
  const file = openFile(path)
  if (file === undefined) return undefined
  const indexBytes = checkFile(file)
  if (indexBytes === undefined) {
    closeSync(file)
    return undefined
  }
  const read = ({ at, bytes }: Block): unknown => JSON.parse(readText(file, at, bytes))
  // The hash proves that our own writer made it.
  const index = read({ at: headBytes, bytes: indexBytes }) as Index
  const start = headBytes + indexBytes + 1
  const readFrom = ({ at, bytes }: Block): unknown => read({ at: start + at, bytes })
  return {
    entries: index.entries,
    readEntry: readFrom,
    readBlock: (name) => {
      const block = index.blocks[name]
      return block === undefined ? undefined : readFrom(block)
    },
  }
}

function openFile(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function readText(file: number, at: number, bytes: number): string {
  const buffer = Buffer.allocUnsafe(bytes)
  if (readSync(file, buffer, 0, bytes, at) !== bytes) throw new Error('the definitions file was cut short')
  return buffer.toString('utf8')
}

/** Length of the index, if the hash is correct. */
function checkFile(file: number): number | undefined {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 20)
  let indexBytes: number | undefined
  for (let at = headBytes; ; ) {
    const bytes = readSync(file, buffer, 0, buffer.length, at)
    if (bytes === 0) break
    const chunk = buffer.subarray(0, bytes)
    hash.update(chunk)
    const end = indexBytes === undefined ? chunk.indexOf('\n') : -1
    if (end !== -1) indexBytes = at - headBytes + end
    at += bytes
  }
  if (indexBytes === undefined) return undefined
  return readText(file, 0, headBytes) === `${hash.digest('hex')}\n` ? indexBytes : undefined
}
