/** Release gates: named policies, one row each, the strictest last. docs/design/hub.md#artifact-lifecycle. */
import type { Role } from './caller.ts'

type GateRow = {
  readonly gate: string
  /** So many people approve, each with a subject and a PractitionerRole of their own; the last approval releases. */
  readonly approvals: 1 | 2
  readonly releasedBy: readonly Role[]
  /** The author may release, or may not. */
  readonly author: 'may-release' | 'never-releases'
  /** Whether a clinician who attested a statement may release alone. */
  readonly attester: 'may-release-alone' | 'not-alone'
  /** Spokes that raise drafts through them, or for their encounters, to this gate. */
  readonly raisedBy: readonly string[]
  readonly meaning: string
}

const clinicians = ['clinician', 'senior_clinician'] as const
const seniors = ['senior_clinician'] as const

// biome-ignore format: one row a line
export const gates = [
  { gate: 'clinical_review',         approvals: 1, releasedBy: clinicians, author: 'may-release',    attester: 'may-release-alone', raisedBy: [],               meaning: 'one clinician, who may be the author' },
  { gate: 'patient_release',         approvals: 1, releasedBy: clinicians, author: 'may-release',    attester: 'not-alone',         raisedBy: ['link'],         meaning: 'one clinician, who has vouched for none of its statements: the patient cannot tell what nobody else has seen' },
  { gate: 'second_reviewer',         approvals: 2, releasedBy: clinicians, author: 'may-release',    attester: 'may-release-alone', raisedBy: [],               meaning: 'two people, of whom one may be the author' },
  { gate: 'medico_legal_disclosure', approvals: 2, releasedBy: seniors,    author: 'never-releases', attester: 'may-release-alone', raisedBy: ['medico_legal'], meaning: 'two people; a senior clinician who is not the author releases it' },
] as const satisfies readonly GateRow[]

export type GateName = (typeof gates)[number]['gate']

export const gateNames: readonly GateName[] = gates.map(({ gate }) => gate)

/** Undefined for an unknown name: nothing passes it. */
export const findGate = (name: string): GateRow | undefined => gates.find(({ gate }) => gate === name)

const rankOf = (name: string): number => gates.findIndex(({ gate }) => gate === name)

export const stricterGate = (one: string, other: string): string => (rankOf(other) > rankOf(one) ? other : one)

/** The template's gate, or the strictest to which one of the spokes raises it: the drafter's and the encounter's. D92 */
export function raiseGate(asked: string, spokes: readonly string[]): string {
  const raising = gates.filter(({ raisedBy }: GateRow) => raisedBy.some((spoke) => spokes.includes(spoke)))
  return raising.reduce((gate, row) => stricterGate(gate, row.gate), asked)
}
