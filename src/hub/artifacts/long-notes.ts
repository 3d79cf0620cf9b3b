/** A long note takes seconds to verify. Only a few run at once, so that others find a free thread. */

import type { Verification } from '../../core/clinical-note.ts'
import { Problem } from '../../core/problems.ts'
import type { VerifyInput } from '../../drafting/verify/verify.ts'

type Verify = (input: VerifyInput, signal: AbortSignal) => Promise<Verification>

const longCharacters = 200_000

/** Refuses a long note with "try again" while `most` are being verified; its state does not change. */
export function limitLongNotes(verify: Verify, most: number): Verify {
  let underway = 0
  return async (input, signal) => {
    if (JSON.stringify(input.note).length < longCharacters) return verify(input, signal)
    if (underway >= most) throw new Problem('dependency-unavailable', { headers: { 'Retry-After': '5' } })
    underway += 1
    try {
      return await verify(input, signal)
    } finally {
      underway -= 1
    }
  }
}
