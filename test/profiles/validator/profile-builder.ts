/** Small profiles and a registry with them, for tests of the validator. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import type { JsonObject } from '../../../src/core/json.ts'
import type { Registry } from '../../../src/profiles/registry.ts'
import { offline, openValidator, type ValidatorOptions } from '../../../src/profiles/validator/validator.ts'
import { openCodeLookup } from '../../../src/terminology/code-lookup.ts'
import { openTestDefinitions } from '../open-definitions.ts'

const definitions = await openTestDefinitions()
const { registry } = definitions

/** An element by its path and, after a colon, its slice; then its content. */
export type Row = readonly [path: string, says: Partial<ElementDefinition> & Readonly<Record<string, unknown>>]

export const urlOf = (name: string): string => `http://example.org/StructureDefinition/${name}`

/** A profile whose snapshot has the root and these elements: the others are as the type has them. */
export function buildProfile(name: string, type: string, rows: readonly Row[]): StructureDefinition {
  const elements = rows.map(([path, says]) => {
    const [last = ''] = path.split('.').slice(-1)
    const [, sliceName] = last.split(':')
    const plain = path.replace(/:[^.]*/g, '')
    return { path: plain, ...(sliceName === undefined ? {} : { sliceName }), min: 0, max: '*', ...says }
  })
  return {
    resourceType: 'StructureDefinition',
    url: urlOf(name),
    name,
    status: 'active',
    kind: type === 'Extension' ? 'complex-type' : 'resource',
    abstract: false,
    type,
    ...(type === 'Extension' ? { context: [{ type: 'element', expression: 'Element' }] } : {}),
    derivation: 'constraint',
    snapshot: { element: [{ path: type, min: 0, max: '*' }, ...elements] as ElementDefinition[] },
  } as StructureDefinition // a test states what matters
}

const layer = (structures: readonly StructureDefinition[]): Registry => ({
  ...registry,
  findStructure: (canonical) =>
    structures.find(({ url }) => url === canonical.split('|')[0]) ?? registry.findStructure(canonical),
})

/** Rule, severity if it is no error, and place of each finding, against these profiles; the first one is claimed. */
export function listFindings(
  resource: JsonObject,
  structures: readonly StructureDefinition[] = [],
  options: Partial<ValidatorOptions> = {},
): string[] {
  const layered = layer(structures)
  const validate = openValidator({ registry: layered, codes: openCodeLookup(layered), model: definitions, ...options })
  const asked = structures.slice(0, 1).map(({ url = '' }) => url)
  return validate(resource, {
    profiles: asked,
    policy: { ...offline, unknownProfile: 'error', unknownExtension: 'information', unresolved: 'error' },
  }).findings.map(
    ({ rule, severity, expression }) => `${severity === 'error' ? '' : `${severity} `}${rule} ${expression}`,
  )
}
