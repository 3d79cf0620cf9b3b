/** Messages of a ward that come over MLLP, are stored in the record and acknowledged. */
import { once } from 'node:events'
import { developmentTenants } from '../../src/core/caller.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { readProcessorTime } from '../fhir/processor-time.ts'
import { type Site, startPart } from '../fhir/site.ts'
import { call, hubRequest } from '../hub/hub-requests.ts'
import { messagesOfPerson } from './admissions.ts'
import type { Acknowledged, Sending } from './mllp-senders.ts'
import type { Rate } from './rates.ts'

const [tenant] = developmentTenants

export async function createSender(site: Site): Promise<void> {
  const operator = await requestDevelopmentToken(site.server.base, { tenant, role: 'operator' })
  await call(site, hubRequest('POST', '/v1/senders', { name: 'Ward', addresses: ['127.0.0.1'] }), operator)
  // A process that receives knows a new sender within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}

type Asked = { readonly port: number; readonly connections: number; readonly messages: number }

export type InboundRate = Rate & { readonly p95: number }

/** Sends messages of new people each time. Throws if a message was not accepted. */
export async function measureInbound(site: Site, { port, connections, messages }: Asked): Promise<InboundRate> {
  const people = Math.ceil(messages / messagesOfPerson)
  const child = startPart('../channels/mllp-senders.ts')
  const ended = once(child, 'message')
  const before = readProcessorTime(site.server.pid)
  child.send({ port, connections, firstPerson: firstFree, people } satisfies Sending)
  firstFree += people
  const [{ seconds, p95, codes }] = (await ended) as [Acknowledged]
  const after = readProcessorTime(site.server.pid)
  child.disconnect()
  const sent = people * messagesOfPerson
  if (codes['AA'] !== sent) throw new Error(`not every message was accepted: ${JSON.stringify(codes)}`)
  const each = (name: 'node' | 'children'): number => (after[name] - before[name]) / sent
  return { perSecond: sent / seconds, node: each('node'), postgres: each('children'), p95 }
}

let firstFree = 1
