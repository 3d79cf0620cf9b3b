/** Encounters: everything recorded belongs to one; the FHIR Encounter has the same id. docs/design/hub.md#routes, #release. */
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, listOf, named, storedMembers } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { asJson, type EncounterContent, hubAddress, hubContent, wholeAddress } from '../../store/hub-resources.ts'
import { checkSwitches } from '../../store/platforms.ts'
import { representation } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkEncounterStatus, encounterStatuses, releasedStates } from '../../store/transitions.ts'
import { type FieldWarning, listFundingWarnings, listRecordWarnings } from '../artifacts/entry-warnings.ts'
import { lockReleases } from '../artifacts/lock-artifact.ts'
import { checkReadBack, readMembers } from '../artifacts/read-back.ts'
import { fhirId, instant, line, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { concerned, pageQuery, readPage } from '../paging.ts'
import { begunWithin, updatedSince } from '../period.ts'
import { buildFunding, fundingPlaces } from '../release/funding.ts'
import { buildFhirEncounter } from './fhir-encounter.ts'

const period = z.strictObject({ start: instant, end: instant.optional() })
const funding = z.strictObject({
  scheme: z.enum(['medicare', 'dva', 'private', 'none']),
  identifier: line(20).optional(),
})
const status = z.enum(encounterStatuses)

const exampleEncounter = {
  patientId: '0198f2a0-0000-7000-8000-000000000001',
  practitionerRoleId: '00000000-0000-7000-8000-00000000d001',
  class: 'VR',
  period: { start: '2026-03-14T13:45:00+11:00' },
  reason: 'Sore throat',
  funding: { scheme: 'medicare', identifier: '29529364811' },
} as const

const encounterFields = z.strictObject({
  patientId: fhirId,
  practitionerRoleId: fhirId,
  organizationId: fhirId.optional(),
  locationId: fhirId.optional(),
  class: z.enum(['AMB', 'VR', 'IMP', 'EMER', 'HH', 'FLD']).default('AMB'),
  status: status.default('in-progress'),
  period,
  reason: line(1000).optional(),
  funding: funding.optional(),
  capturedAt: instant.optional(),
})

export const newEncounter = named('NewEncounter', encounterFields.extend({ id: uuid.optional() }), exampleEncounter)

export const encounterAnswer = named(
  'Encounter',
  encounterFields.extend({
    ...storedMembers,
    spoke: z.string(),
    warnings: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  }),
  { ...exampleStored, ...exampleEncounter, status: 'in-progress', spoke: 'triage' },
)
export const encounterList = listOf(encounterAnswer)

const settable = ['status', 'period', 'practitionerRoleId', 'funding'] as const

export const encounterChange = named(
  'EncounterChange',
  z.strictObject({
    ...readMembers(encounterAnswer, settable),
    status: status.optional(),
    period: period.optional(),
    practitionerRoleId: fhirId.optional(),
    funding: funding.optional(),
  }),
  { status: 'finished', period: { start: '2026-03-14T13:45:00+11:00', end: '2026-03-14T14:05:00+11:00' } },
)

export const encounterQuery = pageQuery.extend({
  patientId: fhirId.optional(),
  status: status.optional(),
  /** Filters by the start of its period, ends included. */
  from: instant.optional(),
  to: instant.optional(),
  updatedSince: instant.optional(),
})

/** The resources that the encounter names, by field. */
const listNamed = (content: EncounterContent) =>
  (
    [
      ['patientId', 'Patient'],
      ['practitionerRoleId', 'PractitionerRole'],
      ['organizationId', 'Organization'],
      ['locationId', 'Location'],
    ] as const
  ).flatMap(([field, type]) => {
    const id = content[field]
    return id === undefined ? [] : [{ field, type, place: wholeAddress(type, id) }]
  })

/** Throws by field if one does not exist. Answers warnings about doubtful numbers. */
async function checkReferences(tx: Tx, content: EncounterContent): Promise<readonly FieldWarning[]> {
  const errors = []
  const warnings = [...listFundingWarnings(content)]
  for (const { field, type, place } of listNamed(content)) {
    const stored = await tx.find(place)
    if (stored === undefined) errors.push({ field, message: `names no ${type} of this tenant` })
    else warnings.push(...listRecordWarnings(field, stored))
  }
  if (errors.length > 0) throw new Problem('validation', { errors })
  return warnings
}

const withWarnings = (answer: JsonObject, warnings: readonly FieldWarning[]): JsonObject =>
  warnings.length === 0 ? answer : { ...answer, warnings: [...warnings] }

export async function createEncounter(
  { caller, body }: HandlerRequest<never, z.output<typeof newEncounter>>,
  hub: Hub,
) {
  const { id: given, ...fields } = body
  const encounterId = given ?? newId()
  return hub.transact(caller, async (tx) => {
    const content = { ...fields, spoke: caller.spoke } as EncounterContent
    checkPeriod(content)
    await tx.readAhead([...listNamed(content).map(({ place }) => place), ...fundingPlaces(encounterId)])
    const warnings = await checkReferences(tx, content)
    const fhir = asJson(buildFhirEncounter(encounterId, content))
    const [stored] = await tx.putTogether([
      { ...hubAddress('Encounter', encounterId), content: asJson(content), expected: 0 },
      ...(await buildFunding(tx, encounterId, content)),
      { ...wholeAddress('Encounter', encounterId), content: fhir, expected: 0, owner: 'hub' },
    ])
    tx.record('encounter.created', auditOf(encounterId, content))
    return created(withWarnings(representation(stored), warnings), `/v1/encounters/${encounterId}`)
  })
}

const pick = <T extends object>(value: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]]))) as Partial<T>

