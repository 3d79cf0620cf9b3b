/** Replies about an export: progress, manifest, files. Bulk Data Access 2.0 export.html "Bulk Data Status Request", "Output File Request". */

import type { OperationOutcome } from '@medplum/fhirtypes'
import { findAccess, insufficientScope, isWholeType, listPermitted } from '../../access/access.ts'
import type { Caller } from '../../core/caller.ts'
import { isUuid } from '../../core/ids.ts'
import { stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { readAsked } from '../../domain/bulk-export/bulk-lines.ts'
import { findFhirScopes } from '../../identity/scopes.ts'
import { type BulkExport, findExport, moveExport } from '../../store/bulk-export/bulk-exports.ts'
import { type BulkFile, findFile, listFiles, removeFiles } from '../../store/bulk-export/bulk-files.ts'
import { findChunk } from '../../store/operations/blobs.ts'
import { baseOf, type FhirReply, type FhirRequest, type Interact, type Look, type ReadExchange } from '../exchange.ts'
import { withoutDeniedLines } from './denied-lines.ts'

export const readStatus: Look = async (exchange, request) => {
  checkAlone(request)
  const found = await readOwn(exchange, request, request.id)
  if (found.state === 'failed')
    throw new Problem('internal', { detail: 'The export could not be made: ask for it again' })
  if (found.state === 'succeeded') return manifest(exchange, request, found)
  const isYoung = Date.now() - Date.parse(found.createdAt) < 30_000
  return {
    status: 202,
    headers: { 'X-Progress': `${found.resources} resources written`, 'Retry-After': isYoung ? '1' : '10' },
  }
}

/** Stops the work and deletes all files. */
export const cancelExport: Interact = async (exchange, request) => {
  const { tx } = exchange
  const { id } = await readOwn(exchange, request, request.id)
  if ((await moveExport(tx, id, 'cancel')) === undefined) throw new Problem('not-found')
  await removeFiles(tx, id, 'all')
  tx.record('export.cancelled', { resourceType: 'Export', resourceId: id })
  return { status: 202 }
}

export const readFile: Look = async (exchange, request) => {
  const { tx, server } = exchange
  checkAlone(request)
  // Before the file is looked for: who reads nothing does not learn whether it is there.
  listPermitted(request.caller, 'search-type')
  const file = isUuid(request.id ?? '') ? await findFile(tx, request.id ?? '') : undefined
  if (file === undefined) throw new Problem('not-found')
  const found = await readOwn(exchange, request, file.exportId)
  if (!isOpen(request, file.type)) throw insufficientScope()
  tx.record('export.read', { resourceType: file.type, resourceId: found.id, count: file.count })
  const chunks = readChunks((seq) => server.store.view(request.caller, (own) => findChunk(own, { id: file.id, seq })))
  const { deniedPatients } = request.caller
  const isWhole = readAsked(found).elements.length === 0
  const gzip =
    deniedPatients === undefined
      ? chunks
      : withoutDeniedLines(chunks, {
          parameters: server.parameters,
          deniedPatients,
          file,
          isWhole,
          look: (work) => server.store.view(request.caller, work),
        })
  return { status: 200, file: { mediaType: 'application/fhir+ndjson', gzip } }
}

/** An entry of a Bundle has no place for a file. */
function checkAlone({ native }: FhirRequest): void {
  if (!native) throw new Problem('not-acceptable')
}

/** Reads each chunk by itself, so that a slow client holds nothing open. */
async function* readChunks(find: (seq: number) => Promise<Buffer | undefined>): AsyncGenerator<Buffer> {
  for (let seq = 0; ; seq += 1) {
    const chunk = await find(seq)
    if (chunk === undefined) return
    yield chunk
  }
}

const isOpen = ({ caller }: FhirRequest, type: string): boolean => {
  const access = findAccess(caller, type, 'read')
  return access !== undefined && isWholeType(access)
}

/** The caller's own export, or any export with a scope for the whole system. Any other is 404. */
async function readOwn({ tx }: ReadExchange, request: FhirRequest, id = ''): Promise<BulkExport> {
  const { caller } = request
  listPermitted(caller, 'search-type')
  const found = isUuid(id) ? await findExport(tx, id) : undefined
  if (found === undefined || found.state === 'cancelled') throw new Problem('not-found')
  const isSystem = found.types.every((type) =>
    findFhirScopes(caller, type, 'read').some(({ level, query }) => level === 'system' && query === undefined),
  )
  if (!isOwn(found, caller) && !isSystem) throw new Problem('not-found')
  const isExpired = found.state === 'expired' || (found.isDue && ['succeeded', 'failed'].includes(found.state))
  if (isExpired) throw new Problem('gone', { detail: 'The files of this export are no longer kept' })
  return found
}

/** Two issuers may give two people the same name. */
const isOwn = ({ issuer, subject, client }: BulkExport, caller: Caller): boolean =>
  issuer === caller.issuer && subject === caller.subject && client === caller.client

async function manifest({ tx, server }: ReadExchange, { caller }: FhirRequest, found: BulkExport): Promise<FhirReply> {
  const files = await listFiles(tx, found.id)
  const base = baseOf(server)
  const entry = ({ id, kind, type, count }: BulkFile) => ({
    type: kind === 'deleted' ? 'Bundle' : type,
    url: `${base}/$export-file/${id}`,
    // A count would reveal what is left out for another reader.
    ...(caller.deniedPatients === undefined || isOwn(found, caller) ? { count } : {}),
  })
  const text = stringifyJson({
    transactionTime: found.settledAt,
    request: readAsked(found).request,
    requiresAccessToken: true,
    output: files.filter(({ kind }) => kind === 'output').map(entry),
    deleted: found.since === undefined ? undefined : files.filter(({ kind }) => kind === 'deleted').map(entry),
    error: [],
  })
  const headers = { Expires: new Date(found.dueAt).toUTCString() }
  return { status: 200, headers, content: { mediaType: 'application/json', bytes: Buffer.from(text) } }
}

/** Says what was left out, beside the answer that the work has begun. R4 search.html#errors. */
export const buildNotice = (): string =>
  stringifyJson({
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'warning',
        code: 'not-supported',
        details: { text: 'A parameter is unknown and was left out' },
      },
    ],
  } satisfies OperationOutcome)
