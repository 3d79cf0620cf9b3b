/** `banksia validate`: resources of files against R4 and profiles, without a database or a server. R4 validation.html. */
import { join } from 'node:path'
import { openDefinitions } from '../profiles/definitions/definitions.ts'
import { findNearest } from '../profiles/nearest-name.ts'
import type { Registry } from '../profiles/registry.ts'
import { type ExitCode, UsageError, type Values } from './subcommand.ts'
import { type FileResult, nameOf } from './validation/file-result.ts'
import { readGiven } from './validation/given-definitions.ts'
import { listInputs, problems, standardInput } from './validation/list-inputs.ts'
import { findPackages } from './validation/packages/find-packages.ts'
import { cacheFolder } from './validation/packages/package-cache.ts'
import { openPackageRegistry } from './validation/packages/package-registry.ts'
import { type Format, formats, renderResults } from './validation/render-report.ts'
import { openTerminology } from './validation/terminology-answers.ts'
import { openFileValidator } from './validation/validate-file.ts'

const tell = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Results go to standard output, progress and what is wrong with the call to standard error. */
export async function validateFiles(values: Values, names: readonly string[]): Promise<ExitCode> {
  const { format, profiles, server } = readAsked(values, names)
  const definitions = await openDefinitions(join(process.env['BANKSIA_DATA_DIR'] || './data', 'cache'))
  const packages = await findPackages(values.list('package'), {
    folder: cacheFolder(process.env),
    registry: openRegistry(),
    tell,
  })
  const given = await readGiven(definitions, { packages, supporting: values.list('supporting') }, (text) =>
    tell(`left out: ${text}`),
  )
  const unknown = profiles === 'none' ? [] : (profiles ?? []).filter((one) => !given.registry.findStructure(one))
  for (const profile of unknown) tell(`banksia: ${describeUnknown(given.registry, profile)}`)
  const terminology = openTerminology(given.registry, server)
  const validate = openFileValidator({ definitions, ...given, profiles, terminology })
  const results: FileResult[] = []
  const inputs = listInputs(names)
  const show = openCounter(inputs.length)
  for (const [index, input] of inputs.entries()) {
    results.push(...(await validate(input)))
    show(index + 1)
  }
  const unread = results.filter(({ problem }) => problem !== undefined)
  for (const result of unread) tell(`banksia: ${nameOf(result)}: ${problems[result.problem ?? 'unreadable'].text}`)
  const silences = terminology.silences()
  if (silences > 0) tell(`banksia: the terminology server did not answer ${silences} questions`)
  const isFaulty = unread.length + unknown.length + silences > 0
  const code = isFaulty ? 2 : results.every(({ valid }) => valid) ? 0 : 1
  process.stdout.write(renderResults(results, format, code))
  return code
}

type Asked = {
  readonly format: Format
  readonly profiles: readonly string[] | 'none' | undefined
  readonly server: string | undefined
}

function readAsked(values: Values, names: readonly string[]): Asked {
  const format = values.text('format') ?? 'text'
  if (names.length === 0) throw new UsageError('a file is needed')
  if (names.filter((name) => name === standardInput).length > 1) throw new UsageError('- stands once')
  if (!isFormat(format)) throw new UsageError(`--format is one of ${formats.join(', ')}`)
  const server = values.text('terminology-server')
  if (server !== undefined && !isWebAddress(server)) throw new UsageError('--terminology-server is an http address')
  return { format, profiles: choose(values.list('profile')), server }
}

const isFormat = (text: string): text is Format => formats.some((format) => format === text)

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

function openRegistry() {
  const address = process.env['BANKSIA_PACKAGE_REGISTRY']?.trim() ?? ''
  if (address === '') return undefined
  if (!isWebAddress(address)) throw new UsageError('BANKSIA_PACKAGE_REGISTRY must be an http address')
  return openPackageRegistry(address.replace(/\/+$/, ''))
}

function choose(profiles: readonly string[]): readonly string[] | 'none' | undefined {
  if (!profiles.includes('none')) return profiles.length === 0 ? undefined : profiles
  if (profiles.length > 1) throw new UsageError('--profile none stands alone')
  return 'none'
}

function describeUnknown(registry: Registry, profile: string): string {
  const urls = registry.list('StructureDefinition').map(({ url }) => url)
  const nearest = findNearest(profile.split('|')[0] ?? '', urls)
  return `the profile ${profile} is not known${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

/** Says how many are done: on a terminal in one line, else at most ten times. Few files need none. */
function openCounter(total: number): (done: number) => void {
  const { stderr } = process
  const step = stderr.isTTY ? 1 : Math.ceil(total / 10)
  return (done) => {
    if (total < 10 || (done % step !== 0 && done !== total)) return
    stderr.write(stderr.isTTY ? `\r${done} of ${total}${done === total ? '\n' : ''}` : `${done} of ${total}\n`)
  }
}
