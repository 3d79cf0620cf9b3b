/** Every operation, parameter and property of the OpenAPI document is described, with an example that is valid. OpenAPI 3.1. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { spokes } from '../../../src/core/spokes.ts'
import { ruleMessages } from '../../../src/drafting/verify/tables.ts'
import { policyMessages } from '../../../src/hub/artifacts/policy-findings.ts'
import { findTextKey } from '../../../src/hub/openapi/describe.ts'
import { buildOpenapi } from '../../../src/hub/openapi/openapi.ts'
import { operationTexts } from '../../../src/hub/openapi/operations/operations.ts'
import { findParameterKey, parameterTexts } from '../../../src/hub/openapi/parameter-texts.ts'
import { propertyTables, propertyTexts } from '../../../src/hub/openapi/properties/properties.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import { alertRuleNames } from '../../../src/store/alert-rules.ts'

const root = join(import.meta.dirname, '../../..')

type Json = { readonly [name: string]: Json }
type Described = { readonly at: string; readonly description: unknown; readonly examples: readonly unknown[] }
type Property = Described & { readonly path: readonly string[]; readonly schema: Json }

const document = buildOpenapi(hubRoutes(1), {
  baseUrl: 'https://hub.example',
  problemBase: 'https://hub.example/problems',
  scopes: { read: 'banksia/spoke.read', write: 'banksia/spoke.write' },
  spokes: spokes('ios'),
  issuer: 'https://login.example.org',
  version: '1.0.0',
}) as unknown as Json

const schemas = document['components']?.['schemas'] as Json
const operations = Object.values(document['paths'] as Json).flatMap((methods) => Object.values(methods))
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown): readonly [string, Json][] => Object.entries((value ?? {}) as Json)

/** Every property in the schema, those of inner objects among them; a reference is walked where it leads to. */
function listProperties(schema: Json, path: readonly string[]): readonly Property[] {
  const own = entriesOf(schema['properties']).flatMap(([name, member]) => {
    const inner = [...path, name]
    const { description, examples } = member as { description?: unknown; examples?: unknown }
    return [
      { at: inner.join('.'), path: inner, description, examples: listOf(examples), schema: member },
      ...listProperties(member, inner),
    ]
  })
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => listOf(schema[keyword]))
  const items = schema['items'] === undefined ? [] : [schema['items']]
  return [...own, ...[...branches, ...items].flatMap((one) => listProperties(one, path))]
}

const properties = entriesOf(schemas).flatMap(([name, schema]) => listProperties(schema, [name]))

const parameters: readonly Described[] = [
  ...operations.flatMap((operation) =>
    listOf(operation['parameters'])
      .filter((one) => one['$ref'] === undefined)
      .map((one) => describedOf(`${String(operation['operationId'])} ${String(one['name'])}`, one)),
  ),
  ...entriesOf(document['components']?.['parameters']).map(([name, one]) => describedOf(name, one)),
  ...entriesOf(document['components']?.['headers']).map(([name, one]) => describedOf(name, one)),
]

function describedOf(at: string, one: Json): Described & { readonly schema: Json } {
  const { example } = one as { example?: unknown }
  return {
    at,
    description: one['description'],
    examples: example === undefined ? [] : [example],
    schema: one['schema'] as Json,
  }
}

/** The media types of the operations' requests and answers, problems among them. */
const bodies = operations.flatMap((operation) => {
  const answers = entriesOf(operation['responses']).map(([status, response]) => [status, resolve(response)] as const)
  return [['request', operation['requestBody']] as const, ...answers].flatMap(([place, body]) =>
    entriesOf((body as Json | undefined)?.['content']).map(([type, content]) => ({
      at: `${String(operation['operationId'])} ${place} ${type}`,
      examples:
        content['examples'] === undefined
          ? 'example' in content
            ? [content['example']]
            : []
          : Object.values(content['examples']).map((one) => one['value']),
      schema: content['schema'],
    })),
  )
})

function resolve(value: Json): Json {
  const { $ref } = value as { $ref?: unknown }
  if (typeof $ref !== 'string') return value
  return $ref
    .slice(2)
    .split('/')
    .reduce((inner, name) => inner[name] as Json, document)
}

/** As zod takes it: definitions stand beside the schema, and no relative address is a URI reference. */
const forZod = (schema: Json): Json =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('#/components/schemas/', '#/$defs/')
      .replaceAll('"format":"uri-reference"', '"minLength":1'),
  )
const $defs = forZod(schemas)

/** With everything that the schema may refer to. */
function openSchema(schema: Json): (value: unknown) => readonly string[] {
  const own = forZod(schema)
  const type = z.fromJSONSchema(JSON.stringify(own).includes('$ref') ? { ...own, $defs } : own)
  return (value) => {
    const found = type.safeParse(value)
    return found.success ? [] : found.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  }
}

