/** What the reports of the conformance suite say first. */
import { expect, test } from '@jest/globals'
import type { Level } from '../../conformance/check.ts'
import { renderHtml } from '../../conformance/report/html.ts'
import { renderJson } from '../../conformance/report/json-report.ts'
import { renderSummary } from '../../conformance/report/terminal.ts'
import { judge } from '../../conformance/report/totals.ts'
import type { Result, Status, SuiteResult } from '../../conformance/run.ts'

const resultOf = (suite: string, status: Status, level: Level = 'SHALL'): Result => ({
  ...{ suite, group: 'g', status, milliseconds: 1, exchanges: [] },
  check: { id: 'c', title: 'A check', requirement: { level, text: 'text', source: 'source' } },
})

function suiteOf(id: string, counts: Partial<Record<Status, number>>, weak = 0): SuiteResult {
  const results = [
    ...Object.entries(counts).flatMap(([status, count]) =>
      Array.from({ length: count }, () => resultOf(id, status as Status)),
    ),
    ...Array.from({ length: weak }, () => resultOf(id, 'failed', 'SHOULD')),
  ]
  return { id, title: `Suite ${id}`, groups: [{ id: 'g', title: 'Group', results, remarks: [] }] }
}

const options = { base: 'http://server.example', at: '2026-01-01T00:00:00Z', isWhole: false }

test.each([
  ['80 of 100 tested', [suiteOf('a', { passed: 78, skipped: 20 }, 2)], 'met', '20 of 100'],
  ['79 of 100 tested', [suiteOf('a', { passed: 79, skipped: 21 })], 'open', '21 of 100'],
  ['799 of 1000 tested', [suiteOf('a', { passed: 799, skipped: 201 })], 'open', '201 of 1000'],
  ['a check that broke', [suiteOf('a', { passed: 99, error: 1 })], 'unmet', '1 of 100'],
  ['a SHALL that failed', [suiteOf('a', { passed: 1, failed: 1, skipped: 98 })], 'unmet', '98 of 100'],
  [
    'a small suite beside a large one',
    [suiteOf('a', { passed: 99 }), suiteOf('b', { passed: 1, skipped: 1 })],
    'open',
    '1 of 101',
  ],
  ['nothing', [suiteOf('a', {})], 'open', '0 of 0'],
] as const)('D128: the verdict of %s is %s', (_what, suites, kind, untested) => {
  const verdict = judge(suites)

  expect([verdict.kind, verdict.untested]).toEqual([kind, `${untested} checks were not tested.`])
})

test('D128: every report says first what was not tested, and is green from a coverage of 80% alone', () => {
  const [enough, rare] = [suiteOf('a', { passed: 8, skipped: 2 }), suiteOf('b', { passed: 7, skipped: 3 })]

  const green = renderHtml([enough], options)
  const page = renderHtml([enough, rare], options)
  const report = JSON.parse(renderJson([enough, rare], options))
  const lines = renderSummary([enough, rare], undefined).split('\n')

  expect(green).toContain('<p class="verdict">2 of 10 checks were not tested.</p>\n<p class="verdict met">')
  expect(page).toContain('<p class="verdict">5 of 20 checks were not tested.</p>\n<p class="verdict open">')
  expect(page).not.toContain('verdict met')
  expect([report.verdict.kind, report.suites[0].coveragePercent, report.suites[1].coveragePercent]).toEqual([
    'open',
    80,
    70,
  ])
  expect(lines).toEqual([
    'Suite a: 2 not tested, 0 failed, 8 passed',
    'Suite b: 3 not tested, 0 failed, 7 passed',
    '5 of 20 checks were not tested.',
    'Too little was tested for a verdict; 80% is needed: Suite b (70%). Every SHALL that could be tested is met.',
    '',
  ])
})
