/** The statements that work sends to PostgreSQL, by the clients of this process. */
import pg from 'pg'

/**
 * No work waits for these, and a slow machine sends more of them: looks at the tenants, each half second; a notice after commits; tables that
 * grew are analyzed; a connection listens; every two seconds somebody asks whether code systems are loaded.
 */
const beside =
  /generation|from unnest\(\$1::uuid\[\]\) as known|pg_notify|analyze_grown|^listen |exists \(select from code_system/

/** Without those beside the work. A pipeline counts once, with the text of its first statement. */
export async function watchStatements<T>(
  work: () => Promise<T>,
): Promise<{ readonly statements: readonly string[]; readonly result: T }> {
  const original = pg.Client.prototype.query
  const seen: string[] = []
  pg.Client.prototype.query = function watch(this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | { text: string }]
    seen.push(typeof query === 'string' ? query : query.text)
    return Reflect.apply(original, this, args)
  } as typeof original
  const result = await work().finally(() => {
    pg.Client.prototype.query = original
  })
  return { statements: seen.filter((text) => !beside.test(text)), result }
}
