/** Measures the sets, says each figure with its target and floor, and counts those that hold. */
import { asBound, type Floors, inDigits, isReached, judgeFigure, keyOf, type Measured } from './floors.ts'
import type { JudgedSet } from './sets.ts'

/** `left`: figures of sets that are not on this machine. */
export type Judgement = { readonly measured: readonly Measured[]; readonly failed: number; readonly left: number }

type Judging = {
  readonly sets: readonly JudgedSet[]
  readonly floors: Floors
  readonly say: (line: string) => void
}

const widths = [56, 10, 18, 18]
const rowOf = (...cells: readonly string[]): string =>
  cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('').trimEnd() // biome-ignore format: short

const targetWords = { true: ', target reached', false: ', target not reached', undefined: '' } as const

const lineOf = (measured: Measured, floors: Floors): string => {
  const { name, target, value } = measured
  const floor = asBound(measured, floors.get(keyOf(measured)))
  const verdict = `${judgeFigure(measured, floors)}${targetWords[`${isReached(measured)}`]}`
  return rowOf(`  ${name}`, inDigits(measured, value), asBound(measured, target), floor, verdict)
}

export async function judgeSets({ sets, floors, say }: Judging): Promise<Judgement> {
  const measured: Measured[] = []
  let left = 0
  say(rowOf('', 'measured', 'target', 'floor'))
  for (const set of sets) {
    const own = await set.measure()
    if (own === undefined) {
      left += set.figures.length
      say(`${set.name}: not on this machine, not judged`)
      continue
    }
    say(set.name)
    for (const each of own) say(lineOf(each, floors))
    measured.push(...own)
  }
  const lost = measured.filter((each) => judgeFigure(each, floors) === 'LOST')
  for (const { set, name } of lost) say(`FAILED ${set}: ${name}: it has lost what it had reached`)
  say(`\n${measured.filter((each) => isReached(each) === false).length} targets are not reached yet.`)
  return { measured, failed: lost.length, left }
}
