/** The log of `npm run dev`, as a person reads it. */
import { expect, test } from '@jest/globals'
import { renderLine } from '../../tools/dev/readable-log.ts'

const time = '2026-11-20T10:02:14.329Z'

test.each([
  [
    'a request first by what was asked and answered',
    JSON.stringify({
      level: 30,
      time,
      requestId: 'r1',
      method: 'GET',
      route: '/v1/jobs',
      status: 200,
      durationMs: 7,
      msg: 'request',
    }),
    '10:02:14.329 info  request GET /v1/jobs 200 7 ms requestId=r1',
  ],
  [
    'an event with its fields',
    JSON.stringify({ level: 50, time, errorClass: 'TypeError', at: 'a.ts:1', msg: 'request-failed' }),
    '10:02:14.329 error request-failed errorClass=TypeError at=a.ts:1',
  ],
  ['a stack as it is', '    at read (file:///src/a.ts:1:2)', '    at read (file:///src/a.ts:1:2)'],
  ['JSON that is no line of the log as it is', '{"level":"x"}', '{"level":"x"}'],
])('CONTRIBUTING: the readable log shows %s', (_what, line, expected) => {
  expect(renderLine(line, false)).toBe(expected)
})

test('CONTRIBUTING: the readable log colours the level on a terminal', () => {
  const line = JSON.stringify({ level: 40, time, msg: 'issuer.unavailable' })

  expect(renderLine(line, true)).toContain('\u001b[33mwarn \u001b[39m issuer.unavailable')
})
