/** Translates a code by concept maps. R4 conceptmap-operation-translate.html. */
import type { ConceptMap, ConceptMapGroup, ConceptMapGroupElement } from '@medplum/fhirtypes'
import type { Code } from '../profiles/code-lookup.ts'

export type Match = {
  readonly equivalence: string
  readonly system?: string
  readonly code?: string
  readonly display?: string
  /** Canonical address of the map. */
  readonly source?: string
}

export type TranslationRequest = {
  /** Canonical address of the wanted value set. */
  readonly target?: string
  readonly targetSystem?: string
  /** From a target to its sources. */
  readonly isReverse: boolean
}

export function translateCode(maps: readonly ConceptMap[], code: Code, request: TranslationRequest): readonly Match[] {
  return maps.flatMap((map) => {
    const target = request.isReverse ? (map.sourceCanonical ?? map.sourceUri) : (map.targetCanonical ?? map.targetUri)
    if (request.target !== undefined && target !== undefined && target !== request.target) return []
    const source =
      map.url === undefined ? {} : { source: map.version === undefined ? map.url : `${map.url}|${map.version}` }
    return (map.group ?? [])
      .flatMap((group) => translateIn(group, code, request))
      .map((match) => ({ ...match, ...source }))
  })
}

function translateIn(group: ConceptMapGroup, code: Code, { targetSystem, isReverse }: TranslationRequest): Match[] {
  const [from, to] = isReverse ? [group.target, group.source] : [group.source, group.target]
  if (code.system !== undefined && from !== undefined && from !== code.system) return []
  if (targetSystem !== undefined && to !== targetSystem) return []
  const system = to === undefined ? {} : { system: to }
  if (isReverse)
    return (group.element ?? []).flatMap((element) =>
      translateBack(element, code).map((match) => ({ ...system, ...match })),
    )
  const elements = (group.element ?? []).filter((element) => element.code === code.code)
  const matches = elements.flatMap(({ target }) =>
    (target ?? []).map(({ equivalence = 'equivalent', code: own, display }) => ({
      equivalence,
      ...(own === undefined ? {} : { ...system, code: own }),
      ...(display === undefined ? {} : { display }),
    })),
  )
  return elements.length === 0 ? translateUnmapped(group, code, system) : matches
}

const translateBack = ({ code: own, display, target }: ConceptMapGroupElement, { code }: Code): Match[] =>
  (target ?? []).flatMap((one) =>
    one.code === code
      ? [
          {
            equivalence: turned[one.equivalence ?? ''] ?? one.equivalence ?? 'equivalent',
            ...(own === undefined ? {} : { code: own }),
            ...(display === undefined ? {} : { display }),
          },
        ]
      : [],
  )

/** R4 concept-map-equivalence: wider in one direction is narrower in the other. */
const turned: Readonly<Record<string, string>> = {
  wider: 'narrower',
  narrower: 'wider',
  subsumes: 'specializes',
  specializes: 'subsumes',
}

/** R4 conceptmap.html: a group's rule for codes that it does not list. The caller handles another map. */
function translateUnmapped({ unmapped }: ConceptMapGroup, code: Code, system: { readonly system?: string }): Match[] {
  if (unmapped?.mode === 'provided' && code.code !== undefined)
    return [
      {
        equivalence: 'equal',
        ...system,
        code: code.code,
        ...(code.display === undefined ? {} : { display: code.display }),
      },
    ]
  if (unmapped?.mode === 'fixed' && unmapped.code !== undefined)
    return [
      {
        equivalence: 'inexact',
        ...system,
        code: unmapped.code,
        ...(unmapped.display === undefined ? {} : { display: unmapped.display }),
      },
    ]
  return []
}

export const isTranslated = (matches: readonly Match[]): boolean =>
  matches.some(({ equivalence }) => equivalence !== 'unmatched' && equivalence !== 'disjoint')
