/** Rules of code systems, value sets and concept maps: whether they agree with themselves and with the resources that they name. R4 codesystem.html, valueset.html, conceptmap.html. */
import { type JsonObject, textOf } from '../../core/json.ts'
import type { Code, CodeLookup } from '../code-lookup.ts'
import { objectOf, objectsOf } from './members.ts'
import type { Rule, Site, Sources } from './site.ts'
import { isUcumCode } from './ucum.ts'

const ucum = 'http://unitsofmeasure.org'

const isAbsolute = (uri: string): boolean => /^(?:https?:|urn:)/.test(uri)

const countConcepts = (parent: JsonObject): number =>
  objectsOf(parent, 'concept').reduce((count, concept) => count + 1 + countConcepts(concept), 0)

export const compileCodeSystem =
  ({ registry }: Sources): Rule =>
  (system, site) => {
    const content = textOf(system, 'content')
    const count = countConcepts(system)
    if (content === 'complete' && typeof system['count'] === 'number' && system['count'] !== count)
      site.report('code-system-count', 'count')
    if (content === 'not-present' && count > 0) site.report('code-system-content', 'concept')
    const isSupplement = content === 'supplement'
    if (isSupplement !== (system['supplements'] !== undefined)) site.report('code-system-supplement')
    if (isSupplement && system['caseSensitive'] !== undefined) site.report('code-system-of-base', 'caseSensitive')
    const types = new Map(objectsOf(system, 'property').map((property) => [property['code'], textOf(property, 'type')]))
    if (types.size < objectsOf(system, 'property').length) site.report('code-system-property', 'property')
    checkProperties(system, types, site)
    const all = registry.findValueSet(textOf(system, 'valueSet') ?? '')
    const includes = all?.compose?.include
    const [only] = includes ?? []
    if (includes === undefined || system['url'] === undefined) return
    const isAll = includes.length === 1 && only?.system === system['url'] && !only?.concept && !only?.filter
    if (!isAll) site.report('code-system-value-set', 'valueSet')
  }

/** The JSON name of a property's value by its type. */
const valueName = (type: string): string => `value${type.charAt(0).toUpperCase()}${type.slice(1)}`

function checkProperties(parent: JsonObject, types: ReadonlyMap<unknown, string | undefined>, site: Site): void {
  const concepts = objectsOf(parent, 'concept')
  if (types.size === 0 || concepts.length === 0) return
  site.enter('concept')
  concepts.forEach((concept, index) => {
    site.enter(index)
    const isWrong = objectsOf(concept, 'property').some((property) => {
      const type = types.get(property['code'])
      return type !== undefined && property[valueName(type)] === undefined
    })
    if (isWrong) site.report('code-system-property', 'property')
    checkProperties(concept, types, site)
    site.leave()
  })
  site.leave()
}

const isUnknown = (codes: CodeLookup, code: Code): boolean =>
  code.system === ucum ? !isUcumCode(code.code ?? '') : codes.findCode(code)?.known === false

export const compileValueSet =
  ({ registry, codes }: Sources): Rule =>
  (valueSet, site) => {
    const compose = objectOf(valueSet, 'compose')
    if (compose === undefined) return
    site.enter('compose')
    for (const side of ['include', 'exclude']) {
      site.enter(side)
      objectsOf(compose, side).forEach((part, index) => {
        site.enter(index)
        const system = textOf(part, 'system')
        if (system !== undefined && !isAbsolute(system)) site.report('system-relative', 'system')
        else if (system !== undefined && /\/ValueSet\//.test(system) && registry.findValueSet(system) !== undefined)
          site.report('system-value-set', 'system')
        const wrong = objectsOf(part, 'concept').some(
          ({ code }) => system !== undefined && typeof code === 'string' && isUnknown(codes, { system, code }),
        )
        if (wrong) site.report('code-unknown', 'concept')
        if (objectsOf(part, 'filter').some((filter) => !isFilter(filter, system, codes)))
          site.report('value-set-filter', 'filter')
        site.leave()
      })
      site.leave()
    }
    site.leave()
  }

/** The values that a filter may have. R4 valueset-filter-operator.html. */
function isFilter(filter: JsonObject, system: string | undefined, codes: CodeLookup): boolean {
  const { op, property, value } = filter
  if (typeof value !== 'string') return true
  if (op === 'exists') return value === 'true' || value === 'false'
  if (op === 'regex') return isPattern(value)
  return property !== 'concept' || system === undefined || !isUnknown(codes, { system, code: value })
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const sides = [
  { system: 'source', sets: ['sourceUri', 'sourceCanonical'] },
  { system: 'target', sets: ['targetUri', 'targetCanonical'] },
] as const

export const compileConceptMap =
  ({ codes }: Sources): Rule =>
  (map, site) => {
    const [sources, targets] = sides.map(({ sets }) => sets.flatMap((name) => textOf(map, name) ?? []))
    site.enter('group')
    objectsOf(map, 'group').forEach((group, index) => {
      site.enter(index)
      const elements = objectsOf(group, 'element')
      const below = elements.flatMap((element) => objectsOf(element, 'target'))
      const isWrong = (coded: JsonObject, system: string | undefined, sets: readonly string[] = []): boolean => {
        const code = textOf(coded, 'code')
        if (code === undefined || system === undefined) return false
        return (
          isUnknown(codes, { system, code }) ||
          sets.some((set) => codes.checkMembership(set, { system, code }) === 'not-member')
        )
      }
      if (elements.some((element) => isWrong(element, textOf(group, 'source'), sources)))
        site.report('concept-source', 'element')
      if (below.some((target) => isWrong(target, textOf(group, 'target'), targets)))
        site.report('concept-target', 'element')
      site.leave()
    })
    site.leave()
  }
