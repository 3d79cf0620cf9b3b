/** Reads resources that others lead to, as far as it takes to know whose those are. D86. */

import { impersonalTypes } from '../../fhir/record-subjects.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import { findAttaching } from '../../store/resources/read/attaching.ts'
import { findLast } from '../../store/resources/read/last-versions.ts'
import type { Reader, Stored } from '../../store/resources/types.ts'
import { listIdentified } from './identified.ts'
import { type DeniedPatients, type Found, foundOf, type Judged, judge } from './judged-resource.ts'

export type Gathered = {
  /** In the order of the found resources. */
  readonly roots: readonly Judged[]
  /** By `Type/id`. */
  readonly known: ReadonlyMap<string, Judged>
  /** `Type/id` of the resources that attach a Binary, by its `Type/id`. */
  readonly attaching: ReadonlyMap<string, readonly string[]>
  /** Resources that refer to a denied patient by an identifier. */
  readonly identified: ReadonlySet<Judged>
  /** Resources whose targets were not read, because there are too many. */
  readonly unfollowed: ReadonlySet<Judged>
}

/** Each step follows the references that the step before has found. */
export const mostSteps = 5
/** Resources beside the judged ones. */
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
  { deniedPatients, found }: { readonly deniedPatients: DeniedPatients; readonly found: readonly Found[] },
): Promise<Gathered> {
  const roots = found.map((one) => judge(parameters, deniedPatients, one))
  const judged = (stored: Stored): Judged => judge(parameters, deniedPatients, foundOf(stored))
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
  const identified = await listIdentified(reader, deniedPatients, [...roots, ...known.values()])
  return { roots, known, attaching, identified, unfollowed: new Set(open) }
}

/** A type that may be in a patient's record. */
export const isFollowed = (target: string): boolean => !impersonalTypes.has(target.slice(0, target.indexOf('/')))

export const placeOf = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type}/${id}`

/** If a Binary names no patient, the resources that attach it are read too. */
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

/** Any other resource that refers to a Binary says whose the Binary is. */
const toldByBinary: ReadonlySet<string> = new Set(['Provenance', 'Bundle'])

/** The resources that say whose it is: its targets, and for a Binary those that attach it. */
export function listLinks({ known, attaching }: Pick<Gathered, 'known' | 'attaching'>, one: Judged): readonly Judged[] {
  const targets = [...one.named, ...(attaching.get(placeOf(one)) ?? [])]
  const links = targets.flatMap((target) => known.get(target) ?? [])
  return toldByBinary.has(one.type) ? links : links.filter((to) => !to.isUnguarded)
}

/** A target that says whose it is itself is judged by that alone. */
const listNext = (gathering: Following, open: readonly Judged[]): readonly Judged[] => [
  ...new Set(
    open.flatMap((one) => listLinks(gathering, one).filter((to) => leadsOn(to) && !(one.isTold && to.isTold))),
  ),
]
