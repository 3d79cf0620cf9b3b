/** The audit of a whole installation, verified or exported from beside its servers. docs/design/store.md#audit. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { withPool } from '../postgres/with-pool.ts'
import { listTenants } from '../tenants/tenants.ts'
import { buildCheckpoint, type Checkpoint, type CheckpointFile, isOwn } from './audit-checkpoint.ts'
import type { Finding } from './audit-findings.ts'
import { listSigningKeys } from './audit-keys.ts'
import { type Verified, verifyAudit } from './audit-verify.ts'

export type Installation = { readonly connection: pg.PoolConfig; readonly masterKey: KeyObject }

export type Report = { readonly tenants: readonly Verified[]; readonly findings: readonly Finding[] }

type Asked = {
  readonly tenant: string | undefined
  readonly checkpoint: Checkpoint | undefined
  readonly onRecords: (count: number) => void
}

/** Verifies one tenant after the other. A tenant in the checkpoint that the database lacks is a finding too. */
export async function verifyInstallation(installation: Installation, asked: Asked): Promise<Report> {
  return withPool(installation.connection, async (pool) => {
    const { checkpoint, onRecords } = asked
    const keys = await listSigningKeys(pool, installation.masterKey)
    const heads = (checkpoint?.heads ?? []).filter(
      ({ tenant }) => asked.tenant === undefined || tenant === asked.tenant,
    )
    const known = await listTenants(pool, asked.tenant)
    if (known.length === 0 && asked.tenant !== undefined && heads.length === 0)
      throw new Error('there is no such tenant')
    const tenants: Verified[] = []
    for (const tenant of known) {
      const head = heads.find((one) => one.tenant === tenant.id)
      tenants.push(await verifyAudit({ pool, keys, checkpoint: head, onRecords }, tenant))
    }
    const findings = tenants.flatMap((one) => one.findings)
    for (const { tenant, total } of heads) {
      if (!known.some(({ id }) => id === tenant)) findings.push({ kind: 'truncated', tenant, batch: 1, records: total })
      else if (checkpoint !== undefined && !isOwn(checkpoint, keys)) findings.push({ kind: 'key-unknown', tenant })
    }
    return { tenants, findings }
  })
}

export async function exportCheckpoint(installation: Installation, tenant?: string): Promise<CheckpointFile> {
  return withPool(installation.connection, async (pool) =>
    buildCheckpoint(pool, await listTenants(pool, tenant), await listSigningKeys(pool, installation.masterKey)),
  )
}
