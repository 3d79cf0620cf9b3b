/** Whose a message is, for consent denials. A received message that nobody can tell apart from a denied patient's is denied. D221, D56. */

import { listObjects } from '../../core/json/json-lists.ts'
import { readConcerned } from '../../fhir/record-owner.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { isNamedIn } from '../../store/messages/find-messages.ts'
import type { MessageIdentifier } from '../../store/messages/message-identifiers.ts'
import { readReceived, type StoredMessage } from '../../store/messages/received-messages.ts'
import { findSentMessage } from '../../store/messages/sent-messages.ts'
import { readContent } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { findSentPatient } from './find-in-record.ts'

/** Null if there is no such message; undefined if it belongs to no patient. */
export async function findMessagePatient(tx: Tx, id: string): Promise<string | null | undefined> {
  const sent = await findSentMessage(tx, id)
  if (sent !== undefined) return findSentPatient(tx, sent.artifactId)
  return findReceivedPatient(tx, await readReceived(tx, id))
}

/** The first denied patient whose it is or may be; otherwise a patient whose it is. */
export async function findReceivedPatient(tx: Tx, message: StoredMessage): Promise<string | undefined> {
  const denied = tx.caller.deniedPatients ?? []
  const written = await listPatients(tx, message)
  for (const id of denied)
    if (written.includes(id) || (await isNamedIn(tx, message.id, await listNumbers(tx, id)))) return id
  // What is held or kept apart names a patient who may be anybody.
  return written[0] ?? denied[0]
}

/** A message writes a few resources of its patients; the first tell whose they are. */
const mostRead = 20

async function listPatients(tx: Tx, { resources }: StoredMessage): Promise<readonly string[]> {
  const patients = new Set<string>()
  for (const name of resources.slice(0, mostRead)) {
    const [type = '', id = ''] = name.split('/')
    const stored = type === 'Patient' ? undefined : await tx.find(wholeAddress(type, id))
    if (type === 'Patient') patients.add(id)
    if (stored === undefined) continue
    const concerned = readConcerned(tx.tenant.addresses, { type, content: readContent(stored) })
    for (const patient of concerned.patients) patients.add(patient)
  }
  return [...patients]
}

/** The numbers of a patient, as messages name them. */
async function listNumbers(tx: Tx, patientId: string): Promise<readonly MessageIdentifier[]> {
  const stored = await tx.find(wholeAddress('Patient', patientId))
  if (stored === undefined) return []
  return listObjects(readContent(stored)['identifier']).flatMap(({ system, value }): MessageIdentifier[] => {
    if (typeof value !== 'string') return []
    return [{ kind: 'patient', value, ...(typeof system === 'string' ? { system } : {}) }]
  })
}
