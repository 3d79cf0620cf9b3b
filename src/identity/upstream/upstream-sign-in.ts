/** Signing in at an upstream provider: from an interaction or an enrolment to the provider and back. docs/design/identity.md#upstream; D173, D174. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../core/log.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import type { Interacting, OpenInteraction, UpstreamSignIn } from '../issuer/accounts.ts'
import { answerJson, readJsonObject } from '../issuer/answers.ts'
import { interactionPathOf, upstreamPathOf } from '../issuer/issuer-config.ts'
import { hostOf, IssuerError } from '../issuer-error.ts'
import { answerPage } from '../pages/layout.ts'
import { problemPage } from '../pages/problem-pages.ts'
import { recordRefusedSignIn } from '../records/refused-sign-in.ts'
import { isUsedBrowser, usedCookie } from '../session/used-browser.ts'
import { findEnrolment } from '../users/enrolments.ts'
import { browserOf, cookieOf } from './browser-cookie.ts'
import { answerEnrolled, answerFault, sentenceOf, statusOf } from './fault-pages.ts'
import { SignInFault, toSignInFault } from './sign-in-fault.ts'
import { newBrowserId, type PendingSignIn, type Purpose, type SignInResult, SignInStates } from './sign-in-states.ts'
import type { AskedSignIn, SignedIn, UpstreamProvider } from './upstream-provider.ts'

export type UpstreamOptions = {
  readonly provider: UpstreamProvider
  readonly name: string
  readonly store: IssuerStore
  readonly baseUrl: string
  readonly log: Log
}

type Parts = UpstreamOptions & { readonly states: SignInStates }

export function openUpstreamSignIn(options: UpstreamOptions): UpstreamSignIn {
  const parts: Parts = { ...options, states: new SignInStates(options.store.state) }
  return {
    name: options.name,
    answerInteraction: (interacting, request, response) => answerInteraction(parts, interacting, { request, response }),
    answerEnrolment: (request, response) => answerInvited(parts, { request, response }),
    answerReturn: (request, response) => answerReturn(parts, { request, response }),
  }
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

async function answerInteraction(
  parts: Parts,
  interacting: Interacting,
  { request, response }: Exchange,
): Promise<void> {
  const open = await interacting.read()
  if (open === undefined) return answerPage(response, problemPage('ended'))
  const { uid } = open
  if (open.prompt !== 'login') return redirect(response, interactionPathOf(uid))
  const result = await parts.states.takeResult(uid)
  try {
    if (result === undefined) {
      const asked = { ...askedBy(open), mayBeOther: isUsedBrowser(parts, request) }
      const leading = { purpose: { kind: 'interaction', uid }, asked } as const
      const { address, cookie } = await begin(parts, leading, request)
      response.setHeader('Set-Cookie', cookie)
      return redirect(response, address.href)
    }
  } catch (error) {
    return answerFault(response, { name: parts.name, fault: report(parts, error), uid })
  }
  if ('reason' in result) return answerFault(response, { name: parts.name, fault: new SignInFault(result.reason), uid })
  if (!(await interacting.answer(result))) answerPage(response, problemPage('ended'))
}

const askedBy = ({ asksAgain, maxAge }: OpenInteraction): AskedSignIn => ({ isFresh: asksAgain, maxAge })

/** Asked by the script of the page of enrolment, which goes where the answer says. */
async function answerInvited(parts: Parts, { request, response }: Exchange): Promise<void> {
  // RFC 6454 7: a page of another site has the browser of a person enrol nothing.
  if (request.headers.origin !== new URL(parts.baseUrl).origin) return answerJson(response, 403, { error: 'origin' })
  const token = (await readJsonObject(request))?.['token']
  try {
    if (typeof token !== 'string' || (await findEnrolment(parts.store, token)) === undefined)
      throw new SignInFault('spent')
    const purpose = { kind: 'enrolment', token } as const
    // Whoever shares the machine may still be signed in there.
    const { address, cookie } = await begin(parts, { purpose, asked: { isFresh: true } }, request)
    answerJson(response, 200, { location: address.href }, { 'Set-Cookie': cookie })
  } catch (error) {
    const fault = report(parts, error)
    answerJson(response, statusOf(fault), { error: fault.reason, message: sentenceOf(fault, parts.name) })
  }
}

