/** Finding what the server holds, and reading it by id. AU Core 2.0.0; R4 http.html#read. */
import { type Check, expect, Skip, skipUnless } from '../check.ts'
import { isObject } from '../json.ts'
import { entriesOf, type Server } from '../server.ts'
import { type Gathered, idOf, listPages } from './gathered.ts'
import type { TypeRow } from './requirements.ts'

const maxReads = 20

/** Patients that were named, or that the server shows without being asked for one. */
export async function findPatients(server: Server, gathered: Gathered): Promise<void> {
  if (gathered.patientIds.length === 0) {
    const answer = await server.ask('Patient?_count=10')
    const entries = answer.status === 200 ? entriesOf(answer.body) : undefined
    skipUnless(
      entries !== undefined && entries.length > 0,
      'Name patients by --patient-ids: the server shows none unasked',
    )
    for (const { resource } of entries) gathered.patientIds.push(idOf(resource))
  }
  for (const [index, id] of gathered.patientIds.entries()) {
    const answer = await server.ask(`Patient/${id}`)
    // Its id would be a patient's value in the report.
    expect(answer.status === 200, `Status 200 for patient ${index + 1} of those named (it was ${answer.status})`)
    expect(isObject(answer.body) && answer.body['resourceType'] === 'Patient', 'A Patient')
    gathered.add(answer.body)
  }
}

/** Reads all resources of a type that the patients have. */
export async function gatherByPatient(server: Server, row: TypeRow, gathered: Gathered): Promise<void> {
  for (const id of gathered.patientIds) {
    const entries = await listPages(server, `${row.type}?patient=${encodeURIComponent(id)}`)
    // Some servers want a category with it.
    for (const { resource } of entries ?? []) gathered.add(resource)
  }
}

/** Reads the resources that others refer to, or, without references, those of a plain search of the type. */
export async function gatherReferred(server: Server, row: TypeRow, gathered: Gathered): Promise<void> {
  const ids = gathered.listReferred(row.type, server.base).slice(0, maxReads)
  for (const id of ids) {
    const answer = await server.ask(`${row.type}/${id}`)
    if (answer.status === 200 && isObject(answer.body)) gathered.add(answer.body)
  }
  if (gathered.list(row.type).length > 0 || row.parameters.length === 0) return
  const answer = await server.ask(`${row.type}?_count=${maxReads}`)
  for (const { resource } of entriesOf(answer.body) ?? []) gathered.add(resource)
}

export function buildReadCheck(row: TypeRow, gathered: Gathered): Check {
  const name = row.type.toLowerCase()
  return {
    id: `${name}-read`,
    title: `${row.type}: a resource is read by its id`,
    requirement: { level: 'SHALL', text: 'read by id', source: `AU Core responder, ${row.type}` },
    run: async (server) => {
      const found = gathered.list(row.type).slice(0, maxReads)
      if (found.length === 0) throw new Skip(`No ${row.type} was found`)
      for (const resource of found) {
        const answer = await server.ask(`${row.type}/${idOf(resource)}`)
        expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
        const { body } = answer
        expect(isObject(body) && body['resourceType'] === row.type, `A ${row.type}`)
        expect(body['id'] === resource['id'], 'The id that was asked for')
      }
    },
  }
}
