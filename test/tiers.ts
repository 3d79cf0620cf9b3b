/** The tier of each test file: it depends on the things that the file opens. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const tiers = ['unit', 'store', 'system', 'exhaustive'] as const
export type Tier = (typeof tiers)[number]

/**
 * A test file that imports one of these, itself or through other files of `test`, is in that tier. The first row that fits decides.
 * D103: what leaves the process is no test of pure functions.
 */
export const openers: readonly (readonly [Tier, readonly string[]])[] = [
  ['system', ['test/running-server.ts', 'test/system/processes.ts', 'src/postgres-embedded/embedded.ts']],
  ['store', ['test/database.ts']],
  ['system', ['node:child_process', 'node:http', 'node:https', 'node:net', 'node:tls', 'src/threads/threads.ts']],
  ['system', ['test/judges.ts', 'bench/consultations.ts']],
]

/** Servers and processes; input of the size that an attacker would send. */
const folders = ['test/system/', 'test/huge/']

const root = resolve(import.meta.dirname, '..')

const statement = /^\s*(?:import|export)\s+(?!type\b)[^'"`;]*?from\s+'((?:\.|node:)[^']+)'|import\('(\.[^']+)'\)/gm

/** The files and the modules of Node that a file imports at run time. */
const listImports = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(([, named, dynamic]) => {
    const imported = named ?? dynamic ?? ''
    return imported.startsWith('node:') ? imported : relative(root, resolve(root, dirname(file), imported))
  })

/** The file itself, the files of `test` that it reaches, and what these import. */
export function listReached(file: string): ReadonlySet<string> {
  const reached = new Set([file])
  for (const each of reached)
    if (each.startsWith('test/') && each.endsWith('.ts') && existsSync(join(root, each)))
      for (const imported of listImports(each)) reached.add(imported)
  return reached
}

/** Paths from the root of the checkout. */
export const listTestFiles = (): string[] =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path}`)
    .sort()

export function tierOf(file: string): Tier {
  if (file.endsWith('.exhaustive.test.ts')) return 'exhaustive'
  if (folders.some((folder) => file.startsWith(folder))) return 'system'
  const reached = listReached(file)
  return openers.find(([, files]) => files.some((opener) => reached.has(opener)))?.[0] ?? 'unit'
}
