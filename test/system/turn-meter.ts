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

function answer(message: unknown): void {
  if (message === 'look') {
    longest = 0
    isLooking = true
    setImmediate(() => look(processorMs()))
    process.send?.('looking')
  } else if (message === 'tell') {
    isLooking = false
    setImmediate(() => process.send?.(longest))
  }
}

// What the server starts is given the same settings.
if (process.argv[1]?.endsWith('/src/main.ts') === true) process.on('message', answer)