const auditOf = (encounterId: string, content: EncounterContent) => ({
  resourceType: 'Encounter',
  resourceId: encounterId,
  encounterId,
  patientId: content.patientId,
})

function checkPeriod({ period: { start, end } }: EncounterContent): void {
  if (end !== undefined && Date.parse(end) < Date.parse(start)) throw invalidField('period.end', 'is before the start')
}

/** A released document says that the encounter took place, so it must be recalled first. */
async function checkNothingReleased(tx: Tx, encounterId: string): Promise<void> {
  await lockReleases(tx, encounterId)
  const where = [
    { parameter: 'encounterId', values: [encounterId] },
    { parameter: 'state', values: releasedStates },
  ]
  const { items } = await tx.search({ space: 'hub', type: 'Artifact', where, limit: 1 })
  if (items.length > 0) throw new Problem('business-rule', { detail: 'A document of the encounter is released' })
}

export async function changeEncounter(
  { caller, params, body, expected, feature }: HandlerRequest<'encounterId', z.output<typeof encounterChange>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Encounter', params.encounterId))
    checkVersion(stored, expected)
    const before = hubContent('Encounter', stored)
    checkSwitches(tx, feature, before.spoke)
    // Warnings belong to the answer of a write, and to no version.
    checkReadBack(body, representation(stored), [...settable, 'warnings'])
    const content = { ...before, ...pick(body, settable) } as EncounterContent
    checkEncounterStatus(before.status, content.status)
    if (content.status === 'cancelled') await checkNothingReleased(tx, params.encounterId)
    checkPeriod(content)
    const own = wholeAddress('Encounter', params.encounterId)
    await tx.readAhead([own, ...listNamed(content).map(({ place }) => place), ...fundingPlaces(params.encounterId)])
    const warnings = await checkReferences(tx, content)
    const fhir = await tx.read(own)
    const [changed] = await tx.putTogether([
      { ...stored, content: asJson(content), expected: stored.version },
      ...(await buildFunding(tx, params.encounterId, content)),
      { ...own, content: asJson(buildFhirEncounter(params.encounterId, content)), expected: fhir.version },
    ])
    tx.record('encounter.changed', { ...auditOf(params.encounterId, content), toState: content.status })
    return ok(withWarnings(representation(changed), warnings))
  })
}

export async function readEncounter({ caller, params }: HandlerRequest<'encounterId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Encounter', params.encounterId))
    tx.record('encounter.read', auditOf(params.encounterId, hubContent('Encounter', stored)))
    return ok(representation(stored))
  })
}

export async function listEncounters(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof encounterQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const where = [
      ...(query.patientId === undefined ? [] : [{ parameter: 'patientId', values: [query.patientId] }]),
      ...(query.status === undefined ? [] : [{ parameter: 'status', values: [query.status] }]),
      ...begunWithin(query),
      ...updatedSince(query.updatedSince),
    ]
    const { items, nextCursor } = await readPage(tx, { list: 'encounters', query, type: 'Encounter', where })
    tx.record('encounter.read', { resourceType: 'Encounter', count: items.length, ...concerned(query) })
    return ok({ items: items.map(representation), nextCursor })
  })
}
