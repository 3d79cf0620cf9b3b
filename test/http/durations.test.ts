import { expect, test } from '@jest/globals'
import { Durations } from '../../src/http/pages/durations.ts'

test('docs/design/hub.md#routes: durations are counted by method, route template and status, in buckets that hold those before them', () => {
  const durations = new Durations()

  for (const seconds of [0.001, 0.004, 31]) durations.observe('GET', '/v1/encounters', 200, seconds)
  durations.observe('GET', '/v1/encounters', 404, 0.5)

  const lines = durations.render().split('\n')
  const of = (status: number) => `method="GET",route="/v1/encounters",status="${status}"`
  const name = 'http_request_duration_seconds'
  expect(lines.slice(0, 2)).toEqual([`# HELP ${name} Time from request to answer`, `# TYPE ${name} histogram`])
  expect(lines.slice(2, 14)).toEqual([
    `${name}_bucket{le="0.001",${of(200)}} 1`,
    ...['0.005', '0.01', '0.05', '0.1', '0.5', '1', '5', '30'].map((le) => `${name}_bucket{le="${le}",${of(200)}} 2`),
    `${name}_bucket{le="+Inf",${of(200)}} 3`,
    `${name}_sum{${of(200)}} 31.005`,
    `${name}_count{${of(200)}} 3`,
  ])
  expect(lines).toContain(`${name}_bucket{le="0.1",${of(404)}} 0`)
  expect(lines).toContain(`${name}_bucket{le="0.5",${of(404)}} 1`)
})
