/** Writes a code system in parts. Nobody sees it until it is complete; the same version again replaces the earlier one. */
import type pg from 'pg'

export type NewSystem = {
  readonly url: string
  readonly version: string
  readonly name?: string
  readonly isComplete: boolean
  readonly isCaseSensitive: boolean
}

export type NewConcept = {
  readonly code: string
  readonly display?: string
  readonly isActive: boolean
  readonly properties?: readonly (readonly [code: string, value: string, type: string])[]
}
export type NewParent = { readonly code: string; readonly parent: string }
export type NewName = {
  readonly code: string
  readonly id: string
  readonly language?: string
  readonly use?: string
  readonly value: string
}
export type NewMember = { readonly refset: string; readonly code: string }

/** A second load of the same system waits for the first. */
const loadLock = 7_214_012

const parts = ['concept', 'concept_parent', 'concept_name', 'concept_refset'] as const

/** Loads at the same time would block each other, so they run one after the other. Removes what an earlier load left unfinished. */
export async function beginSystem(client: pg.PoolClient, system: NewSystem): Promise<number> {
  await client.query('select pg_advisory_lock($1)', [loadLock])
  const { rows: left } = await client.query<{ number: number }>(
    `select number from code_system where state = 'loading'`,
  )
  for (const { number } of left) await removeSystem(client, number)
  const { rows } = await client.query<{ number: number }>(
    `insert into code_system (url, version, name, is_complete, is_case_sensitive, state) values ($1, $2, $3, $4, $5, 'loading') returning number`,
    [system.url, system.version, system.name ?? null, system.isComplete, system.isCaseSensitive],
  )
  return rows[0]?.number ?? 0
}

export async function removeSystem(client: pg.PoolClient, number: number): Promise<void> {
  for (const table of parts) await client.query(`delete from ${table} where system = $1`, [number])
  await client.query('delete from code_system where number = $1', [number])
}

/** Everyone sees it from now on. Answers how many concepts it has. */
export async function finishSystem(client: pg.PoolClient, number: number): Promise<number> {
  for (const table of parts) await client.query(`analyze ${table}`)
  await client.query('begin')
  try {
    const { rows: earlier } = await client.query<{ number: number }>(
      `select old.number from code_system old join code_system new on new.url = old.url and new.version = old.version
       where new.number = $1 and old.state = 'ready'`,
      [number],
    )
    for (const old of earlier) await removeSystem(client, old.number)
    const { rows } = await client.query<{ concepts: number }>(
      `update code_system set state = 'ready', loaded_at = now(), concepts = (select count(*) from concept where system = $1)
       where number = $1 returning concepts`,
      [number],
    )
    await client.query('commit')
    return rows[0]?.concepts ?? 0
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

export const endLoading = async (client: pg.PoolClient): Promise<void> => {
  await client.query('select pg_advisory_unlock($1)', [loadLock])
}

export async function insertConcepts(
  client: pg.PoolClient,
  system: number,
  rows: readonly NewConcept[],
): Promise<void> {
  await client.query(
    `insert into concept (system, code, display, is_active, properties)
     select $1, * from unnest($2::text[], $3::text[], $4::boolean[], $5::jsonb[]) on conflict do nothing`,
    [
      system,
      rows.map(({ code }) => code),
      rows.map(({ display }) => display ?? null),
      rows.map(({ isActive }) => isActive),
      rows.map(({ properties }) => JSON.stringify(properties ?? [])),
    ],
  )
}

export async function insertParents(client: pg.PoolClient, system: number, rows: readonly NewParent[]): Promise<void> {
  await client.query(
    'insert into concept_parent (system, code, parent) select $1, * from unnest($2::text[], $3::text[]) on conflict do nothing',
    [system, rows.map(({ code }) => code), rows.map(({ parent }) => parent)],
  )
}

export async function insertNames(client: pg.PoolClient, system: number, rows: readonly NewName[]): Promise<void> {
  await client.query(
    `insert into concept_name (system, code, id, language, use, value)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) on conflict do nothing`,
    [
      system,
      rows.map(({ code }) => code),
      rows.map(({ id }) => id),
      rows.map(({ language }) => language ?? null),
      rows.map(({ use }) => use ?? null),
      rows.map(({ value }) => value),
    ],
  )
}

export async function insertMembers(client: pg.PoolClient, system: number, rows: readonly NewMember[]): Promise<void> {
  await client.query(
    'insert into concept_refset (system, refset, code) select $1, * from unnest($2::text[], $3::text[]) on conflict do nothing',
    [system, rows.map(({ refset }) => refset), rows.map(({ code }) => code)],
  )
}

export type Preference = { readonly id: string; readonly rank: number }

export const beginPreferences = async (client: pg.PoolClient): Promise<void> => {
  await client.query('create temporary table if not exists preferred (id text, rank int); truncate preferred')
}

export async function insertPreferences(client: pg.PoolClient, rows: readonly Preference[]): Promise<void> {
  await client.query('insert into preferred select * from unnest($1::text[], $2::int[])', [
    rows.map(({ id }) => id),
    rows.map(({ rank }) => rank),
  ])
}

/** A concept is shown by its most preferred synonym, or by its full name if there is none. */
export async function showPreferred(client: pg.PoolClient, system: number): Promise<void> {
  await client.query(
    `update concept c set display = best.value from (
       select distinct on (n.code) n.code, n.value from preferred p
       join concept_name n on n.system = $1 and n.id = p.id and n.use = 'synonym' order by n.code, p.rank desc, n.id
     ) best where c.system = $1 and c.code = best.code`,
    [system],
  )
  await client.query(
    `update concept c set display = n.value from concept_name n
     where c.system = $1 and c.display is null and n.system = $1 and n.code = c.code and n.use = 'fully-specified'`,
    [system],
  )
}

export async function putDefinition(
  client: pg.PoolClient,
  {
    type,
    url,
    version,
    content,
  }: { readonly type: string; readonly url: string; readonly version: string; readonly content: string },
): Promise<void> {
  await client.query(
    `insert into loaded_definition (type, url, version, content) values ($1, $2, $3, $4)
     on conflict (type, url, version) do update set content = excluded.content, loaded_at = now()`,
    [type, url, version, content],
  )
}

export type SystemSummary = {
  readonly url: string
  readonly version: string
  readonly concepts: number
  readonly loadedAt: string
}

export async function listSystems(pool: pg.Pool): Promise<readonly SystemSummary[]> {
  const { rows } = await pool.query<SystemSummary>(
    `select url, version, concepts, to_char(loaded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "loadedAt"
     from code_system where state = 'ready' order by url, version`,
  )
  return rows
}
