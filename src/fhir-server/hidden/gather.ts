/** The resources that others lead to, as far as it takes to know whose those are. D86. */

import { impersonalTypes } from '../../fhir/record-subjects.ts'
import { glanceAt } from '../../store/content.ts'
import { findLast } from '../../store/last-versions.ts'
import type { Reader } from '../../store/reader.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
import { type Found, type Hidden, type Judged, judge } from './named.ts'

export type Gathered = {
  /** In the order of what was found. */
  readonly roots: readonly Judged[]
  /** By `Type/id`. */
  readonly known: ReadonlyMap<string, Judged>
  /** What they lead to was not looked at: there is too much of it. */
  readonly unfollowed: ReadonlySet<Judged>
}

/** Statements, of which each follows the references of what the one before has found. */
export const mostSteps = 5
/** Resources beside those that are judged. */
const mostKnown = 10_000

export async function gather(
  reader: Reader,
  parameters: SearchParameters,
  { hidden, found }: { readonly hidden: Hidden; readonly found: readonly Found[] },
): Promise<Gathered> {
  const roots = found.map((one) => judge(parameters, hidden, one))
  const known = new Map<string, Judged>()
  const followed = new Set<Judged>()
  let open = roots.filter(leadsOn)
  for (let step = 0; open.length > 0 && step < mostSteps && known.size < mostKnown; step += 1) {
    const wanted = new Set(
      open.flatMap(({ named }) => named).filter((target) => isFollowed(target) && !known.has(target)),
    )
    for (const stored of await findLast(reader, [...wanted])) {
      const { type, id } = stored
      known.set(`${type}/${id}`, judge(parameters, hidden, { type, id, content: glanceAt(stored) }))
    }
    for (const one of open) followed.add(one)
    open = listNext(open, known).filter((one) => !followed.has(one))
  }
  return { roots, known, unfollowed: new Set(open) }
}

/** A type that may be of a patient's record. */
export const isFollowed = (target: string): boolean => !impersonalTypes.has(target.slice(0, target.indexOf('/')))

const leadsOn = ({ isNamed, isUntellable, named }: Judged): boolean =>
  !isNamed && !isUntellable && named.some(isFollowed)

/** What one refers to that tells whose it is itself is judged by that alone. */
function listNext(open: readonly Judged[], known: ReadonlyMap<string, Judged>): readonly Judged[] {
  const next = open.flatMap((one) =>
    one.named.flatMap((target) => {
      const to = known.get(target)
      return to === undefined || (one.isTold && to.isTold) ? [] : [to]
    }),
  )
  return [...new Set(next)].filter(leadsOn)
}
