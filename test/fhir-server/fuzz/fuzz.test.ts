/** A sample of the requests of fuzz.exhaustive.test.ts. */
import { test } from '@jest/globals'
import { runFuzz } from './fuzz-run.ts'

test('400 bad requests: the right status and code, no value repeated, nothing half written, the server alive', () =>
  runFuzz({ requests: 400, mostHeavy: 1 }))
