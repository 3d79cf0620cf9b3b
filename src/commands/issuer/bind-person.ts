/** The record that a user is: it has to be there in each of their tenants. D168. */
import { systemCaller } from '../../core/caller.ts'
import type { Config } from '../../core/config.ts'
import { newId } from '../../core/ids.ts'
import { isJsonObject, type JsonObject, textOf } from '../../core/json.ts'
import { ownAddressesOf } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import type { NewUser } from '../../store/issuer/issuer-users.ts'
import { parseForReading } from '../../store/resources/content.ts'
import { asWhole } from '../../store/resources/scoped-address.ts'
import type { Store } from '../../store/store.ts'
import { UsageError } from '../subcommand.ts'
import type { Binding, UserFields } from './user-fields.ts'

/** Throws UsageError with the field. */
export async function bindPerson(
  store: Store,
  config: Config,
  { tenants, binding }: Pick<UserFields, 'tenants' | 'binding'>,
): Promise<Pick<NewUser, 'fhirUser' | 'patient'>> {
  if (binding === undefined) return {}
  const fhirUser = `${binding.type}/${binding.id}`
  const known = await store.listTenantIds()
  const patients: (string | undefined)[] = []
  for (const tenant of tenants) {
    if (!known.includes(tenant)) throw new UsageError(`--tenant: there is no tenant ${tenant} that is served`)
    patients.push(await findPatient(store, config, { tenant, binding }))
  }
  const [patient] = patients
  if (patients.some((one) => one !== patient))
    throw new UsageError(`--${binding.option} names another patient in each tenant`)
  return { fhirUser, patient }
}

type Asked = { readonly tenant: string; readonly binding: Binding }

/** Whose record patients and carers see; undefined for others. */
async function findPatient(store: Store, config: Config, { tenant, binding }: Asked): Promise<string | undefined> {
  const { option, type, id } = binding
  const record = await find(store, tenant, { type, id })
  if (record === undefined) throw new UsageError(`--${option}: tenant ${tenant} has no such ${type}`)
  if (type === 'PractitionerRole') return undefined
  if (type === 'Patient') return id
  const reference = record['patient']
  const patient = isJsonObject(reference)
    ? findLocalId(ownAddressesOf(config), 'Patient', textOf(reference, 'reference'))
    : undefined
  if (patient === undefined || (await find(store, tenant, { type: 'Patient', id: patient })) === undefined)
    throw new UsageError(`--${option}: the RelatedPerson names no patient of tenant ${tenant}`)
  return patient
}

async function find(
  store: Store,
  tenant: string,
  { type, id }: Pick<Binding, 'type' | 'id'>,
): Promise<JsonObject | undefined> {
  const address = asWhole({ space: 'fhir', type, id })
  const found = await store.view(systemCaller(tenant, newId()), (view) => view.findCurrent(address))
  return found === undefined || found.deleted ? undefined : parseForReading(found)
}
