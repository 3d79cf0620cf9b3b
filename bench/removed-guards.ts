/**
 * Removes the guards of the product in a copy of the checkout and makes the attacks on them: each guard's attacks must succeed then.
 * `npm run bench:guards`; `-- --only TEXT` takes the guards whose run, name or file has the text, `-- --alone` removes one at a time. docs/security.md#threats.
 */
import { parseArgs } from 'node:util'
import { inCopy, type Result, runTests, withChanges } from './faults/checkout.ts'
import { type Guard, type GuardGroup, guardGroups, runs } from './faults/guards.ts'

const { only, alone } = parseArgs({
  options: { only: { type: 'string', default: '' }, alone: { type: 'boolean', default: false } },
}).values
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const chosen = guardGroups
  .map(({ run, guards }) => ({
    run,
    guards: guards.filter(({ guard, file }) => `${run} ${guard} ${file}`.includes(only)),
  }))
  .flatMap(({ run, guards }) => (alone ? guards.map((guard) => ({ run, guards: [guard] })) : [{ run, guards }]))
  .filter(({ guards }) => guards.length > 0)

/** Attacks that the removal lets succeed: their tests fail. */
const listSuccessful = (result: Result, { attacks }: Guard): readonly string[] => {
  const failed = result.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ title, status }) => (status === 'failed' ? [title] : [])),
  )
  return attacks.filter((id) => failed.some((title) => title.includes(` ${id}: `)))
}

/** Without a server every attack fails, and that says nothing. */
const isSetUp = ({ testResults }: Result): boolean =>
  testResults.some(({ assertionResults }) =>
    assertionResults.some(({ title, status }) => title.includes(' set-up: ') && status === 'passed'),
  )

function removeGroup(copy: string, { run, guards }: GuardGroup): readonly boolean[] {
  const ids = guards.flatMap(({ attacks }) => attacks)
  const startedAt = performance.now()
  const result = withChanges(copy, guards, () => runTests(copy, [runs[run]], ['-t', ` (set-up|${ids.join('|')}): `]))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  if (result === undefined || result.numRuntimeErrorTestSuites > 0 || !isSetUp(result)) {
    say(
      `not removed: a text does not stand there once, or the attacks cannot run: ${guards.map(({ guard }) => guard).join('; ')}`,
    )
    return guards.map(() => false)
  }
  say(`${runs[run]}, ${guards.length} guards, ${seconds} s`)
  return guards.map((guard) => {
    const successful = listSuccessful(result, guard)
    say(
      `  ${successful.length > 0 ? 'needed' : 'MISSED'}  ${guard.guard} (${guard.file}): ${successful.join(' ') || guard.attacks.join(' ')}`,
    )
    return successful.length > 0
  })
}

inCopy((copy) => {
  const startedAt = performance.now()
  const outcomes = chosen.flatMap((group) => removeGroup(copy, group))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  say(`${outcomes.filter(Boolean).length} of ${outcomes.length} guards are needed; ${seconds} s`)
  process.exitCode = outcomes.every(Boolean) ? 0 : 1
})
