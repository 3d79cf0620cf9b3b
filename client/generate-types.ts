/**
 * Writes hub-types.ts: `banksia openapi | node client/generate-types.ts > client/hub-types.ts`. OpenAPI 3.1 in, TypeScript out:
 * one type for each named schema, and one row for each operation. A test holds the file to the document.
 */
import { text } from 'node:stream/consumers'

type Json = string | number | boolean | null | readonly Json[] | Schema
type Schema = { readonly [name: string]: Json }

const isObject = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: Json | undefined): Schema => (isObject(value) ? value : {})
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const literal = (value: Json): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** `indent`: of the line that it stands in. */
function typeOf(schema: Schema, indent = ''): string {
  const { $ref, type, items, enum: values, const: constant } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown'
  if (constant !== undefined) return literal(constant)
  if (values !== undefined) return listOf(values).map(literal).join(' | ')
  const choices = listOf(schema['anyOf'] ?? schema['oneOf']).filter(isObject)
  if (choices.length > 0) return choices.map((choice) => typeOf(choice, indent)).join(' | ')
  if (type === 'array') return `readonly ${inList(typeOf(objectOf(items), indent))}[]`
  if (type === 'object') return objectType(schema, indent)
  if (Array.isArray(type)) return type.map((one) => scalars[String(one)] ?? 'unknown').join(' | ')
  return scalars[String(type)] ?? 'unknown'
}

const inList = (type: string): string => (type.includes(' | ') && !/^\{[^|]*\}$/.test(type) ? `(${type})` : type)

function objectType(schema: Schema, indent: string): string {
  const { properties, additionalProperties } = schema
  const members = Object.entries(objectOf(properties))
  if (members.length === 0) {
    return `Readonly<Record<string, ${isObject(additionalProperties) ? typeOf(additionalProperties, indent) : 'unknown'}>>`
  }
  const required = new Set(listOf(schema['required']))
  const lines = members.map(([name, member]) => {
    const mark = required.has(name) ? '' : '?'
    return `${indent}  readonly ${nameOf(name)}${mark}: ${typeOf(objectOf(member), `${indent}  `)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A type's place in a template literal. */
const hole = (type: string): string => `$\{${type}}`

type Operation = { readonly method: string; readonly path: string; readonly row: string }

function listOperations(paths: Schema): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, facts]) => {
      const { parameters, requestBody, responses } = objectOf(facts)
      const takesQuery = listOf(parameters).some((one) => objectOf(one)['in'] === 'query')
      const template = `${path.replaceAll(/\{\w+\}/g, () => hole('string'))}${takesQuery ? hole('Query') : ''}`
      const quote = template.includes('$') ? '`' : "'"
      const success = Object.entries(objectOf(responses)).find(([status]) => Number(status) < 300)
      const columns = [
        `'${method.toUpperCase()}'`,
        quote + template + quote,
        bodyType(objectOf(requestBody)),
        answerType(objectOf(success?.[1])),
        versionType(listOf(parameters)),
      ]
      return { method, path, row: `Operation<${columns.join(', ')}>` }
    }),
  )
}

/** Returns the type of the version of a change, from the headers of the operation. */
function versionType(parameters: readonly Json[]): string {
  const names = parameters.map((one) => String(objectOf(one)['$ref'] ?? '').replace('#/components/parameters/', ''))
  const ifMatch = names.find((name) => name.startsWith('IfMatch.'))
  if (ifMatch === undefined) return 'undefined'
  const others = [
    ...(ifMatch.endsWith('-or-any') ? ["'any'"] : []),
    ...(names.includes('IfNoneMatch') ? ["'new'"] : []),
  ]
  return ['number', ...others].join(' | ')
}

const schemaOf = (body: Schema): Schema | undefined => {
  const { schema } = objectOf(objectOf(body['content'])['application/json'])
  return isObject(schema) ? schema : undefined
}

/** A body that is not JSON is bytes. */
function bodyType(body: Schema): string {
  const schema = schemaOf(body)
  if (schema === undefined) return body['content'] === undefined ? 'undefined' : 'Uint8Array'
  return `${typeOf(schema)}${body['required'] === true ? '' : ' | undefined'}`
}

function answerType(response: Schema): string {
  const schema = schemaOf(response)
  if (schema !== undefined) return typeOf(schema)
  return response['content'] === undefined ? 'undefined' : 'Uint8Array'
}

/** A path takes the first row that fits: a longer pattern, or one that ends in a verb, comes before a general one. */
const rank = ({ path }: Operation): number => path.split('/').length * 2 + (path.includes(':') ? 1 : 0)

export function generateTypes(document: Schema): string {
  const { schemas } = objectOf(document['components'])
  const types = Object.entries(objectOf(schemas)).map(
    ([name, schema]) => `export type ${name} = ${typeOf(objectOf(schema))}`,
  )
  const operations = listOperations(objectOf(document['paths']))
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ row }) => `  ${row},`)
  return `// biome-ignore-all format: generated
/** Generated by generate-types.ts from the OpenAPI document: what the Hub's operations take and answer. Not edited by hand. */

${types.join('\n\n')}

type Query = '' | \`?\${string}\`
type Row = {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly answer: unknown
  readonly version: unknown
}
/** \`version\`: what the call says of the version that it changes. */
type Operation<Method extends string, Path extends string, Body, Answer, Version> = {
  readonly method: Method
  readonly path: Path
  readonly body: Body
  readonly answer: Answer
  readonly version: Version
}

/** The first row that fits a method and path is theirs. */
export type Operations = readonly [
${operations.join('\n')}
]

export type Find<Rows, Method extends string, Path extends string> = Rows extends readonly [
  infer First extends Row,
  ...infer Rest,
]
  ? Method extends First['method']
    ? Path extends First['path']
      ? First
      : Find<Rest, Method, Path>
    : Find<Rest, Method, Path>
  : never
`
}

if (import.meta.main) process.stdout.write(generateTypes(JSON.parse(await text(process.stdin))))
