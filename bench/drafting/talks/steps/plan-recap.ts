/** The summary of the plan at the end: medicine, tests, review. */
import type { Script } from '../script.ts'

export function recapPlan(script: Script): void {
  const slots = Object.assign({}, ...script.planned.map((each) => each.slots))
  if (slots.drug === undefined || slots.test === undefined || slots.due === undefined) return
  if (script.may('planRecap', 60)) script.play('planRecap', slots, ...script.planned.map(({ fact }) => fact))
}
