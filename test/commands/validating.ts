/** Runs `banksia validate` on files of a folder of its own, in this process. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { runInProcess } from './in-process.ts'

export const checkout = resolve(import.meta.dirname, '../..')

export const folder = makeScratchFolder('validating')

export const patient = { resourceType: 'Patient', id: 'a', active: true }
/** A patient of this profile has a name. */
export const profile = {
  ...{ resourceType: 'StructureDefinition', url: 'http://banksia.test/fhir/StructureDefinition/named', name: 'Named' },
  ...{ status: 'active', fhirVersion: '4.0.1', kind: 'resource', abstract: false },
  ...{ type: 'Patient', derivation: 'constraint', baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Patient' },
  differential: { element: [{ id: 'Patient.name', path: 'Patient.name', min: 1 }] },
}

await openTestDefinitions()
symlinkSync(join(checkout, 'node_modules/.cache/banksia'), join(folder, 'cache'))

/** Answers its path. */
export function write(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  return path
}

/** `XDG_CACHE_HOME` keeps the downloads of a test away from those of the user. */
export const settings = { BANKSIA_DATA_DIR: folder, XDG_CACHE_HOME: join(folder, 'user-cache') } as const

export const validate = (...args: readonly string[]) => runInProcess(['validate', ...args], { env: settings })

export type Result = {
  readonly file: string
  readonly line?: number
  readonly valid: boolean
  readonly profiles: readonly string[]
  readonly outcome: unknown
}

export async function validateToJson(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly results: readonly Result[]; readonly errors: string }> {
  const { code, output, errors } = await validate(...args, '--format', 'json')
  return { code, errors, results: JSON.parse(output) as readonly Result[] }
}

export type Entry = readonly [name: string, content: unknown]

/** A package as npm writes it. */
export function packageOf(...entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(([name, value]) => {
    const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    const header = Buffer.alloc(512)
    header.write(`package/${name}`)
    header.write(content.length.toString(8).padStart(11, '0'), 124)
    header.write('        0', 148)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(sum.toString(8).padStart(6, '0'), 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
