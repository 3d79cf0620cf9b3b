/** The files of channels: YAML or JSON, checked, with the line of each member. YAML 1.2; docs/channels.md#files */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { channelFile } from '../../hub/channels/apply/channel-file.ts'
import type { ChannelFile } from '../../hub/channels/apply/plan-channels.ts'
import { UsageError } from '../subcommand.ts'

/** Throws UsageError. */
export function readFolder(more: readonly string[]): string {
  const [folder, ...others] = more
  if (folder === undefined || others.length > 0) throw new UsageError('one folder is needed')
  return folder
}

export type ReadFile = {
  readonly name: string
  /** Undefined if it has faults. */
  readonly channel: ChannelFile | undefined
  /** A sentence each, with the line and the member. */
  readonly faults: readonly string[]
  /** The sentence of a fault that is found later. */
  readonly describe: (field: string, message: string) => string
}

const mostFiles = 1_000
const mostBytes = 256 * 1024
/** An alias repeats what stands elsewhere: a file could grow without end. */
const mostAliases = 50

/** Those that end in .yaml, .yml or .json, by their names. Throws UsageError for a folder that cannot be read. */
export async function readChannelFiles(folder: string): Promise<readonly ReadFile[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new UsageError('DIR names a folder that cannot be read', { cause })
  })
  const wanted = names.filter((name) => /^[^.].*\.(yaml|yml|json)$/.test(name)).toSorted()
  if (wanted.length > mostFiles) throw new UsageError(`DIR has more than ${mostFiles} files`)
  return Promise.all(wanted.map((name) => readOne(folder, name)))
}

async function readOne(folder: string, name: string): Promise<ReadFile> {
  const path = join(folder, name)
  const { size } = await stat(path)
  if (size > mostBytes) return refused(name, [`${name}: is larger than ${mostBytes} bytes`])
  const lines = new LineCounter()
  const document = parseDocument(await readFile(path, 'utf8'), { lineCounter: lines })
  const [broken] = document.errors
  if (broken !== undefined)
    return refused(name, [`${name}:${lines.linePos(broken.pos[0]).line}: is no YAML: ${broken.code}`])
  return parseFile(name, document, lines)
}

const refused = (name: string, faults: readonly string[]): ReadFile => ({
  ...{ name, channel: undefined, faults },
  describe: (field, message) => `${name}: ${field} ${message}`,
})

function parseFile(name: string, document: Document, lines: LineCounter): ReadFile {
  const describe = (field: string, message: string): string =>
    `${name}:${findLine(document, lines, splitPath(field))}: ${field} ${message}`
  const value = toValue(document)
  if (value === undefined) return refused(name, [`${name}: has too many aliases`])
  const parsed = channelFile.safeParse(value)
  const faults = parsed.success
    ? []
    : parsed.error.issues.flatMap((issue) => listFaults(issue).map((one) => describe(...one)))
  return { name, channel: parsed.data, faults, describe }
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: mostAliases }) ?? {}
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

/** The place and what is wrong there, never the value. */
function listFaults(issue: z.core.$ZodIssue): readonly (readonly [field: string, message: string])[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...path, key].join('.'), 'is no member of a channel'])
  return [[path.join('.') || 'the file', 'is missing or not valid']]
}

const splitPath = (field: string): readonly string[] => field.replace(/\[(\d+)\]/g, '.$1').split('.')

/** The line of the member, or of the nearest one around it. */
function findLine(document: Document, lines: LineCounter, path: readonly string[]): number {
  let node: unknown = document.contents
  let offset = 0
  for (const name of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
      if (pair === undefined) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}
