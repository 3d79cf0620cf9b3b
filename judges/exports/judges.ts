/** Every judge of exported documents. */
import { cdaJudges } from './cda.ts'
import { hl7v2Judges } from './hl7v2.ts'
import type { ExportJudge } from './judge.ts'
import { pdfJudges } from './pdf.ts'

export const judges: readonly ExportJudge[] = [...cdaJudges, ...hl7v2Judges, ...pdfJudges]
