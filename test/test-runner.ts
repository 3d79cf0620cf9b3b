/**
 * Jest's own test runner with Node's loader: the product and its libraries are loaded once a worker, the files of `test` once
 * a test file. Jest's loader loads all of them anew for each test file, 700 modules for a server. D109
 */
import { createRequire, flushCompileCache, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { crc32 } from 'node:zlib'

/** The parts of Jest's environment and runtime that this file meets. */
type Environment = { readonly global: Record<string, unknown> }
type Runtime = {
  requireModuleOrMock(from: string, name: string): object
  unstable_shouldLoadAsEsm(path: string): boolean
  unstable_importModule(path: string): Promise<unknown>
}
type RunTestFile = (
  globalConfig: object,
  config: object,
  environment: Environment,
  runtime: Runtime,
  testPath: string,
  ...rest: readonly unknown[]
) => Promise<unknown>

const testFolder = pathToFileURL(`${import.meta.dirname}/`).href
const mark = '?run='
const globalsName = '@jest/globals'
const globalsAddress = 'jest-globals:'

/** What `@jest/globals` exports in each run of a test file. A hook answers with source text, which reaches values by a global name only. */
const globalsOfRuns: Record<string, object> = {}
const shared = 'jestGlobalsOfRuns'
Object.defineProperty(globalThis, shared, { value: globalsOfRuns })

registerHooks({
  /** A module of `test` that a run imports is the run's own: its address has the run's number. */
  resolve(specifier, context, next) {
    const run = context.parentURL?.split(mark)[1]
    if (run === undefined) return next(specifier, context)
    if (specifier === globalsName) return { url: `${globalsAddress}${mark}${run}`, shortCircuit: true }
    const found = next(specifier, context)
    return found.url.startsWith(testFolder) ? { ...found, url: `${found.url}${mark}${run}` } : found
  },
  load(url, context, next) {
    const run = url.startsWith(globalsAddress) ? url.split(mark)[1] : undefined
    if (run === undefined) return next(url, context)
    const names = Object.keys(globalsOfRuns[run] ?? {}).join(', ')
    return { format: 'module', source: `export const { ${names} } = ${shared}['${run}']`, shortCircuit: true }
  },
})

const builtIns = Object.getOwnPropertyNames(globalThis).filter(
  (name) => /^[A-Z]/.test(name) && typeof Reflect.get(globalThis, name) === 'function',
)

/** How often this worker has run each test file: more than once while Jest watches. */
const runsOf = new Map<string, number>()

/** The same in the next worker, because Node keeps what it compiles by its address. */
function nameRun(testPath: string): string {
  const count = (runsOf.get(testPath) ?? 0) + 1
  runsOf.set(testPath, count)
  return `${crc32(testPath)}${count === 1 ? '' : `.${count}`}`
}

/** Jest calls this for each test file, in the worker. */
export default async function runTestFile(...given: Parameters<RunTestFile>): Promise<unknown> {
  const [, , environment, runtime, testPath] = given
  const run = nameRun(testPath)
  const settings = { ...process.env }
  // Matchers run in Jest's realm: they see a test's strings, errors and dates as their own.
  for (const name of builtIns) environment.global[name] = Reflect.get(globalThis, name)
  runtime.unstable_shouldLoadAsEsm = () => true
  runtime.unstable_importModule = (path) => {
    // The runner below has made them by now.
    globalsOfRuns[run] = runtime.requireModuleOrMock(testPath, globalsName)
    return import(`${pathToFileURL(path).href}${mark}${run}`)
  }
  try {
    return await runWithCircus(...given)
  } finally {
    delete globalsOfRuns[run]
    for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name]
    Object.assign(process.env, settings)
    // Jest kills a worker that takes half a second for its end, as long as one takes to write what it has compiled.
    flushCompileCache()
  }
}

/** Jest's default runner. Jest depends on it, Banksia does not. */
const circus = createRequire(createRequire(import.meta.url).resolve('jest'))('jest-circus/runner')
const runWithCircus: RunTestFile = circus.default
