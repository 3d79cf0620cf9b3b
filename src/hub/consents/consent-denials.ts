/** A resource that a Consent denies to the caller does not exist in `/v1` either: neither by a path or body, nor in a list. D56. */

import { type Caller, clinicalRoles, hasRole, type Role } from '../../core/caller.ts'
import { isJsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { readAudioSession } from '../../store/audio/sessions.ts'
import { hubAddress, hubContent, wholeAddress } from '../../store/hub-resources.ts'
import { readMerge } from '../../store/intake/patient-merges.ts'
import { readArtifactExport } from '../../store/operations/artifact-exports.ts'
import { readDelivery } from '../../store/operations/deliveries.ts'
import { type Job, readJob } from '../../store/operations/jobs.ts'
import { readContent } from '../../store/resources/content.ts'
import type { UnscopedAddress } from '../../store/resources/scoped-address.ts'
import { makeAccessScope } from '../../store/resources/search/access-scope.ts'
import type { Search } from '../../store/resources/search/search.ts'
import type { Store } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'
import { findMessagePatient } from '../messages/message-patients.ts'

const bound: readonly Role[] = [...clinicalRoles, 'system', 'carer']

/** Operators, billing and auditors get identifiers and states only. */
export const receivesContent = (caller: Caller): boolean => hasRole(caller, bound)

/** Null if there is no such thing; undefined if it belongs to no patient. */
type FindPatient = (tx: Tx, id: string) => Promise<string | null | undefined>

const ofPlace = async (tx: Tx, place: UnscopedAddress): Promise<string | null | undefined> => {
  const stored = await tx.find(place)
  if (stored === undefined) return null
  const { patientId } = readContent(stored)
  return typeof patientId === 'string' ? patientId : undefined
}

const ofEncounter: FindPatient = (tx, id) => ofPlace(tx, hubAddress('Encounter', id))
const ofArtifact: FindPatient = (tx, id) => ofPlace(tx, hubAddress('Artifact', id))

async function ofTranscript(tx: Tx, id: string): Promise<string | null | undefined> {
  const stored = await tx.find(hubAddress('Transcript', id))
  return stored === undefined ? null : ofEncounter(tx, hubContent('Transcript', stored).encounterId)
}

/** Of its two patients, the one who denies it. */
async function ofMerge(tx: Tx, id: string): Promise<string> {
  const { survivorId, mergedId } = await readMerge(tx, id)
  return tx.caller.deniedPatients?.includes(mergedId) === true ? mergedId : survivorId
}

/** A channel test belongs to no patient. */
const ofJob = async (tx: Tx, { encounterId }: Job): Promise<string | null | undefined> =>
  encounterId === undefined ? undefined : ofEncounter(tx, encounterId)

/** The patient behind each name in a path or member of a body. Names that belong to no patient have no row. */
// biome-ignore format: one row a line
export const patientsOf: Readonly<Record<string, FindPatient>> = {
  patientId:    async (tx, id) => ((await tx.find(wholeAddress('Patient', id))) === undefined ? null : id),
  encounterId:  ofEncounter,
  artifactId:   ofArtifact,
  transcriptId: ofTranscript,
  consentId:    (tx, id) => ofPlace(tx, hubAddress('Consent', id)),
  shareId:      (tx, id) => ofPlace(tx, hubAddress('Share', id)),
  sessionId:    async (tx, id) => (await readAudioSession(tx, id)).patientId,
  exportId:     async (tx, id) => ofArtifact(tx, (await readArtifactExport(tx, id)).artifactId),
  deliveryId:   async (tx, id) => ofArtifact(tx, (await readDelivery(tx, id)).artifactId),
  messageId:    findMessagePatient,
  mergeId:      ofMerge,
  jobId:        async (tx, id) => ofJob(tx, await readJob(tx, id)),
}

/**
 * The names, in a path or among the members of a body, of what is denied to the caller: they lead on to nothing (D180). It is on record, and
 * so is a name of what is not there, because a record of one alone would take a time of its own.
 */
export const findDeniedNames =
  (transact: Store['transact']) =>
  async (
    caller: Caller,
    { params, body }: { readonly params?: object; readonly body?: unknown },
  ): Promise<readonly string[]> => {
    const { deniedPatients } = caller
    const named = Object.entries(params ?? (isJsonObject(body) ? body : {}))
    if (deniedPatients === undefined || !named.some(([name]) => patientsOf[name] !== undefined)) return []
    return transact(caller, async (tx) => {
      const found: { readonly name: string; readonly patient: string | null | undefined }[] = []
      for (const [name, id] of named) found.push({ name, patient: await findOf(tx, name, id) })
      const denied = found.filter(({ patient }) => typeof patient === 'string' && deniedPatients.includes(patient))
      const reason = denied.length > 0 ? 'consent-denied' : found.some(({ patient }) => patient === null) && 'not-found'
      if (reason) tx.record('access.refused', { reason })
      return denied.map(({ name }) => name)
    })
  }

/** The patient behind a name; null if it leads to nothing, undefined if such a name leads to no patient. */
async function findOf(tx: Tx, name: string, id: unknown): Promise<string | null | undefined> {
  const find = patientsOf[name]
  if (find === undefined || typeof id !== 'string') return undefined
  try {
    return await find(tx, id)
  } catch (error) {
    // Rows without versions are read, not found.
    if (error instanceof Problem && error.slug === 'not-found') return null
    throw error
  }
}

async function findDenied(tx: Tx, named: object, deniedPatients: readonly string[]): Promise<string | undefined> {
  for (const [name, id] of Object.entries(named)) {
    const patientId = await findOf(tx, name, id)
    if (typeof patientId === 'string' && deniedPatients.includes(patientId)) return name
  }
  return undefined
}

/** For a list of Hub resources that name their patient. */
export function withoutDenied({ caller }: Tx, type: string): Pick<Search, 'scope'> {
  if (caller.deniedPatients === undefined) return {}
  const tokens = caller.deniedPatients.map((value) => ({ parameter: 'patientId', value }))
  const narrowed = [{ type, of: { kind: 'tokens', any: tokens, accessTokens: tokens } as const }]
  return { scope: makeAccessScope({ openTypes: [type], denied: { compartments: [], narrowed } }) }
}

type Naming = { readonly encounterId?: string | undefined; readonly artifactId?: string | undefined }

/** True if a list is wanted for a denied resource: it is empty, without a next page. */
export const asksForDenied = async (tx: Tx, asked: Naming): Promise<boolean> =>
  (await leaveOutDenied(tx, [asked])).length === 0

/** For rows that name an encounter or an artifact; the page may become shorter. */
export async function leaveOutDenied<Row extends Naming>(
  tx: Tx,
  rows: readonly Row[],
  deniedPatients = tx.caller.deniedPatients,
): Promise<readonly Row[]> {
  if (deniedPatients === undefined || deniedPatients.length === 0) return rows
  const seen: Row[] = []
  for (const row of rows) {
    const { encounterId, artifactId } = row
    const named = {
      ...(encounterId === undefined ? {} : { encounterId }),
      ...(artifactId === undefined ? {} : { artifactId }),
    }
    if ((await findDenied(tx, named, deniedPatients)) === undefined) seen.push(row)
  }
  return seen
}
