/** `banksia convert`: any system's document in another form, and its HL7 v2 messages as FHIR, without a database or a server. docs/exports.md, docs/inbound.md. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Bundle } from '@medplum/fhirtypes'
import { isoAt, isTimeZone, systemClock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { Appearance } from '../exports/appearance.ts'
import { unpackFiles } from '../exports/cda/package.ts'
import { DocumentRefused } from '../exports/check-document.ts'
import { defaultPreset, type ExportInput, timeZoneOf } from '../exports/export-input.ts'
import { type ExportFormat, exportFormats, type Rendering } from '../exports/formats.ts'
import { buildControlId, stampTransmission } from '../exports/hl7v2/control-id.ts'
import { carriesPdf, isPreset, presetsOf } from '../exports/presets.ts'
import { characterSets } from '../inbound/message/character-set.ts'
import { openDefinitions } from '../profiles/definitions/definitions.ts'
import { convertMessage, type MessageSettings } from './conversion/convert-message.ts'
import { describeDocument, readCdaDocument, readDocument } from './conversion/read-document.ts'
import { ContentError, readBounded, standardStream } from './conversion/read-file.ts'
import { parseRecipient } from './conversion/recipient-file.ts'
import { renderBounded } from './conversion/render-bounded.ts'
import { type ExitCode, UsageError, type Values } from './subcommand.ts'

const tell = (text: string): void => {
  process.stderr.write(`banksia: ${text}\n`)
}

/** The document goes to the named place, reasons against it to standard error. */
export async function convertDocument(values: Values, names: readonly string[]): Promise<ExitCode> {
  const asked = readAsked(values, names)
  const { recipientFile, images, format, out } = asked
  const recipient = recipientFile === undefined ? undefined : parseRecipient(await readBounded(recipientFile))
  const appearance = await readImages(images)
  try {
    if (asked.from === 'hl7v2') {
      const bytes = await readBounded(asked.file)
      writeFile(out, await convertMessage(basename(asked.file), bytes, asked.settings, tell), 'transaction.json')
      return 0
    }
    const bundle = await read(asked)
    const own = { ...describeDocument(bundle), ...asked.settings, appearance }
    const input = { ...own, ...(recipient === undefined ? {} : { recipient }) }
    const rendering = await renderBounded(format, input)
    write(out, { ...rendering, bytes: stamped(format, rendering.bytes, input) }, input)
    return 0
  } catch (error) {
    if (error instanceof DocumentRefused)
      for (const { element, message } of error.refusals) tell(`${element} ${message}`)
    else if (error instanceof ContentError) tell(error.message)
    else throw error
    return 1
  }
}

async function read({ file, from }: Asked): Promise<Bundle> {
  const bytes = await readBounded(file)
  if (from === 'cda') return readCdaDocument(file, bytes, tell)
  const definitions = await openDefinitions(join(process.env['BANKSIA_DATA_DIR'] || './data', 'cache'))
  return readDocument(definitions, file, bytes)
}

const imageNames = ['logo', 'signature'] as const

/** Their files. */
type Images = { readonly [Name in (typeof imageNames)[number]]?: string }

async function readImages(files: Images): Promise<Appearance> {
  const read = imageNames.map(async (name) => {
    const file = files[name]
    return file === undefined ? [] : [[name, await readBounded(file)] as const]
  })
  return Object.fromEntries((await Promise.all(read)).flat())
}

type Asked = {
  readonly file: string
  readonly from: Source
  readonly format: ExportFormat
  readonly recipientFile: string | undefined
  readonly images: Images
  readonly out: string
  readonly settings: Pick<ExportInput, 'preset' | 'timeZone'> & MessageSettings
}

