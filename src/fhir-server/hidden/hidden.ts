/** What a patient's denial hides: whatever names the patient, or leads to what is of the patient's own record. D56, D86. */

import { parseForReading, type Stored } from '../../store/resources/content.ts'
import { findLast } from '../../store/resources/read/last-versions.ts'
import type { Reader, Reading } from '../../store/resources/reader.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
import { type Gathered, gather, isFollowed, listLinks, placeOf } from './gather.ts'
import type { Found, Hidden, Judged } from './named.ts'

/** As `namesHidden`, or it leads to what is of their record: a note of a visit may name the visit alone. */
export const isOfHidden = async (reader: Reader, parameters: SearchParameters, hiding: Hiding): Promise<boolean> =>
  (await leaveOutHidden(reader, parameters, { ...hiding, found: [hiding.found] })).length === 0

type Hiding = { readonly hidden: Hidden; readonly found: Found }

/** Those that are of nobody who is hidden. What they refer to is looked for in one statement for each step. */
export async function leaveOutHidden<One extends Found>(
  reader: Reader,
  parameters: SearchParameters,
  { hidden, found }: { readonly hidden: Hidden; readonly found: readonly One[] },
): Promise<readonly One[]> {
  const gathered = await gather(reader, parameters, { hidden, found })
  const closed = listClosed(gathered, listTheirs(gathered, hidden))
  return found.filter((_, at) => !closed.has(gathered.roots[at] as Judged))
}

/** As `leaveOutHidden`, of versions: one is visible where it and the current one are, or where it was deleted the last one. */
export async function leaveOutVersions<One extends Found>(
  reader: Reader,
  parameters: SearchParameters,
  { hidden, found }: { readonly hidden: Hidden; readonly found: readonly One[] },
): Promise<readonly One[]> {
  const last = (await findLast(reader, [...new Set(found.map(placeOf))])).map((stored): Found => {
    return { type: stored.type, id: stored.id, content: parseForReading(stored) }
  })
  const left = new Set(await leaveOutHidden<Found>(reader, parameters, { hidden, found: [...last, ...found] }))
  const closed = new Set(last.filter((one) => !left.has(one)).map(placeOf))
  return found.filter((one) => left.has(one) && !closed.has(placeOf(one)))
}

/** Of what was found in a caller's name. Where nothing is hidden from the caller, nothing is looked at. */
export async function leaveOutStored(
  { tx, server }: { readonly tx: Reading; readonly server: { readonly parameters: SearchParameters } },
  all: readonly Stored[],
): Promise<readonly Stored[]> {
  const { hidden } = tx.caller
  if (hidden === undefined) return all
  const found = all.map((stored) => ({ type: stored.type, id: stored.id, stored, content: parseForReading(stored) }))
  return (await leaveOutHidden(tx, server.parameters, { hidden, found })).map(({ stored }) => stored)
}

type Spreads = (one: Judged, to: Judged, closed: ReadonlySet<Judged>) => boolean

/** What names them or leads to what is theirs. What tells whose it is itself is theirs by that alone. */
function listTheirs(gathered: Gathered, hidden: Hidden): ReadonlySet<Judged> {
  const isOwn = ({ owner }: Judged): boolean => owner !== undefined && hidden.includes(owner)
  return spread(
    gathered,
    (one) => one.isNamed || gathered.identified.has(one),
    (one, to, theirs) => (one.isTold && to.isTold ? isOwn(to) : theirs.has(to)),
  )
}

/** Beside what is theirs, what may be theirs: nobody can tell, and neither does it tell itself. */
function listClosed(gathered: Gathered, theirs: ReadonlySet<Judged>): ReadonlySet<Judged> {
  const { known, attaching, unfollowed } = gathered
  const isLost = (one: Judged): boolean =>
    one.type === 'Provenance' && one.named.some((target) => isFollowed(target) && !known.has(target))
  const isLoose = (one: Judged): boolean => one.isUnguarded && !attaching.get(placeOf(one))?.length
  const isUnknown = (one: Judged): boolean => unfollowed.has(one) || isLost(one) || isLoose(one)
  return spread(
    gathered,
    (one) => theirs.has(one) || one.isUntellable || (!one.isTold && isUnknown(one)),
    (one, to, closed) => !one.isTold && closed.has(to),
  )
}

/** Those where it begins, and from one to those that refer to it, until none is added. */
function spread(gathered: Gathered, begins: (one: Judged) => boolean, spreads: Spreads): ReadonlySet<Judged> {
  const all = [...gathered.roots, ...gathered.known.values()]
  const closed = new Set(all.filter(begins))
  for (let before = -1; before < closed.size; ) {
    before = closed.size
    for (const one of all) {
      if (closed.has(one)) continue
      const isReached = listLinks(gathered, one).some((to) => spreads(one, to, closed))
      if (isReached) closed.add(one)
    }
  }
  return closed
}
