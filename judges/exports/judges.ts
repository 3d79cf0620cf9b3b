/** Every judge of exported documents. */
import type { ExportJudge } from './judge.ts'

export const judges: readonly ExportJudge[] = []
