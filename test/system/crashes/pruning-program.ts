/** A program for the tests: prunes the messages of a tenant, and says how many. Its settings come as JSON. */
import { createSecretKey, randomUUID } from 'node:crypto'
import { pruneTenant } from '../../../queues/sweeps/message-pruner.ts'
import { openStore } from '../../../src/store/open-store.ts'

// The test writes it.
const { connection, key, tenant } = JSON.parse(process.argv[2] ?? '') as Record<'key' | 'tenant', string> & {
  readonly connection: object
}
const store = await openStore({
  connection,
  masterKey: createSecretKey(Buffer.from(key, 'base64')),
  index: () => ({ tokens: [] }),
  check: () => ({ findings: [], pending: { references: [] } }),
})
const lease = { tenant, name: 'message-pruning', holder: randomUUID() }
process.stdout.write(`${await pruneTenant(store, lease, new AbortController().signal)}\n`)
await store.close()
