/** BANKSIA_CLIENTS_FILE: the clients that it describes are registered at the start, and again when the file changes. D153. */
import { readFile, stat } from 'node:fs/promises'
import { type Config, ConfigError } from '../core/config.ts'
import { errorFields } from '../core/log.ts'
import { pause } from '../core/pause.ts'
import { parseClientsFile } from '../identity/issuer/client-description.ts'
import { describeClient } from '../identity/issuer/client-metadata.ts'
import { UnknownTenantError } from '../store/issuer/issuer-clients.ts'
import type { IssuerStore } from '../store/issuer/issuer-store.ts'
import type { Opening } from './opening.ts'

const variable = 'BANKSIA_CLIENTS_FILE'
const pollMs = 1_000

/** Throws ConfigError at the start. A later mistake leaves the clients as they are, and is a line of the log. */
export async function followClientsFile({ config, log, closings }: Opening, store: IssuerStore): Promise<void> {
  const { clientsFile: path } = config
  if (path === undefined) return
  let seen = await readChange(path)
  await register(path, store)
  const stopping = new AbortController()
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(pollMs, stopping.signal)
      const change = await readChange(path)
      if (stopping.signal.aborted || change === seen) continue
      seen = change
      await register(path, store).then(
        () => log.info('clients-file.read'),
        (error: unknown) => log.warn('clients-file.refused', errorFields(error)),
      )
    }
  }
  const following = follow()
  closings.push(async () => {
    stopping.abort()
    await following
  })
}

/** Undefined while it is away. */
async function readChange(path: string): Promise<string | undefined> {
  // A file that is being replaced is away for a moment.
  const found = await stat(path).catch(() => undefined)
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`
}

/** Registers what it describes, and removes what it no longer does. */
async function register(path: NonNullable<Config['clientsFile']>, store: IssuerStore): Promise<void> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(variable, 'names a file that cannot be read', { cause })
  })
  const parsed = parseClientsFile(text)
  if ('errors' in parsed) {
    const places = parsed.errors.slice(0, 5).map(({ member, message }) => `${member || 'the file'} ${message}`)
    throw new ConfigError(variable, `is not understood: ${places.join('; ')}`)
  }
  for (const description of parsed.value) {
    const isPut = await store.putClient(describeClient(description, 'file')).catch((error: unknown) => {
      throw error instanceof UnknownTenantError ? new ConfigError(variable, `names a tenant that is not here`) : error
    })
    if (!isPut)
      throw new ConfigError(variable, `describes ${description.client_id}, which another source has registered`)
  }
  const named = new Set(parsed.value.map(({ client_id: id }) => id))
  for (const { id, source } of await store.listClients())
    if (source === 'file' && !named.has(id)) await store.removeClient(id)
}
