/** A program for the tests: meets an unexpected error as the HTTP edge and as a worker do, in the mode that it is given. */

import { errorFields, openLog } from '../../../src/core/log.ts'
import { toProblem } from '../../../src/http/reply/problem-details.ts'

const mode = process.argv[2] === 'production' ? 'production' : 'development'
const log = openLog('info', mode)
const cause = new TypeError('canary-cause')
const fault = new RangeError('canary-message', { cause })
const { detail, slug } = toProblem(fault, log, '00000000-0000-7000-8000-000000000001')
log.error('worker.failed', errorFields(fault), fault)
process.stdout.write(JSON.stringify({ detail, slug }))
