/** A batch or a transaction at the base address. R4 http.html#transaction; spec 4.6 "Batch", "Transaction". */
import { toProblem } from '../http/problem-details.ts'
import { recordRefusal } from '../http/record-refusals.ts'
import { isJsonObject } from '../json.ts'
import { invalidField } from '../problems.ts'
import { inEntry, inPlace, listEntries, parseEntry } from './bundle-entries.ts'
import { bundleReply, entryText, refusedText } from './bundle-reply.ts'
import type { FhirReply, FhirRequest, FhirServer } from './exchange.ts'
import { withProvenanceOf } from './provenance-header.ts'
import { perform } from './transact.ts'
import { runTransaction } from './transaction.ts'

export async function processBundle(server: FhirServer, request: FhirRequest): Promise<FhirReply> {
  const { body } = request
  if (!isJsonObject(body) || body['resourceType'] !== 'Bundle') throw invalidField('Bundle', 'is expected here')
  const entries = listEntries(body)
  if (body['type'] === 'batch') return runBatch(server, request, entries)
  if (body['type'] !== 'transaction') throw invalidField('Bundle.type', 'must be batch or transaction')
  const parsed = entries.map((entry, index) => inPlace(index, () => parseEntry(server, request, { entry, index })))
  return runTransaction(server, request, await Promise.all(parsed))
}

/** Every entry stands alone: one that is refused says so in its place. */
async function runBatch(
  server: FhirServer,
  request: FhirRequest,
  entries: ReturnType<typeof listEntries>,
): Promise<FhirReply> {
  const texts: string[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      const { row, request: own } = parseEntry(server, request, { entry, index })
      texts.push(entryText(await perform(server, row, withProvenanceOf(request, own))))
    } catch (error) {
      await recordRefusal(server, request.caller, { error })
      texts.push(refusedText(inEntry(index, toProblem(error, server.log, request.caller.requestId))))
    }
  }
  return bundleReply('batch-response', texts)
}
