/** The step at which a person allows an app what it asks for, or a part of it. SMART App Launch 2.2 app-launch.html#obtain-authorization-code; D154, D171. */
import { type Html, html } from '../../core/page/html.ts'
import { Problem } from '../../core/problems.ts'
import { meaningOf } from '../issuer/granted-scopes.ts'
import type { Page } from './layout.ts'
import type { NamedTenant } from './person-records.ts'
import { showNotice, showWho } from './picker-page.ts'
import { groups, type ScopeGroup, type ScopeWords, wordsOfScope } from './scope-words.ts'
import { type ShownPatient, showPatient } from './shown-record.ts'
import { showName } from './shown-text.ts'
import type { Outcome, Step } from './step.ts'

export async function answerConsent(step: Step): Promise<Outcome> {
  const { form, interacting, open } = step
  const choices = toChoices(open.scopes, step.parts.scopeNamespace)
  if (form === undefined) return renderConsent(step, choices)
  if (form.get('answer') === 'refuse') return (await interacting.refuse()) ? 'answered' : 'ended'
  const ticked = new Set(form.getAll('scope'))
  const kept = new Set(choices.filter(({ scope }) => ticked.has(scope)).map(({ scope }) => scope))
  if (form.get('answer') !== 'allow' || kept.size === 0)
    return renderConsent(step, choices, 'Tick what you allow, or refuse.')
  // What is not shown, and what is not ticked, is not allowed.
  const refused = open.scopes.filter((scope) => !kept.has(meaningOf(scope)))
  return (await interacting.answer({ consent: { refused } })) ? 'answered' : 'ended'
}

type Choice = ScopeWords & {
  /** In the spelling that all spellings of one scope share. */
  readonly scope: string
}

const toChoices = (scopes: readonly string[], namespace: string): readonly Choice[] =>
  [...new Set(scopes.map(meaningOf))].flatMap((scope) => {
    const words = wordsOfScope(scope, namespace)
    return words === undefined ? [] : [{ ...words, scope }]
  })

async function renderConsent(step: Step, choices: readonly Choice[], notice?: string): Promise<Page> {
  const { open } = step
  const [who, where] = await Promise.all([findWho(step), findWhere(step)])
  return {
    title: 'Allow this app?',
    status: notice === undefined ? 200 : 400,
    forms: 'app',
    body: html`<p><strong>${showName(open.client.name)}</strong> asks for the access below. Untick what it should not have.</p>
${who === undefined ? undefined : html`<p class="about">It is about this patient:</p>${who}`}
${where.length === 0 ? undefined : html`<p class="about">It is for ${where.map(({ name }, at) => html`${at === 0 ? '' : ', '}<strong>${showName(name)}</strong>`)}.</p>`}
${showNotice(notice)}
<form method="post">
${(Object.keys(groups) as ScopeGroup[]).map((group) => renderGroup(group, choices))}
<p class="small">Afterwards you go back to ${showName(open.returnsTo)}.</p>
<div class="buttons"><button name="answer" value="allow">Allow</button><button class="plain" name="answer" value="refuse">Refuse</button></div>
</form>`,
  }
}

function renderGroup(group: ScopeGroup, choices: readonly Choice[]): Html {
  const own = choices.filter((choice) => choice.group === group)
  if (own.length === 0) return html``
  return html`<fieldset><legend>${groups[group]}</legend>${own.map(
    ({
      scope,
      title,
      detail,
    }) => html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked>
<span>${title} <small><bdi>${detail}</bdi></small></span></label>`,
  )}</fieldset>
`
}

/** The practices whose records the token is for: the one of the patient, or all of the person that the app may have. */
const findWhere = ({ parts, open: { context, tenants } }: Step): Promise<readonly NamedTenant[]> =>
  parts.records.nameTenants(context?.tenant === undefined ? tenants : [context.tenant])

const unseen: Omit<ShownPatient, 'id'> = { name: 'A patient whose name you may not see', details: [] }

/** Whose record it is, as far as the person may see that. */
async function findWho({ parts, open }: Step): Promise<Html | undefined> {
  const { patient, tenant } = open.context ?? {}
  if (patient === undefined) return undefined
  const account = await parts.accounts.find(open.accountId ?? '')
  if (account === undefined || tenant === undefined) return showWho(unseen)
  const reader = { account, tenant, client: open.client.id }
  const found = await parts.records.read(reader, 'Patient', patient).catch(hideForbidden)
  return showWho(found === undefined ? unseen : showPatient(found))
}

/** Who may not read patients at all may still work with the one of a launch. */
function hideForbidden(error: unknown): undefined {
  if (!(error instanceof Problem) || error.row.status !== 403) throw error
}
