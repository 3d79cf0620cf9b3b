/** Refuses to record, draft or release for an encounter that is cancelled. D63. */
import { Problem } from '../../core/problems.ts'
import { type EncounterContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'

/** Throws `invalid-transition` if the encounter is cancelled. */
export function checkNotCancelled({ status }: EncounterContent): void {
  if (status === 'cancelled') throw new Problem('invalid-transition', { detail: 'The encounter is cancelled' })
}

export async function readOpenEncounter(tx: Tx, id: string): Promise<EncounterContent> {
  const content = hubContent('Encounter', await tx.read(hubAddress('Encounter', id)))
  checkNotCancelled(content)
  return content
}
