/** What a person reads who cannot go on: what happened, and what to do next. No page shows a value of the request as markup. */
import { html } from '../../core/page/html.ts'
import { endpointPaths, issuerPath } from '../issuer/issuer-config.ts'
import type { Page } from './layout.ts'
import { shorten } from './shown-text.ts'

type Row = {
  readonly status: number
  readonly title: string
  readonly happened: string
  readonly next: string
}

const signOutPath = `${issuerPath}${endpointPaths.signOut}`

const again = 'Go back to the app and start again.'
const tellApp = 'Nothing was shared. Go back to the app; if this happens again, tell the people who look after the app.'

// biome-ignore format: one row a line
const rows = {
  ended:           { status: 400, title: 'This sign-in has ended',           happened: 'It was completed before, it took too long, or it began in another browser.',                                next: again },
  'other-person':  { status: 400, title: 'This sign-in has ended',           happened: 'Somebody has signed out at this browser since it began, or signed in as somebody else.',                    next: again },
  foreign:         { status: 403, title: 'This did not come from our page',  happened: 'Another website sent this answer in your name. It was not taken.',                                         next: 'Close the other website. Then go back to the app and start again.' },
  unread:          { status: 400, title: 'This answer could not be read',    happened: 'What was entered is too long, or it did not arrive whole.',                                                next: 'Go back one page and enter less.' },
  'unknown-app':   { status: 400, title: 'This app is not known here',       happened: 'No app with this name may ask people to sign in at this server. It may have been removed, or mistyped.',   next: tellApp },
  'wrong-return':  { status: 400, title: 'This app cannot be returned to',   happened: 'The app asked to be returned to at an address that is not registered for it, so you stay here.',           next: tellApp },
  'wrong-request': { status: 400, title: 'This app asked in a wrong way',    happened: 'What the app sent could not be understood, so nobody is asked to sign in.',                                next: tellApp },
  'sign-out':      { status: 400, title: 'You are not signed out yet',       happened: 'The request to sign you out could not be understood, or it came too late. It leads you nowhere else.',      next: 'Sign out on the page below.' },
  closed:          { status: 403, title: 'Nobody signs in here',             happened: 'This server gives access to services only.',                                                               next: 'Ask the people who run it if you expected to sign in.' },
  forbidden:       { status: 403, title: 'You may not choose a patient',     happened: 'Your account has no right to search for patients here.',                                                  next: 'Ask the people who run this server, or start the app from a patient’s record.' },
  'not-now':       { status: 503, title: 'This does not work at the moment', happened: 'The server could not reach the records that it needs.',                                                   next: 'Wait a minute. Then go back to the app and start again.' },
  failed:          { status: 500, title: 'Something went wrong here',        happened: 'This is a fault of this server, and it has been recorded.',                                                next: 'Go back to the app and start again. If it happens again, tell the people who run this server.' },
} as const satisfies Record<string, Row>

export type PageProblem = keyof typeof rows

/** `detail`: the error's name and sentence, for those who look after the app. */
export function problemPage(problem: PageProblem, detail?: string): Page {
  const { status, title, happened, next } = rows[problem]
  const small =
    detail === undefined
      ? undefined
      : html`<p class="small">For the people who look after the app: <code>${shorten(detail)}</code></p>`
  const link = problem === 'sign-out' ? html`<p><a href="${signOutPath}">Sign out</a></p>` : undefined
  return { title, status, body: html`<p>${happened}</p><p>${next}</p>${link}${small}` }
}
