/** `POST /v1/inbound/{senderId}`: a message by HTTPS, of a sender that proves itself. The answer is the acknowledgement. docs/inbound.md#by-https. */
import { parseFirstSegment } from '../../channels/hl7-message.ts'
import { isUuid } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import type { FailureLimit } from '../../http/checks/limit-failures.ts'
import { type BodyLimits, checkMediaType, readBody } from '../../http/request/body.ts'
import type { FindAddress } from '../../http/request/client-address.ts'
import { type Context, headerOf, isRepeated, type Layer } from '../../http/request/request-state.ts'
import type { FindCertificate } from '../../http/tls/client-certificate.ts'
import { isProven, mayBeProven, type Proof } from './authenticate-sender.ts'
import { maySay } from './claims.ts'
import type { KnownSender } from './known-senders.ts'
import type { Match } from './match-sender.ts'
import { buildAnswers, type Intake, judgeMessage, originOf } from './take-message.ts'

const mediaTypes = ['x-application/hl7-v2+er7', 'text/plain'] as const
const path = /^\/v1\/inbound\/([^/]+)$/
/** For whoever has not proved to be a sender. */
const smallBytes = 1024 * 1024
const timeoutMs = 60_000

export type Serving = {
  readonly intake: Intake
  readonly findAddress: FindAddress
  readonly findCertificate: FindCertificate
  readonly failures: FailureLimit
}

/** Answers every other path to the next layer. */
export const serveInbound =
  (serving: Serving): Layer =>
  async (ctx, next) => {
    const [, given] = path.exec(ctx.path) ?? []
    if (given === undefined) return next()
    ctx.state.route = '/v1/inbound/{senderId}'
    if (ctx.method !== 'POST') throw new Problem('method-not-allowed', { headers: { Allow: 'POST' } })
    checkMediaType(ctx.req, mediaTypes)
    return receive(serving, ctx, given.toLowerCase())
  }

/** The same refusal whether there is no such sender, it is disabled, or somebody else asks. */
const refuse = (): never => {
  throw new Problem('authentication-required', { detail: 'No sender is known by what the request proves' })
}

async function receive(serving: Serving, ctx: Context, id: string): Promise<void> {
  const { intake, failures } = serving
  failures.check(ctx)
  const found = isUuid(id) ? (await intake.senders.list()).find((one) => one.id === id) : undefined
  const sender = found?.content.status === 'active' ? found : undefined
  const claimed = readProof(serving, ctx)
  const mayProve = sender !== undefined && mayBeProven(sender, claimed)
  const limits: BodyLimits = { maxBytes: mayProve ? sender.content.maxBytes : smallBytes, timeoutMs }
  const proof = { ...claimed, body: await readBody(ctx, limits) }
  if (!mayProve || !(await isProven(intake, sender, proof))) {
    failures.count(ctx)
    return refuse()
  }
  await answer(intake, ctx, { sender, proof })
}

function readProof({ findAddress, findCertificate }: Serving, ctx: Context): Omit<Proof, 'body'> {
  const once = (name: string): string => (isRepeated(ctx.req, name) ? '' : headerOf(ctx, name))
  return {
    // Of IPv6 the network counts, as everywhere for requests.
    address: findAddress(ctx.req).replace(/\/64$/, ''),
    certificate: findCertificate(ctx.req),
    signature: once('banksia-signature'),
    idempotencyKey: once('idempotency-key'),
  }
}

type Proven = { readonly sender: KnownSender; readonly proof: Proof }

async function answer(intake: Intake, ctx: Context, { sender, proof }: Proven): Promise<void> {
  const { body } = proof
  const header = parseFirstSegment(body)
  const origin = originOf(header, proof)
  const find = async (isFresh: boolean): Promise<Match> => {
    const now = isFresh ? (await intake.senders.list(true)).find(({ id }) => id === sender.id) : sender
    if (now === undefined || !maySay(now, origin)) return 'unknown'
    return now.content.status === 'disabled' ? 'disabled' : now
  }
  const verdict = await judgeMessage(intake, { message: body, isWhole: true, header }, find)
  // One request has one answer: that of the application, if both are asked for.
  const told = buildAnswers(header, verdict, intake.clock).at(-1)
  ctx.status = told === undefined ? 204 : 200
  if (told === undefined) return
  ctx.set('Content-Type', mediaTypes[0])
  ctx.body = Buffer.from(told)
}
