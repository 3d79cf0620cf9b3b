/** Sends a document in one of the forms, or withdraws it. Each is repeatable: the document's identity finds what is there. D237, D238. */
import type { Attachment, Bundle, BundleEntry, Composition, Patient } from '@medplum/fhirtypes'
import { acceptedReceipt, type Receipt, rejectedReceipt, type Transmission } from '../transport.ts'
import { type Capability, capabilityOf, isPlaceable, isWithdrawable } from './capability.ts'
import { buildDocumentReference, buildTransaction, entryId, findResource } from './document-transaction.ts'
import { type Exchange, FhirFailure } from './exchange.ts'
import type { FormName } from './forms.ts'
import { documentCriteria, isParty, listNumbers, listParts, type Part, pointTo } from './parts.ts'
import { findPatient, noPatient, placeResource } from './place.ts'
import { transactionReceipt } from './receipt.ts'
import { isWithdrawnThere, supersede, withdraw } from './withdraw.ts'

export type FormInput = {
  readonly exchange: Exchange
  readonly capability: Capability
  readonly document: Bundle
  readonly transmission: Transmission
}

type Send = (input: FormInput) => Promise<Receipt>

const senders: Readonly<Record<FormName, Send>> = {
  transaction: sendTransaction,
  document: sendDocumentAndSupersede,
  bundle: sendBundle,
  resources: sendResources,
  reference: sendReference,
}

/** The forms that write one DocumentReference for a whole edition. */
const referring: ReadonlySet<FormName> = new Set(['transaction', 'document', 'resources', 'reference'])

/** Throws FhirFailure. */
export async function sendForm(form: FormName, input: FormInput): Promise<Receipt> {
  const { documentId, kind } = input.transmission
  if (kind === 'recall') return sendRecall(form, input)
  // The request of an earlier attempt may come late, after the recall or the next edition.
  if (referring.has(form) && (await isWithdrawnThere(input, documentId))) return acceptedReceipt('200')
  return senders[form](input)
}

/** Also what today's channels send, who name no form. */
export async function sendDocument({
  exchange,
  document,
  transmission,
}: Omit<FormInput, 'capability'>): Promise<Receipt> {
  const transaction = buildTransaction(document, transmission)
  return submit(exchange, transaction)
}

async function sendDocumentAndSupersede(input: FormInput): Promise<Receipt> {
  const receipt = await sendDocument(input)
  if (receipt.state === 'accepted') await supersedeReplaced(input)
  return receipt
}

const findPart = (parts: readonly Part[], type: string): Part | undefined =>
  parts.find(({ resource }) => resource.resourceType === type)

async function submit(exchange: Exchange, transaction: Bundle): Promise<Receipt> {
  const { body } = await exchange.call({ method: 'POST', path: '', body: transaction })
  return transactionReceipt(body, transaction.entry?.length ?? 0)
}

async function sendTransaction(input: FormInput): Promise<Receipt> {
  const { exchange, capability, document, transmission } = input
  const { documentId } = transmission
  const parts = listParts(document, documentId)
  const placed = await findPatientOf(input, parts)
  // References to what the transaction creates stay as they are.
  const known = parts.filter(({ fullUrl }) => placed.has(fullUrl))
  const left = parts.filter((part) => !known.includes(part))
  const carried = capabilityOf(capability, 'Bundle')
  const bundle = carried.create && carried.conditionalCreate ? buildBundleEntry(document, documentId) : undefined
  const attachment = bundle?.fullUrl === undefined ? await readPdf(transmission) : linkTo(bundle.fullUrl)
  const patient = findPart(parts, 'Patient')?.fullUrl ?? ''
  const link = placed.get(patient) ?? patient
  const reference = buildDocumentReference(document, { documentId, kind: 'original', attachment, patient: link })
  const entry = [
    // Its status is the acknowledgement.
    buildEntry({ resource: reference, criteria: documentCriteria(documentId) }),
    ...left.map(({ fullUrl, resource, criteria }) => ({
      fullUrl,
      ...buildEntry({ resource: pointTo(resource, placed, known), criteria }),
    })),
    ...(bundle === undefined ? [] : [bundle]),
  ]
  const receipt = await submit(exchange, { resourceType: 'Bundle', type: 'transaction', entry })
  if (receipt.state === 'accepted') await supersedeReplaced(input)
  return receipt
}

const linkTo = (url: string): Attachment => ({ contentType: 'application/fhir+json', url })

const buildEntry = ({ resource, criteria }: Pick<Part, 'resource' | 'criteria'>): BundleEntry => ({
  resource,
  request: { method: 'POST', url: resource.resourceType, ifNoneExist: criteria },
})

function buildBundleEntry({ id: _own, ...document }: Bundle, documentId: string): BundleEntry {
  const entry = buildEntry({ resource: document as Bundle, criteria: documentCriteria(documentId) })
  return { fullUrl: `urn:uuid:${entryId(documentId)}`, ...entry }
}

async function sendBundle(input: FormInput): Promise<Receipt> {
  const { id: _own, ...document } = input.document
  const criteria = documentCriteria(input.transmission.documentId)
  const { status } = await placeResource(input, { resource: document as Bundle, criteria })
  return acceptedReceipt(String(status))
}

