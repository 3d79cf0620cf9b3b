/** A server for the tests to end: opens the data directory, starts its database, prints where it is, and waits. */
import { openDataDirectory } from '../../src/postgres-embedded/data-directory.ts'
import { startEmbedded } from '../../src/postgres-embedded/embedded.ts'

const directory = await openDataDirectory(process.argv[2] ?? '', 'development')
const embedded = await startEmbedded({ directory })
process.once('SIGTERM', async () => {
  await embedded.stop()
  directory.close()
  process.exit(0)
})
process.stdout.write(`${JSON.stringify(embedded.connection)}\n`)
