/** The reply to a batch or transaction, entry by entry. R4 http.html#transaction-response. */
import { stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { buildOutcome } from '../../http/reply/operation-outcome.ts'
import type { FhirReply, FhirServer } from '../exchange.ts'
import { statusText } from '../reply/versioned-reply.ts'

export function entryText({ status, text, headers = {}, modifiedAt }: FhirReply): string {
  const response = stringifyJson({
    status: statusText(status),
    location: headers['Location'],
    etag: headers['ETag'],
    lastModified: modifiedAt,
  })
  return text === undefined ? `{"response":${response}}` : `{"resource":${text},"response":${response}}`
}

export const refusedText = (problem: Problem): string =>
  stringifyJson({ response: { status: statusText(problem.row.status), outcome: buildOutcome(problem) } })

export function bundleReply(type: 'batch-response' | 'transaction-response', entries: readonly string[]): FhirReply {
  const head = `"resourceType":"Bundle","type":"${type}"`
  return { status: 200, text: entries.length === 0 ? `{${head}}` : `{${head},"entry":[${entries.join(',')}]}` }
}

export type AnswerCount = { readonly add: (reply: FhirReply) => FhirReply; readonly check: () => void }

/** Counts the resources that the entries of a Bundle answer together: a small Bundle may ask for everything a thousand times. `check` throws when there are too many. */
export function openCount({ config }: FhirServer): AnswerCount {
  let characters = 0
  return {
    add: (reply) => {
      characters += reply.text?.length ?? 0
      return reply
    },
    check: () => {
      if (characters > config.maxBundleBytes)
        throw new Problem('payload-too-large', { detail: 'The entries of the Bundle answer too much together' })
    },
  }
}
