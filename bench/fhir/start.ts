/** From the start of a server on a warm data directory to its first answer. */
import { spawnServer, stop, waitUntilReady } from '../../test/system/processes.ts'
import { readResidentMegabytes } from './processor-time.ts'
import { median } from './site.ts'

export async function measureStart(dataDirectory: string): Promise<string> {
  const times: number[] = []
  const sizes: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now()
    const server = await spawnServer(dataDirectory)
    await waitUntilReady(server)
    times.push(performance.now() - startedAt)
    sizes.push(readResidentMegabytes(server.pid))
    await stop(server)
  }
  return `Start to first answer on this data directory: ${Math.round(median(times))} ms (median of 5), with ${Math.round(median(sizes))} MB resident.`
}
