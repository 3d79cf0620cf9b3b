/** The schemas of :verify. R3.2; docs/design/hub.md#artifact-lifecycle. */
import { z } from 'zod'
import { secondReadingOutcomes } from '../../core/clinical-note.ts'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { attestations } from './attest.ts'

const verificationFields = z
  .strictObject({
    /** A clinician attests statements that the evidence does not support. */
    attestations: attestations.default([]),
  })
  .default({ attestations: [] })

export const verificationRequest = named('VerificationRequest', verificationFields, {
  attestations: [{ statementId: 'plan-1', reasonCode: 'observed' }],
})

/** An attestation signs the version that the clinician has read. */
export const isAttesting = ({ attestations: given }: z.output<typeof verificationRequest>): boolean => given.length > 0

const exampleFinding = {
  rule: 'number-mismatch',
  statementId: 'plan-1',
  section: 'plan',
  message: 'A number of the statement is not in its evidence.',
  attested: false,
}

const finding = named(
  'Finding',
  z.strictObject({
    rule: z.string(),
    statementId: z.string().optional(),
    section: z.string().optional(),
    message: z.string(),
    attested: z.boolean(),
  }),
  exampleFinding,
)

/** For the last verification of an artifact, and for the answer of a new one. */
export const verificationRecord = z.strictObject({
  outcome: z.enum(['passed', 'failed', 'not_run']),
  reason: z.string().optional(),
  findings: z.array(finding),
  confidence: z.number().min(0).max(1),
  coverage: z.number().min(0).max(1),
  secondReading: z.strictObject({ outcome: z.enum(secondReadingOutcomes), by: z.string() }).optional(),
  contentHash: z.string(),
  evidenceHash: z.string(),
  policyVersion: z.string(),
  schemaVersion: z.int().optional(),
  verifiedAt: timestamp,
  verifiedBy: z.string(),
})

export const verificationAnswer = named(
  'Verification',
  verificationRecord.extend({ artifactId: identifier, version: z.int().min(1) }),
  {
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    version: 2,
    outcome: 'failed',
    findings: [exampleFinding],
    confidence: 0.91,
    coverage: 0.95,
    contentHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    evidenceHash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
    policyVersion: '1',
    verifiedAt: '2026-03-14T03:00:00.000Z',
    verifiedBy: 'clinician-1',
  },
)
