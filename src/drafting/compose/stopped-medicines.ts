/** A list of current medicines has none that the clinician stops in this consultation. D367. */
import type { Claim, NoteTemplate } from '../../core/clinical-note.ts'
import { type Candidate, isUncertain } from '../extract/candidates.ts'

/** A note tells the history and the plan, each in its place; a table of medicines is read alone. */
const listsMedicines = ({ sections }: Pick<NoteTemplate, 'sections'>): boolean =>
  sections.some(({ draws, layout }) => draws.includes('medication') && (layout === 'table' || layout === 'changes'))

/** "Stop it after the operation" stops nothing today. */
const isStopped = ({ change, certainty, polarity, when, duration }: Claim): boolean =>
  change === 'stopped' &&
  certainty === 'certain' &&
  polarity === 'present' &&
  when === undefined &&
  duration === undefined

const isTaken = ({ kind, change, polarity, time, person }: Claim): boolean =>
  kind === 'medication' && change === undefined && polarity === 'present' && time === 'current' && person === 'patient'

/** `left`: lines for the reviewer, since the dose stands nowhere else. */
export type Parted = { readonly current: readonly Candidate[]; readonly left: readonly string[] }

export function partStopped(candidates: readonly Candidate[], template: Pick<NoteTemplate, 'sections'>): Parted {
  const orders = listsMedicines(template) ? candidates.filter(({ quotes }) => !isUncertain(quotes)) : []
  const stopped = new Set(orders.flatMap(({ claims }) => claims.filter(isStopped).map(({ concept }) => concept)))
  const isOfStopped = ({ claims }: Candidate): boolean =>
    claims.length > 0 && claims.every((claim) => isTaken(claim) && stopped.has(claim.concept))
  return {
    current: candidates.filter((candidate) => !isOfStopped(candidate)),
    left: candidates.filter(isOfStopped).map(({ text }) => `Not among the current medicines, since it is stopped: ${text}`), // biome-ignore format: short
  }
}
