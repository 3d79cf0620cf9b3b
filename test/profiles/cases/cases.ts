/** Cases made by program: published examples, each rule broken in some of them. The same every time. */
import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../src/core/json.ts'
import type { Registry } from '../../../src/profiles/registry.ts'
import { type Mutation, mutations, textMutations } from './mutations.ts'
import { listPlaces } from './places.ts'
import { type Group, listSeeds, type Seed } from './seeds.ts'

/** A class of rules: cases that the rules were mended with, and cases that were made and judged afterwards. */
export type Family = `${FamilyName}${'' | ', afterwards'}`

type FamilyName =
  | 'questionnaire responses'
  | 'slices'
  | 'StructureDefinitions'
  | 'SearchParameters'
  | 'CapabilityStatements'
  | 'example addresses'
  | 'strings'
  | 'Parameters'
  | 'contained resources'
  | 'extensions of releases'

export type Case = {
  readonly id: string
  readonly group: Group | 'own profiles' | 'special cases' | Family
  readonly kind: string
  readonly text: string
  /** Asked for beside those that the resource claims. */
  readonly profiles?: readonly string[]
}

/** Seeds of a group that one kind of mutation is tried on. */
const seedsOfKind: Readonly<Record<Group, number>> = { 'R4 examples': 3, 'AU Base examples': 1, 'AU Core examples': 1 }
const seedsOfType: Readonly<Record<Group, number>> = { 'R4 examples': 1, 'AU Base examples': 2, 'AU Core examples': 2 }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Published examples as they are. */
export const listPlainCases = (seeds: readonly Seed[]): Case[] =>
  seeds.map(({ group, name, text }) => ({ id: `${group}: ${name}`, group, kind: 'as published', text }))

export function listMutatedCases(registry: Registry, group: Group): Case[] {
  const seeds = listSeeds(group, seedsOfType[group])
  return [
    ...listPlainCases(seeds),
    ...mutations.flatMap((mutation) => mutateSome(registry, seeds, mutation)),
    ...breakTexts(seeds),
  ]
}

/** In an order of the kind's own, so that all seeds have their turn. */
const inOrderOf = (kind: string, seeds: readonly Seed[]): Seed[] =>
  seeds
    .map((seed) => ({ seed, rank: hashOf(`${kind} ${seed.name}`) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ seed }) => seed)

function mutateSome(registry: Registry, seeds: readonly Seed[], mutation: Mutation): Case[] {
  const cases: Case[] = []
  for (const seed of inOrderOf(mutation.kind, seeds)) {
    const text = mutate(registry, seed, mutation)
    if (text === undefined) continue
    cases.push({ id: `${mutation.kind}: ${seed.name}`, group: seed.group, kind: mutation.kind, text })
    if (cases.length === seedsOfKind[seed.group]) break
  }
  return cases
}

function mutate(registry: Registry, seed: Seed, { kind, applies, change }: Mutation): string | undefined {
  const resource = readObject(seed.text)
  const places = listPlaces(registry, resource).filter(applies)
  const place = places[Number.parseInt(hashOf(`${kind} at ${seed.name}`).slice(0, 8), 16) % places.length]
  if (place === undefined) return undefined
  change(place)
  return stringifyJson(resource)
}

function readObject(text: string): JsonObject {
  const value = parseJson(text)
  if (!isJsonObject(value)) throw new Error('a seed is an object')
  return value
}

const breakTexts = (seeds: readonly Seed[]): Case[] =>
  textMutations.flatMap(({ kind, change }) =>
    inOrderOf(kind, seeds)
      .slice(0, 1)
      .map(({ group, name, text }) => ({ id: `${kind}: ${name}`, group, kind, text: change(text) })),
  )
