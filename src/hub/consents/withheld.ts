/** What a Consent denies to the caller is not there in `/v1` either: neither named in a path or body, nor in a list. D56. */
import { type Caller, clinicalRoles, hasRole, type Role } from '../../core/caller.ts'
import { isJsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { readAudioSession } from '../../store/audio/sessions.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { readArtifactExport } from '../../store/operations/artifact-exports.ts'
import { readDelivery } from '../../store/operations/deliveries.ts'
import { type Job, readJob } from '../../store/operations/jobs.ts'
import { readContent } from '../../store/resources/content.ts'
import type { ResourceAddress } from '../../store/resources/reader.ts'
import type { Search } from '../../store/resources/search/search.ts'
import type { StoreView } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'

const bound: readonly Role[] = [...clinicalRoles, 'system', 'carer']

/** Operators, billing and auditors are shown identifiers and states alone. */
export const receivesContent = (caller: Caller): boolean => hasRole(caller, bound)

type FindPatient = (tx: Tx, id: string) => Promise<string | undefined>

const ofPlace = async (tx: Tx, place: ResourceAddress): Promise<string | undefined> => {
  const stored = await tx.find(place)
  const patientId = stored === undefined ? undefined : readContent(stored)['patientId']
  return typeof patientId === 'string' ? patientId : undefined
}

const ofEncounter: FindPatient = (tx, id) => ofPlace(tx, hubAddress('Encounter', id))
const ofArtifact: FindPatient = (tx, id) => ofPlace(tx, hubAddress('Artifact', id))

async function ofTranscript(tx: Tx, id: string): Promise<string | undefined> {
  const stored = await tx.find(hubAddress('Transcript', id))
  return stored && ofEncounter(tx, hubContent('Transcript', stored).encounterId)
}

/** What is tested is a channel, and nobody's. */
const ofJob = async (tx: Tx, { encounterId }: Job): Promise<string | undefined> =>
  encounterId === undefined ? undefined : ofEncounter(tx, encounterId)

/** Whose record it is that a name of a path, or a member of a body, leads to; what is in nobody's is not here. */
// biome-ignore format: one row a line
export const patientsOf: Readonly<Record<string, FindPatient>> = {
  patientId:    async (_tx, id) => id,
  encounterId:  ofEncounter,
  artifactId:   ofArtifact,
  transcriptId: ofTranscript,
  consentId:    (tx, id) => ofPlace(tx, hubAddress('Consent', id)),
  shareId:      (tx, id) => ofPlace(tx, hubAddress('Share', id)),
  sessionId:    async (tx, id) => (await readAudioSession(tx, id)).patientId,
  exportId:     async (tx, id) => ofArtifact(tx, (await readArtifactExport(tx, id)).artifactId),
  deliveryId:   async (tx, id) => ofArtifact(tx, (await readDelivery(tx, id)).artifactId),
  jobId:        async (tx, id) => ofJob(tx, await readJob(tx, id)),
}

const refusal = 'consent-denied'

/** As the handlers call what is not there: nothing tells one from the other. */
const called: Readonly<Record<string, string>> = {
  patientId: 'Patient',
  encounterId: 'encounter',
  artifactId: 'artifact',
}

/** Before a handler, and before an answer is given again. What a path names is not found, what a body names is nothing. */
export const checkWithheld =
  (transact: StoreView['transact']) =>
  async (caller: Caller, { params, body }: { readonly params?: object; readonly body?: unknown }): Promise<void> => {
    const { hidden } = caller
    if (hidden === undefined) return
    const find = (named: object) => transact(caller, (tx) => findWithheld(tx, named, hidden))
    if (params !== undefined && (await find(params)) !== undefined) throw new Problem('not-found', { refusal })
    const field = isJsonObject(body) ? await find(body) : undefined
    if (field === undefined) return
    const errors = [{ field, message: `names no ${called[field] ?? 'resource'} of this tenant` }]
    throw new Problem('validation', { errors, refusal })
  }

async function findWithheld(tx: Tx, named: object, hidden: readonly string[]): Promise<string | undefined> {
  for (const [name, id] of Object.entries(named)) {
    const find = patientsOf[name]
    const patientId = find === undefined || typeof id !== 'string' ? undefined : await find(tx, id)
    if (patientId !== undefined && hidden.includes(patientId)) return name
  }
  return undefined
}

/** Of a list of the Hub's resources that name their patient. */
export function withoutWithheld({ caller }: Tx, type: string): Pick<Search, 'restriction'> {
  if (caller.hidden === undefined) return {}
  const tokens = caller.hidden.map((value) => ({ parameter: 'patientId', value }))
  const narrowed = [{ type, of: { kind: 'tokens', any: tokens, drivers: tokens } as const }]
  return { restriction: { openTypes: [type], hidden: { compartments: [], narrowed } } }
}

type Naming = { readonly encounterId?: string | undefined; readonly artifactId?: string | undefined }

/** Whether a list is asked of what is not there: it says of no page either. */
export const asksWithheld = async (tx: Tx, asked: Naming): Promise<boolean> =>
  (await leaveOutWithheld(tx, [asked])).length === 0

/** Of rows that name an encounter or an artifact: a page may have fewer for it. */
export async function leaveOutWithheld<Row extends Naming>(
  tx: Tx,
  rows: readonly Row[],
  hidden = tx.caller.hidden,
): Promise<readonly Row[]> {
  if (hidden === undefined || hidden.length === 0) return rows
  const seen: Row[] = []
  for (const row of rows) {
    const { encounterId, artifactId } = row
    const named = {
      ...(encounterId === undefined ? {} : { encounterId }),
      ...(artifactId === undefined ? {} : { artifactId }),
    }
    if ((await findWithheld(tx, named, hidden)) === undefined) seen.push(row)
  }
  return seen
}
