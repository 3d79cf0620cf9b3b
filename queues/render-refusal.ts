/** Why a document has not got its form, where a repetition would not change that. D140; docs/channels.md. */

import { CodesUnmapped } from '../src/domain/mapping/map-document.ts'
import { DocumentRefused, PresetUnknown } from '../src/exports/check-document.ts'
import { ThreadError, ThreadPoolClosed } from '../src/threads/thread-pool.ts'

export type RenderRefusal = 'bad-preset' | 'document-incomplete' | 'code-unmapped' | 'render-failed'

/** Undefined for our own stop, and for what is not about the document. */
export function refusalOf(error: unknown): RenderRefusal | undefined {
  if (error instanceof PresetUnknown) return 'bad-preset'
  if (error instanceof DocumentRefused) return 'document-incomplete'
  if (error instanceof CodesUnmapped) return 'code-unmapped'
  return error instanceof ThreadError && !(error instanceof ThreadPoolClosed) ? 'render-failed' : undefined
}
