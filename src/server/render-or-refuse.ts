/** A rendering for an answer: what a thread refuses is a problem. D140 */
import { Problem } from '../core/problems.ts'
import { DocumentRefused } from '../exports/check-document.ts'
import type { Render } from '../hub/render.ts'
import { ThreadTimeout } from '../threads/thread-pool.ts'
import type { RenderPool } from '../threads/threads.ts'

export const renderOrRefuse =
  ({ render }: RenderPool): Render =>
  (format, input) =>
    render(format, input).catch((cause: unknown) => {
      if (cause instanceof ThreadTimeout) throw new Problem('render-failed', { cause })
      if (!(cause instanceof DocumentRefused)) throw cause
      const errors = cause.refusals.map(({ element, message }) => ({ field: element, message }))
      throw new Problem('document-incomplete', { errors, cause })
    })
