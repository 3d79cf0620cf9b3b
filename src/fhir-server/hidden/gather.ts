/** The resources that others lead to, as far as it takes to know whose those are. D86. */

import { impersonalTypes } from '../../fhir/record-subjects.ts'
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import { findAttaching } from '../../store/resources/read/attaching.ts'
import { findLast } from '../../store/resources/read/last-versions.ts'
import type { Reader } from '../../store/resources/reader.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
import { listIdentified } from './identified.ts'
import { type Found, type Hidden, type Judged, judge } from './named.ts'

export type Gathered = {
  /** In the order of what was found. */
  readonly roots: readonly Judged[]
  /** By `Type/id`. */
  readonly known: ReadonlyMap<string, Judged>
  /** `Type/id` of what attaches a Binary, by its `Type/id`. */
  readonly attaching: ReadonlyMap<string, readonly string[]>
  /** What refers to a patient who is hidden by an identifier. */
  readonly identified: ReadonlySet<Judged>
  /** What they lead to was not looked at: there is too much of it. */
  readonly unfollowed: ReadonlySet<Judged>
}

/** In each what the step before has found is followed. */
export const mostSteps = 5
/** Resources beside those that are judged. */
const mostKnown = 10_000

type Following = {
  readonly reader: Reader
  readonly known: Map<string, Judged>
  readonly attaching: Map<string, readonly string[]>
  readonly judged: (stored: Stored) => Judged
}

export async function gather(
  reader: Reader,
  parameters: SearchParameters,
  { hidden, found }: { readonly hidden: Hidden; readonly found: readonly Found[] },
): Promise<Gathered> {
  const roots = found.map((one) => judge(parameters, hidden, one))
  const judged = (stored: Stored): Judged =>
    judge(parameters, hidden, { type: stored.type, id: stored.id, content: parseForReading(stored) })
  const gathering = {
    reader,
    judged,
    known: new Map<string, Judged>(),
    attaching: new Map<string, readonly string[]>(),
  }
  const { known, attaching } = gathering
  const followed = new Set<Judged>()
  let open = roots.filter(leadsOn)
  for (let step = 0; open.length > 0 && step < mostSteps && known.size < mostKnown; step += 1) {
    await follow(gathering, open)
    for (const one of open) followed.add(one)
    open = listNext(gathering, open).filter((one) => !followed.has(one))
  }
  const identified = await listIdentified(reader, hidden, [...roots, ...known.values()])
  return { roots, known, attaching, identified, unfollowed: new Set(open) }
}

/** A type that may be of a patient's record. */
export const isFollowed = (target: string): boolean => !impersonalTypes.has(target.slice(0, target.indexOf('/')))

export const placeOf = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type}/${id}`

/** Of a Binary that names no patient, what attaches it is asked as well. */
const isAttached = ({ type, isTold }: Judged): boolean => type === 'Binary' && !isTold

const leadsOn = (one: Judged): boolean =>
  !one.isNamed && !one.isUntellable && (isAttached(one) || one.named.some(isFollowed))

async function follow({ reader, known, attaching, judged }: Following, open: readonly Judged[]): Promise<void> {
  const wanted = open.flatMap(({ named }) => named).filter((target) => isFollowed(target) && !known.has(target))
  for (const stored of await findLast(reader, [...new Set(wanted)])) known.set(placeOf(stored), judged(stored))
  const binaries = [...new Set(open.filter(isAttached).map(placeOf))]
  const found = await findAttaching(reader, binaries)
  if (found === undefined) return
  for (const binary of binaries) {
    const all = found.get(binary) ?? []
    attaching.set(binary, all.map(placeOf))
    for (const stored of all) if (!known.has(placeOf(stored))) known.set(placeOf(stored), judged(stored))
  }
}

/** Whatever else refers to a Binary tells whose that is. */
const toldByBinary: ReadonlySet<string> = new Set(['Provenance', 'Bundle'])

/** What tells whose it is: all that it refers to, and of a Binary what attaches it. */
export function listLinks({ known, attaching }: Pick<Gathered, 'known' | 'attaching'>, one: Judged): readonly Judged[] {
  const targets = [...one.named, ...(attaching.get(placeOf(one)) ?? [])]
  const links = targets.flatMap((target) => known.get(target) ?? [])
  return toldByBinary.has(one.type) ? links : links.filter((to) => !to.isUnguarded)
}

/** What one refers to that tells whose it is itself is judged by that alone. */
const listNext = (gathering: Following, open: readonly Judged[]): readonly Judged[] => [
  ...new Set(
    open.flatMap((one) => listLinks(gathering, one).filter((to) => leadsOn(to) && !(one.isTold && to.isTold))),
  ),
]
