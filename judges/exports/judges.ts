/** Every judge of exported documents. */
import { cdaJudges } from './cda.ts'
import type { ExportJudge } from './judge.ts'

export const judges: readonly ExportJudge[] = [...cdaJudges]
