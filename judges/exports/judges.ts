/** Every judge of exported documents. */
import { bundleJudges } from './bundle.ts'
import { cdaJudges } from './cda.ts'
import { cdaRoundTripJudges } from './cda-round-trip.ts'
import { hl7v2Judges } from './hl7v2.ts'
import type { ExportJudge } from './judge.ts'
import { pdfJudges } from './pdf.ts'
import { readableJudges } from './readable.ts'

export const judges: readonly ExportJudge[] = [
  ...bundleJudges,
  ...cdaJudges,
  ...cdaRoundTripJudges,
  ...hl7v2Judges,
  ...pdfJudges,
  ...readableJudges,
]
