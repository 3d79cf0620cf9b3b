/** A medicine that is started now, and stopped under a condition: "I'll start you on it. If you're vomiting, stop it." */
import type { QuoteRead } from '../evidence.ts'

const stopsIt = /\b(?:stop|pause|hold|skip)(?: taking)? (?:it|them|that|those)\b/
export const isStoppedIf = (text: string, quotes: readonly QuoteRead[]): boolean =>
  /^(?:stop|pause|hold|skip) .*\b(?:if|when)\b/i.test(text) && quotes.some(({ speaker, role, plain }) => speaker === 'clinician' && role === 'statement' && stopsIt.test(plain) && /\b(?:if|when)\b/.test(plain)) // biome-ignore format: short
