/** A judge of exported documents: a program that others wrote, asked for its findings. */
import type { DocumentFormat } from '../../src/documents/formats.ts'

export type ExportedDocument = {
  readonly file: string
  readonly format: DocumentFormat
  readonly preset: string
}

export type Finding = {
  readonly file: string
  /** Rule or place, and the reason, as the judge says it. */
  readonly text: string
}

export type ExportJudge = {
  /** As the table names it: `veraPDF 1b`, `HAPI v2`. */
  readonly name: string
  readonly takes: (document: ExportedDocument) => boolean
  /** The programs that this machine lacks. */
  readonly listMissing: () => readonly string[]
  /** All at once, because some of them take seconds to start. */
  readonly judge: (documents: readonly ExportedDocument[]) => Promise<readonly Finding[]>
  /** Breaks the bytes of a good document so that this judge has to find it. */
  readonly break: (bytes: Buffer) => Buffer
}