function readAsked(values: Values, names: readonly string[]): Asked {
  const [file, ...others] = names
  if (file === undefined || others.length > 0) throw new UsageError('one file is needed')
  const out = values.text('out')
  if (out === undefined || out === '') throw new UsageError('--out is needed: a file, a folder or -')
  const from = readSource(values)
  if (from === 'hl7v2')
    return {
      file,
      from,
      format: 'bundle',
      recipientFile: undefined,
      images: {},
      out,
      settings: readMessageSettings(values),
    }
  const format = exportFormats.find((row) => row.format === values.text('to'))?.format
  if (format === undefined) throw new UsageError(`--to is one of ${exportFormats.map((row) => row.format).join(', ')}`)
  const preset = values.text('preset')
  if (preset !== undefined && !isPreset(format, preset))
    throw new UsageError(`--preset of ${format} is one of ${presetsOf(format).join(', ')}`)
  const settings = { ...(preset === undefined ? {} : { preset }), ...readTimeZone(values) }
  const images = readImageNames(values)
  if (Object.keys(images).length > 0 && format !== 'pdf' && !carriesPdf(format, preset ?? defaultPreset))
    throw new UsageError(
      '--logo and --signature are for a form with pages: pdf, hl7v2, or a preset of cda that ends with 1A',
    )
  return { file, from, format, recipientFile: values.text('recipient'), images, out, settings }
}

const sources = ['bundle', 'cda', 'hl7v2'] as const

/** Forms that are read. */
type Source = (typeof sources)[number]

function readSource(values: Values): Source {
  const named = values.text('from') ?? 'bundle'
  const from = sources.find((source) => source === named)
  if (from === undefined) throw new UsageError(`--from is one of ${sources.join(', ')}`)
  return from
}

function readTimeZone(values: Values): { readonly timeZone?: string } {
  const timeZone = values.text('time-zone')
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new UsageError('--time-zone is an IANA time zone')
  return timeZone === undefined ? {} : { timeZone }
}

/** A message becomes the resources that it tells of: it is no document, so it has no other form. */
function readMessageSettings(values: Values): MessageSettings {
  if (values.text('to') !== 'fhir') throw new UsageError('--from hl7v2 needs --to fhir')
  const others = ['preset', 'recipient', ...imageNames].filter((name) => values.text(name) !== undefined)
  if (others.length > 0) throw new UsageError(`--${others[0]} says nothing of a message`)
  const named = values.text('character-set')
  const characterSet = characterSets.find((one) => one === named)
  if (named !== undefined && characterSet === undefined)
    throw new UsageError(`--character-set is one of ${characterSets.join(', ')}`)
  return { ...readTimeZone(values), ...(characterSet === undefined ? {} : { characterSet }) }
}

const readImageNames = (values: Values): Images =>
  Object.fromEntries(
    imageNames.flatMap((name) => {
      const file = values.text(name)
      return file === undefined ? [] : [[name, file]]
    }),
  )

/** A message that leaves is a transmission. ADRM 000026. */
function stamped(format: ExportFormat, bytes: Uint8Array, input: ExportInput): Uint8Array {
  if (format !== 'hl7v2') return bytes
  const at = isoAt(systemClock())
  return stampTransmission(bytes, { controlId: buildControlId(newId()), at, timeZone: timeZoneOf(input) })
}

/** A folder gets the files of a package, or one file that is named by the document's identity. */
function write(out: string, { bytes, fileExtension }: Rendering, { documentId }: ExportInput): void {
  writeFile(out, bytes, `${documentId}${fileExtension}`)
}

/** `name` is that of the file in a folder. */
function writeFile(out: string, bytes: Uint8Array, name: string): void {
  if (out === standardStream) {
    process.stdout.write(bytes)
    return
  }
  try {
    if (isFolder(out)) writeInto(out, bytes, name)
    else writeFileSync(out, bytes)
  } catch (error) {
    throw new UsageError(`${basename(out)} cannot be written`, { cause: error })
  }
}

function writeInto(folder: string, bytes: Uint8Array, fileName: string): void {
  const files = fileName.endsWith('.zip') ? unpackFiles(bytes) : { [fileName]: bytes }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

const isFolder = (path: string): boolean =>
  path.endsWith('/') || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
