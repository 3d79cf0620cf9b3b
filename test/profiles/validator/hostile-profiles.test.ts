/** Profiles that are made to take for ever: each question is asked once, and all of them together have a bound. */
import { expect, test } from '@jest/globals'
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { systemClock } from '../../../src/core/clock.ts'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { layerRegistry } from '../../../src/profiles/definitions/layer-registry.ts'
import { offline, openValidator } from '../../../src/profiles/validator/validator.ts'
import { openCodeLookup } from '../../../src/terminology/code-lookup.ts'
import { openTestDefinitions } from '../open-definitions.ts'

const definitions = await openTestDefinitions()

const urlOf = (name: string): string => `https://example.org/StructureDefinition/${name}`

const profile = (name: string, type: string, ...element: ElementDefinition[]): StructureDefinition => ({
  resourceType: 'StructureDefinition',
  url: urlOf(name),
  name,
  status: 'active',
  kind: type === 'Extension' ? 'complex-type' : 'resource',
  abstract: false,
  type,
  baseDefinition: `http://hl7.org/fhir/StructureDefinition/${type}`,
  derivation: 'constraint',
  ...(type === 'Extension' ? { context: [{ type: 'element', expression: 'Element' }] } : {}),
  differential: { element: element[0]?.path === type ? element : [{ id: type, path: type }, ...element] },
})

function listRules(profiles: readonly StructureDefinition[], resource: JsonObject): (string | undefined)[] {
  const registry = layerRegistry(definitions.registry, profiles)
  const codes = openCodeLookup(registry)
  const validate = openValidator({ registry, codes, model: definitions, clock: systemClock })
  return validate(resource, { profiles: [], policy: offline }).findings.map(({ rule }) => rule)
}

const depth = 28
const steps = Array.from({ length: depth }, (_, index) => index)

test('docs/au-core.md#definitions: slices by profile within slices by profile are asked once for each extension', () => {
  const within = (index: number): StructureDefinition =>
    profile(
      `part-${index}`,
      'Extension',
      {
        id: 'Extension.extension',
        path: 'Extension.extension',
        slicing: { discriminator: [{ type: 'profile', path: '$this' }], rules: 'open' },
      },
      {
        id: 'Extension.extension:part',
        path: 'Extension.extension',
        sliceName: 'part',
        min: 0,
        max: '*',
        type: [{ code: 'Extension', profile: [urlOf(`part-${index + 1}`)] }],
      },
    )
  const extension = steps.reduceRight<JsonObject>(
    (inner, index) => ({ url: urlOf(`part-${index}`), extension: [inner] }),
    { url: urlOf(`part-${depth}`), valueString: 'x' },
  )

  expect(
    listRules([...steps.map(within), profile(`part-${depth}`, 'Extension')], {
      resourceType: 'Patient',
      extension: [extension],
    }),
  ).toEqual([])
})

test('docs/au-core.md#definitions: targets that each point to the next several times are asked once', () => {
  const chained = profile('chained', 'Observation', {
    id: 'Observation.hasMember',
    path: 'Observation.hasMember',
    type: [{ code: 'Reference', targetProfile: [urlOf('chained')] }],
  })
  const observation = (more: JsonObject): JsonObject => ({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    ...more,
  })
  const members = (index: number): JsonValue => [{ reference: `#${index}` }, { reference: `#${index}` }]
  const contained = [...steps, depth].map((index) =>
    observation({ id: String(index), ...(index < depth ? { hasMember: members(index + 1) } : {}) }),
  )

  const found = listRules(
    [chained],
    observation({ meta: { profile: [urlOf('chained')] }, contained, hasMember: members(0) }),
  )
  expect(found.filter((rule) => rule?.startsWith('reference'))).toEqual([])
})

test('docs/au-core.md#definitions: what the invariants of a profile take together is bounded', () => {
  const expression = '(name | name).select(%resource.name.select(%resource.name.given)).count() >= 0'
  const constraint = Array.from({ length: 500 }, (_, index) => ({
    key: `slow-${index}`,
    severity: 'error' as const,
    human: 'It is slow',
    expression,
  }))
  const name = Array.from({ length: 200 }, (_, index) => ({ given: [String(index), 'x'] }))

  expect(
    listRules([profile('slow', 'Patient', { id: 'Patient', path: 'Patient', constraint })], {
      resourceType: 'Patient',
      meta: { profile: [urlOf('slow')] },
      name,
    }),
  ).toEqual(['invariant-failed'])
})

test('docs/au-core.md#definitions: many links of a narrative are followed in one pass', () => {
  const links = Array.from({ length: 15_000 }, (_, at) => `<a id="i${at}">x</a><a href="#i${at}">x</a>`).join('')
  const text = { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${links}</div>` }

  expect(listRules([], { resourceType: 'Patient', text })).toEqual([])
})
