/** Looks whether alerts fire, and tells their targets: one process at a time for each tenant, by a lease. D231 */
import { randomUUID } from 'node:crypto'
import type { TellAlert } from '../../src/channels/alerts/tell-alert.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { type AlertContent, findAlertRule } from '../../src/store/alert-rules.ts'
import { hubContent } from '../../src/store/hub-resources.ts'
import { type Firing, listUntold, putTold, putUntold, settleFirings } from '../../src/store/operations/alert-firings.ts'
import type { Lease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'
import { listActiveTenants } from '../../src/store/tenants/listed-tenants.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { findBreaches, type ReadOwnEnd } from '../alerts/find-breaches.ts'
import { holdLease } from '../leases/hold-lease.ts'
import { type Repeating, repeat } from './repeat.ts'

const everyMs = 15_000
const leaseMs = 60_000
/** One message may take ten seconds. */
const marginMs = 15_000
const mostAlerts = 200

export type Alerting = {
  readonly store: Store
  readonly tell: TellAlert
  readonly readOwnEnd: ReadOwnEnd
  readonly log: Log
}

export function startAlerts(alerting: Alerting): Repeating {
  const holder = randomUUID()
  const { log } = alerting
  return repeat({
    ...{ everyMs, failure: 'alerts.error', log },
    work: async (stopping) => {
      for (const tenant of await listActiveTenants(alerting.store.system))
        if (!stopping.aborted) await sweepTenant(alerting, { tenant, name: 'alerts', holder }, stopping)
    },
  })
}

/** Does nothing while another process does it. What fails for one alert keeps no other from its turn. */
export async function sweepTenant(alerting: Alerting, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { store, log } = alerting
  const { tenant } = lease
  const alerts = await store.transactAsSystem(tenant, listActiveAlerts)
  if (alerts.length === 0) return
  await holdLease(store, { lease, ms: leaseMs, marginMs }, async (isHeld) => {
    const mayGoOn = (): boolean => !stopping.aborted && isHeld()
    for (const alert of alerts) {
      if (!mayGoOn()) return
      await sweepAlert(alerting, { tenant, alert, mayGoOn, stopping }).catch((error: unknown) =>
        log.warn('alerts.error', { tenant, ...errorFields(error) }),
      )
    }
  })
}

type Alert = { readonly id: string; readonly content: AlertContent }

async function listActiveAlerts(tx: Tx): Promise<readonly Alert[]> {
  const { items } = await tx.search({ space: 'hub', type: 'Alert', where: [], limit: mostAlerts, order: 'oldest' })
  return items
    .map((stored) => ({ id: stored.id, content: hubContent('Alert', stored) }))
    .filter(({ content }) => content.active)
}

type Sweeping = {
  readonly tenant: string
  readonly alert: Alert
  readonly mayGoOn: () => boolean
  readonly stopping: AbortSignal
}

/** Commits first which conditions have begun and ended, then tells the target; marks each message that the target has taken. */
async function sweepAlert(alerting: Alerting, { tenant, alert, mayGoOn, stopping }: Sweeping): Promise<void> {
  const { store, readOwnEnd } = alerting
  const { id, content } = alert
  const untold = await store.transactAsSystem(tenant, async (tx) => {
    const { begun, ended } = await settleFirings(tx, id, await findBreaches(tx, content, readOwnEnd))
    for (const _ of begun) tx.record('alert.fired', recordOf(alert))
    for (const _ of ended) tx.record('alert.resolved', recordOf(alert))
    return listUntold(tx, id, content.throttleMinutes)
  })
  for (const firing of untold) {
    if (!mayGoOn()) return
    await tellOne(alerting, { tenant, alert, firing, stopping })
  }
}

/** `reason`: the rule. */
const recordOf = ({ id, content }: Alert) => ({
  resourceType: 'Alert',
  resourceId: id,
  reason: content.rule,
})

type Telling = {
  readonly tenant: string
  readonly alert: Alert
  readonly firing: Firing
  readonly stopping: AbortSignal
}

async function tellOne({ store, tell, log }: Alerting, { tenant, alert, firing, stopping }: Telling): Promise<void> {
  const { id: alertId, content } = alert
  const key = `${firing.id}/${firing.state}/${firing.state === 'firing' ? Date.parse(firing.toldAt ?? firing.since) : 0}`
  const receipt = await tell(content.target, { key, message: messageOf(alert, firing) }, stopping)
  const isTaken = receipt.state === 'accepted'
  const reason = receipt.reason ?? 'garbled-answer'
  if (!isTaken) log.warn('alert.untold', { tenant, reason, attempt: firing.attempts + 1 })
  await store.transactAsSystem(tenant, (tx) =>
    isTaken ? putTold(tx, { alertId, firing }) : putUntold(tx, { alertId, firing }, reason),
  )
}

const messageOf = ({ id, content }: Alert, firing: Firing) => ({
  id: firing.id,
  alertId: id,
  name: content.name,
  rule: content.rule,
  state: firing.state,
  subject: firing.subject,
  figure: firing.figure,
  threshold: content.threshold,
  unit: findAlertRule(content.rule).unit,
  since: firing.since,
  ...(firing.resolvedAt === undefined ? {} : { resolvedAt: firing.resolvedAt }),
})
