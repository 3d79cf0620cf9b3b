/** Consent contracts, and the FHIR Consent that is written with them. Spec 4.1; hub-contract "Consent, recipients, purpose". */
import type { Consent } from '@medplum/fhirtypes'
import { z } from 'zod'
import { created, ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { newId } from '../ids.ts'
import { invalidField, Problem } from '../problems.ts'
import { isConsented } from '../store/consent-check.ts'
import { representation } from '../store/content.ts'
import { asJson, type ConsentContent, consentPermits, fhirPlace, hubContent, hubPlace } from '../store/hub-resources.ts'
import type { Tx } from '../store/transaction.ts'
import { fhirId, instant, line, purposeOfUse, uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { concerned, pageQuery, readPage } from './paging.ts'

export const newConsent = z.strictObject({
  id: uuid.optional(),
  patientId: fhirId,
  permits: z.array(z.enum(consentPermits)).min(1).max(consentPermits.length),
  purposes: z.array(purposeOfUse).min(1).max(20),
  recipients: z.array(line(200)).max(100).default([]),
  artifactTypes: z
    .array(z.string().regex(/^[a-z_]{1,40}$/))
    .max(100)
    .default([]),
  period: z.strictObject({ start: instant.optional(), end: instant.optional() }).default({}),
  givenBy: z.enum(['patient', 'carer', 'guardian']).default('patient'),
  method: z.enum(['verbal', 'written', 'electronic']),
})

export const consentQuery = pageQuery.extend({ patientId: fhirId.optional() })

/** http://terminology.hl7.org/CodeSystem/consentscope, v3-ActReason. */
function buildFhirConsent(id: string, content: ConsentContent, dateTime: string): Consent {
  const { start, end } = content.period
  return {
    resourceType: 'Consent',
    id,
    status: content.status === 'active' ? 'active' : 'inactive',
    scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }] },
    category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' }] }],
    patient: { reference: `Patient/${content.patientId}` },
    dateTime,
    policyRule: { text: content.permits.join(', ') },
    provision: {
      type: 'permit',
      ...(start === undefined && end === undefined
        ? {}
        : { period: { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) } }),
      purpose: content.purposes.map((code) => ({ system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code })),
    },
  }
}

const auditOf = (id: string, content: ConsentContent) => ({
  resourceType: 'Consent',
  resourceId: id,
  patientId: content.patientId,
})

export async function recordConsent({ caller, body }: HandlerRequest<never, z.output<typeof newConsent>>, hub: Hub) {
  const { id: given, ...fields } = body
  const id = given ?? newId()
  const content = { ...fields, status: 'active' } as ConsentContent
  const { start, end } = content.period
  if (start !== undefined && end !== undefined && Date.parse(end) < Date.parse(start)) {
    throw invalidField('period.end', 'is before the start')
  }
  return hub.transact(caller, async (tx) => {
    if ((await tx.find(fhirPlace('Patient', content.patientId))) === undefined) {
      throw invalidField('patientId', 'names no Patient of this tenant')
    }
    const stored = await tx.put({ ...hubPlace('Consent', id), content: asJson(content), expected: 0 })
    const fhir = asJson(buildFhirConsent(id, content, tx.at))
    await tx.put({ ...fhirPlace('Consent', id), content: fhir, expected: 0, owner: 'hub' })
    tx.record('consent.recorded', auditOf(id, content))
    return created(representation(stored), `/v1/consents/${id}`)
  })
}

export async function revokeConsent({ caller, params, ifMatch }: HandlerRequest<'consentId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Consent', params.consentId))
    if (ifMatch !== undefined && ifMatch !== stored.version) throw new Problem('precondition-failed')
    const content = hubContent('Consent', stored)
    if (content.status === 'revoked') return ok(representation(stored))
    const revoked: ConsentContent = { ...content, status: 'revoked', revokedAt: tx.at }
    const fhir = await tx.read(fhirPlace('Consent', params.consentId))
    const changed = await tx.put({ ...stored, content: asJson(revoked), expected: stored.version })
    await tx.put({
      ...fhir,
      content: asJson(buildFhirConsent(params.consentId, revoked, tx.at)),
      expected: fhir.version,
    })
    tx.record('consent.revoked', auditOf(params.consentId, content))
    return ok(representation(changed))
  })
}

export async function readConsent({ caller, params }: HandlerRequest<'consentId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Consent', params.consentId))
    tx.record('consent.read', auditOf(params.consentId, hubContent('Consent', stored)))
    return ok(representation(stored))
  })
}

export async function listConsents(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof consentQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const where = query.patientId === undefined ? [] : [{ parameter: 'patientId', values: [query.patientId] }]
    const { items, nextCursor } = await readPage(tx, { list: 'consents', query, type: 'Consent', where })
    tx.record('consent.read', { resourceType: 'Consent', count: items.length, ...concerned(query) })
    return ok({ items: items.map(representation), nextCursor })
  })
}

/** Whoever drafts, by a job or by hand. hub-contract "Artifact lifecycle". */
export async function checkGeneration(tx: Tx, patientId: string, artifactType: string): Promise<void> {
  if (!(await isConsented(tx, { patientId, permit: 'generate', artifactType }))) throw new Problem('consent-required')
}
