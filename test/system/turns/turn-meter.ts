/**
 * Loaded before a server's own code: tells, over the channel of its process, how long the longest turn of the event loop took while
 * somebody looked. In processor time of the thread, which what else runs on the machine does not lengthen.
 */

let isLooking = false
let longest = 0

/** The system counts processor time by its clock's ticks, some milliseconds. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function look(before: number): void {
  const now = processorMs()
  longest = Math.max(longest, now - before)
  if (isLooking) setImmediate(look, now)
}

/** Measures the reading of 0.9 MB of JSON, here and now: the unit for the length of a turn. */
async function measureFloor(): Promise<number> {
  const { parseJson } = await import('../../../src/core/json.ts')
  const text = JSON.stringify(Array.from({ length: 30_000 }, () => ({ url: 'u:a', valueCode: 'a' })))
  const before = processorMs()
  for (let time = 0; time < 10; time += 1) parseJson(text)
  return (processorMs() - before) / 10
}

function answer(message: unknown): void {
  if (message === 'look') {
    longest = 0
    isLooking = true
    setImmediate(() => look(processorMs()))
    process.send?.(0)
  } else if (message === 'tell') {
    isLooking = false
    setImmediate(() => process.send?.(longest))
  } else if (message === 'floor') measureFloor().then((floor) => process.send?.(floor))
}

// Processes that the server starts get the same settings.
if (process.argv[1]?.endsWith('/src/main.ts') === true) process.on('message', answer)
