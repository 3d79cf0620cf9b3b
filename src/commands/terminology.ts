/** `banksia terminology`: loads the code systems that the operator has licensed, and lists them. docs/terminology.md. */
import type pg from 'pg'
import { migrate } from '../store/migrate.ts'
import { withPool } from '../store/postgres/with-pool.ts'
import { listSystems } from '../store/terminology/load-concepts.ts'
import { type LoadOptions, loadTerminology } from '../terminology/loading/load.ts'
import type { Progress } from '../terminology/loading/load-target.ts'
import { LoadError } from '../terminology/loading/source-file.ts'
import { isJsonAsked, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function loadTerminologyFiles(values: Values, paths: readonly string[]): Promise<0> {
  if (paths.length === 0) throw new UsageError('FILE is needed')
  const options = { ...given(values, ['system', 'version']), columns: given(values, ['code', 'display']) }
  try {
    await withConfig((config) =>
      useDatabase(config, ({ connection }) =>
        withPool(connection, async (pool) => {
          await migrate(pool)
          for (const path of paths) await loadFile(pool, path, options)
        }),
      ),
    )
  } catch (error) {
    throw error instanceof LoadError ? new UsageError(error.message, { cause: error }) : error
  }
  return 0
}

const given = <N extends string>(values: Values, names: readonly N[]): { readonly [name in N]?: string } =>
  Object.fromEntries(names.flatMap((name) => [[name, values.text(name)]]).filter(([, value]) => value !== undefined))

async function loadFile(pool: pg.Pool, path: string, options: Omit<LoadOptions, 'progress'>): Promise<void> {
  for (const { url, version, concepts } of await loadTerminology(pool, path, {
    ...options,
    progress: openProgress(),
  })) {
    const count = concepts === undefined ? 'kept' : `${concepts} concepts`
    process.stdout.write(`${[url, ...(version === '' ? [] : [version]), count].join('  ')}\n`)
  }
}

export async function listTerminology(values: Values): Promise<0> {
  const isJson = isJsonAsked(values)
  const systems = await withConfig((config) =>
    useDatabase(config, ({ connection }) => withPool(connection, listSystems)),
  )
  if (isJson) process.stdout.write(`${JSON.stringify(systems, null, 2)}\n`)
  for (const { url, version, concepts, loadedAt } of isJson ? [] : systems)
    process.stdout.write(`${[url, version || '-', `${concepts} concepts`, loadedAt].join('  ')}\n`)
  return 0
}

/** One line for each file; a terminal also shows its progress. */
function openProgress(): Progress {
  let [name, bytes, done, shown] = ['', 0, 0, -1]
  const end = (): void => {
    if (shown >= 0 && process.stderr.isTTY) process.stderr.write('\n')
    shown = -1
  }
  return {
    begin: (file) => {
      end()
      ;[name, bytes, done] = [file.name, file.bytes, 0]
      if (!process.stderr.isTTY) process.stderr.write(`${name}\n`)
    },
    advance: (more) => {
      done += more
      const percent = bytes === 0 ? 100 : Math.min(100, Math.floor((100 * done) / bytes))
      if (percent === shown || !process.stderr.isTTY) return
      shown = percent
      process.stderr.write(`\r${name}  ${percent} %`)
      if (done >= bytes) end()
    },
  }
}
