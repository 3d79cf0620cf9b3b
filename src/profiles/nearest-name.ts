/** Finds the name that was probably meant by a mistyped one. */

const most = 3

/** Undefined if none is near: at most a third of its letters may differ, and no more than three. */
export function findNearest(typed: string, names: readonly string[]): string | undefined {
  const near = names
    .filter((name) => Math.abs(name.length - typed.length) <= most)
    .map((name) => ({ name, distance: distanceOf(typed, name) }))
    .filter(({ name, distance }) => distance <= Math.min(most, Math.ceil(name.length / 3)))
  return near.sort((a, b) => a.distance - b.distance)[0]?.name
}

/** Optimal string alignment: letters inserted, left out, replaced, or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, last] = [last, next]
  }
  return last[b.length] ?? 0
}
