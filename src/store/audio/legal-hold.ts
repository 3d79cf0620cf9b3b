/** Legal hold: a recording that is neither discarded nor expires until it is let go. docs/design/hub.md#time-and-keeping; D48. */
import type pg from 'pg'
import { systemCaller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { auditStatement } from '../audit/audit.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import { findTables } from '../postgres/parts.ts'

type Held = {
  readonly tenant: string
  readonly number: number
  readonly encounterId: string
  readonly patientId: string
}

/** False if there is no such recording, or its audio is gone. */
export async function setLegalHold(
  pool: pg.Pool,
  { id, isHeld }: { readonly id: string; readonly isHeld: boolean },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Held>(
      `update audio_session s set legal_hold = $2, version = s.version + 1, updated_at = now() from tenant t
       where s.id = $1 and t.number = s.tenant and s.cleared_at is null
       returning t.id as tenant, t.number, s.encounter_id as "encounterId", s.patient_id as "patientId"`,
      [id, isHeld],
    )
    const [held] = rows
    if (held === undefined) return false
    const { tenant, number, ...about } = held
    const record = {
      id: newId(),
      kind: isHeld ? ('audio.held' as const) : ('audio.let-go' as const),
      resourceType: 'AudioSession',
      resourceId: id,
      ...about,
    }
    const place = { number, tables: await findTables(client, number) }
    await client.query(auditStatement(place, [{ caller: systemCaller(tenant, newId()), record }]))
    return true
  })
}
