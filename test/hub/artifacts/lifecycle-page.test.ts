/** docs/lifecycle.md against the tables of the lifecycle: the page draws and lists the rows that the code reads. docs/design/house.md#rules-in-tables. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { gates } from '../../../src/core/gates.ts'
import { artifactGuards, artifactStates, artifactTransitions } from '../../../src/store/transitions.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/lifecycle.md'), 'utf8')

const stateOf = (state: string): string => (state === 'none' ? '[*]' : state)

/** One arrow for all operations that lead from one state to the same other. */
function drawDiagram(): string {
  const arrows = new Map<string, string[]>()
  for (const { operation, from, to } of artifactTransitions) {
    const arrow = `${stateOf(from)} --> ${to}`
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), operation])
  }
  const final = artifactStates.filter((state) => !artifactTransitions.some(({ from }) => from === state))
  const lines = [
    ...[...arrows].map(([arrow, operations]) => `${arrow}: ${operations.join(', ')}`),
    ...final.map((state) => `${state} --> [*]`),
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n')
}

const code = (text: string): string => `\`${text}\``
const listed = (names: readonly string[]): string => names.map(code).join(', ')

const transitionRows = artifactTransitions.map(
  ({ operation, from, to, roles, guards, event }) =>
    `| ${[code(operation), code(from), code(to), listed(roles), listed(guards), code(event)].join(' | ')} |`,
)

const guardRows = artifactGuards.map(
  ({ guard, problem, meaning }) => `| ${[code(guard), code(problem), meaning].join(' | ')} |`,
)

const gateRows = gates.map(
  ({ gate, approvals, releasedBy, raisedBy, meaning }) =>
    `| ${[code(gate), String(approvals), listed(releasedBy), listed(raisedBy), meaning].join(' | ')} |`,
)

test('R3.1: the diagram of the lifecycle is what the table says', () => {
  expect(page).toContain(drawDiagram())
})

test.each([
  ['operations', transitionRows],
  ['guards', guardRows],
  ['release gates', gateRows],
] as const)('R3.1: the page of the lifecycle lists its %s, and no other', (heading, rows) => {
  const part = page.split(/^## /m).find((section) => section.toLowerCase().startsWith(heading)) ?? ''
  const found = part.split('\n').filter((line) => line.startsWith('| `'))

  expect(found).toEqual(rows)
})
