/** The judges of resources: a program with the arguments of `banksia validate`, or a server's $validate. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject, listOf, select, textOf } from './json.ts'

export type Verdict = {
  /** Places and rules of the errors, without values. */
  readonly errors: readonly string[]
}

export type Validator = {
  /** Each against the profiles that it claims; a verdict for each, in their order. */
  readonly validate: (resources: readonly JsonObject[]) => Promise<readonly Verdict[]>
}

/** `command` is a program with its first arguments, and is given `--format json FILE...`. */
export const programValidator = (command: readonly string[]): Validator => ({
  validate: async (resources) => {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    try {
      const files = await Promise.all(
        resources.map(async (resource, index) => {
          const file = join(folder, `${index}.json`)
          await writeFile(file, JSON.stringify(resource), { mode: 0o600 })
          return file
        }),
      )
      const output = await runProgram([...command, '--format', 'json', ...files])
      return readVerdicts(output, resources.length)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

function runProgram([program = '', ...more]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, more, { stdio: ['ignore', 'pipe', 'ignore'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', () => reject(new Error('the validator could not be started')))
    child.on('close', (code) =>
      // 1 says that there are errors.
      code === 0 || code === 1
        ? resolve(Buffer.concat(chunks).toString('utf8'))
        : reject(new Error('the validator failed')),
    )
  })
}

function readVerdicts(output: string, count: number): readonly Verdict[] {
  const parsed: unknown = JSON.parse(output)
  if (!Array.isArray(parsed) || parsed.length !== count) throw new Error('the validator did not answer for each file')
  return parsed.map((one) => ({ errors: isObject(one) ? listErrors(one['outcome']) : ['unreadable'] }))
}

/** `base` is a FHIR base address. */
export const serverValidator = (base: string): Validator => ({
  validate: async (resources) => {
    const verdicts: Verdict[] = []
    for (const resource of resources) {
      const response = await fetch(`${base}/${String(resource['resourceType'])}/$validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/fhir+json', accept: 'application/fhir+json' },
        body: JSON.stringify(resource),
        signal: AbortSignal.timeout(60_000),
      })
      verdicts.push({ errors: listErrors((await response.json()) as Json) })
    }
    return verdicts
  },
})

function listErrors(outcome: Json | undefined): string[] {
  return select(outcome, 'issue')
    .filter(isObject)
    .filter((issue) => issue['severity'] === 'error' || issue['severity'] === 'fatal')
    .map((issue) => {
      const [place] = listOf(issue['expression']).map(textOf)
      return `${place ?? '?'} (${textOf(issue['code']) ?? '?'})`
    })
}
