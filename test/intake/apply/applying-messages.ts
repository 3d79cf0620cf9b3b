/** Messages that enter the record of a test: each is read, applied in a transaction of its own, and looked for by FHIR. */
import type { Bundle, Resource } from '@medplum/fhirtypes'
import type { Caller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { Applied, Decision, Sender } from '../../../src/intake/apply/applied.ts'
import { applyMessage } from '../../../src/intake/apply/apply-message.ts'
import { type FhirApp, testTenants } from '../../fhir-server/fhir-app.ts'
import { readClinical } from '../../inbound/reading-messages.ts'

export const clinic: Sender = { id: '01990000-0000-7000-8000-00000000c11c', name: 'Wattle Clinic' }

type Options = { readonly sender?: Sender; readonly decision?: Decision }

/** As whoever receives messages: a caller of the sender's name. */
const callerOf = (sender: Sender): Caller => ({
  tenant: testTenants[1],
  spoke: 'hub',
  issuer: 'banksia',
  subject: sender.id,
  client: sender.id,
  roles: ['system'],
  scopes: [],
  requestId: newId(),
  proof: 'internal',
})

export async function apply(
  { store }: Pick<FhirApp, 'store'>,
  text: string,
  { sender = clinic, decision }: Options = {},
): Promise<Applied> {
  const reading = await readClinical(text, { sender: sender.id })
  return store.transact(callerOf(sender), (tx) => applyMessage(tx, reading, sender, decision))
}

export async function search<R extends Resource>(app: FhirApp, query: string): Promise<readonly R[]> {
  const { body } = await app.send('GET', query, { as: { tenant: 2 } })
  const bundle = body as Bundle
  if (bundle.resourceType !== 'Bundle') throw new Error(`${query}: ${JSON.stringify(body)}`)
  return (bundle.entry ?? []).map(({ resource }) => resource as R)
}

export async function one<R extends Resource>(app: FhirApp, query: string): Promise<R> {
  const [found, ...others] = await search<R>(app, query)
  if (found === undefined || others.length > 0) throw new Error(`not one: ${query}`)
  return found
}
