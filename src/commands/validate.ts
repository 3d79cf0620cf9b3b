/** `banksia validate`: files against R4 and profiles, without a database or a server. R4 validation.html. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDefinitions } from '../profiles/definitions/definitions.ts'
import { type ExitCode, UsageError, type Values } from './subcommand.ts'
import { readGiven } from './validation/given-definitions.ts'
import { type Format, renderResults } from './validation/render-report.ts'
import { type FileResult, openFileValidator } from './validation/validate-file.ts'

const isFormat = (text: string): text is Format => ['text', 'json', 'html'].includes(text)

/** Results go to standard output, progress to standard error. */
export async function validateFiles(values: Values, files: readonly string[]): Promise<ExitCode> {
  const format = values.text('format') ?? 'text'
  if (files.length === 0) throw new UsageError('a file is needed')
  if (!isFormat(format)) throw new UsageError('--format is text, json or html')
  if (files.some((file) => !existsSync(file))) throw new UsageError('a file does not exist')
  const profiles = choose(values.list('profile'))
  const definitions = await openDefinitions(join(process.env['BANKSIA_DATA_DIR'] || './data', 'cache'))
  const given = await readGiven(
    definitions,
    { packages: values.list('package'), supporting: values.list('supporting') },
    (text) => process.stderr.write(`left out: ${text}\n`),
  )
  const validate = openFileValidator({ definitions, ...given, profiles })
  const results: FileResult[] = []
  const show = openCounter(files.length)
  for (const file of files) {
    results.push(await validate(file))
    show(results.length)
  }
  process.stdout.write(renderResults(results, format))
  return results.every(({ valid }) => valid) ? 0 : 1
}

function choose(profiles: readonly string[]): readonly string[] | 'none' | undefined {
  if (!profiles.includes('none')) return profiles.length === 0 ? undefined : profiles
  if (profiles.length > 1) throw new UsageError('--profile none stands alone')
  return 'none'
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
