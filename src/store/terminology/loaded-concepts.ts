/** Reads loaded code systems. Every statement uses an index and takes all wanted codes together. */
import type { Queryable } from '../postgres/queryable.ts'

export type LoadedSystem = {
  readonly number: number
  readonly url: string
  readonly version: string
  readonly name: string | null
  readonly isComplete: boolean
  readonly isCaseSensitive: boolean
}

export type LoadedName = { readonly language: string | null; readonly use: string | null; readonly value: string }

export type LoadedConcept = {
  readonly code: string
  readonly display: string | null
  readonly isActive: boolean
  readonly properties: readonly (readonly [code: string, value: string, type: string])[]
  readonly parents: readonly string[]
  readonly refsets: readonly string[]
  readonly names: readonly LoadedName[]
}

/** Texts that the database can hold: no row has a NUL. */
const storable = (texts: readonly string[]): string[] => texts.filter((text) => !text.includes('\0'))

export async function hasLoadedSystems(runner: Queryable): Promise<boolean> {
  const { rows } = await runner.query<{ any: boolean }>(
    `select exists (select from code_system where state = 'ready') as any`,
  )
  return rows[0]?.any === true
}

/** The loaded versions of these systems. */
export async function listLoadedSystems(runner: Queryable, urls: readonly string[]): Promise<readonly LoadedSystem[]> {
  const { rows } = await runner.query<LoadedSystem>(
    `select number, url, version, name, is_complete as "isComplete", is_case_sensitive as "isCaseSensitive"
     from code_system where state = 'ready' and url = any($1)`,
    [storable(urls)],
  )
  return rows
}

export async function readLoadedConcepts(
  runner: Queryable,
  { number, isCaseSensitive }: LoadedSystem,
  codes: readonly string[],
): Promise<readonly LoadedConcept[]> {
  const chosen = isCaseSensitive
    ? 'c.code = any($2)'
    : 'lower(c.code) = any(select lower(one) from unnest($2::text[]) one)'
  const { rows } = await runner.query<LoadedConcept>(
    `select c.code, c.display, c.is_active as "isActive", c.properties,
       array(select p.parent from concept_parent p where p.system = $1 and p.code = c.code order by p.parent) as parents,
       array(select r.refset from concept_refset r where r.system = $1 and r.code = c.code order by r.refset) as refsets,
       (select coalesce(json_agg(json_build_object('language', n.language, 'use', n.use, 'value', n.value) order by n.id), '[]')
        from concept_name n where n.system = $1 and n.code = c.code) as names
     from concept c where c.system = $1 and ${chosen}`,
    [number, storable(codes)],
  )
  return rows
}

/** The names in use of these codes, always in the same order. */
export async function listLoadedNames(
  runner: Queryable,
  { number }: LoadedSystem,
  codes: readonly string[],
): Promise<readonly (LoadedName & { readonly code: string })[]> {
  const { rows } = await runner.query<LoadedName & { code: string }>(
    `select n.code, n.language, n.use, n.value from concept_name n
     join concept c on c.system = n.system and c.code = n.code and c.is_active
     where n.system = $1 and n.code = any($2) order by n.code collate "C", n.id collate "C"`,
    [number, storable(codes)],
  )
  return rows
}

/** All ancestors of each of these codes. */
export async function readLoadedAncestors(
  runner: Queryable,
  { number }: LoadedSystem,
  codes: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await runner.query<{ code: string; above: string[] }>(
    `with recursive up (code, above) as (
       select code, parent from concept_parent where system = $1 and code = any($2)
       union
       select up.code, p.parent from up join concept_parent p on p.system = $1 and p.code = up.above
     ) select code, array_agg(above) as above from up group by code`,
    [number, storable(codes)],
  )
  return new Map(rows.map(({ code, above }) => [code, new Set(above)]))
}

export type CodeChoice = {
  /** This code or one below it. */
  readonly below?: string
  readonly refset?: string
  /** Each begins a word of one of the names. */
  readonly words?: readonly string[]
}

const named = `select n.code from concept_name n where n.system = $1 and to_tsvector('simple', n.value) @@ to_tsquery('simple', $4)`
const inSet = 'exists (select from concept_refset r where r.system = $1 and r.refset = $3 and r.code = x.code)'

// biome-ignore format: one row a line
/** The index that narrows the codes most. Each statement ends when it has found enough. */
const walks = {
  below: `with recursive down (code) as (
            select $2::text union select p.code from down join concept_parent p on p.system = $1 and p.parent = down.code
          ) select x.code from down x join concept c on c.system = $1 and c.code = x.code where ($3::text is null or ${inSet}) and ($4 = '' or x.code in (${named})) limit $5`,
  refset: `select x.code from concept_refset x where x.system = $1 and x.refset = $3 and $2::text is null and ($4 = '' or x.code in (${named})) limit $5`,
  words: `select distinct x.code from (${named}) x where $2::text is null and $3::text is null limit $5`,
  all: `select x.code from concept x where x.system = $1 and $2::text is null and $3::text is null and $4 = '' limit $5`,
} as const

/** Codes of a system, at most as many as wanted. */
export async function listLoadedCodes(
  runner: Queryable,
  { number }: LoadedSystem,
  { below, refset, words = [] }: CodeChoice,
  limit: number,
): Promise<readonly string[]> {
  if (storable([below ?? '', refset ?? '']).length < 2) return []
  const text = words.map((word) => `${word.replaceAll(/[^\p{L}\p{N}]/gu, '')}:*`).join(' & ')
  const walk = below !== undefined ? 'below' : refset !== undefined ? 'refset' : text !== '' ? 'words' : 'all'
  const values = [number, below ?? null, refset ?? null, text, limit]
  const { rows } = await runner.query<{ code: string }>(walks[walk], values)
  return rows.map(({ code }) => code).sort()
}

/** Codes in use with exactly this name, in upper or lower case. */
export async function findLoadedByName(
  runner: Queryable,
  { number }: LoadedSystem,
  name: string,
): Promise<readonly string[]> {
  if (storable([name]).length === 0) return []
  const { rows } = await runner.query<{ code: string }>(
    `select distinct n.code from concept_name n join concept c on c.system = n.system and c.code = n.code and c.is_active
     where n.system = $1 and left(lower(n.value), 200) = left(lower($2), 200) and lower(n.value) = lower($2)
     order by n.code limit 10`,
    [number, name],
  )
  return rows.map(({ code }) => code)
}

export type LoadedDefinition = {
  readonly type: 'ValueSet' | 'ConceptMap'
  readonly url: string
  readonly content: string
}

/** By their addresses, with or without a version; the newest last. */
export async function listLoadedDefinitions(
  runner: Queryable,
  canonicals: readonly string[],
): Promise<readonly LoadedDefinition[]> {
  const { rows } = await runner.query<LoadedDefinition>(
    `select type, url, content from loaded_definition
     where url = any($1) or url || '|' || version = any($1) order by version collate "C"`,
    [storable(canonicals)],
  )
  return rows
}
