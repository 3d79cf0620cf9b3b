/** The bytes of a message: as they came, or built again as they went out. D222; docs/channels.md#messages. */
import { isJsonObject, tryParseJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { sha256Of } from '../../core/sha256.ts'
import type { DocumentFormat } from '../../documents/formats.ts'
import { stampHeader } from '../../exports/hl7v2/control-id.ts'
import { maskContent } from '../../exports/mask/mask-content.ts'
import { isResourceType } from '../../exports/mask/mask-json.ts'
import { opaque } from '../../exports/mask/mask-leaf.ts'
import { findFileForm } from '../../exports/presets.ts'
import { readReceivedContent, type StoredMessage } from '../../store/messages/received-messages.ts'
import type { SentMessage } from '../../store/messages/sent-messages.ts'
import { findSentContent, type SentContent } from '../../store/operations/attempts.ts'
import { readBlob } from '../../store/operations/blobs.ts'
import type { Tx } from '../../store/transaction.ts'

/** The message, the first answer to it, and the later answer of the receiver's application. */
export const messageParts = ['message', 'reply', 'answer'] as const
export type MessagePart = (typeof messageParts)[number]

export type Content = {
  readonly bytes: Buffer
  /** Undefined for an answer in an unknown form. */
  readonly format: DocumentFormat | undefined
  readonly mediaType: string
  /** False if the bytes are not those that went out; absent if nobody can tell. */
  readonly isExact?: boolean
}

const hl7 = { format: 'hl7v2', mediaType: 'x-application/hl7-v2+er7' } as const

/** Throws `gone` for what is pruned, and for what was never there. */
export const readReceivedBytes = async (tx: Tx, message: StoredMessage): Promise<Content> => ({
  ...hl7,
  bytes: await readReceivedContent(tx, message),
})

export type Asked = { readonly attempt: number | undefined; readonly part: MessagePart }

/** Reads the named attempt, or else the last one. Throws `not-found` for an attempt that was not made, and `gone` for pruned content. */
export async function readSentBytes(tx: Tx, sent: SentMessage, { attempt, part }: Asked): Promise<Content> {
  const number = attempt ?? sent.attempts
  const content = await findSentContent(tx, { deliveryId: sent.id, number })
  if (content === undefined) throw new Problem('not-found')
  if (part === 'message') return rebuild(tx, sent, content)
  const bytes = part === 'reply' ? content.reply : content.answerReply
  if (bytes === undefined) throw new Problem('gone')
  return { ...formOf(bytes), bytes }
}

/** Reads the form from the bytes: any receiver may answer in HL7 v2, in FHIR, or with the page of a proxy. */
function formOf(bytes: Uint8Array): Pick<Content, 'format' | 'mediaType'> {
  if (Buffer.from(bytes.subarray(0, 3)).equals(headerName)) return hl7
  return isFhir(bytes)
    ? { format: 'bundle', mediaType: 'application/fhir+json' }
    : { format: undefined, mediaType: unknownMediaType }
}

const headerName = Buffer.from('MSH')
export const unknownMediaType = 'application/octet-stream'

/** Only FHIR is shown with its member names: in any other JSON a member name may be a value. */
function isFhir(bytes: Uint8Array): boolean {
  const value = tryParseJson(bytes)
  return isJsonObject(value) && isResourceType(value['resourceType'])
}

/** The rendering with the fields of the header that the attempt wrote over it. */
async function rebuild(tx: Tx, sent: SentMessage, { blobId, header, sha256 }: SentContent): Promise<Content> {
  if (blobId === undefined) throw new Problem('gone')
  const rendered = await readBlob(tx, blobId)
  const bytes = Buffer.from(header === undefined ? rendered : stampHeader(rendered, header))
  const { mediaType } = findFileForm(sent.format, sent.preset)
  return {
    ...{ bytes, mediaType, format: sent.format as DocumentFormat },
    ...(sha256 === undefined ? {} : { isExact: sha256Of(bytes) === sha256 }),
  }
}

/** With each value masked; undefined for what is not there any more. */
export async function maskOf(read: () => Promise<Content>): Promise<string | undefined> {
  try {
    const { bytes, format } = await read()
    return format === undefined ? opaque : maskContent(bytes, format)
  } catch (error) {
    if (error instanceof Problem && (error.slug === 'gone' || error.slug === 'not-found')) return undefined
    throw error
  }
}