const listInvalid = (
  rows: readonly { readonly at: string; readonly examples: readonly unknown[]; readonly schema?: unknown }[],
) =>
  rows.flatMap(({ at, examples, schema }) => {
    if (schema === undefined || examples.length === 0) return []
    const validate = openSchema(schema as Json)
    return examples.flatMap((example) => validate(example).map((fault) => `${at}: ${fault}`))
  })

const words = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A sentence, which says more than the name. */
const isDescription = (at: string, text: unknown): boolean => {
  const name = words(at.split(/[. ]/).at(-1) ?? '')
  return (
    typeof text === 'string' &&
    /^\S.*[.]$/.test(text) &&
    text.split(' ').length >= 4 &&
    words(text)
      .replaceAll(name, '')
      .replace(/^(the|a|an|of|is)+/, '').length >= 8
  )
}

const undescribed = (rows: readonly Described[]): readonly string[] =>
  rows.filter(({ at, description }) => !isDescription(at, description)).map(({ at }) => at)
const withoutExample = (
  rows: readonly { readonly at: string; readonly examples: readonly unknown[] }[],
): readonly string[] =>
  rows.filter(({ examples }) => examples.length === 0 || examples[0] === undefined).map(({ at }) => at)

test('spec 9: every operation says what it does', () => {
  const ids = operations.map((operation) => String(operation['operationId']))

  expect(operations.length).toBeGreaterThan(80)
  expect(undescribed(operations.map((one) => describedOf(String(one['operationId']), one)))).toEqual([])
  expect(operations.filter((one) => String(one['description']) === `${String(one['summary'])}.`)).toEqual([])
  expect(Object.keys(operationTexts).filter((id) => !ids.includes(id))).toEqual([])
})

test('spec 9: every parameter and header has a description, and an example that its schema takes', () => {
  expect(undescribed(parameters)).toEqual([])
  expect(withoutExample(parameters)).toEqual([])
  expect(listInvalid(parameters)).toEqual([])
})

test('spec 9: every property has a description, and an example that its schema takes', () => {
  expect(properties.length).toBeGreaterThan(800)
  expect(undescribed(properties)).toEqual([])
  expect(withoutExample(properties)).toEqual([])
  expect(listInvalid(properties)).toEqual([])
})

test('spec 9: every request and every answer has an example that its schema takes', () => {
  const taken = bodies.filter(({ examples }) => examples.length > 0)

  expect(withoutExample(bodies)).toEqual([])
  expect(taken.length).toBeGreaterThan(300)
  expect(
    listInvalid([...new Map(bodies.map((body) => [JSON.stringify([body.schema, body.examples]), body])).values()]),
  ).toEqual([])
})

test('spec 9: no text is left without what it describes, and none is given twice', () => {
  const keys = propertyTables.flatMap((table) => Object.keys(table))
  const used = new Set(properties.map(({ path }) => findTextKey(propertyTexts, path)))
  const usedParameters = new Set(
    operations.flatMap((operation) =>
      listOf(operation['parameters']).flatMap((one) =>
        one['name'] === undefined
          ? []
          : findParameterKey(String(operation['operationId']), String(one['in']), String(one['name'])),
      ),
    ),
  )

  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(keys.filter((key) => !used.has(key))).toEqual([])
  expect(Object.keys(parameterTexts).filter((key) => !usedParameters.has(key))).toEqual([])
})

/** Each text under a member of this name, wherever in an example it is. */
function textsUnder(name: string, example: unknown): readonly string[] {
  if (Array.isArray(example)) return example.flatMap((one) => textsUnder(name, one))
  if (typeof example !== 'object' || example === null) return []
  return Object.entries(example).flatMap(([member, value]) =>
    member === name && typeof value === 'string' ? [value] : textsUnder(name, value),
  )
}

/** All examples in schemas, in properties, and in bodies and answers of operations. */
function listTexts(name: string): readonly string[] {
  const own = properties.filter(({ path }) => path.at(-1) === name).flatMap(({ examples }) => examples)
  const texts = own.filter((one): one is string => typeof one === 'string')
  return [...new Set([...texts, ...textsUnder(name, document)])]
}

test('spec 9: a rule in an example is one that the verifier, the policy or an alert knows', () => {
  const known = [...Object.keys(ruleMessages), ...Object.keys(policyMessages), ...alertRuleNames]

  const rules = listTexts('rule')

  expect(rules.length).toBeGreaterThan(0)
  expect(rules.filter((rule) => !known.includes(rule))).toEqual([])
})

/** All that the program itself says; the descriptions of the document are left out. */
const sources = ['src', 'queues']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter((file) => !file.startsWith('src/hub/openapi/'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join()

test.each(['reason', 'event', 'kind', 'state', 'status', 'outcome', 'permit', 'scheme'])(
  'spec 9: a code under %s in an example is one that the program has',
  (name) => {
    const codes = listTexts(name).filter((text) => /^[a-z][a-z0-9_.-]+$/.test(text))

    expect(codes.filter((code) => !sources.includes(`'${code}'`) && !sources.includes(`${code}:`))).toEqual([])
  },
)
