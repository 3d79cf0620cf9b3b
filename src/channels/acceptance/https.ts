/** Tests an https destination by a signed request without a document. docs/channels.md#signed-requests. */
import { randomUUID } from 'node:crypto'
import { type HttpsDestination, postDocument } from '../https.ts'
import type { Signing } from '../signed-request.ts'
import type { ReceiptReason } from '../transport.ts'
import { type CheckResult, failedCheck, networkReason } from './check-result.ts'

type Row = { readonly from: number; readonly to: number; readonly result: CheckResult }

const failed = (check: string, reason: ReceiptReason, advice: string): CheckResult =>
  failedCheck({ check, advice, reason })

/** The first row with the status decides. */
const rows: readonly Row[] = [
  { from: 200, to: 299, result: { check: 'test-request', outcome: 'passed' } },
  {
    from: 300,
    to: 399,
    result: failed(
      'address',
      'redirected',
      'The receiver redirects, which is not followed: give the channel the address it names',
    ),
  },
  {
    from: 401,
    to: 403,
    result: failed(
      'authentication',
      'authentication',
      'The request is refused: compare keyId, key, headers and client certificate with the receiver, and the clocks of both',
    ),
  },
  {
    from: 404,
    to: 405,
    result: failed(
      'address',
      'not-found',
      'Nothing takes a POST at the address: ask the receiver for the whole path of url',
    ),
  },
  {
    from: 500,
    to: 599,
    result: failed(
      'test-request',
      'error-at-receiver',
      'The receiver has a fault: ask its operator about requests with Banksia-Kind: test',
    ),
  },
]

const refused = failed(
  'test-request',
  'refused-by-receiver',
  'The receiver refuses a request with Banksia-Kind: test and an empty body: have it answer 200 to such requests',
)

export async function testHttps(testing: Signing, destination: HttpsDestination): Promise<CheckResult[]> {
  try {
    const { status } = await postDocument(testing, destination, {
      bytes: Buffer.alloc(0),
      mediaType: 'application/octet-stream',
      fileName: 'test',
      documentId: randomUUID(),
      kind: 'test',
    })
    const row = rows.find(({ from, to }) => status >= from && status <= to)
    return [{ check: 'connection', outcome: 'passed' }, row?.result ?? refused]
  } catch (error) {
    const advice =
      'No answer from the address: look at url, TLS and certificates, the firewall, and BANKSIA_OUTBOUND_HOSTS'
    return [failed('connection', networkReason(error, 'connect'), advice)]
  }
}
