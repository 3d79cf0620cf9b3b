/** Who speaks in each turn, if nothing marks the voices: by the words of the turn and of its neighbours. Rabiner 1989, forward-backward algorithm of a hidden Markov model with two states. */

export type Turn = {
  /** Natural logarithm of the odds that the clinician says it. */
  readonly weight: number
  /** It ends with a question. */
  readonly asks: boolean
}

/** The share of turns after which the other one speaks next: after a question, and after any other turn. Counted in day 1 of the consultations. */
const changes = { afterQuestion: 0.96, afterOther: 0.69 }

type Chance = readonly [clinician: number, patient: number]

const normal = ([one, two]: Chance): Chance => [one / (one + two), two / (one + two)]
const changeAfter = ({ asks }: Turn): number => (asks ? changes.afterQuestion : changes.afterOther)

/** No turn alone is beyond doubt. */
const mostWeight = 6

function emission({ weight }: Turn): Chance {
  const bounded = Math.max(-mostWeight, Math.min(mostWeight, weight))
  const chance = 1 / (1 + Math.exp(-bounded))
  return [chance, 1 - chance]
}

const step = ([one, two]: Chance, change: number): Chance => [
  one * (1 - change) + two * change,
  one * change + two * (1 - change),
]
const times = (one: Chance, two: Chance): Chance => [one[0] * two[0], one[1] * two[1]]

/** The chance, from 0 to 1, that the clinician speaks, for each turn. */
export function forwardBackward(turns: readonly Turn[]): readonly number[] {
  const forward: Chance[] = []
  for (const [at, turn] of turns.entries()) {
    const before = turns[at - 1]
    const prior =
      before === undefined ? ([0.5, 0.5] as const) : step(forward[at - 1] ?? [0.5, 0.5], changeAfter(before))
    forward.push(normal(times(prior, emission(turn))))
  }
  const chances: number[] = []
  let backward: Chance = [0.5, 0.5]
  for (const [at, turn] of [...turns.entries()].reverse()) {
    chances.push(normal(times(forward[at] ?? [0.5, 0.5], backward))[0])
    const before = turns[at - 1]
    if (before !== undefined) backward = normal(step(times(backward, emission(turn)), changeAfter(before)))
  }
  return chances.reverse()
}
