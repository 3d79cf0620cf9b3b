/** What the arguments of `banksia validate` name: files, folders with everything below them, and `-` for standard input. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** Why an input could not be read. */
export const problems = {
  missing: { code: 'not-found', text: 'there is no such file or folder' },
  unreadable: { code: 'exception', text: 'it cannot be read' },
  'empty-folder': { code: 'not-found', text: 'the folder has no file .json, .xml, .ndjson or .jsonl' },
  'no-resource': { code: 'not-found', text: 'it has no line with a resource' },
} as const
export type Problem = keyof typeof problems

export type Input = { readonly name: string } & (
  | { readonly read: () => Promise<Buffer> | Buffer }
  | { readonly problem: Problem }
)

export const standardInput = '-'

const extensions: readonly string[] = ['.json', '.xml', '.ndjson', '.jsonl']

/** Files of a folder by their extensions, in the order of their names. Hidden ones and the manifest of a package are left out. */
const isWanted = ({ name }: Dirent): boolean => !name.startsWith('.') && name !== 'package.json'

export const listInputs = (names: readonly string[]): Input[] => names.flatMap((name) => listNamed(name))

function listNamed(name: string): Input[] {
  if (name === standardInput) return [{ name, read: () => buffer(process.stdin) }]
  return attempt(name, () => {
    if (!statSync(name).isDirectory()) return [{ name, read: () => readFileSync(name) }]
    const inside = listFolder(name)
    return inside.length === 0 ? [{ name, problem: 'empty-folder' }] : inside
  })
}

/** A link to a folder is not followed, because it may lead back. */
const listFolder = (folder: string): Input[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(isWanted)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const name = join(folder, entry.name)
      if (entry.isDirectory()) return attempt(name, () => listFolder(name))
      const isFile = entry.isFile() || entry.isSymbolicLink()
      return isFile && extensions.includes(extname(name).toLowerCase()) ? listNamed(name) : []
    })

function attempt(name: string, list: () => Input[]): Input[] {
  try {
    return list()
  } catch (error) {
    return [{ name, problem: problemOf(error) }]
  }
}

const problemOf = (error: unknown): Problem =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable'

/** Its bytes, or why there are none. */
export async function readInput(input: Input): Promise<Buffer | Problem> {
  if ('problem' in input) return input.problem
  try {
    return await input.read()
  } catch (error) {
    return problemOf(error)
  }
}
