/**
 * Measures whether the tests find faults: plants each in a copy of the checkout, one at a time, and runs the tests around it. `npm run bench:faults`;
 * `-- --only TEXT` takes the faults whose file or kind has the text, `-- --from N` those from the Nth on.
 */
import { parseArgs } from 'node:util'
import { inCopy, runTests, withChanges } from './faults/checkout.ts'
import { type Fault, faults } from './faults/faults.ts'

const { only, from } = parseArgs({
  options: { only: { type: 'string', default: '' }, from: { type: 'string', default: '1' } },
}).values
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A fault is found by a test that fails, not by a file that cannot be read. */
function isFound(copy: string, fault: Fault): string {
  const result = withChanges(copy, [fault], () => runTests(copy, fault.tests, ['--bail=1']))
  if (result === undefined) return 'not planted: its text does not stand there once'
  const { numFailedTests, numPassedTests, numRuntimeErrorTestSuites } = result
  if (numRuntimeErrorTestSuites > 0 || numPassedTests + numFailedTests === 0) return 'not planted: the tests cannot run'
  return numFailedTests > 0 ? 'found' : 'MISSED'
}

inCopy((copy) => {
  const outcomes = faults
    .slice(Number(from) - 1)
    .filter(({ kind, file }) => `${kind} ${file}`.includes(only))
    .map((fault) => {
      const startedAt = performance.now()
      const outcome = isFound(copy, fault)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      say(`${outcome.padEnd(8)} ${seconds.padStart(6)} s  ${fault.file}: ${fault.kind}`)
      return outcome
    })
  say(`${outcomes.filter((outcome) => outcome === 'found').length} of ${outcomes.length} found`)
  process.exitCode = outcomes.every((outcome) => outcome === 'found') ? 0 : 1
})
