/** Leaves out the resources that a consent denial closes: those that name the patient, or lead to the patient's own record. D56, D86. */

import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import { findLast } from '../../store/resources/read/last-versions.ts'
import type { Reader, Stored } from '../../store/resources/types.ts'
import type { View } from '../../store/resources/view.ts'
import { type DeniedPatients, type Found, foundOf, type Judged } from './judged-resource.ts'
import { type Gathered, gather, isFollowed, listLinks, placeOf } from './linked-resources.ts'

/** As `namesDeniedPatient`, but also true if it leads to their record: a note may name the encounter only. */
export const isOfDeniedPatient = async (
  reader: Reader,
  parameters: SearchParameters,
  denied: Denied,
): Promise<boolean> => (await leaveOutDenied(reader, parameters, { ...denied, found: [denied.found] })).length === 0

type Denied = { readonly deniedPatients: DeniedPatients; readonly found: Found }

/** The resources that concern no denied patient. Each step of references is one statement. */
export async function leaveOutDenied<One extends Found>(
  reader: Reader,
  parameters: SearchParameters,
  { deniedPatients, found }: { readonly deniedPatients: DeniedPatients; readonly found: readonly One[] },
): Promise<readonly One[]> {
  const gathered = await gather(reader, parameters, { deniedPatients, found })
  const closed = listClosed(gathered, listTheirs(gathered, deniedPatients))
  return found.filter((_, at) => !closed.has(gathered.roots[at] as Judged))
}

/** As `leaveOutDenied`, for versions: one is visible if it and the current version are; after a deletion the last one counts. */
export async function leaveOutVersions<One extends Found>(
  reader: Reader,
  parameters: SearchParameters,
  { deniedPatients, found }: { readonly deniedPatients: DeniedPatients; readonly found: readonly One[] },
): Promise<readonly One[]> {
  const last = (await findLast(reader, [...new Set(found.map(placeOf))])).map(foundOf)
  const left = new Set(await leaveOutDenied<Found>(reader, parameters, { deniedPatients, found: [...last, ...found] }))
  const closed = new Set(last.filter((one) => !left.has(one)).map(placeOf))
  return found.filter((one) => left.has(one) && !closed.has(placeOf(one)))
}

/** For the matches of a caller's search. Reads nothing if the caller is denied nothing. */
export async function leaveOutStored(
  { tx, server }: { readonly tx: View; readonly server: { readonly parameters: SearchParameters } },
  all: readonly Stored[],
): Promise<readonly Stored[]> {
  const { deniedPatients } = tx.caller
  if (deniedPatients === undefined) return all
  const found = all.map((stored) => ({ ...foundOf(stored), stored }))
  return (await leaveOutDenied(tx, server.parameters, { deniedPatients, found })).map(({ stored }) => stored)
}

type Spreads = (one: Judged, to: Judged, closed: ReadonlySet<Judged>) => boolean

/** Resources that name a denied patient, or lead to their record. A resource that says whose it is counts by that alone. */
function listTheirs(gathered: Gathered, deniedPatients: DeniedPatients): ReadonlySet<Judged> {
  const isOwn = ({ owner }: Judged): boolean => owner !== undefined && deniedPatients.includes(owner)
  return spread(
    gathered,
    (one) => one.isNamed || gathered.identified.has(one),
    (one, to, theirs) => (one.isTold && to.isTold ? isOwn(to) : theirs.has(to)),
  )
}

/** Their resources, and those that may be theirs: neither the resource nor anything else says whose it is. */
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

/** Starts with some, and adds those that refer to one of them, until nothing is added. */
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
