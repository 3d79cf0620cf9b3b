/** Who has signed in, in words, and the way to sign in as somebody else. D184. */
import type { Role } from '../../core/caller.ts'
import { type Html, html } from '../../core/page/html.ts'
import type { IssuerAccount } from '../issuer/accounts.ts'
import { showName } from './shown-text.ts'

export type ShownPerson = Pick<IssuerAccount, 'id' | 'name' | 'roles'>

const roleWords: Readonly<Record<Role, string>> = {
  clinician: 'clinician',
  senior_clinician: 'senior clinician',
  operator: 'operator',
  billing: 'billing',
  auditor: 'auditor',
  system: 'program',
  patient: 'patient',
  carer: 'carer',
}

/** `Dr Mary Example, clinician`. */
export const nameWithRole = ({ id, name, roles }: ShownPerson): Html =>
  html`<strong>${showName(name ?? id)}</strong>${roles.map((role) => html`, ${roleWords[role]}`)}`

/** The field that a page posts for whoever is not that person. */
export const leaveField = 'leave'

export const showSignedIn = (person: ShownPerson): Html => html`<div class="signed-in">
<p>You are signed in as ${nameWithRole(person)}.</p>
<form method="post"><button class="plain" name="${leaveField}" value="yes" formnovalidate>Not you? Sign in as someone else</button></form>
</div>`
