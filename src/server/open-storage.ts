/** Opens the database and its store, migrated to this release, with every tenant's records that the Hub needs. */
import type { Config } from '../core/config.ts'
import { consentDenialHook } from '../domain/consent/consent-denials.ts'
import { ownAddressesOf } from '../fhir/own-addresses.ts'
import { searchParameterHook } from '../fhir-search/index/own-parameters.ts'
import { definitionHooks } from '../fhir-server/definitions/own-definitions.ts'
import { subscriptionHook } from '../fhir-server/subscriptions/subscription-hook.ts'
import { seedDevelopmentRecords } from '../hub/encounters/development-records.ts'
import { seedTenant } from '../hub/templates/seed.ts'
import { issuerOf } from '../identity/issuer/issuer-config.ts'
import { operatorSources } from '../store/issuer/issuer-clients.ts'
import { openStore } from '../store/open-store.ts'
import { adoptIssuer } from '../store/operations/issuers.ts'
import { dropAllLeases } from '../store/operations/leases.ts'
import { withPool } from '../store/postgres/with-pool.ts'
import { reindexMoved } from '../store/reindex/own-addresses.ts'
import { queueOutdated } from '../store/reindex/reindex-queue.ts'
import type { Store } from '../store/store.ts'
import { developmentTenantSettings } from '../store/tenants/tenants.ts'
import type { Database } from './database.ts'
import { readMasterKey } from './master-key.ts'
import type { Clinical } from './open-clinical.ts'
import type { Opening } from './opening.ts'
import { recordPlaintext } from './record-plaintext.ts'
import { toDatabaseError } from './start-errors.ts'

type Parts = { readonly database: Database; readonly clinical: Clinical }

export async function openStorage({ config, closings }: Opening, parts: Parts): Promise<Store> {
  const { database } = parts
  const store = await openStoreOver(config, parts).catch((error: unknown) => {
    throw config.databaseUrl === undefined ? error : toDatabaseError(error)
  })
  closings.push(() => store.close())
  if (database.isExclusive) await dropAllLeases(store.system)
  await withPool(database.connection, queueOutdated)
  await withPool(database.connection, (pool) => adoptIssuer(pool, findOnlyIssuer(config)))
  for (const tenant of await store.listTenantIds()) {
    await store.transactAsSystem(tenant, reindexMoved)
    await seedTenant(store, tenant)
    await recordPlaintext(store, { config, tenant })
    if (config.mode === 'development') await seedDevelopmentRecords(store, tenant)
  }
  return store
}

async function openStoreOver(config: Config, { database, clinical }: Parts): Promise<Store> {
  const { definitions, searchParameters, subscriptionRules, index, check } = clinical
  return openStore({
    connection: database.connection,
    masterKey: await readMasterKey(config),
    readMasterKey: () => readMasterKey(config),
    addresses: ownAddressesOf(config),
    index,
    check,
    hooks: {
      ...definitionHooks(definitions.registry),
      Consent: consentDenialHook,
      SearchParameter: searchParameterHook(searchParameters),
      Subscription: subscriptionHook(subscriptionRules),
    },
    tenants: config.mode === 'development' ? developmentTenantSettings : [],
    ...(config.mode === 'production' ? { clientSources: operatorSources } : {}),
    ...(database.replica === undefined ? {} : { replica: database.replica }),
  })
}

/** Undefined if there are several, or none. */
function findOnlyIssuer({ issuer, issuers, baseUrl }: Config): string | undefined {
  const all = issuer === 'embedded' ? [issuerOf({ baseUrl }), ...issuers] : issuers
  return all.length === 1 ? all[0] : undefined
}
