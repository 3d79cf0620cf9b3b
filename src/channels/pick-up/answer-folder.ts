/** A folder in which acknowledgements are found: on this machine, or on an SFTP server. D236 */
import type { Acknowledgement } from '../hl7-acknowledgement.ts'
import { type AcknowledgementFiles, findAnswer, findRenamed } from './acknowledgement-files.ts'

export type AnswerFile = { readonly name: string; readonly size: number; readonly modifiedAt: number }

export type AnswerFolder = {
  readonly rule: AcknowledgementFiles
  /** Names the folder, as the attempts name it that wait for it. */
  readonly endpoint: string
  /** Plain files that are new, up to `mostFiles`; links are none. */
  readonly list: (isNew: (file: AnswerFile) => boolean) => Promise<readonly AnswerFile[]>
  /** Undefined if it is no plain file any more, or has more bytes than `most`. */
  readonly read: (name: string, most: number) => Promise<Uint8Array | undefined>
  /** Removes a file whose answer is stored, or moves it to `keepIn`. */
  readonly clear: (name: string) => Promise<void>
  readonly close: () => void
}

/** An acknowledgement is a small message. */
const maxBytes = 256 * 1024
/** Read in one look: the rest waits for the next ones. */
export const mostFiles = 1_000
/** Entries of a folder that one look goes through, so that others cannot fill the memory. */
export const mostEntries = 20_000

/** Undefined for what is no answer to anybody. */
export async function readAnswerFile(folder: AnswerFolder, file: AnswerFile): Promise<Acknowledgement | undefined> {
  if (folder.rule.form === 'renamed') return findRenamed(folder.rule, file.name)
  if (file.size > maxBytes) return undefined
  const bytes = await folder.read(file.name, maxBytes)
  return bytes === undefined ? undefined : findAnswer(bytes)
}
