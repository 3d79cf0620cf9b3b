/** The page of the search for a patient, and the one of that patient's visits. Nothing that was entered goes into an address. */
import { type Html, html } from '../../core/page/html.ts'
import type { Page } from './layout.ts'
import type { NamedTenant } from './person-records.ts'
import type { ShownEncounter, ShownPatient } from './shown-record.ts'
import { showName } from './shown-text.ts'

export type PickerView = {
  readonly app: string
  readonly tenants: readonly NamedTenant[]
  /** The one of the search. */
  readonly tenant?: string | undefined
  readonly sought?: Readonly<Record<'name' | 'birthDate' | 'identifier', string>>
  readonly notice?: string | undefined
  /** Absent before a search. `next`: of the next page. */
  readonly found?: { readonly patients: readonly ShownPatient[]; readonly next?: string | undefined }
}

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

export const showNotice = (notice: string | undefined): Html | undefined =>
  notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`

export const refuseButton = html`<button class="plain" name="answer" value="refuse" formnovalidate>Cancel</button>`

/** The status of a page that refuses an answer. */
const statusOf = (notice: string | undefined): number => (notice === undefined ? 200 : 400)

export function renderPicker(view: PickerView): Page {
  const { app, notice, found, sought = { name: '', birthDate: '', identifier: '' } } = view
  return {
    title: 'Choose a patient',
    status: statusOf(notice),
    forms: 'app',
    body: html`<p>${showName(app)} works with one patient. Search for the one whom you mean, by one of these or by several.</p>
${showNotice(notice)}
<form method="post" autocomplete="off">
${chooseTenant(view)}
<label>Name<input name="name" maxlength="200" value="${sought.name}"></label>
<label>Date of birth<input name="birthDate" type="date" value="${sought.birthDate}"></label>
<label>IHI or record number<input name="identifier" maxlength="100" value="${sought.identifier}"></label>
<div class="buttons"><button>Search</button>${refuseButton}</div>
</form>
${found === undefined ? undefined : showFound(view, found)}`,
  }
}

function chooseTenant({ tenants, tenant }: PickerView): Html {
  const [only] = tenants
  if (tenants.length === 1 && only !== undefined) return hidden('tenant', only.id)
  const options = tenants.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === tenant ? html` selected` : undefined}>${showName(name)}</option>`,
  )
  return html`<label>Practice<select name="tenant">${options}</select></label>`
}

function showFound({ tenant = '' }: PickerView, { patients, next }: NonNullable<PickerView['found']>): Html {
  const count =
    patients.length === 0
      ? 'No patient was found whom you may see.'
      : patients.length === 1
        ? 'One patient was found.'
        : `${patients.length} are on this page.`
  return html`<h2 id="found">Patients</h2>
<p role="status">${count}</p>
<form method="post">${hidden('tenant', tenant)}${renderChoices('patient', patients)}</form>
${more(next, [hidden('tenant', tenant)])}`
}

type Choice = { readonly id: string; readonly name: string; readonly details: readonly string[] }

const renderChoices = (name: string, choices: readonly Choice[]): Html =>
  html`<ul class="found" aria-labelledby="found">${choices.map(
    ({ id, name: text, details }) =>
      html`<li><button class="plain" name="${name}" value="${id}"><strong>${showName(text)}</strong>${showDetails(details)}</button></li>`,
  )}</ul>`

const showDetails = (details: readonly string[]): Html | undefined =>
  details.length === 0
    ? undefined
    : html` <small>${details.map((detail, at) => html`${at === 0 ? '' : ', '}${showName(detail)}`)}</small>`

const more = (next: string | undefined, fields: readonly Html[]): Html | undefined =>
  next === undefined
    ? undefined
    : html`<form method="post">${fields}${hidden('cursor', next)}<div class="buttons"><button class="plain">Show the next ones</button></div></form>`

export type EncountersView = {
  readonly app: string
  readonly tenant: string
  readonly patient: ShownPatient
  readonly encounters: readonly ShownEncounter[]
  readonly next?: string | undefined
  readonly notice?: string | undefined
}

export function renderEncounters({ app, tenant, patient, encounters, next, notice }: EncountersView): Page {
  const fields = [hidden('tenant', tenant), hidden('patient', patient.id)]
  return {
    title: 'Choose a visit',
    status: statusOf(notice),
    forms: 'app',
    body: html`<p>${showName(app)} can work with one visit of this patient.</p>
${showWho(patient)}
${showNotice(notice)}
<h2 id="found">Visits</h2>
${encounters.length === 0 ? html`<p role="status">No visit was found that you may see.</p>` : undefined}
<form method="post">${fields}${renderChoices('encounter', encounters)}
<div class="buttons"><button name="encounter" value="none">Go on without a visit</button>${refuseButton}</div></form>
${more(next, fields)}`,
  }
}

/** Whom a page is about. */
export const showWho = ({ name, details }: Omit<ShownPatient, 'id'>): Html =>
  html`<p class="who"><strong>${showName(name)}</strong>${showDetails(details)}</p>`
