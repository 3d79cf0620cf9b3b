/** The versions that a read by id, a version, a history or a compartment may answer: docs/design/house.md#access. A resource outside of them does not exist for the caller. */

import type { Caller } from '../core/caller.ts'
import { Problem } from '../core/problems.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { wholeAddress } from '../store/hub-resources.ts'
import { type Judge, makeReadScope, type ReadScope, wholeScope } from '../store/resources/search/access-scope.ts'
import type { Stored } from '../store/resources/types.ts'
import type { View } from '../store/resources/view.ts'
import { type Access, checkPartAccess, findPartAccess, isConsentDenied, isWhole, isWithin } from './access.ts'
import { leaveOutDenied, leaveOutVersions } from './consent-denials/leave-out-denied.ts'
import { readLast } from './last-content.ts'
import { denialGuard, guardOf } from './read-guard.ts'
import { isFound } from './restriction.ts'

/** The parts of an exchange that it needs. */
export type Looking = { readonly tx: View; readonly server: { readonly parameters: SearchParameters } }

type Sees = (stored: Stored) => Promise<boolean>

const keepEach =
  (sees: Sees): Judge =>
  async (versions) => {
    const seen: Stored[] = []
    for (const stored of versions) if (await sees(stored)) seen.push(stored)
    return seen
  }

/** For a read of the current version of one type. */
export const readScopeOf = (looking: Looking, access: Access, type: string): ReadScope =>
  isWhole(access)
    ? wholeScope
    : makeReadScope(
        keepEach((stored) => isSeen(looking, access, stored)),
        guardOf(looking.server.parameters, access, type),
      )

/** For current versions of several types: each by the caller's access to its type. */
export const readScopeOfTypes = (looking: Looking, caller: Caller): ReadScope =>
  makeReadScope(
    keepEach(async (stored) => {
      const access = findPartAccess(caller, stored.type, 'read')
      return access !== undefined && isSeen(looking, access, stored)
    }),
  )

/** For one version: it is visible if it and the current one are. docs/design/store.md#search. */
export function versionScopeOf(looking: Looking, access: Access): ReadScope {
  if (isWhole(access)) return wholeScope
  const sees: Sees = async (stored) => {
    const current = (await looking.tx.findCurrent(wholeAddress(stored.type, stored.id))) ?? stored
    return (await isSeen(looking, access, current)) && isSeen(looking, access, stored)
  }
  return makeReadScope(keepEach(sees))
}

/** For the history of one resource. */
export function historyScopeOf(looking: Looking, access: Access, type: string): ReadScope {
  if (isWhole(access)) return wholeScope
  const judge: Judge = async (versions) => {
    const left = await leaveOutDeniedVersions(looking, access, versions)
    return keepEach(async (stored) => isWithinLast(looking, access, stored))(left)
  }
  return makeReadScope(judge, guardOf(looking.server.parameters, access, type))
}

/** For current versions of any type: leaves out what patients deny to the caller, whatever the scopes of the caller are. */
export const undeniedScopeOf = (looking: Looking, { deniedPatients }: Caller): ReadScope =>
  deniedPatients === undefined
    ? wholeScope
    : makeReadScope(
        keepEach((stored) => isThere(looking, { deniedPatients }, [stored])),
        denialGuard(deniedPatients),
      )

/** For the history of whole types: leaves out what patients deny to the caller. */
export const historyScopeOfTypes = (looking: Looking, caller: Caller): ReadScope =>
  caller.deniedPatients === undefined
    ? wholeScope
    : makeReadScope((versions) => leaveOutDeniedVersions(looking, caller, versions))

/** For targets that belong together: refuses all of them instead of leaving one out. */
export const refusingScopeOf = (looking: Looking, caller: Caller): ReadScope =>
  makeReadScope(async (versions) => {
    await checkThere(looking, caller, versions)
    for (const stored of versions)
      if (!(await isWithinLast(looking, checkPartAccess(caller, stored.type, 'read'), stored)))
        throw new Problem('not-found')
    return versions
  })

/** Throws `not-found` if one of them is denied. D56. */
export async function checkThere(
  looking: Looking,
  caller: Pick<Caller, 'deniedPatients'>,
  existing: readonly (Stored | undefined)[],
): Promise<void> {
  if (!(await isThere(looking, caller, existing))) throw new Problem('not-found')
}

/** True if none of them is denied. Reads nothing if nothing is denied to the caller. */
async function isThere(
  { tx, server }: Looking,
  { deniedPatients }: Pick<Caller, 'deniedPatients'>,
  existing: readonly (Stored | undefined)[],
): Promise<boolean> {
  if (deniedPatients === undefined) return true
  const found = await Promise.all(existing.filter((one) => one !== undefined).map((one) => readLast(tx, one)))
  const left = await leaveOutDenied(tx, server.parameters, { deniedPatients, found })
  return left.length === found.length
}

/** The targets of a Provenance say whose it is. */
async function isSeen(looking: Looking, access: Access, stored: Stored): Promise<boolean> {
  if (isWhole(access)) return true
  if (
    access.deniedPatients !== undefined &&
    (await isConsentDenied(looking, access, await readLast(looking.tx, stored)))
  )
    return false
  if (stored.type === 'Provenance' && access.patient !== undefined && (await isFound(looking, stored))) return true
  return isWithinLast(looking, access, stored)
}

const isWithinLast = async ({ tx, server }: Looking, access: Access, stored: Stored): Promise<boolean> =>
  isWithin(server.parameters, access, await readLast(tx, stored))

async function leaveOutDeniedVersions(
  { tx, server }: Looking,
  { deniedPatients }: Pick<Access, 'deniedPatients'>,
  versions: readonly Stored[],
): Promise<readonly Stored[]> {
  if (deniedPatients === undefined) return versions
  const found = await Promise.all(
    versions.map(async (version) => Object.assign(await readLast(tx, version), { version })),
  )
  const left = await leaveOutVersions(tx, server.parameters, { deniedPatients, found })
  return left.map(({ version }) => version)
}
