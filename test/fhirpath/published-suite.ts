/** The FHIRPath suite that HL7 publishes for R4, read from beside the repository, and what we find of each of its rows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { isJsonObject, type JsonObject, parseJson } from '../../src/core/json.ts'
import { compileFhirPath } from '../../src/fhirpath/compile.ts'
import { writeText } from '../../src/fhirpath/conversion.ts'
import { FhirPathFault, FhirPathSyntaxError } from '../../src/fhirpath/errors.ts'
import { type Collection, type Node, resourceNode } from '../../src/fhirpath/node.ts'
import { offline, openValidator } from '../../src/profiles/validator/validator.ts'
import { parseXml } from '../../src/profiles/xml/xml-reader.ts'
import { openCodeLookup } from '../../src/terminology/code-lookup.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

export const suiteFile = 'tests-fhir-r4.xml'

const folder = join(import.meta.dirname, '../../../shared/fhirpath')

type Attributes = Readonly<Record<string, string | undefined>>
type Output = { readonly type: string | undefined; readonly text: string }

export type SuiteRow = {
  readonly group: string
  readonly name: string
  readonly inputFile: string | undefined
  readonly expression: string
  /** `syntax`, `semantic`, `execution` or `true`: the expression is an error. */
  readonly invalid: string | undefined
  readonly isStrict: boolean
  readonly isPredicate: boolean
  readonly isOrdered: boolean
  readonly outputs: readonly Output[]
}

type Open = Omit<SuiteRow, 'expression' | 'invalid' | 'isStrict' | 'outputs'> & {
  expression: string
  isStrict: boolean
  invalid: string | undefined
  outputs: { type: string | undefined; text: string }[]
}

const openRow = (group: string, { name = '', inputfile, mode, predicate, ordered }: Attributes): Open => ({
  group,
  name,
  inputFile: inputfile,
  isStrict: mode === 'strict',
  isPredicate: predicate === 'true',
  isOrdered: ordered !== 'false',
  expression: '',
  invalid: undefined,
  outputs: [],
})

/** Every `test` of the suite; a `modeTest` asks for another mode and is none. */
export function readSuite(): readonly SuiteRow[] {
  const rows: Open[] = []
  let group = ''
  let row: Open | undefined
  let inside: string | undefined
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    inside = name
    if (name === 'group') group = String(attributes['name'])
    if (name === 'test') {
      row = openRow(group, attributes as Attributes)
      rows.push(row)
    }
    if (name === 'expression' && row !== undefined) {
      const { invalid, mode } = attributes as Attributes
      row.invalid = invalid
      // Semantic errors are found before anything is evaluated.
      row.isStrict ||= mode === 'strict' || invalid === 'semantic'
    }
    if (name === 'output') row?.outputs.push({ type: (attributes as Attributes)['type'], text: '' })
  })
  parser.on('text', (text) => {
    const output = row?.outputs.at(-1)
    if (inside === 'expression' && row !== undefined) row.expression += text
    if (inside === 'output' && output !== undefined) output.text += text
  })
  parser.on('closetag', ({ name }) => {
    inside = undefined
    if (name === 'test' || name === 'modeTest') row = undefined
  })
  parser.write(readFileSync(join(folder, suiteFile), 'utf8')).close()
  return rows
}

const definitions = await openTestDefinitions()
const { registry } = definitions
const validate = openValidator({ registry, codes: openCodeLookup(registry), model: definitions })

/** By the validator; undefined for a profile that it does not have. */
function conformsTo({ value }: Node, profile: string): boolean | undefined {
  if (registry.findStructure(profile) === undefined || !isJsonObject(value ?? null)) return undefined
  const { findings } = validate(value as JsonObject, { profiles: [profile], policy: offline })
  return findings.every(({ severity }) => severity !== 'error')
}

const types = definitions.fhirPathTypes

const inputs = new Map<string, Node | undefined>()

function readInput(file = 'patient-example.xml'): Node {
  if (!inputs.has(file)) inputs.set(file, resourceNode(types, parseInput(file)))
  const node = inputs.get(file)
  if (node === undefined) throw new Error('the input of a row is a resource')
  return node
}

function parseInput(file: string): JsonObject {
  const text = readFileSync(join(folder, file), 'utf8')
  return file.endsWith('.xml') ? parseXml(definitions, text) : (parseJson(text) as JsonObject)
}

const withoutCapital = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const itemsOf = (items: Collection): readonly Output[] =>
  items.map((item) => ({ type: withoutCapital(item.type.name), text: String(writeText(item)) }))

function evaluate({ inputFile, expression, isPredicate, isStrict }: SuiteRow): readonly Output[] | 'error' {
  const node = readInput(inputFile)
  const environment = {
    resource: node,
    rootResource: node,
    clock: () => new Date('2026-11-20T03:04:05Z'),
    conformsTo,
  }
  try {
    const path = compileFhirPath(expression, { types, type: node.type.name, isStrict })
    if (isPredicate) return [{ type: 'boolean', text: String(path.isTrue(node, environment)) }]
    return itemsOf(path.evaluate(node, environment))
  } catch (error) {
    if (error instanceof FhirPathSyntaxError || error instanceof FhirPathFault) return 'error'
    throw error
  }
}

export type Verdict = { readonly isAsExpected: boolean; readonly found: string; readonly expected: string }

/** A type that the suite does not name may be any. */
function isSame(found: readonly Output[], expected: readonly Output[]): boolean {
  const isOne = (one: Output, other: Output | undefined): boolean =>
    one.text === other?.text && (other.type === undefined || one.type === other.type)
  return found.length === expected.length && found.every((one, index) => isOne(one, expected[index]))
}

const inOrder = (outputs: readonly Output[], { isOrdered }: SuiteRow): readonly Output[] =>
  isOrdered ? outputs : outputs.toSorted((one, other) => (one.text < other.text ? -1 : 1))

export function judgeRow(row: SuiteRow): Verdict {
  const found = evaluate(row)
  const expected = row.invalid === undefined ? row.outputs.map(readOutput) : 'error'
  const isAsExpected =
    found === 'error' || expected === 'error' ? found === expected : isSame(inOrder(found, row), inOrder(expected, row))
  return { isAsExpected, found: JSON.stringify(found), expected: JSON.stringify(expected) }
}

/** A date or a time is written as a literal. */
const readOutput = ({ type, text }: Output): Output => ({
  type: type === undefined ? undefined : withoutCapital(type),
  text: text.replace(/^@T?(?=\d)/, ''),
})
