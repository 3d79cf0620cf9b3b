/** Rules of StructureDefinitions: whether one fits its base, its type and its place. R4 structuredefinition.html, profiling.html. D123. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { type JsonObject, textOf } from '../../../core/json.ts'
import { DefinitionError, type DefinitionFault } from '../../definitions/definition-error.ts'
import { completeStructures } from '../../definitions/snapshot/complete-structures.ts'
import { formatSegment, listSegments } from '../../definitions/snapshot/element-id.ts'
import type { Registry } from '../../registry.ts'
import { openPaths } from '../element-aliases.ts'
import { objectOf, objectsOf } from '../members.ts'
import type { Rule, Site, Sources } from '../site.ts'
import { isForR4 } from '../version-range.ts'
import { checkElements } from './element-rules.ts'
import { checkExpressions } from './invariant-expressions.ts'

export const compileStructureDefinition = (sources: Sources): Rule => {
  const hasPath = openPaths(sources.registry)
  return (structure, site) => {
    checkContext(
      structure,
      site,
      (type, names) => sources.registry.findType(type) !== undefined && hasPath(type, names),
    )
    checkUrl(structure, site)
    const base = sources.registry.findStructure(textOf(structure, 'baseDefinition') ?? '')
    checkType(structure, base, { registry: sources.registry, site })
    if (base !== undefined && structure['derivation'] === 'constraint') checkParts(structure, base, { sources, site })
    checkExpressions(structure, site, sources)
  }
}

type Known = { readonly registry: Registry; readonly site: Site }

function checkType(structure: JsonObject, base: StructureDefinition | undefined, { registry, site }: Known): void {
  const type = textOf(structure, 'type') ?? ''
  const { derivation, kind } = structure
  if (derivation === undefined && structure['baseDefinition'] !== undefined) site.report('definition-derivation')
  // A type of its own has an address: names alone are those of FHIR.
  if (!type.includes(':') && registry.findType(type) === undefined) site.report('definition-type', 'type')
  if (base === undefined || derivation !== 'constraint') return
  if (base.type !== type) site.report('definition-base', 'type')
  else if (base.kind !== kind) site.report('definition-base', 'kind')
}

/** An element by its path or a type, as R4 defining-extensions.html#context has them. */
const elementPath = /^[A-Z][A-Za-z]*(?:\.[a-z][A-Za-z0-9]*(?:\[x\])?)*$/

/** Later releases name these types, and packages for R4 take them over. */
const interfaces: ReadonlySet<string> = new Set(['Base', 'CanonicalResource', 'MetadataResource'])

function checkContext(
  structure: JsonObject,
  site: Site,
  hasPath: (type: string, names: readonly string[]) => boolean,
): void {
  const contexts = objectsOf(structure, 'context')
  if (contexts.length > 0 && structure['type'] !== 'Extension') site.report('definition-context', 'context')
  contexts.forEach((context, index) => {
    const { type, expression } = context
    if (type !== 'element' || !isForR4(context) || typeof expression !== 'string' || !elementPath.test(expression))
      return
    const [host = '', ...names] = expression.replaceAll('[x]', '').split('.')
    if (interfaces.has(host) || hasPath(host, names)) return
    site.enter('context')
    site.enter(index)
    site.report('definition-context-unknown', 'expression')
    site.leave()
    site.leave()
  })
}

/** The address of an extension is the url that it fixes. R4 extensibility.html#Extension. */
function checkUrl(structure: JsonObject, site: Site): void {
  if (structure['type'] !== 'Extension' || structure['derivation'] !== 'constraint') return
  const stated = elementsOf(structure, 'differential').find(({ path }) => path === 'Extension.url')?.fixedUri
  const isInherited = structure['baseDefinition'] !== 'http://hl7.org/fhir/StructureDefinition/Extension'
  if (stated === undefined ? !isInherited && structure['differential'] !== undefined : stated !== structure['url'])
    site.report('definition-extension-url')
}

const elementsOf = (structure: JsonObject, part: string): readonly ElementDefinition[] =>
  // Members of another shape have findings of their own, and the generator refuses them.
  objectsOf(objectOf(structure, part) ?? {}, 'element') as unknown as readonly ElementDefinition[]

/** Faults of a differential that are no contradiction: what is not at hand, or what another rule weighs. */
const doubtful: ReadonlySet<DefinitionFault> = new Set([
  'base-missing',
  'profile-unknown',
  'discriminator-missing',
  'minimum-above-maximum',
  'element-repeated',
  'malformed',
])

type Around = { readonly sources: Sources; readonly site: Site }

function checkParts(structure: JsonObject, base: StructureDefinition, { sources, site }: Around): void {
  const differential = elementsOf(structure, 'differential')
  const made = differential.length === 0 ? undefined : generate(structure, differential, { sources, site })
  for (const part of ['differential', 'snapshot'] as const) {
    const elements = part === 'differential' ? differential : elementsOf(structure, part)
    site.enter(part)
    checkElements({ elements, part, base, made }, sources, site)
    site.leave()
  }
}

/** The snapshot that the differential would have; reports where it does not fit its base. */
function generate(
  structure: JsonObject,
  differential: readonly ElementDefinition[],
  { sources, site }: Around,
): StructureDefinition | undefined {
  const { snapshot: _, ...rest } = structure
  try {
    // Its own checks say whether it has the form; the generator refuses any other.
    const asked = rest as unknown as StructureDefinition
    return completeStructures([asked], sources.registry.findStructure)[0]
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    if (!doubtful.has(error.fault)) reportFault(error, differential, site)
    return undefined
  }
}

function reportFault({ element, reason }: DefinitionError, elements: readonly ElementDefinition[], site: Site): void {
  const ids = listSegments(elements).map((segments) => segments.map(formatSegment).join('.'))
  const index = ids.indexOf(element)
  site.enter('differential')
  if (index >= 0) {
    site.enter('element')
    site.enter(index)
  }
  site.report('definition-differential', undefined, { message: `The differential does not fit: ${reason}` })
  if (index >= 0) {
    site.leave()
    site.leave()
  }
  site.leave()
}
