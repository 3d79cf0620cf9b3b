/** A note may tell what a test showed only if somebody told it, and not only what it is to show. D477. */
import type { Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf } from '../words.ts'

const test = /\b(?:echo\w*|ecg|x ?rays?|radiographs?|scans?|mri|ct|ultrasounds?|bloods?|tests?|samples?|swabs?|cultures?|biops\w+|dipsticks?|screen\w*|endoscop\w*|colonoscop\w*|smears?|imaging)\b/ // biome-ignore format: one row
const told = /\b(?:shows?|showed|shown|reveal\w*|demonstrat\w+)\b|\b(?:was|were|is|came back|come back) (?:reported as )?(?:positive|negative|normal|abnormal|clear|raised|high|low)\b/ // biome-ignore format: one row
const result = /\b(?:show(?:s|ed|n)|ca?me (?:back|through)|was|were|is|positive|negative|normal|fine|clear|healthy|found|said|says|results?|picked|raised|high|low|broken|fracture\w*|plus|trace)\b/ // biome-ignore format: one row
/** What is still to be done, or may turn out. */
const ahead = /\b(?:if|will|would|could|might|may|going to|to (?:see|check|look)|let us|need|want|worth|should|maybe|once|when)\b|'ll\b/ // biome-ignore format: one row

export function checkToldResults({ text, claims }: Statement, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(bare(text))
  const isPlan = claims.some(({ kind }) => kind === 'plan' || kind === 'safety-net')
  if (isPlan || !test.test(plain) || !told.test(plain)) return []
  const sentences = quotes.flatMap(({ plain: said }) => said.split(/(?<=[.?!])\s+/))
  return sentences.some((sentence) => result.test(sentence) && !ahead.test(sentence)) ? [] : ['not-asserted']
}
