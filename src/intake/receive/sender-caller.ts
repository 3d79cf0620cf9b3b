/** A sender as the caller of what its messages write: no person, and no program with a token. docs/inbound.md#reception. */
import { type Caller, systemCaller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'

export const senderCaller = ({ tenant, id }: { readonly tenant: string; readonly id: string }): Caller => ({
  ...systemCaller(tenant, newId()),
  client: `sender/${id}`,
})
