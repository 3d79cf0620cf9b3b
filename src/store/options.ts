/** The options of a store. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { OwnAddresses } from '../fhir/own-addresses.ts'
import type { ClientSource } from './issuer/issuer-clients.ts'
import type { Index } from './resources/index-rows.ts'
import type { Check } from './resources/write/check-rows.ts'
import type { HooksOfTypes } from './resources/write/write-hooks.ts'
import type { TenantSettings } from './tenants/tenant.ts'
import type { Tx } from './transaction.ts'

export type StoreOptions = {
  readonly connection: pg.PoolConfig
  readonly masterKey: KeyObject
  /** Absent if no resource refers by an address of ours. */
  readonly addresses?: OwnAddresses
  /** Reads it again, because it may be replaced while this process runs. */
  readonly readMasterKey?: () => Promise<KeyObject>
  readonly index: Index
  readonly check: Check
  /** By FHIR type. */
  readonly hooks?: HooksOfTypes<Tx>
  readonly tenants?: readonly TenantSettings[]
  /** Sources whose clients the authorisation server knows; absent: all. */
  readonly clientSources?: readonly ClientSource[]
  /** A replica of the same database, for long reads. */
  readonly replica?: pg.PoolConfig
}