type Leading = { readonly purpose: Purpose; readonly asked: AskedSignIn }

/** Where the browser goes, and the cookie by which it is known when it comes back. Throws IssuerError. */
async function begin(parts: Parts, { purpose, asked }: Leading, request: IncomingMessage) {
  const { address, checks } = await parts.provider.begin(asked)
  const browser = browserOf(parts, request) ?? newBrowserId()
  await parts.states.put({ purpose, checks }, browser)
  return { address, cookie: cookieOf(parts, browser) }
}

async function answerReturn(parts: Parts, { request, response }: Exchange): Promise<void> {
  const { searchParams: query } = new URL(request.url ?? '/', parts.baseUrl)
  const pending = await parts.states.take(query.get('state') ?? '', browserOf(parts, request))
  if (pending === undefined) return answerPage(response, problemPage('ended'))
  // Whoever came back is signed in there now, even if nobody is let in here: the next person may be another. D188.
  response.setHeader('Set-Cookie', usedCookie(parts))
  if (pending.purpose.kind === 'enrolment')
    return answerEnrolment(parts, { query, pending, token: pending.purpose.token }, response)
  const { uid } = pending.purpose
  await parts.states.putResult(uid, await settle(parts, query, pending))
  redirect(response, upstreamPathOf(uid))
}

/** Who came back, or why nobody did. */
async function settle(parts: Parts, query: URLSearchParams, { checks }: PendingSignIn): Promise<SignInResult> {
  try {
    const { subject, authenticatedAt } = await parts.provider.finish(query, checks)
    const id = credentialOf(parts, subject)
    const found = await parts.store.credentials.find('upstream', id)
    const user = found === undefined ? undefined : await parts.store.users.find(found.user)
    if (user !== undefined && user.state !== 'active')
      await recordRefusedSignIn(parts.store, user, { reason: user.state, isTheirs: true })
    if (user?.state !== 'active') throw new SignInFault('unknown')
    // A reset has taken it away meanwhile.
    if (!(await parts.store.credentials.use('upstream', id))) throw new SignInFault('unknown')
    return { accountId: user.id, authenticatedAt }
  } catch (error) {
    return { reason: report(parts, error).reason }
  }
}

/** Two issuers may use one subject for two people. OpenID Connect Core 5.7. */
const credentialOf = ({ provider }: Parts, subject: string): string => JSON.stringify([provider.issuer, subject])

type Enrolling = { readonly query: URLSearchParams; readonly pending: PendingSignIn; readonly token: string }

async function answerEnrolment(
  parts: Parts,
  { query, pending, token }: Enrolling,
  response: ServerResponse,
): Promise<void> {
  try {
    await bind(parts, token, await parts.provider.finish(query, pending.checks))
  } catch (error) {
    return answerFault(response, { name: parts.name, fault: report(parts, error) })
  }
  answerEnrolled(response, parts.name)
}

/** Spends the link, and binds the person of it to the one who came back. */
async function bind({ store, ...parts }: Parts, token: string, { subject }: SignedIn): Promise<void> {
  const user = await findEnrolment(store, token)
  const credential = {
    kind: 'upstream',
    id: credentialOf({ store, ...parts }, subject),
    payload: { issuer: parts.provider.issuer },
  } as const
  if (user === undefined || !(await store.credentials.enrol(token, user.id, credential))) throw new SignInFault('spent')
}

/** One line for the operator, without who it was. Anything but a fault of a sign-in is thrown again. */
function report({ provider, log }: Parts, error: unknown): SignInFault {
  const fault = error instanceof IssuerError ? toSignInFault(provider.issuer, error) : error
  if (!(fault instanceof SignInFault)) throw fault
  const { reason, failure } = fault
  log.warn('sign-in.refused', { host: hostOf(provider.issuer), reason, ...failure })
  return fault
}

function redirect(response: ServerResponse, address: string): void {
  response.writeHead(303, { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  response.end()
}
