/** Stops under load, each at another moment. */
import { join } from 'node:path'
import { afterAll, test } from '@jest/globals'
import { endAll, makeFolder } from '../processes.ts'
import { expectCleanStop } from './stop-under-load.ts'

afterAll(endAll)

const folder = makeFolder()

test.each([1, 2, 3])(
  'docs/design/house.md#foundations: stop %d under load answers every request, and resets no connection',
  () => expectCleanStop(join(folder, 'data')),
)
