/** A running server with the steps of a subscriber; everything that a test opened ends with it. */
import { developmentTenants } from '../../src/core/caller.ts'
import { giveConsent, must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { createSite, type RunningServer, startRunning } from '../running-server.ts'
import { type Asked, eventsOf, fhir, type Hook, openHook, subscription, untilStatus } from './hook.ts'

/** The tenant that takes base R4. */
export const base = { tenant: developmentTenants[1] } as const
export const person = { resourceType: 'Patient', name: [{ family: 'Wattle' }] }
export const observation = (subject: string, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
  subject: { reference: subject },
  ...more,
})

export type Subscribing = {
  readonly server: RunningServer
  /** Subscriptions to delete at the end of a test. */
  readonly opened: string[]
  readonly open: (options?: Parameters<typeof openHook>[0]) => Promise<Hook>
  readonly subscribe: (asked: Asked, as?: object) => Promise<string>
  readonly activate: (asked: Asked, as?: object) => Promise<string>
  /** Creates at a type, updates at an id. */
  readonly put: (path: string, body: object) => Promise<string>
  readonly until: (hook: Hook, numbers: readonly number[]) => Promise<unknown>
  /** After a failure: it is not tried again. */
  readonly postpone: (id: string) => Promise<void>
  readonly resume: (id: string) => Promise<void>
  readonly giveShare: (patientId: string) => Promise<string>
  readonly focusesOf: (hook: Hook, path?: string) => readonly string[]
  readonly clean: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startSubscribing(): Promise<Subscribing> {
  const server = await startRunning({ site: await createSite(), env: { BANKSIA_SUBSCRIPTION_ATTEMPTS: '4' } })
  const { call, site } = server
  const hooks: Hook[] = []
  const opened: string[] = []
  const subscribe: Subscribing['subscribe'] = async (asked, as = base) => {
    const body = subscription(server.base, asked)
    const { id } = (await must(201, fhir(call, 'POST', 'Subscription', { body, as }))).body
    opened.push(id)
    return id
  }
  return {
    server,
    opened,
    subscribe,
    async open(options = {}) {
      const hook = await openHook(options)
      hooks.push(hook)
      return hook
    },
    async activate(asked, as = base) {
      const id = await subscribe(asked, as)
      await untilStatus(call, id, 'active', as)
      return id
    },
    async put(path, body) {
      const [method, status] = path.includes('/') ? (['PUT', 200] as const) : (['POST', 201] as const)
      return (await must(status, fhir(call, method, path, { body, as: base }))).body.id
    },
    until: (hook, numbers) =>
      waitFor(
        async () => eventsOf(hook),
        (events) => events.length >= numbers.length,
      ),
    async postpone(id) {
      const text = `update subscription set due_at = now() + interval '1 hour' where id = $1 and failures > 0`
      await waitFor(
        () => site.pool.query(text, [id]),
        ({ rowCount }) => rowCount === 1,
      )
    },
    async resume(id) {
      await site.pool.query('update subscription set due_at = now() where id = $1', [id])
    },
    giveShare: (patientId) => giveConsent(call, patientId, {}, base),
    focusesOf: (hook, path = '/') =>
      hook.notified
        .filter((one) => one.path === path)
        .flatMap(({ events }) => events.map(({ focus }) => (focus ?? '').replace(`${server.base}/fhir/R4/`, ''))),
    async clean() {
      for (const id of opened.splice(0)) await fhir(call, 'DELETE', `Subscription/${id}`, { as: base })
      for (const hook of hooks.splice(0)) await hook.close()
    },
    async stop() {
      await server.stop()
      await site.remove()
    },
  }
}
