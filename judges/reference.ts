/** HL7's reference validator as HAPI packs it: fetched by Maven once, compiled once, asked by lines of JSON. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { javaPrograms, listLacking, prepareJava } from './programs.ts'

const folder = import.meta.dirname
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

export const listMissing = (): string[] => listLacking(...javaPrograms)

/** `packages` are archives, folders or single definitions. */
export async function openReference(packages: readonly string[]): Promise<Reference> {
  const classPath = prepareJava({ cache: 'judge', pom: join(folder, 'pom.xml'), sources })
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
