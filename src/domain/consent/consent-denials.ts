/** Finds the patients whose Consents deny a caller their record. docs/design/hub.md#consent; D56, D66. */
import type { ConsentProvision } from '@medplum/fhirtypes'
import { type Caller, namedBy } from '../../core/caller.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { listConsentDenials, putConsentDenial, removeConsentDenial } from '../../store/consent-denials.ts'
import { readResource } from '../../store/resources/content.ts'
import type { WriteHook } from '../../store/resources/write/write-hooks.ts'
import type { ConsentDenial } from '../../store/tenants/tenant.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Looking } from '../practitioner/practitioner-roles.ts'
import { teamOf } from './actors.ts'
import { type Asker, type Named, readAsker } from './asker.ts'
import { checkConsentDenial } from './consent-denial-errors.ts'
import { isDenied, isDeniedToAnybody, isDenying, patientOf, rootOf } from './provisions.ts'

/** The caller with its denied patients; unchanged if nothing is denied to anybody. */
export async function withConsentDenials(looking: Looking, caller: Caller): Promise<Caller> {
  const { deniedPatients, asker } = await findDenied(looking, caller)
  if (deniedPatients.length === 0) return caller
  const named = namedBy(caller)
  const knownBy = [...(named === undefined ? [] : [named]), ...(asker?.references ?? []), ...(asker?.teams ?? [])]
  return { ...caller, deniedPatients, knownBy: [...new Set(knownBy)] }
}

/**
 * Patients are not denied their own record; a patient with another role asks in that role. A caller whom nobody can identify may be
 * anybody, so everything counts that is denied to anybody. `caller` undefined: nobody can identify it.
 */
export const listDeniedPatients = async (looking: Looking, caller: Named | undefined): Promise<readonly string[]> =>
  (await findDenied(looking, caller)).deniedPatients

type Denied = { readonly deniedPatients: readonly string[]; readonly asker?: Asker | undefined }

async function findDenied(looking: Looking, caller: Named | undefined): Promise<Denied> {
  const { consentDenials, addresses } = looking.tenant
  if (consentDenials.length === 0 || (caller !== undefined && isUnbound(caller))) return { deniedPatients: [] }
  const asker = caller && (await readAsker(looking, caller, listTeams(consentDenials, addresses)))
  const denied = consentDenials.filter(({ consent }) =>
    asker === undefined ? isDeniedToAnybody(consent, Date.now()) : isDenied(consent, asker),
  )
  return { asker, deniedPatients: [...new Set(denied.flatMap(({ consent }) => patientOf(consent, addresses) ?? []))] }
}

const isUnbound = (caller: Named): boolean =>
  caller.breakGlass !== undefined || (caller.roles.length > 0 && caller.roles.every((role) => role === 'patient'))

function listTeams(consentDenials: readonly ConsentDenial[], addresses: OwnAddresses): readonly string[] {
  const teamsIn = ({ actor = [], provision = [] }: ConsentProvision): string[] => [
    ...actor.flatMap((one) => teamOf(one, addresses) ?? []),
    ...provision.flatMap(teamsIn),
  ]
  return [...new Set(consentDenials.flatMap(({ consent }) => teamsIn(rootOf(consent) ?? {})))]
}

/** Runs with every write of a Consent. */
export const consentDenialHook: WriteHook<Tx> = {
  async put(tx, write) {
    if (!isDenying(write.content)) {
      await removeConsentDenial(tx, write.id)
      return write
    }
    // The Hub also applies its own consents where it discloses: consent-check.ts.
    if (write.owner !== 'hub') await checkConsentDenial(tx, write.content)
    await putConsentDenial(tx, write.id)
    return write
  },
  remove: (tx, stored) => removeConsentDenial(tx, stored.id),
  // It is stored already: parts that cannot be applied are counted, and no longer refused.
  renew: (tx, stored) =>
    isDenying(readResource(stored)) ? putConsentDenial(tx, stored.id) : removeConsentDenial(tx, stored.id),
}

/** Denials of an earlier release that nobody can apply, because they name no patient of ours. */
export async function countUnobeyed(tx: Tx): Promise<number> {
  const consentDenials = await listConsentDenials(tx.client, tx.tenant)
  return consentDenials.filter(({ consent }) => patientOf(consent, tx.tenant.addresses) === undefined).length
}
