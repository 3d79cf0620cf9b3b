/** Sends documents to another FHIR server, in the form that its destination names or that the server takes. R4 http.html; D237. */
import type { Bundle } from '@medplum/fhirtypes'
import { type Clock, systemClock } from '../core/clock.ts'
import { isJsonObject, tryParseJson } from '../core/json.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { FhirAuthorizer } from './fhir/authorization.ts'
import { assumedCapability, type Capability, unknownCapability } from './fhir/capability.ts'
import { type Exchange, FhirFailure, openExchange } from './fhir/exchange.ts'
import type { FhirDestination } from './fhir/fhir-destination.ts'
import { type FormName, isFormTaken, listForms } from './fhir/forms.ts'
import { sendDocument, sendForm } from './fhir/send-form.ts'
import { type Statement, Statements } from './fhir/statements.ts'
import { type Receipt, rejectedReceipt, type Transmission, type Transport, withReply } from './transport.ts'

export function openFhir(policy: OutboundPolicy, clock: Clock = systemClock): Transport<FhirDestination> {
  const authorizer = new FhirAuthorizer(policy, clock)
  const statements = new Statements(clock)
  return {
    async send(destination, transmission, signal) {
      const document = parseDocument(transmission)
      if (document === undefined) return rejectedReceipt('bad-message')
      const { mayStart, maxBytes } = transmission
      const exchange = openExchange({ policy, clock, authorizer, destination, signal, mayStart, maxBytes })
      const sending = { exchange, document, transmission, destination, statements }
      const sent = destination.form === undefined ? sendDocument(sending) : sendRichest(sending, destination.form)
      return withReply(await receiptOf(sent), exchange.findReply())
    },
    close: async () => {},
  }
}

/** The rendered export is the document Bundle; its numbers keep their text. */
function parseDocument({ bytes }: Transmission): Bundle | undefined {
  const document = tryParseJson(bytes)
  // Our renderer has written the document.
  return isJsonObject(document) && document['resourceType'] === 'Bundle' ? (document as unknown as Bundle) : undefined
}

const receiptOf = (sending: Promise<Receipt>): Promise<Receipt> =>
  sending.catch((error: unknown) => {
    if (error instanceof FhirFailure) return error.receipt
    throw error
  })

type Sending = {
  readonly exchange: Exchange
  readonly document: Bundle
  readonly transmission: Transmission
  readonly destination: FhirDestination
  readonly statements: Statements
}

/** By these a server says that it does not take a form, or not from us: another may pass. */
const formRefusals: ReadonlySet<number | undefined> = new Set([403, 404, 405, 501])

/** Tries each form once, and each once more after a statement that was kept is read again: others send to the same server meanwhile. */
async function sendRichest(sending: Sending, wanted: FormName | 'auto'): Promise<Receipt> {
  const { destination, exchange, statements } = sending
  let refusal: Receipt | undefined
  let statement = await statements.read(destination, exchange)
  let refused = new Set(statement.refused)
  let isLast = !statement.isKept
  for (;;) {
    const form = listWanted(statement, wanted, sending.document).find((name) => !refused.has(name))
    if (form !== undefined) {
      const { receipt, status } = await tryForm(sending, form, statement)
      if (!formRefusals.has(status) || exchange.hasWritten()) {
        if (receipt.state === 'rejected') statements.forget(destination)
        return receipt
      }
      refusal = receipt
      refused.add(form)
      statements.refuse(destination, form)
    }
    if (form === undefined || !isLast) statements.forget(destination)
    if (form === undefined && isLast) return refusal ?? rejectedReceipt('no-form')
    if (isLast) continue
    // It may have changed since it was read.
    statement = await statements.read(destination, exchange)
    refused = new Set(statement.refused)
    isLast = true
  }
}

/** A server without a statement gets what R4 asks of servers, or what the operator knows that it takes. */
function listWanted({ capability }: Statement, wanted: FormName | 'auto', document: Bundle): readonly FormName[] {
  if (wanted !== 'auto') return capability === undefined || isFormTaken(capability, wanted, document) ? [wanted] : []
  return capability === undefined ? ['document'] : listForms(capability, document)
}

/** A server without a statement gets this one form, perhaps without anybody's choice: there we rely on its transaction alone. */
const assume = (form: FormName, { transmission }: Sending): Capability =>
  form === 'document' && transmission.kind === 'original' ? unknownCapability : assumedCapability

type Tried = { readonly receipt: Receipt; readonly status?: number | undefined }

/** The acknowledgement says which form went. */
async function tryForm(sending: Sending, form: FormName, { capability }: Statement): Promise<Tried> {
  const named = (receipt: Receipt): Receipt =>
    receipt.acknowledgement === undefined
      ? receipt
      : { ...receipt, acknowledgement: `${receipt.acknowledgement} ${form}` }
  try {
    return { receipt: named(await sendForm(form, { ...sending, capability: capability ?? assume(form, sending) })) }
  } catch (error) {
    if (!(error instanceof FhirFailure)) throw error
    return { receipt: named(error.receipt), status: error.status }
  }
}
