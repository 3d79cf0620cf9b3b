/** A batch or a transaction at the base address. R4 http.html#transaction. */

import { isJsonObject } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { openTurns } from '../../core/turns.ts'
import { recordRefusal } from '../../http/checks/record-refusals.ts'
import { toProblem } from '../../http/reply/problem-details.ts'
import type { FhirReply, FhirRequest, FhirServer } from '../exchange.ts'
import { withProvenanceOf } from '../provenance-header.ts'
import { perform } from '../write/transact.ts'
import { inEntry, inPlace, listEntries, parseEntry } from './bundle-entries.ts'
import { bundleReply, entryText, openCount, refusedText } from './bundle-reply.ts'
import { runTransaction } from './transaction.ts'

/** `signal`: aborted when nobody waits for the reply. */
export async function processBundle(server: FhirServer, request: FhirRequest, signal: AbortSignal): Promise<FhirReply> {
  const { body } = request
  if (!isJsonObject(body) || body['resourceType'] !== 'Bundle') throw invalidField('Bundle', 'is expected here')
  const entries = listEntries(body)
  if (body['type'] === 'batch') return runBatch(server, request, { entries, signal })
  if (body['type'] !== 'transaction') throw invalidField('Bundle.type', 'must be batch or transaction')
  const parsed = entries.map((entry, index) => inPlace(index, () => parseEntry(server, request, { entry, index })))
  return runTransaction(server, request, { entries: await Promise.all(parsed), signal })
}

/** Every entry is separate: a refusal is the reply of that entry. */
async function runBatch(
  server: FhirServer,
  request: FhirRequest,
  { entries, signal }: { readonly entries: ReturnType<typeof listEntries>; readonly signal: AbortSignal },
): Promise<FhirReply> {
  const texts: string[] = []
  const count = openCount(server)
  const turns = openTurns()
  for (const [index, entry] of entries.entries()) {
    // An entry that is refused without reading the store does not wait.
    if (turns.isOver()) await turns.next()
    if (signal.aborted) break
    try {
      const { row, request: own } = parseEntry(server, request, { entry, index })
      if ('look' in row) count.check()
      texts.push(entryText(count.add(await perform(server, row, withProvenanceOf(request, own)))))
    } catch (error) {
      await recordRefusal(server, request.caller, { error })
      texts.push(refusedText(inEntry(index, toProblem(error, server.log, request.caller.requestId))))
    }
  }
  return bundleReply('batch-response', texts)
}
