/** HL7's reference validator as HAPI packs it: fetched by Maven once, compiled once, asked by lines of JSON. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = import.meta.dirname
const cache = join(folder, '../node_modules/.cache/judge')
const sources = ['Judge.java', 'PackageSupport.java'].map((name) => join(folder, name))

type Issue = { readonly severity: string; readonly location: string; readonly id: string | null; readonly text: string }
export type Answer = {
  readonly valid: boolean
  readonly issues: readonly Issue[]
  readonly microseconds?: number
  /** It could not finish. */
  readonly failure?: string
}
export type Request = {
  readonly text: string
  readonly profiles?: readonly string[]
  /** How often it is validated; the time is the median. */
  readonly repeat?: number
}

export type Reference = {
  readonly readyMs: number
  /** Definitions beside those of the packages. */
  readonly load: (definition: unknown) => Promise<void>
  readonly ask: (request: Request) => Promise<Answer>
  readonly close: () => void
}

const has = (program: string): boolean => spawnSync('which', [program]).status === 0

export const listMissing = (): string[] => ['java', 'javac', 'mvn'].filter((program) => !has(program))

function run(program: string, args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', cwd: folder })
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`)
}

/** Libraries and classes in the cache: both are there, or neither. */
function prepare(): string {
  const done = join(cache, 'done')
  if (!existsSync(done)) {
    mkdirSync(cache, { recursive: true })
    const target = ['dependency:copy-dependencies', `-DoutputDirectory=${join(cache, 'lib')}`, '-DincludeScope=runtime']
    run('mvn', ['-q', '-B', '-f', join(folder, 'pom.xml'), ...target])
    writeFileSync(done, '')
  }
  run('javac', ['-nowarn', '-cp', join(cache, 'lib/*'), '-d', join(cache, 'classes'), ...sources])
  return `${join(cache, 'classes')}:${join(cache, 'lib/*')}`
}

/** `packages` are archives, folders or single definitions. */
export async function openReference(packages: readonly string[]): Promise<Reference> {
  const classPath = prepare()
  const child = spawn('java', ['-Xmx2500m', '-XX:+UseSerialGC', '-cp', classPath, 'Judge', ...packages], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = readLines(child)
  const send = async (request: object): Promise<unknown> => {
    child.stdin?.write(`${JSON.stringify(request)}\n`)
    return lines()
  }
  const { milliseconds } = (await lines()) as { readonly milliseconds: number }
  return {
    readyMs: milliseconds,
    load: async (definition) => void (await send({ load: true, text: JSON.stringify(definition) })),
    // Judge.java writes what `Answer` says.
    ask: async (request) => (await send(request)) as Answer,
    close: () => child.stdin?.end(),
  }
}

/** Each call is one line of what it writes. */
function readLines(child: ChildProcess): () => Promise<unknown> {
  if (child.stdout === null) throw new Error('the reference has no output')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async () => {
    const { done, value } = await lines.next()
    if (done === true) throw new Error('the reference ended')
    return JSON.parse(String(value))
  }
}
