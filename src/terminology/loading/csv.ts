/** Codes from a table: PBS items, ICD-10-AM lists. */
import { readRecords } from './csv-records.ts'
import type { LoadTarget } from './load-target.ts'
import { LoadError, type SourceFile } from './source-file.ts'

export type CsvColumns = { readonly code?: string; readonly display?: string }

/** Publishers' names of the columns, the better first; several names of a medicine are in one cell. */
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

/** The system's columns, in upper or lower case. */
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
  for await (const record of readRecords(file, target.progress.advance)) {
    if (places === undefined) {
      places = findPlaces(file, record, columns)
      continue
    }
    const code = record[places.code]?.trim() ?? ''
    const display = record[places.display]?.trim() ?? ''
    if (code === '') continue
    await target.addConcept({ code, isActive: true, ...(display === '' ? {} : { display }) })
    if (display !== '') await target.addName({ code, id: 'display', value: display })
  }
  await target.flush()
}

function findPlaces(file: SourceFile, head: readonly string[], columns: CsvColumns) {
  const code = findColumn(head, columns.code, codeNames)
  if (code < 0) throw new LoadError(`${file.name} has no column that is known to hold codes: name it with --code`)
  return { code, display: findColumn(head, columns.display, displayNames) }
}
