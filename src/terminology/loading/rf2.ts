/** SNOMED CT and AMT from RF2 snapshot files. SNOMED CT Release File Specifications 4.2 to 5.2. */
import { isSnomedConcept } from '../check-digits.ts'
import type { LoadTarget } from './load-target.ts'
import { LoadError, readLines, type SourceFile } from './source-file.ts'

const isA = '116680003'
const fullySpecified = '900000000000003001'
const preferred = '900000000000548007'
const definedStatus = '900000000000073002'

/** Language reference sets in order of preference here: Australian, British, United States English. */
const dialects: Readonly<Record<string, number>> = {
  '32570271000036106': 3,
  '900000000000508004': 2,
  '900000000000509007': 1,
}

/** Editions by the country and namespace in the names of the files. */
const editions: Readonly<Record<string, string>> = { AU1000036: '32506021000036107', INT: '900000000000207008' }

type Fields = readonly string[]
type FileKind = {
  readonly pattern: RegExp
  /** Columns that must be present, in this order. */
  readonly columns: Fields
  readonly add: (target: LoadTarget, fields: Fields) => Promise<void>
}

const at = (fields: Fields, index: number): string => fields[index] ?? ''
const isActive = (fields: Fields): boolean => at(fields, 2) === '1'

// In the order of reading.
const fileKinds: readonly FileKind[] = [
  {
    pattern: /^x?sct2_Concept_.*Snapshot/i,
    columns: ['id', 'effectiveTime', 'active', 'moduleId', 'definitionStatusId'],
    add: (target, fields) =>
      target.addConcept({
        code: at(fields, 0),
        isActive: isActive(fields),
        properties: [
          ['effectiveTime', at(fields, 1), 'string'],
          ['moduleId', at(fields, 3), 'code'],
          ['sufficientlyDefined', String(at(fields, 4) === definedStatus), 'boolean'],
        ],
      }),
  },
  {
    pattern: /^x?sct2_Description_.*Snapshot/i,
    columns: ['id', 'effectiveTime', 'active', 'moduleId', 'conceptId', 'languageCode', 'typeId', 'term'],
    add: async (target, fields) => {
      if (!isActive(fields)) return
      const use = at(fields, 6) === fullySpecified ? 'fully-specified' : 'synonym'
      await target.addName({
        id: at(fields, 0),
        code: at(fields, 4),
        language: at(fields, 5),
        use,
        value: at(fields, 7),
      })
    },
  },
  {
    pattern: /^x?sct2_Relationship_.*Snapshot/i,
    columns: ['id', 'effectiveTime', 'active', 'moduleId', 'sourceId', 'destinationId', 'relationshipGroup', 'typeId'],
    add: async (target, fields) => {
      if (isActive(fields) && at(fields, 7) === isA)
        await target.addParent({ code: at(fields, 4), parent: at(fields, 5) })
    },
  },
  {
    pattern: /^x?der2_cRefset_Language.*Snapshot/i,
    columns: ['id', 'effectiveTime', 'active', 'moduleId', 'refsetId', 'referencedComponentId', 'acceptabilityId'],
    add: async (target, fields) => {
      const rank = dialects[at(fields, 4)]
      if (isActive(fields) && rank !== undefined && at(fields, 6) === preferred)
        await target.addPreference({ id: at(fields, 5), rank })
    },
  },
  {
    // Reference sets of concepts; their other columns are not read.
    pattern: /^x?der2_(?!cRefset_Language)\w*Refset_.*Snapshot/i,
    columns: ['id', 'effectiveTime', 'active', 'moduleId', 'refsetId', 'referencedComponentId'],
    add: async (target, fields) => {
      if (isActive(fields) && isSnomedConcept(at(fields, 5)))
        await target.addMember({ refset: at(fields, 4), code: at(fields, 5) })
    },
  },
]

export const isRf2 = (files: readonly SourceFile[]): boolean =>
  files.some(({ name }) => fileKinds[0]?.pattern.test(name) === true)

/** FHIR's address of the edition and its date, from the names of the files. R4 snomedct.html#versions. */
export function findEdition(files: readonly SourceFile[]): string | undefined {
  const name = files.find((file) => fileKinds[0]?.pattern.test(file.name))?.name ?? ''
  const [, country = '', date = ''] = /_([A-Z]{2,3}\d*)_(\d{8})\.txt$/i.exec(name) ?? []
  const edition = editions[country]
  return edition === undefined ? undefined : `http://snomed.info/sct/${edition}/version/${date}`
}

export async function loadRf2(target: LoadTarget, files: readonly SourceFile[]): Promise<void> {
  for (const kind of fileKinds)
    for (const file of files) if (kind.pattern.test(file.name)) await loadFile(target, kind, file)
  await target.flush()
}

async function loadFile(target: LoadTarget, { columns, add }: FileKind, file: SourceFile): Promise<void> {
  target.progress.begin(file)
  let isHead = true
  for await (const line of readLines(file, target.progress.advance)) {
    const fields = line.split('\t')
    if (isHead) {
      const names = line.replace(/^\uFEFF/, '').split('\t')
      if (columns.some((column, index) => names[index] !== column))
        throw new LoadError(`${file.name} does not have the columns of its kind of RF2 file`)
      isHead = false
    } else if (line !== '') await add(target, fields)
  }
}
