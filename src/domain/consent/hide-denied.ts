/** Patients whose record is hidden from a caller, since a Consent denies it to them. hub-contract "Consent, recipients, purpose"; D56, D66. */
import type { ConsentProvision } from '@medplum/fhirtypes'
import { type Caller, namedBy } from '../../core/caller.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { type Denial, listDenials, putDenial, removeDenial } from '../../store/denials.ts'
import { readResource } from '../../store/resources/content.ts'
import type { WriteHook } from '../../store/resources/write/write-hooks.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Looking } from '../practitioner/practitioner-roles.ts'
import { teamOf } from './actors.ts'
import { type Asker, type Named, readAsker } from './asker.ts'
import { checkDenial } from './denial-errors.ts'
import { isDenied, isDeniedToAnybody, isDenying, patientOf, rootOf } from './provisions.ts'

/** The caller as its reads are kept: where nothing is denied to anybody, the same. */
export async function hideDenied(looking: Looking, caller: Caller): Promise<Caller> {
  const { hidden, asker } = await findDenied(looking, caller)
  if (hidden.length === 0) return caller
  const named = namedBy(caller)
  const knownBy = [...(named === undefined ? [] : [named]), ...(asker?.references ?? []), ...(asker?.teams ?? [])]
  return { ...caller, hidden, knownBy: [...new Set(knownBy)] }
}

/**
 * Nothing of their own record is hidden from patients; who is something else, too, asks as that. Of whom nobody knows who it is, that may be
 * anybody: what is denied to anybody is hidden from them. `caller` undefined: nobody knows.
 */
export const listHidden = async (looking: Looking, caller: Named | undefined): Promise<readonly string[]> =>
  (await findDenied(looking, caller)).hidden

type Denied = { readonly hidden: readonly string[]; readonly asker?: Asker | undefined }

async function findDenied(looking: Looking, caller: Named | undefined): Promise<Denied> {
  const { denials, addresses } = looking.tenant
  if (denials.length === 0 || (caller !== undefined && isUnbound(caller))) return { hidden: [] }
  const asker = caller && (await readAsker(looking, caller, listTeams(denials, addresses)))
  const denied = denials.filter(({ consent }) =>
    asker === undefined ? isDeniedToAnybody(consent, Date.now()) : isDenied(consent, asker),
  )
  return { asker, hidden: [...new Set(denied.flatMap(({ consent }) => patientOf(consent, addresses) ?? []))] }
}

const isUnbound = (caller: Named): boolean =>
  caller.breakGlass !== undefined || (caller.roles.length > 0 && caller.roles.every((role) => role === 'patient'))

function listTeams(denials: readonly Denial[], addresses: OwnAddresses): readonly string[] {
  const teamsIn = ({ actor = [], provision = [] }: ConsentProvision): string[] => [
    ...actor.flatMap((one) => teamOf(one, addresses) ?? []),
    ...provision.flatMap(teamsIn),
  ]
  return [...new Set(denials.flatMap(({ consent }) => teamsIn(rootOf(consent) ?? {})))]
}

/** Goes with every write of a Consent. */
export const denialHook: WriteHook = {
  async put(tx, write) {
    if (!isDenying(write.content)) {
      await removeDenial(tx, write.id)
      return write
    }
    // The Hub's own are obeyed where the Hub discloses, too: consent-check.ts.
    if (write.owner !== 'hub') await checkDenial(tx, write.content)
    await putDenial(tx, write.id)
    return write
  },
  remove: (tx, stored) => removeDenial(tx, stored.id),
  // It is stored: what could not be obeyed of it is counted, and no longer refused.
  renew: (tx, stored) => (isDenying(readResource(stored)) ? putDenial(tx, stored.id) : removeDenial(tx, stored.id)),
}

/** Denials that an earlier release has stored although nobody can tell whose record they close. */
export async function countUnobeyed(tx: Tx): Promise<number> {
  const denials = await listDenials(tx.client, tx.tenant)
  return denials.filter(({ consent }) => patientOf(consent, tx.tenant.addresses) === undefined).length
}
