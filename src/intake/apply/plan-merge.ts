/** A40: two records are of one patient. They are linked, and nothing of one moves into the other. D217; HL7 v2.4 3.3.40; R4 patient.html#links. */
import { listObjects } from '../../core/json/json-lists.ts'
import type { JsonObject } from '../../core/json.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import type { PatientMerge } from '../../inbound/messages/merges.ts'
import { putMerge } from '../../store/intake/patient-merges.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Decision, Sender } from './applied.ts'
import type { Applying } from './applying.ts'
import type { Change } from './changes.ts'
import { Held, hold } from './hold.ts'
import type { Asked } from './look-up.ts'
import { asPatient, findRecord, isMerged, numbersOf } from './match-patient.ts'
import { listDifferences } from './patient-differences.ts'

export type MergePlan = { readonly survivorId: string; readonly merged: Stored; readonly record: JsonObject }

/** MRG-1: numbers by which the merged record is found. */
export const listMergedNumbers = ({ merged }: PatientMerge): readonly Asked[] => numbersOf(merged)

/** Undefined if the record to be merged is not here, or is this one, or is merged into it. */
export function planMerge(
  { tx, found, match, entries }: Applying,
  merge: PatientMerge,
  decision: Decision | undefined,
): MergePlan | undefined {
  const merged = findRecord(listMergedNumbers(merge), found, 'MRG-1')
  if (merged === undefined || merged.id === match.id) return undefined
  const record = readResource(merged)
  const survivor = `Patient/${match.id}`
  const leads = listPatientLinks(record, 'replaced-by').map(({ other }) => targetOf(tx, other))
  if (leads.includes(survivor)) return undefined
  if (isMerged(record)) return hold('merged-record', 'MRG-1')
  const message = entries.find(({ type }) => type === 'Patient')?.content ?? {}
  const differences = decision === undefined ? listDifferences(asPatient(message), asPatient(record)) : []
  if (differences.length > 0) throw new Held(differences.map(({ reason }) => ({ reason, place: 'MRG-1' })))
  return { survivorId: match.id, merged, record }
}

type Link = { readonly other?: { readonly reference?: string }; readonly type?: string }

const listPatientLinks = (record: JsonObject, type: string): readonly Link[] =>
  (listObjects(record['link']) as readonly Link[]).filter((link) => link.type === type)

const targetOf = ({ tenant }: Tx, other: Link['other']): string | undefined =>
  findLocalTarget(tenant.addresses, other?.reference)

const withLink = (record: JsonObject, id: string, type: 'replaces' | 'replaced-by'): JsonObject => ({
  ...record,
  link: [...listObjects(record['link']), { other: { reference: `Patient/${id}` }, type }],
})

/** The record without its links to the other one. */
export function withoutLink(tx: Tx, record: JsonObject, id: string): JsonObject {
  const { link, ...rest } = record
  const kept = listObjects(link).filter((one) => targetOf(tx, (one as Link).other) !== `Patient/${id}`)
  return kept.length === 0 ? rest : { ...rest, link: kept }
}

/** Links both records; the one that remains may have been made by the same message. */
export function mergeChanges(
  changes: readonly Change[],
  { match }: Applying,
  { survivorId, merged, record }: MergePlan,
): readonly Change[] {
  const isSurvivor = ({ type, id }: Change): boolean => type === 'Patient' && id === survivorId
  const { stored } = match
  const survivor = changes.find(isSurvivor) ?? {
    ...{ type: 'Patient', id: survivorId, content: match.record ?? {}, stored, links: [] },
  }
  return [
    ...changes.filter((change) => !isSurvivor(change)),
    { ...survivor, content: withLink(survivor.content, merged.id, 'replaces') },
    {
      type: 'Patient',
      id: merged.id,
      content: { ...withLink(record, survivorId, 'replaced-by'), active: false },
      stored: merged,
      links: [],
    },
  ]
}

/** The row by which a person confirms the merge, or undoes it. */
export async function recordMerge(tx: Tx, sender: Sender, { survivorId, merged, record }: MergePlan): Promise<void> {
  const { active } = record
  const wasActive = typeof active === 'boolean' ? { wasActive: active } : {}
  const id = await putMerge(tx, { survivorId, mergedId: merged.id, senderId: sender.id, ...wasActive })
  for (const patientId of [survivorId, merged.id])
    tx.record('patient.merged', { resourceType: 'PatientMerge', resourceId: id, patientId, toState: 'open' })
}
