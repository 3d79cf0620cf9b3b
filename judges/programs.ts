/** Programs that judge: which of them this machine has, how they are run, and how those in Java and Python are fetched. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cacheFolder = join(import.meta.dirname, '../node_modules/.cache')

/** Those of the programs that this machine lacks. */
export const listLacking = (...programs: readonly string[]): string[] =>
  programs.filter((program) => spawnSync('which', [program]).status !== 0)

export const javaPrograms = ['java', 'javac', 'mvn'] as const

/** Answers the standard output; throws with all that was said if the program fails. */
export function runProgram(program: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input, maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`)
  return stdout
}

type Fetched = {
  /** Folder below `node_modules/.cache`. */
  readonly cache: string
  /** The Maven file that names its libraries. */
  readonly pom: string
}

/** Fetches the libraries by Maven once, and answers their folder. `unpack`: works on that folder, once. */
export function fetchByMaven({ cache: name, pom }: Fetched, unpack: (lib: string) => void = () => undefined): string {
  const cache = join(cacheFolder, name)
  const done = join(cache, 'done')
  const lib = join(cache, 'lib')
  if (existsSync(done)) return lib
  mkdirSync(cache, { recursive: true })
  const target = ['dependency:copy-dependencies', `-DoutputDirectory=${lib}`, '-DincludeScope=runtime']
  runProgram('mvn', ['-q', '-B', '-f', pom, ...target])
  unpack(lib)
  writeFileSync(done, '')
  return lib
}

/** Installs a package of PyPI without those that it names, once, and answers the folder for PYTHONPATH; undefined if it cannot be had. */
export function fetchByPip(name: string, version: string): string | undefined {
  const cache = join(cacheFolder, `${name}-${version}`)
  const done = join(cache, 'done')
  if (existsSync(done)) return cache
  const args = ['-m', 'pip', 'install', '-q', '--no-deps', '--upgrade', '--target', cache, `${name}==${version}`]
  if (spawnSync('python3', args).status !== 0) return undefined
  writeFileSync(done, '')
  return cache
}

type JavaJudge = Fetched & { readonly sources: readonly string[] }

/** Fetches the libraries, compiles the sources each time, and answers the class path. */
export function prepareJava({ sources, ...fetched }: JavaJudge): string {
  const lib = fetchByMaven(fetched)
  const classes = join(lib, '../classes')
  runProgram('javac', ['-nowarn', '-cp', join(lib, '*'), '-d', classes, ...sources])
  return `${classes}:${join(lib, '*')}`
}
