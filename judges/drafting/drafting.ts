/**
 * Measures drafting on the sets that no rule is made from, and fails if a figure falls below the floor that it once reached.
 *
 *     npm run judge:drafting               the figures, with target and floor
 *     npm run judge:drafting -- --raise    also writes the floors of figures that have risen, here and in docs/drafting.md
 */
import { parseArgs } from 'node:util'
import { say } from '../cases.ts'
import { raiseFloors, readFloors, writeFloors } from './floors.ts'
import { judgeSets } from './judge-sets.ts'
import { allFigures, judgedSets } from './sets.ts'

const { values: options } = parseArgs({ options: { raise: { type: 'boolean', default: false } } })

const startedAt = performance.now()
const floors = readFloors()
const { measured, failed, left } = await judgeSets({ sets: judgedSets, floors, say })
if (options.raise) writeFloors(allFigures, raiseFloors(floors, measured))
const seconds = Math.round((performance.now() - startedAt) / 1000)
say(`${measured.length - failed} ok, ${failed} failed, ${left} not judged, in ${seconds} s`)
process.exitCode = failed === 0 ? 0 : 1
