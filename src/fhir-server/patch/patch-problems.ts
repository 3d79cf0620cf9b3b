/** Refusals of a patch: they name the operation and never a value. R4 http.html#patch. */
import { Problem } from '../../core/problems.ts'

/** RFC 5789 2.2: the patch is readable, but does not fit the resource. */
export const notApplicable = (place: string, message: string): Problem =>
  new Problem('patch-not-applicable', { errors: [{ field: place, message }] })

export const tooLarge = (): Problem => new Problem('payload-too-large', { detail: 'The patch asks for too much' })

/** Operations of one patch. */
export const maxOperations = 1000
