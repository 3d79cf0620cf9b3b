/** The plans of searches in PostgreSQL: the statements of a web process in this process, explained once more. */
import pg from 'pg'
import { readConfig } from '../../src/core/config.ts'
import type { Log } from '../../src/core/log.ts'
import { startServer } from '../../src/server/server.ts'
import { findPort } from '../../test/ports.ts'
import { urlOf } from '../../test/running-server.ts'
import { captureSearches, examined, type Plan } from '../../test/search-statements.ts'
import type { Sample, SearchShape } from '../search-shapes.ts'
import { searchShapes } from '../search-shapes.ts'
import { encodePath } from './searches.ts'
import { requestToken, type Site, settings } from './site.ts'

export type ShapeRows = {
  readonly shape: SearchShape
  readonly statements: number
  readonly examined: number
  readonly returned: number
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export async function explainShapes(site: Site, samples: readonly Sample[]): Promise<readonly ShapeRows[]> {
  const port = await findPort()
  const base = `http://127.0.0.1:${port}`
  const config = readConfig({
    ...settings,
    PORT: String(port),
    BANKSIA_BASE_URL: base,
    BANKSIA_ROLE: 'web',
    BANKSIA_DATA_DIR: `${site.server.dataDirectory}-explain`,
    BANKSIA_KEY_FILE: `${site.server.dataDirectory}/development.key`,
    DATABASE_URL: urlOf(site.database),
  })
  const running = await startServer(config, silent)
  const pool = new pg.Pool({ ...site.database, max: 1 })
  const token = await requestToken(base, site.profiles)
  try {
    const rows: ShapeRows[] = []
    for (const shape of searchShapes) rows.push(await explainShape({ base, token, pool }, shape, samples))
    return rows
  } finally {
    await pool.end()
    await running.stop()
  }
}

type Explaining = { readonly base: string; readonly token: string; readonly pool: pg.Pool }

/** Over ten samples, first pages alone. */
async function explainShape(
  { base, token, pool }: Explaining,
  shape: SearchShape,
  samples: readonly Sample[],
): Promise<ShapeRows> {
  let read = 0
  let returned = 0
  let statements = 0
  for (const sample of samples.slice(0, 10)) {
    const [, seen] = await captureSearches(async () => {
      const response = await fetch(`${base}/fhir/R4/${encodePath(shape.path(sample))}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { entry = [] } = (await response.json()) as { readonly entry?: readonly unknown[] }
      returned += Math.max(1, entry.length)
    })
    statements = Math.max(statements, seen.length)
    for (const { text, values } of seen) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ readonly Plan: Plan }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      read += examined(rows[0]?.['QUERY PLAN'][0].Plan as Plan)
    }
  }
  return { shape, statements, examined: read, returned }
}
