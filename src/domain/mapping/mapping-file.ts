/** Reads and writes the CSV file of a mapping table. RFC 4180; docs/channels.md#mapping-tables */
import { CsvError, parse } from 'csv-parse/sync'
import { defaultCode, type MappingRow } from '../../store/channels/mapping-rows.ts'

export type ParsedMapping = {
  /** Empty if there are faults. */
  readonly rows: readonly MappingRow[]
  /** A sentence for each fault, with the line and the column and never with the value of a cell. */
  readonly faults: readonly string[]
}

export const mostBytes = 64 * 1024 * 1024
const mostRows = 250_000
const mostFaults = 20
const mostRecord = 64 * 1024

const needed = ['source_system', 'source_code', 'target_system', 'target_code'] as const
const columns = [...needed, 'target_display'] as const
type Column = (typeof columns)[number]

type Line = { readonly line: number; readonly cells: readonly string[] }

/** `name`: the name of the file, for the faults. */
export function parseMappingFile(name: string, bytes: Uint8Array): ParsedMapping {
  const refused = (...faults: readonly string[]): ParsedMapping => ({ rows: [], faults })
  const text = decode(bytes)
  if (text === undefined) return refused(`${name}: is not UTF-8`)
  const read = readLines(text)
  if (typeof read === 'number')
    return refused(`${name}:${read}: has a quote in the wrong place, or a row that is too long`)
  const [header, ...lines] = read
  const fault = header === undefined ? 'is empty' : findHeaderFault(header.cells)
  if (header === undefined || fault !== undefined) return refused(`${name}:1: ${fault}`)
  if (lines.length === 0) return refused(`${name}:1: has no rows`)
  if (lines.length > mostRows) return refused(`${name}: has more than ${mostRows} rows`)
  // `findHeaderFault` has found no fault, so the cells are columns.
  const faults = listFaults(header.cells as readonly Column[], lines).map((one) => `${name}:${one}`)
  return faults.length > 0
    ? refused(...faults)
    : { rows: lines.map(({ cells }) => readRow(header.cells, cells)), faults }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

type Numbered = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/** Reads the lines. If a line cannot be read, answers its number instead: the message of the library would quote the line. */
function readLines(text: string): readonly Line[] | number {
  try {
    const records: unknown = parse(text, {
      ...{ info: true, relax_column_count: true, skip_empty_lines: true },
      ...{ max_record_size: mostRecord, record_delimiter: ['\r\n', '\n'] },
    })
    // With `info`, each record comes with the number of its line; the types of the library do not say so.
    return (records as readonly Numbered[]).map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (error instanceof CsvError) return Number(error['lines'] ?? 1)
    throw error
  }
}

function findHeaderFault(cells: readonly string[]): string | undefined {
  const missing = needed.filter((column) => !cells.includes(column))
  if (missing.length > 0) return `has no column ${missing.join(', ')}`
  if (cells.some((cell) => !columns.some((column) => column === cell)))
    return `has a column that is none of ${columns.join(', ')}`
  return new Set(cells).size < cells.length ? 'has a column twice' : undefined
}

/** Nobody sees these characters, but a code with one of them is another code, and words with one may read backwards. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/
const system = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]{1,500}$/u
// R4 datatypes.html#code
const code = /^[^\s\p{Cc}]+( [^\s\p{Cc}]+)*$/u
const words = /^(?!\s)[^\p{Cc}]{1,500}(?<!\s)$/u
const longestCode = 200

/** A cell that a spreadsheet would run as a formula. Banksia runs none, but somebody may open the file in a spreadsheet. */
const isFormula = (cell: string): boolean => /^[=@]/.test(cell) || /^[+-].*[(|!]/.test(cell)

const isCode = (cell: string): boolean => cell.length <= longestCode && code.test(cell)

// biome-ignore format: one row a line
const checks: Readonly<Record<Column, { readonly isValid: (cell: string) => boolean; readonly message: string }>> = {
  source_system:  { isValid: (cell) => system.test(cell), message: 'is no URI' },
  source_code:    { isValid: isCode, message: 'is no code' },
  target_system:  { isValid: (cell) => system.test(cell), message: 'is no URI' },
  target_code:    { isValid: (cell) => isCode(cell) && cell !== defaultCode, message: 'is no code' },
  target_display: { isValid: (cell) => cell === '' || words.test(cell), message: 'has spaces around it, or is no plain text' },
}

function listFaults(header: readonly Column[], lines: readonly Line[]): readonly string[] {
  const faults: string[] = []
  const taken = new Map<string, number>()
  for (const { line, cells } of lines) {
    if (faults.length > mostFaults) return [...faults.slice(0, mostFaults), `${line}: and perhaps more`]
    if (cells.length !== header.length) {
      faults.push(`${line}: has ${cells.length} cells, and the header has ${header.length}`)
      continue
    }
    faults.push(...listCellFaults(header, { line, cells }))
    const source = JSON.stringify([cells[header.indexOf('source_system')], cells[header.indexOf('source_code')]])
    const earlier = taken.get(source)
    if (earlier === undefined) taken.set(source, line)
    else faults.push(`${line}: source_code is in line ${earlier} already`)
  }
  return faults.slice(0, mostFaults)
}

const listCellFaults = (header: readonly Column[], { line, cells }: Line): readonly string[] =>
  header.flatMap((column, at) => {
    const cell = cells[at] ?? ''
    if (isFormula(cell)) return [`${line}: ${column} looks like a formula`]
    const { isValid, message } = checks[column]
    return isValid(cell) && !invisible.test(cell) ? [] : [`${line}: ${column} ${message}`]
  })

function readRow(header: readonly string[], cells: readonly string[]): MappingRow {
  const cellOf = (column: Column): string => cells[header.indexOf(column)] ?? ''
  const display = cellOf('target_display')
  return {
    source: { system: cellOf('source_system'), code: cellOf('source_code') },
    target: {
      ...{ system: cellOf('target_system'), code: cellOf('target_code') },
      ...(display === '' ? {} : { display }),
    },
  }
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Writes rows as a file that `parseMappingFile` reads. */
export const renderMappingFile = (rows: readonly MappingRow[]): string =>
  [
    columns,
    ...rows.map(({ source, target }) => [source.system, source.code, target.system, target.code, target.display ?? '']),
  ]
    .map((cells) => `${cells.map(quote).join(',')}\n`)
    .join('')
