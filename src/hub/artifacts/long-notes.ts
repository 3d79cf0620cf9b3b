/** A long note takes seconds to verify: few at once, so that the others find a thread. */

import type { Verification } from '../../core/clinical-note.ts'
import { Problem } from '../../core/problems.ts'
import type { VerifyInput } from '../../drafting/verify/verify.ts'

type Verify = (input: VerifyInput, signal: AbortSignal) => Promise<Verification>

const longCharacters = 200_000

/** Whoever comes with one while `most` are verified is asked to come again; its state stays what it is. */
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
