/** Codes from a table of values separated by commas or tabs: PBS items, ICD-10-AM lists. RFC 4180. */
import type { LoadTarget } from './load-target.ts'
import { LoadError, readLines, type SourceFile } from './source-file.ts'

export type CsvColumns = { readonly code?: string; readonly display?: string }

/** What publishers call the columns, the better name first; several names of a medicine stand together. */
const codeNames = ['pbs_code', 'item_code', 'item-code', 'icd10am_code', 'icd_code', 'code', 'code_id', 'codeid']
const displayNames = [
  'display',
  'schedule_form',
  'li_drug_name',
  'drug_name',
  'ascii_short_desc',
  'ascii_desc',
  'long_description',
  'description',
  'short_description',
  'title',
  'name',
]

/** What a system has of these columns, in whatever case. */
function findColumn(head: readonly string[], wanted: string | undefined, names: readonly string[]): number {
  const folded = head.map((name) => name.trim().toLowerCase())
  return (
    (wanted === undefined ? names : [wanted.toLowerCase()])
      .map((name) => folded.indexOf(name))
      .find((index) => index >= 0) ?? -1
  )
}

export async function loadCsv(target: LoadTarget, file: SourceFile, columns: CsvColumns): Promise<void> {
  target.progress.begin(file)
  let places: { readonly code: number; readonly display: number } | undefined
  let separator = ','
  for await (const record of readRecords(readLines(file, target.progress.advance))) {
    if (places === undefined) {
      const text = record.replace(/^\uFEFF/, '')
      separator = text.includes('\t') ? '\t' : ','
      const head = splitRecord(text, separator)
      places = {
        code: findColumn(head, columns.code, codeNames),
        display: findColumn(head, columns.display, displayNames),
      }
      if (places.code < 0)
        throw new LoadError(`${file.name} has no column that is known to hold codes: name it with --code`)
      continue
    }
    const fields = splitRecord(record, separator)
    const code = fields[places.code]?.trim() ?? ''
    const display = fields[places.display]?.trim() ?? ''
    if (code === '') continue
    await target.addConcept({ code, isActive: true, ...(display === '' ? {} : { display }) })
    if (display !== '') await target.addName({ code, id: 'display', value: display })
  }
  await target.flush()
}

/** A record goes on over a line's end within quotes. */
async function* readRecords(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let open: string | undefined
  for await (const line of lines) {
    const record: string = open === undefined ? line : `${open}\n${line}`
    open = (record.split('"').length - 1) % 2 === 0 ? undefined : record
    if (open !== undefined && open.length > 1 << 20) throw new LoadError('a record is too long')
    if (open === undefined && record !== '') yield record
  }
}

export function splitRecord(record: string, separator: string): string[] {
  if (!record.includes('"')) return record.split(separator)
  const fields: string[] = []
  const field = separator === ',' ? /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gy : /(?:"((?:[^"]|"")*)"|([^\t]*))(\t|$)/gy
  for (const [, quoted, bare = '', end] of record.matchAll(field)) {
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '') break
  }
  return fields
}
