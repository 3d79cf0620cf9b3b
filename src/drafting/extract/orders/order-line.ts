/** A line of the plan, before its evidence is added. */
import type { Claim } from '../../../core/clinical-note.ts'

/** `claims` are its coded orders; `text` has no full stop. */
export type OrderLine = { readonly text: string; readonly claims: readonly Claim[]; readonly weight: number }
