/** The step at which a clinician finds the patient, and a visit of that patient where the app asks for one. SMART App Launch 2.2 scopes-and-launch-context.html#standalone-apps; D165, D171. */
import { Problem } from '../../core/problems.ts'
import { isId } from '../../fhir/id.ts'
import type { PickedContext } from '../issuer/accounts.ts'
import type { Page } from './layout.ts'
import type { Reader } from './person-records.ts'
import { type PickerView, renderEncounters, renderPicker } from './picker-page.ts'
import { problemPage } from './problem-pages.ts'
import { showEncounter, showPatient } from './shown-record.ts'
import type { Outcome, Step } from './step.ts'

/** D171: at most so many at once. */
const pageSize = ['_count', '20'] as const

export async function answerPick(step: Step): Promise<Outcome> {
  const { parts, open, interacting, form } = step
  const account = await parts.accounts.find(open.accountId ?? '')
  if (account === undefined) return 'ended'
  const view = await openView(step)
  if (view.tenants.length === 0) return problemPage('forbidden')
  if (form === undefined) return renderPicker(view)
  if (form.get('answer') === 'refuse') return (await interacting.refuse()) ? 'answered' : 'ended'
  const tenant = form.get('tenant') ?? ''
  if (!view.tenants.some(({ id }) => id === tenant))
    return renderPicker({ ...view, notice: 'Choose one of the practices.' })
  const reader: Reader = { account, tenant, client: open.client.id }
  return form.has('patient') ? pick(step, reader, view) : searchFor(step, reader, { ...view, tenant })
}

const openView = async ({ parts, open }: Step): Promise<PickerView> => ({
  app: open.client.name,
  tenants: await parts.records.nameTenants(open.tenants),
})

type Sought = Readonly<Record<'name' | 'birthDate' | 'identifier', string>>

const textIn = (form: URLSearchParams | undefined, name: string): string => (form?.get(name) ?? '').trim()

const readSought = (form: URLSearchParams | undefined): Sought => ({
  name: textIn(form, 'name'),
  birthDate: textIn(form, 'birthDate'),
  identifier: textIn(form, 'identifier'),
})

async function searchFor({ parts, form }: Step, reader: Reader, view: PickerView): Promise<Page> {
  const sought = readSought(form)
  const cursor = textIn(form, 'cursor')
  const parameters = cursor === '' ? listParameters(sought) : ([['_cursor', cursor]] as const)
  if (typeof parameters === 'string') return renderPicker({ ...view, sought, notice: parameters })
  try {
    const { resources, next } = await parts.records.search(reader, 'Patient', parameters)
    return renderPicker({ ...view, sought, found: { patients: resources.map(showPatient), next } })
  } catch (error) {
    if (!(error instanceof Problem) || error.row.status !== 400) throw error
    return renderPicker({ ...view, sought, notice: 'This could not be searched for. Enter something else.' })
  }
}

const mostWords = 8

/** R4 search.html#escaping. */
const asOneValue = (text: string): string => text.replace(/[\\,$|]/g, (sign) => `\\${sign}`)

/** Parameters of the search, or what is wrong. Each word of a name is a name of its own. */
function listParameters({ name, birthDate, identifier }: Sought): readonly (readonly [string, string])[] | string {
  const words = name.split(/\s+/).filter(Boolean)
  if (words.length > mostWords) return `Enter at most ${mostWords} words of the name.`
  if (birthDate !== '' && !/^\d{4}-\d\d-\d\d$/.test(birthDate)) return 'Enter the date of birth as year, month and day.'
  // People write the groups of a number apart.
  const numbers = [...new Set([identifier, identifier.replace(/[\s-]/g, '')])].filter(Boolean).map(asOneValue)
  const parameters = [
    ...words.map((word) => ['name', asOneValue(word)] as const),
    ...(birthDate === '' ? [] : [['birthdate', birthDate] as const]),
    ...(numbers.length === 0 ? [] : [['identifier', numbers.join(',')] as const]),
  ]
  return parameters.length === 0 ? 'Enter a name, a date of birth or a number.' : [...parameters, pageSize]
}

const idIn = (form: URLSearchParams | undefined, name: string): string | undefined => {
  const text = textIn(form, name)
  return isId(text) ? text : undefined
}

/** What is posted is read again as this person: a page may have been changed, and rights too. */
async function pick(step: Step, reader: Reader, view: PickerView): Promise<Outcome> {
  const { parts, open, form } = step
  const id = idIn(form, 'patient')
  const patient = id === undefined ? undefined : await parts.records.read(reader, 'Patient', id)
  if (id === undefined || patient === undefined)
    return renderPicker({ ...view, tenant: reader.tenant, notice: 'This patient is not here. Search again.' })
  const context: PickedContext = { patient: id, tenant: reader.tenant }
  if (!open.offersEncounter) return finish(step, context)
  const shown = { app: open.client.name, tenant: reader.tenant, patient: showPatient(patient) }
  const chosen = textIn(form, 'encounter')
  if (chosen === 'none') return finish(step, context)
  if (chosen !== '' && (await isOf(step, reader, { patient: id, encounter: chosen })))
    return finish(step, { ...context, encounter: chosen })
  const cursor = textIn(form, 'cursor')
  const parameters =
    cursor === ''
      ? ([['patient', `Patient/${id}`], ['_sort', '-date'], pageSize] as const)
      : ([['_cursor', cursor]] as const)
  const { resources, next } = await parts.records.search(reader, 'Encounter', parameters)
  const notice = chosen === '' ? undefined : 'This visit is not here. Choose another one.'
  return renderEncounters({ ...shown, encounters: resources.map(showEncounter), next, notice })
}

async function isOf(
  { parts }: Step,
  reader: Reader,
  { patient, encounter }: { readonly patient: string; readonly encounter: string },
): Promise<boolean> {
  if (!isId(encounter)) return false
  const parameters = [
    ['_id', encounter],
    ['patient', `Patient/${patient}`],
  ] as const
  return (await parts.records.search(reader, 'Encounter', parameters)).resources.length === 1
}

const finish = async ({ interacting }: Step, context: PickedContext): Promise<Outcome> =>
  (await interacting.answer({ context })) ? 'answered' : 'ended'