async function sendResources(input: FormInput): Promise<Receipt> {
  const { capability, transmission, document } = input
  const { documentId, kind } = transmission
  const parts = listParts(document, documentId)
  // Made first: without it nothing is sent.
  const attachment = await readPdf(transmission)
  input.exchange.checkSize(buildDocumentReference(document, { documentId, kind, attachment }))
  const placed = new Map(await findPatientOf(input, parts))
  for (const part of parts) {
    if (placed.has(part.fullUrl) || !isPlaceable(capability, part.resource.resourceType)) continue
    const { reference } = await placeResource(input, { ...part, resource: pointTo(part.resource, placed, parts) })
    if (reference !== undefined) placed.set(part.fullUrl, reference)
  }
  const patient = placed.get(findPart(parts, 'Patient')?.fullUrl ?? '')
  const resource = buildDocumentReference(document, { documentId, kind, attachment, patient })
  const { status } = await placeResource(input, { resource, criteria: documentCriteria(documentId) })
  await supersedeReplaced(input)
  return acceptedReceipt(String(status))
}

async function sendReference(input: FormInput): Promise<Receipt> {
  const { capability, transmission, document } = input
  const { documentId, kind } = transmission
  const attachment = await readPdf(transmission)
  const person = findResource<Patient>(document, 'Patient')
  const patient = person && (await findPatient(input, person))
  if (patient === undefined && capabilityOf(capability, 'Patient').find) throw noPatient()
  const resource = buildDocumentReference(document, { documentId, kind, attachment, patient })
  const { status } = await placeResource(input, { resource, criteria: documentCriteria(documentId) })
  await supersedeReplaced(input)
  return acceptedReceipt(String(status))
}

/** The receiver's record of the patient, if it has one; throws if it has none and takes none. */
async function findPatientOf(input: FormInput, parts: readonly Part[]): Promise<ReadonlyMap<string, string>> {
  const part = findPart(parts, 'Patient')
  // Nobody's number: nothing tells whose document it is.
  if (part === undefined || listNumbers(part.resource).length === 0) throw noPatient()
  const found = await findPatient(input, part.resource as Patient)
  if (found !== undefined) return new Map([[part.fullUrl, found]])
  if (!isPlaceable(input.capability, 'Patient')) throw noPatient()
  return new Map()
}

async function readPdf({ readPdf: read }: Transmission): Promise<Attachment> {
  if (read === undefined) throw new FhirFailure(rejectedReceipt('bad-message'))
  const data = Buffer.from(await read())
  return { contentType: 'application/pdf', data: data.toString('base64') }
}

/** The facts of the editions that this one replaces. */
async function supersedeReplaced(input: FormInput): Promise<void> {
  const composition = findResource<Composition>(input.document, 'Composition')
  for (const { code, targetIdentifier } of composition?.relatesTo ?? []) {
    const documentId = /^urn:uuid:(.+)$/.exec(targetIdentifier?.value ?? '')?.[1]
    if (code !== 'replaces' || documentId === undefined) continue
    await supersede(input, documentId)
    await placeReplaced(input, documentId)
  }
}

/** Places a reference for an edition that has not arrived. If its request comes late, it finds this reference and writes nothing. */
async function placeReplaced({ document, transmission, ...receiver }: FormInput, documentId: string): Promise<void> {
  if (!isPlaceable(receiver.capability, 'DocumentReference')) return
  const attachment = { contentType: 'text/plain', data: Buffer.from('Replaced by a later edition').toString('base64') }
  const { relatesTo: _, ...reference } = buildDocumentReference(document, { documentId, kind: 'original', attachment })
  const resource = { ...reference, status: 'superseded' } as const
  await placeResource(receiver, { resource, criteria: documentCriteria(documentId) })
}

/** Everything of the document is found by its identity. What the receiver does not let us change a person must withdraw. */
async function sendRecall(form: FormName, input: FormInput): Promise<Receipt> {
  const { capability, document, transmission } = input
  const { marked, barred } = await withdraw(input, document, transmission.documentId)
  // This form has sent no more than these two; both by conditions, which the server may take where it lets nothing be changed by its id.
  if (form === 'document') return sendDocument(input)
  if (marked === 0) await placeMark(form, input)
  // Each form searches before it creates, so it has created nothing of a type that we may not search for.
  const isStuck = listSent(form, document).some(
    (type) => isPlaceable(capability, type) && !barred.includes(type) && !isWithdrawable(capability, type),
  )
  return isStuck ? rejectedReceipt('told-by-hand') : acceptedReceipt('200')
}

/** The types of the resources with statements that a form may have written at the receiver. */
const listSent = (form: FormName, document: Bundle): readonly string[] =>
  form === 'bundle'
    ? ['Bundle']
    : form === 'reference'
      ? ['DocumentReference']
      : [
          ...['DocumentReference', 'Bundle'],
          ...(document.entry ?? []).flatMap(({ resource }) =>
            resource === undefined || isParty(resource) ? [] : [resource.resourceType],
          ),
        ]

/** The receiver has nothing of it: if an attempt with an unknown outcome comes late, it finds this and creates nothing. */
async function placeMark(form: FormName, { document, transmission, ...receiver }: FormInput): Promise<void> {
  const { documentId, kind } = transmission
  const criteria = documentCriteria(documentId)
  const { id: _own, ...bundle } = document
  const resource =
    form === 'bundle'
      ? (bundle as Bundle)
      : buildDocumentReference(document, { documentId, kind, attachment: await readPdf(transmission) })
  await placeResource(receiver, { resource, criteria })
}
