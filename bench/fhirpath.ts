/**
 * FHIRPath over the published examples: processor time of all invariants and of all search parameters, beside that of @medplum/core
 * for the same expressions. `npm run bench:fhirpath`; `-- --every 1` takes all examples.
 */
import { parseArgs } from 'node:util'
import { evalFhirPathTyped, parseFhirPath } from '@medplum/core'
import { r4Examples } from '../judges/r4-examples.ts'
import { indexResource } from '../src/fhir-search/index/index-resource.ts'
import { SearchParameters } from '../src/fhir-search/parameters/search-parameters.ts'
import { compileFhirPath } from '../src/fhirpath/compile.ts'
import type { Environment } from '../src/fhirpath/environment.ts'
import type { Definitions } from '../src/profiles/definitions/definitions.ts'
import { type Example, listExamples } from '../test/fhir-server/examples/published-examples.ts'
import {
  evaluateElsewhere,
  type Found,
  listElements,
  listInvariants,
  readStructures,
} from '../test/fhirpath/published-invariants.ts'
import { openTestDefinitions } from '../test/profiles/open-definitions.ts'

const { values } = parseArgs({ options: { every: { type: 'string', default: '5' } } })

/** The same expression on one element, by either evaluator. */
type Asked = { readonly own: () => unknown; readonly other: () => unknown }

const environment: Environment = { htmlChecks: () => true, resolve: () => undefined, clock: () => new Date(0) }

function listInvariantsOf(definitions: Definitions, examples: readonly Example[]): readonly Asked[] {
  const types = definitions.fhirPathTypes
  const rows = listInvariants(readStructures())
    .filter(
      ({ key, path }) => !/^(?:ele|ext|txt)-/.test(key) && definitions.findType(path.split('.')[0] ?? '') !== undefined,
    )
    .map(({ path, expression }) => {
      const type = definitions.findType(path) === undefined ? {} : { type: path }
      return { path, own: compileFhirPath(expression, { types, ...type }), other: parseFhirPath(expression) }
    })
  const byPath = Map.groupBy(rows, ({ path }) => path)
  const ask = (found: Found): readonly Asked[] => {
    const asked = { ...environment, resource: found.resource, rootResource: found.root }
    const own = [...new Set([found.path, found.node.type.name])].flatMap((path) => byPath.get(path) ?? [])
    return own.map((row) => ({
      own: () => row.own.isTrue(found.node, asked),
      other: () => evaluateElsewhere(found, row.other),
    }))
  }
  return examples.flatMap(({ resource }) => listElements(types, resource).flatMap(ask))
}

/** Ours also writes the rows of the index; the other one only reads. */
function listIndexed(definitions: Definitions, examples: readonly Example[]): readonly Asked[] {
  const parameters = new SearchParameters(definitions)
  return examples
    .filter(({ type }) => definitions.isResourceType(type))
    .map(({ type, id, resource }) => {
      const paths = parameters.list(type).flatMap((parameter) => parameters.paths(type, parameter))
      const others = paths.map(({ name }) => parseFhirPath(name))
      return {
        own: () => indexResource(parameters, { type, id, content: resource }),
        other: () => others.map((path) => evalFhirPathTyped(path, [{ type, value: resource }])),
      }
    })
}

/** An expression that one of them cannot evaluate costs time as well. */
function measure(asked: readonly Asked[], side: keyof Asked): number {
  const before = process.cpuUsage()
  for (const one of asked) {
    try {
      one[side]()
    } catch {}
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const write = (line: string): void => void process.stdout.write(`${line}\n`)

/** The first round warms up. */
function compare(name: string, asked: readonly Asked[]): void {
  for (const side of ['own', 'other'] as const) measure(asked, side)
  const [own, other] = [measure(asked, 'own'), measure(asked, 'other')]
  const each = ((own * 1000) / asked.length).toFixed(2)
  write(
    `${name.padEnd(28)} ${String(asked.length).padStart(8)} ${own.toFixed(0).padStart(8)} ms ${each.padStart(8)} µs each` +
      ` ${other.toFixed(0).padStart(8)} ms of @medplum/core, ratio ${(other / own).toFixed(1)}`,
  )
}

const definitions = await openTestDefinitions()
const examples = listExamples(r4Examples, Number(values.every)).filter(({ text }) => text.length < 500_000)
write(`${examples.length} examples`)
compare('invariants', listInvariantsOf(definitions, examples))
compare('index rows, by resource', listIndexed(definitions, examples))
