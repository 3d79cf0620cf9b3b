/** Writes into the audit of a tenant, at each start, what leaves this machine in the clear because the operator says so. D160. */
import { listClearTexts } from '../core/config/clear-text.ts'
import type { Config } from '../core/config.ts'
import type { Store } from '../store/store.ts'

type Started = { readonly config: Config; readonly tenant: string }

/** Receivers are in records of the tenant, so any of them may be one in the clear. */
const anyReceiver = 'receivers'

export async function recordPlaintext(store: Store, { config, tenant }: Started): Promise<void> {
  if (config.mode !== 'production' || config.plaintext !== 'acknowledged') return
  const reasons = [...listClearTexts(config).map(({ name }) => name), anyReceiver]
  await store.transactAsSystem(tenant, async (tx) => {
    for (const reason of reasons) tx.record('plaintext.acknowledged', { reason })
  })
}
