/** Renders in a thread with the limit of a server's renderings, so that a hostile document ends with a reason. D141 */
import { type ExportInput, presetOf } from '../../exports/export-input.ts'
import { type ExportFormat, type Rendering, renderFormat } from '../../exports/formats.ts'
import { findFileForm } from '../../exports/presets.ts'
import { ThreadError, ThreadTimeout } from '../../threads/thread-pool.ts'
import { openThreads } from '../../threads/threads.ts'
import { ContentError } from './read-file.ts'

/** A limit longer than a server's is not taken. Throws ContentError, DocumentRefused. */
export async function renderBounded(format: ExportFormat, input: ExportInput, limitMs?: number): Promise<Rendering> {
  // On its way to a thread, a number would lose the text that it was written with; to write JSON takes linear time.
  if (format === 'bundle') return renderFormat(format, input)
  const threads = openThreads(limitMs)
  try {
    const bytes = await threads.render(format, input)
    return { ...findFileForm(format, presetOf(input)), bytes }
  } catch (error) {
    if (error instanceof ThreadError) throw new ContentError(`the document cannot be rendered: ${reasonOf(error)}`)
    throw error
  } finally {
    await threads.close()
  }
}

const reasonOf = (error: ThreadError): string => {
  if (error instanceof ThreadTimeout) return 'it takes longer than ten seconds'
  const { errorClass } = error.fields
  return errorClass === 'ThreadEnded' ? 'it takes too much memory' : `its content causes a ${String(errorClass)}`
}
