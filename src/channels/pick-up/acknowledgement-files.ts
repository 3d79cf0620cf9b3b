/** Acknowledgements as files: HL7 messages in a folder, or the document renamed by its receiver. D236 */
import { z } from 'zod'
import { dayMs } from '../../core/durations.ts'
import { sha256Of } from '../../core/sha256.ts'
import { documentFormats } from '../../documents/formats.ts'
import { type Acknowledgement, parseAcknowledgement } from '../hl7-acknowledgement.ts'
import { acceptedReceipt, type Receipt, rejectedReceipt } from '../transport.ts'

const extensions: ReadonlySet<string> = new Set([
  ...documentFormats.map(({ fileExtension }) => fileExtension),
  '.zip',
  '.part',
])

/** No ending of a form: our own file would be its acknowledgement. */
const suffix = z
  .string()
  .regex(/^\.[A-Za-z0-9_-]{1,20}$/)
  .refine((text) => !extensions.has(text.toLowerCase()), 'is the ending of a document')

/** `folder`: the schema of a folder of the transport. */
export const acknowledgementFiles = (folder: z.ZodType<string>) => {
  const common = {
    /** Where files go whose answer is stored; without it they are removed. */
    keepIn: folder.exactOptional(),
    /** How long an answer is awaited. */
    applicationTimeoutMs: z
      .int()
      .min(1_000)
      .max(30 * dayMs)
      .default(dayMs),
    /** How long the folder is left alone between two looks. */
    everyMs: z.int().min(1_000).max(3_600_000).default(30_000),
  }
  return z.discriminatedUnion('form', [
    z.strictObject({ form: z.literal('hl7'), directory: folder, ...common }),
    z
      .strictObject({
        form: z.literal('renamed'),
        /** That of the documents where absent. */
        directory: folder.exactOptional(),
        accepted: suffix.default('.ok'),
        refused: suffix.default('.err'),
        ...common,
      })
      .refine(({ accepted, refused }) => accepted !== refused, 'the two endings are one'),
  ])
}
export type AcknowledgementFiles = z.output<ReturnType<typeof acknowledgementFiles>>

/** The name of a document whose answer names its attempt. */
export const addControlId = (fileName: string, controlId: string): string =>
  fileName.replace(/(?=\.[A-Za-z0-9]+$)/, `.${controlId}`)

/** `<document>.<control id>.pdf.ok` and `<document>.<control id>.ok`. */
const answeredName = /^[0-9a-f-]{36}\.([A-Za-z0-9]{20})(?:\.[A-Za-z0-9]{1,5})?$/

/** The answer that the name of a file is. */
export function findRenamed(
  { accepted, refused }: Extract<AcknowledgementFiles, { form: 'renamed' }>,
  name: string,
): Acknowledgement | undefined {
  const ending = [accepted, refused].find((one) => name.endsWith(one))
  if (ending === undefined) return undefined
  const controlId = answeredName.exec(name.slice(0, -ending.length))?.[1]
  if (controlId === undefined) return undefined
  const receipt: Receipt =
    ending === accepted
      ? acceptedReceipt('accepted')
      : { ...rejectedReceipt('refused-by-receiver'), acknowledgement: 'refused' }
  return { controlId, by: 'application', receipt }
}

/** The answer that a file has as its content. A commit alone (CA) says nothing of the application; CE and CR are its last word here. */
export function findAnswer(bytes: Uint8Array): Acknowledgement | undefined {
  const answer = parseAcknowledgement(bytes)
  if (answer === undefined || answer.receipt.state === 'committed') return undefined
  return { ...answer, by: 'application' }
}

/** The receipt of a file that was handed over, if its acknowledgement is awaited. */
export const awaitingFile = (receipt: Receipt, files: AcknowledgementFiles | undefined): Receipt =>
  files === undefined || receipt.state !== 'sent'
    ? receipt
    : { ...receipt, state: 'committed', answerWithinMs: files.applicationTimeoutMs }

/** Names the folder in which answers are found, as a hash. */
export const folderEndpoint = (...parts: readonly (string | number)[]): string => sha256Of(JSON.stringify(parts))
