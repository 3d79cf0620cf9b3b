/** 200 messages of which the receiver's application refuses each after the commit. D197. */
import { test } from '@jest/globals'
import { useRunning } from '../../use-running.ts'
import { commitThenRefuse } from './mllp-channels.ts'

const server = useRunning()

test('D197: 200 times CA, and AE up to 150 ms later: each is tried again, and none stays committed', () =>
  commitThenRefuse(server.call, 50))
