/** The pages on which a person signs in, picks a patient and consents, in production. docs/design/identity.md#pages; D171. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../../core/problems.ts'
import type { Pages } from '../issuer/accounts.ts'
import { answerConsent } from './consent.ts'
import { answerPage, type Page } from './layout.ts'
import { readPosted } from './page-form.ts'
import { answerPick } from './picker.ts'
import { type PageProblem, problemPage } from './problem-pages.ts'
import { leaveField } from './signed-in.ts'
import type { Outcome, PageParts, Step } from './step.ts'

const steps: Readonly<Record<'context' | 'consent', (step: Step) => Promise<Outcome>>> = {
  context: answerPick,
  consent: answerConsent,
}

export const openPages = (parts: PageParts): Pages => ({
  consent: 'asked',
  answer: async (interacting, request, response) => {
    const open = await interacting.read()
    if (open === undefined) return answerPage(response, problemPage('ended'))
    if (open.prompt === 'login') return parts.answerSignIn(interacting, request, response)
    await answerStep({ parts, interacting, open }, steps[open.prompt], { request, response })
  },
})

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

async function answerStep(
  step: Omit<Step, 'form'>,
  answer: (step: Step) => Promise<Outcome>,
  { request, response }: Exchange,
): Promise<void> {
  const posted = request.method === 'POST' ? await readPosted(request) : undefined
  const show = (page: Page): void =>
    answerPage(response, { ...page, person: step.open.person, forms: page.forms ?? 'own' })
  if (posted === 'foreign' || posted === 'unread') return show(problemPage(posted))
  const outcome = posted?.has(leaveField) ? await leave(step) : await answer({ ...step, form: posted }).catch(toPage)
  if (outcome === 'ended') return answerPage(response, problemPage('ended'))
  if (outcome !== 'answered') show(outcome)
}

const leave = async ({ interacting }: Pick<Step, 'interacting'>): Promise<Outcome> =>
  (await interacting.leave()) ? 'answered' : 'ended'

/** By the status of a refusal. */
const problemOf: Readonly<Record<number, PageProblem>> = { 403: 'forbidden', 503: 'not-now' }

function toPage(error: unknown): Page {
  const problem = error instanceof Problem ? problemOf[error.row.status] : undefined
  if (problem === undefined) throw error
  return problemPage(problem)
}
