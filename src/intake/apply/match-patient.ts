/** Whose record a message belongs to: by IHI or by record number with its assigner, never by name. D214 */
import type { Identifier, Patient } from '@medplum/fhirtypes'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { listMatching } from '../../inbound/messages/patient.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { findMergeOf, listMergedInto } from '../../store/intake/patient-merges.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Decision } from './applied.ts'
import { Held, hold } from './hold.ts'
import type { Asked, Findings } from './look-up.ts'
import { listDifferences } from './patient-differences.ts'

export type Match = {
  readonly id: string
  /** The record; absent for a new one. */
  readonly stored?: Stored
  readonly record?: JsonObject
  /** Numbers of the message that find another record: this one does not get them. */
  readonly foreign: readonly Asked[]
  /** Ids of records that lead to this one by confirmed merges: what is theirs is its own. */
  readonly led: readonly string[]
}

/** A message of a patient with more numbers than that is refused, and no person has them. */
const mostNumbers = 50

// The mapper made it of its type, and a stored resource has passed the check of its type.
export const asPatient = (content: JsonObject): Patient => content as unknown as Patient

/** Numbers by which a record is found. */
export const numbersOf = (identifiers: readonly Identifier[]): readonly Asked[] =>
  listMatching(identifiers).flatMap(({ system = '', value = '' }) =>
    value === '' ? [] : [{ type: 'Patient', system, value }],
  )

/** The record that these numbers find; undefined if they find none. Holds the message if there is no number, or if they find several records. */
export function findRecord(numbers: readonly Asked[], found: Findings, place: string): Stored | undefined {
  if (numbers.length === 0) return hold('no-number', place)
  const records = numbers.map(found)
  if (records.some(({ length }) => length > 1)) return hold('several-records', place)
  const [record, ...others] = new Map(records.flat().map((one) => [one.id, one])).values()
  return others.length > 0 ? hold('numbers-disagree', place) : record
}

export function listNumbers(content: JsonObject): readonly Asked[] {
  const numbers = numbersOf(asPatient(content).identifier ?? [])
  return numbers.length > mostNumbers ? hold('several-records', 'PID-3') : numbers
}

/** Holds the message if nobody can be sure. */
export async function matchPatient(tx: Tx, message: JsonObject, found: Findings, decision?: Decision): Promise<Match> {
  const numbers = listNumbers(message)
  if (decision !== undefined) return matchDecided(tx, numbers, found, decision)
  const stored = findRecord(numbers, found, 'PID-3')
  if (stored === undefined) return { id: newId(), foreign: [], led: [] }
  const reached = await follow(tx, stored)
  const { record } = reached
  const differences = listDifferences(asPatient(message), asPatient(record))
  if (differences.length > 0) throw new Held(differences)
  const foreign = numbers.filter((number) => found(number).some(({ id }) => id !== reached.stored.id))
  return { id: reached.stored.id, ...reached, foreign, led: await listLed(tx, reached) }
}

type Reached = { readonly stored: Stored; readonly record: JsonObject }

const mostSteps = 10

/** The record to which confirmed merges lead. Until a person has confirmed one, nobody knows whose record it is. */
async function follow(tx: Tx, first: Stored): Promise<Reached> {
  let stored = first
  for (let step = 0; step < mostSteps; step += 1) {
    const record = readResource(stored)
    if (!isMerged(record)) return { stored, record }
    const merge = await findMergeOf(tx, stored.id)
    const next =
      merge?.state === 'confirmed' ? await tx.find(wholeAddress('Patient', merge.survivorId), 'update') : undefined
    stored = next ?? hold('merged-record', 'PID-3')
  }
  return hold('merged-record', 'PID-3')
}

const listLed = async (tx: Tx, { stored, record }: Reached): Promise<readonly string[]> =>
  asPatient(record).link?.some(({ type }) => type === 'replaces') === true ? listMergedInto(tx, stored.id) : []

export const isMerged = (record: JsonObject): boolean =>
  asPatient(record).link?.some(({ type }) => type === 'replaced-by') === true

/** A person has decided, so what differs does not hold it. A number of another record stays with that. */
async function matchDecided(tx: Tx, numbers: readonly Asked[], found: Findings, decision: Decision): Promise<Match> {
  const id = 'patient' in decision ? decision.patient : newId()
  const foreign = numbers.filter((number) => found(number).some((one) => one.id !== id))
  if (!('patient' in decision)) return { id, foreign, led: [] }
  const stored = await tx.find(wholeAddress('Patient', id), 'update')
  if (stored === undefined) throw new Problem('not-found')
  const record = readResource(stored)
  if (isMerged(record)) return hold('merged-record', 'PID-3')
  return { id, stored, record, foreign, led: await listLed(tx, { stored, record }) }
}
