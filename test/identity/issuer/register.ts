/** Clients for tests, registered as the command does it. */
import type pg from 'pg'
import { newId } from '../../../src/core/ids.ts'
import { parseClientDescription } from '../../../src/identity/issuer/client-description.ts'
import { describeClient, hashSecret } from '../../../src/identity/issuer/client-metadata.ts'
import { insertClient } from '../../../src/store/issuer/issuer-clients.ts'

/** Answers the client_id. */
export async function register(
  pool: pg.Pool,
  members: Readonly<Record<string, unknown>>,
  secret?: string,
): Promise<string> {
  const parsed = parseClientDescription({ client_id: newId(), ...members })
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  const client = describeClient(parsed.value, 'command')
  const isMade = await insertClient(pool, {
    ...client,
    ...(secret === undefined ? {} : { secret: hashSecret(secret) }),
  })
  if (!isMade) throw new Error('the client is there already')
  return client.id
}
