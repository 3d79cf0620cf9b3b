/** The provider's own refusals, as a person reads them: there is no app to which they could go. RFC 6749 4.1.2.1. */
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { isSigningOut } from '../session/browser-session.ts'
import { pageHeaders, renderPage } from './layout.ts'
import { type PageProblem, problemPage } from './problem-pages.ts'

/** The provider says so of a sign-in that a browser began under another session. */
const otherSession = 'interaction session and authentication session mismatch'

function problemOf(
  ctx: KoaContextWithOIDC,
  error: unknown,
  { error: code, error_description: description }: ErrorOut,
): PageProblem {
  if (isSigningOut(ctx) && code !== 'server_error') return 'sign-out'
  if (error instanceof errors.SessionNotFound) return description === otherSession ? 'other-person' : 'ended'
  if (error instanceof errors.InvalidRedirectUri) return 'wrong-return'
  if (error instanceof errors.InvalidClient) return 'unknown-app'
  return code === 'server_error' ? 'failed' : 'wrong-request'
}

export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut, error: unknown): void {
  const problem = problemOf(ctx, error, out)
  const page = problemPage(
    problem,
    problem === 'wrong-request' || problem === 'sign-out' ? `${out.error}: ${out.error_description ?? ''}` : undefined,
  )
  ctx.set({ ...pageHeaders(page) })
  ctx.body = renderPage(page)
}
