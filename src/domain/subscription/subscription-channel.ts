/** The channel of a subscription: where it sends, what, and how often. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-subscription.html; R4 subscription.html#rest-hook. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { backportDefinition } from '../../fhir/backport.ts'

/** From little to much. */
export const payloadContents = ['empty', 'id-only', 'full-resource'] as const
export type PayloadContent = (typeof payloadContents)[number]

export type SubscriptionChannel = {
  readonly endpoint: string
  readonly mediaType: string
  readonly content: PayloadContent
  readonly heartbeatMs: number | undefined
  readonly timeoutMs: number
  readonly maxCount: number
}

/** Notes a place below `Subscription`, and the fault there. */
export type Fail = (field: string, message: string, code?: string) => void

const mediaTypes = ['application/fhir+json', 'application/json', 'application/fhir+xml']

type NumberRow = { readonly extension: string; readonly most: number; readonly otherwise: number }

/** Seconds and a count; 0 means that nothing is said. */
const numbers = {
  heartbeatS: { extension: 'backport-heartbeat-period', most: 7 * 86_400, otherwise: 0 },
  timeoutS: { extension: 'backport-timeout', most: 60, otherwise: 20 },
  maxCount: { extension: 'backport-max-count', most: 100, otherwise: 20 },
} as const satisfies Readonly<Record<string, NumberRow>>

/** Its result counts only if nothing was noted. */
export function parseChannel(
  value: JsonValue | undefined,
  isAddress: (text: string) => boolean,
  fail: Fail,
): SubscriptionChannel {
  const channel = isJsonObject(value) ? value : {}
  if (channel['type'] !== 'rest-hook') fail('channel.type', 'is not supported: rest-hook is', 'not-supported')
  const endpoint = String(channel['endpoint'] ?? '')
  if (!isAddress(endpoint))
    fail('channel.endpoint', 'must be an http or https address without user, query and fragment')
  const mediaType = String(channel['payload'] ?? '')
  if (!mediaTypes.includes(mediaType))
    fail('channel.payload', 'must be application/fhir+json or application/fhir+xml', 'not-supported')
  const read = (row: NumberRow): number => readNumber(channel, row, fail)
  const heartbeatS = read(numbers.heartbeatS)
  return {
    endpoint,
    mediaType,
    content: readContent(channel, fail),
    heartbeatMs: heartbeatS === 0 ? undefined : heartbeatS * 1000,
    timeoutMs: read(numbers.timeoutS) * 1000,
    maxCount: read(numbers.maxCount),
  }
}

function findExtension(element: JsonValue | undefined, name: string): JsonObject | undefined {
  const extensions = isJsonObject(element) && Array.isArray(element['extension']) ? element['extension'] : []
  return extensions.filter(isJsonObject).find(({ url }) => url === backportDefinition(name))
}

/** The default is references. */
function readContent(channel: JsonObject, fail: Fail): PayloadContent {
  const extension = findExtension(channel['_payload'], 'backport-payload-content')
  if (extension === undefined) return 'id-only'
  const content = payloadContents.find((one) => one === extension['valueCode'])
  if (content === undefined) fail('channel.payload', 'has a payload content that is not known')
  return content ?? 'empty'
}

function readNumber(channel: JsonObject, { extension: name, most, otherwise }: NumberRow, fail: Fail): number {
  const extension = findExtension(channel, name)
  if (extension === undefined) return otherwise
  const value = extension['valueUnsignedInt'] ?? extension['valuePositiveInt'] ?? extension['valueInteger']
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most)
    return value === 0 ? otherwise : value
  fail('channel.extension', 'has a period, timeout or count that is no whole number or too large')
  return otherwise
}
