/** Consent contracts, and the FHIR Consent that is written with them. docs/design/hub.md#consent. */
import { z } from 'zod'
import { type Caller, hasRole } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { type FieldError, invalidField, Problem } from '../../core/problems.ts'
import { quarantineUnlessConsented } from '../../domain/recording/retention.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { readConcerned } from '../../fhir/record-owner.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  asJson,
  type ConsentContent,
  consentPermits,
  hubAddress,
  hubContent,
  nationalRecordDecisions,
  recipientClasses,
  wholeAddress,
} from '../../store/hub-resources.ts'
import { readResource, representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { fhirId, instant, line, purposeOfUse, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { hasStatus, statusAt, timedStatuses } from '../in-time.ts'
import { checkOwn, chooseListed, readOwnPatient } from '../own-record.ts'
import { concerned, pageQuery, readPage } from '../paging.ts'
import { buildFhirConsent, findRecipient } from './fhir-consent.ts'

const consentFields = z.strictObject({
  patientId: fhirId,
  /** A consent that denies outweighs all that permit. */
  decision: z.enum(['permit', 'deny']).default('permit'),
  permits: z.array(z.enum(consentPermits)).max(consentPermits.length),
  purposes: z.array(purposeOfUse).max(20).default([]),
  /** Names or FHIR references of recipients. */
  recipients: z.array(line(200)).max(100).default([]),
  recipientClasses: z.array(z.enum(recipientClasses)).max(recipientClasses.length).default([]),
  artifactTypes: z
    .array(z.string().regex(/^[a-z_]{1,40}$/))
    .max(100)
    .default([]),
  nationalRecord: z.strictObject({ decision: z.enum(nationalRecordDecisions), artifactId: uuid.optional() }).optional(),
  period: z.strictObject({ start: instant.optional(), end: instant.optional() }).default({}),
  givenBy: z.enum(['patient', 'carer', 'guardian']).optional(),
  method: z.enum(['verbal', 'written', 'electronic']),
})

const exampleConsent = {
  patientId: '0198f2a0-0000-7000-8000-000000000001',
  permits: ['record', 'generate', 'share'],
  purposes: ['TREAT'],
  recipients: ['Harbour Hospital'],
  period: { end: '2027-03-14T00:00:00.000Z' },
  givenBy: 'patient',
  method: 'verbal',
} as const satisfies z.input<typeof consentFields>

export const newConsent = named(
  'NewConsent',
  consentFields
    .extend({ id: uuid.optional() })
    .refine(({ permits, nationalRecord }) => permits.length > 0 || nationalRecord !== undefined, {
      path: ['permits'],
      message: 'must hold a permit, where nothing is said of the national record',
    })
    .refine(({ permits, purposes }) => permits.length === 0 || purposes.length > 0, {
      path: ['purposes'],
      message: 'must hold a purpose',
    }),
  exampleConsent,
)

export const consentAnswer = named(
  'Consent',
  consentFields.extend({ ...storedMembers, status: z.enum(timedStatuses), revokedAt: timestamp.optional() }),
  { ...exampleStored, ...exampleConsent, status: 'active' },
)
export const consentList = listOf(consentAnswer)

type NewConsent = z.output<typeof newConsent>

export const consentQuery = pageQuery.extend({
  patientId: fhirId.optional(),
  status: z.enum(timedStatuses).optional(),
  permit: z.enum(consentPermits).optional(),
})

const auditOf = (id: string, content: ConsentContent) => ({
  resourceType: 'Consent',
  resourceId: id,
  patientId: content.patientId,
})

function presentConsent(stored: Stored, at: string) {
  const { status, period } = hubContent('Consent', stored)
  return { ...representation(stored), status: statusAt(status, period.end, at) }
}

/** Chooses the giver: patients give it for themselves, carers for the patient of their token, clinicians for the person who gave it to them. */
function chooseGiver(caller: Caller, { givenBy }: NewConsent): ConsentContent['givenBy'] {
  if (readOwnPatient(caller) === undefined) return givenBy ?? 'patient'
  const allowed = hasRole(caller, ['patient']) ? (['patient'] as const) : (['carer', 'guardian'] as const)
  const giver = givenBy ?? allowed[0]
  if (!allowed.some((one) => one === giver)) throw invalidField('givenBy', 'is not who the token names')
  return giver
}

/** Everything that it names must exist. To a patient or carer, another patient does not exist. */
async function checkNamed(tx: Tx, content: ConsentContent): Promise<string | undefined> {
  const { patientId, recipients, nationalRecord } = content
  const { addresses } = tx.tenant
  const own = readOwnPatient(tx.caller)
  const isForeign = own !== undefined && own !== patientId
  if (isForeign || (await tx.find(wholeAddress('Patient', patientId))) === undefined)
    throw invalidField('patientId', 'names no Patient of this tenant')
  const errors: FieldError[] = []
  for (const [at, recipient] of recipients.entries()) {
    const target = findRecipient(addresses, recipient)
    if (target === undefined) continue
    const { type, id } = target
    const stored = await tx.find(wholeAddress(type, id))
    if (stored === undefined || (own !== undefined && isSomebodyElse(addresses, stored, own)))
      errors.push({ field: `recipients[${at}]`, message: `names no ${type} of this tenant` })
  }
  if (errors.length > 0) throw new Problem('validation', { errors })
  const documentId = await findDocumentId(tx, content)
  if (nationalRecord?.artifactId !== undefined && documentId === undefined)
    throw invalidField('nationalRecord.artifactId', 'names no artifact of this patient')
  return documentId
}

const directoryTypes: ReadonlySet<string> = new Set(['Organization', 'PractitionerRole', 'Practitioner'])

/** Patients may name the directory; other things only if they are about themselves. */
function isSomebodyElse(addresses: OwnAddresses, stored: Stored, own: string): boolean {
  if (directoryTypes.has(stored.type)) return false
  const { patients, isUnclear } = readConcerned(addresses, { type: stored.type, content: readResource(stored) })
  return isUnclear || patients.size !== 1 || !patients.has(own)
}

/** Finds the document of the patient's artifact in the decision on the national record. */
async function findDocumentId(tx: Tx, { patientId, nationalRecord }: ConsentContent): Promise<string | undefined> {
  if (nationalRecord?.artifactId === undefined) return undefined
  const stored = await tx.find(hubAddress('Artifact', nationalRecord.artifactId))
  const artifact = stored === undefined ? undefined : hubContent('Artifact', stored)
  return artifact?.patientId === patientId ? artifact.documentId : undefined
}

export async function recordConsent({ caller, body }: HandlerRequest<never, NewConsent>, hub: Hub) {
  const { id: given, ...fields } = body
  const id = given ?? newId()
  const content = { ...fields, givenBy: chooseGiver(caller, body), status: 'active' } as ConsentContent
  const { start, end } = content.period
  if (start !== undefined && end !== undefined && Date.parse(end) < Date.parse(start)) {
    throw invalidField('period.end', 'is before the start')
  }
  return hub.transact(caller, async (tx) => {
    const documentId = await checkNamed(tx, content)
    const stored = await tx.put({ ...hubAddress('Consent', id), content: asJson(content), expected: 0 })
    const fhir = asJson(buildFhirConsent({ id, content, documentId, dateTime: tx.at, addresses: tx.tenant.addresses }))
    await tx.put({ ...wholeAddress('Consent', id), content: fhir, expected: 0, owner: 'hub' })
    if (content.decision === 'deny') await quarantineUnlessConsented(tx, content.patientId)
    tx.record('consent.recorded', { ...auditOf(id, content), toState: content.decision ?? 'permit' })
    return created(presentConsent(stored, tx.at), `/v1/consents/${id}`)
  })
}

export async function revokeConsent({ caller, params, expected }: HandlerRequest<'consentId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Consent', params.consentId), 'update')
    const content = hubContent('Consent', stored)
    checkOwn(caller, content.patientId)
    checkVersion(stored, expected)
    if (content.status === 'revoked') return ok(presentConsent(stored, tx.at))
    const revoked: ConsentContent = { ...content, status: 'revoked', revokedAt: tx.at }
    const fhir = await tx.read(wholeAddress('Consent', params.consentId))
    const changed = await tx.put({ ...stored, content: asJson(revoked), expected: stored.version })
    const documentId = await findDocumentId(tx, revoked)
    const { addresses } = tx.tenant
    const withdrawn = buildFhirConsent({ id: stored.id, content: revoked, documentId, dateTime: tx.at, addresses })
    await tx.put({ ...wholeAddress('Consent', params.consentId), content: asJson(withdrawn), expected: fhir.version })
    if (content.permits.includes('record')) await quarantineUnlessConsented(tx, content.patientId)
    tx.record('consent.revoked', auditOf(params.consentId, content))
    return ok(presentConsent(changed, tx.at))
  })
}

export async function readConsent({ caller, params }: HandlerRequest<'consentId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Consent', params.consentId))
    const content = hubContent('Consent', stored)
    checkOwn(caller, content.patientId)
    tx.record('consent.read', auditOf(params.consentId, content))
    return ok(presentConsent(stored, tx.at))
  })
}

export async function listConsents(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof consentQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const patientId = chooseListed(caller, query.patientId)
    const where = [
      ...(patientId === undefined ? [] : [{ parameter: 'patientId', values: [patientId] }]),
      ...(query.permit === undefined ? [] : [{ parameter: 'permit', values: [query.permit] }]),
      ...(query.status === undefined ? [] : hasStatus(query.status, tx.at)),
    ]
    const { items, nextCursor } = await readPage(tx, { list: 'consents', query, type: 'Consent', where })
    tx.record('consent.read', { resourceType: 'Consent', count: items.length, ...concerned({ patientId }) })
    return ok({ items: items.map((stored) => presentConsent(stored, tx.at)), nextCursor })
  })
}
