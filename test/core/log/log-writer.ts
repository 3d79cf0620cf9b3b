/** A program for the tests: writes as many lines as it is told, and then ends. */
import { openLog } from '../../../src/core/log.ts'

const log = openLog('info')
process.once('message', (count: number) => {
  for (let at = 0; at < count; at += 1) log.info('worker.started', { count: at })
  process.exit(0)
})
