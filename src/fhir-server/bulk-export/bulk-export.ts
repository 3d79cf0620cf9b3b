/** The operation $export of the system, of patients and of a group: starts the work and says where it is. Bulk Data Access 2.0 export.html; R4 async.html. */
import type { Caller } from '../../core/caller.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import type { AskedBulk } from '../../domain/bulk-export/bulk-query.ts'
import type { Named } from '../../domain/consent/asker.ts'
import { type BulkLevel, countOpenExports, putExport } from '../../store/bulk-export/bulk-exports.ts'
import { readResource } from '../../store/resources/content.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import { baseOf, type Exchange, type FhirReply, type FhirRequest, type Interact } from '../exchange.ts'
import { readCurrent } from '../read-current.ts'
import { checkPatients, listMembers } from './bulk-members.ts'
import { buildNotice } from './bulk-replies.ts'
import { type BulkRequest, parseBulk } from './bulk-request.ts'

const maxOpen = 10

export const exportSystem: Interact = (exchange, request) => start(exchange, request, 'system')
export const exportPatients: Interact = (exchange, request) => start(exchange, request, 'patient')
export const exportGroup: Interact = (exchange, request) => start(exchange, request, 'group')

async function start(exchange: Exchange, request: FhirRequest, level: BulkLevel): Promise<FhirReply> {
  const { tx, server } = exchange
  if (!request.isAsync) throw invalidField('Prefer', 'must be respond-async')
  const asked = parseBulk(exchange, request, level)
  const patients = await listPatients(exchange, request, asked)
  // D65: an export that must be complete would lack resources that are not indexed yet.
  if (patients !== undefined && tx.tenant.isOutdated) throw notYet()
  if ((await countOpenExports(tx)) >= maxOpen)
    throw new Problem('rate-limited', { headers: { 'Retry-After': '60' }, detail: 'Too many exports are not done yet' })
  const { types, since, queries, elements } = asked
  const kept: AskedBulk = {
    request: addressOf(exchange, request),
    queries,
    elements,
    asker: askerOf(request.caller),
    ...(patients === undefined ? {} : { patients }),
  }
  const id = await putExport(tx, {
    level,
    types,
    asked: JSON.stringify(kept),
    ...(since === undefined ? {} : { since }),
  })
  tx.record('export.queued', { resourceType: 'Export', resourceId: id, reason: level })
  const headers = { 'Content-Location': `${baseOf(server)}/$export-status/${id}` }
  return { status: 202, headers, ...(asked.isPartly ? { text: buildNotice() } : {}) }
}

const notYet = (): Problem =>
  new Problem('dependency-unavailable', {
    detail: 'Resources are being indexed again: export the records of single patients when that is done',
    headers: { 'Retry-After': '60' },
  })

const askerOf = ({ issuer, client, roles, fhirUser, person, breakGlass }: Caller): Named => ({
  issuer,
  client,
  roles,
  ...(fhirUser === undefined ? {} : { fhirUser }),
  ...(person === undefined ? {} : { person }),
  ...(breakGlass === undefined ? {} : { breakGlass }),
})

/** Undefined for an export of everybody. */
async function listPatients(
  exchange: Exchange,
  request: FhirRequest,
  { patients }: BulkRequest,
): Promise<readonly string[] | undefined> {
  const { tx } = exchange
  const members = request.type === 'Group' ? await readMembers(exchange, request) : undefined
  if (patients === undefined) return members
  await checkPatients(tx, patients, members)
  return patients
}

async function readMembers(exchange: Exchange, request: FhirRequest): Promise<readonly string[]> {
  const group = await readCurrent(exchange, request)
  await recordAccess(exchange, 'fhir.read', group)
  const { zone, addresses } = exchange.server.parameters
  return listMembers(readResource(group), { now: Date.parse(exchange.tx.at), zone, addresses })
}

function addressOf({ server }: Exchange, { type, id, parameters }: FhirRequest): string {
  const path = [baseOf(server), type, id ?? '', '$export'].filter((part) => part !== '').join('/')
  return parameters.length === 0
    ? path
    : `${path}?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]))}`
}
