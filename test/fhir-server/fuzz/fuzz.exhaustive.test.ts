/** Twenty thousand requests that nobody should send. */
import { test } from '@jest/globals'
import { runFuzz } from './fuzz-run.ts'

test(
  '20,000 bad requests: the right status and code, no value repeated, nothing half written, the server alive',
  () => runFuzz({ requests: 20_000 }),
  900_000,
)
