/** Checks past and present of the sentence against the evidence. */

import { relativesIn } from './claims.ts'
import type { QuoteRead } from './evidence.ts'
import type { Rule } from './tables.ts'
import { plainOf, tokensOf } from './words.ts'

const pastEvidence =
  /\b(?:used to|past|ago|previously|before|start\w*|beginning|began|first|initially|stopped|c[ao]me off|gave up|gone|better|settled|cleared|had|was|were|went|did|tried|trying|ever|been taking|took|bought|used|no longer|not any ?more|anymore|passed|yesterday|last|finished|resolved|quit|improv\w*|fine|ok)\b/

const onlyPast =
  /\b(?:used to|in the past|stopped|not any ?more|anymore|no longer|when i was (?:a|young)|as a child|years ago)\b/

export function checkTime(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  if (/\bhas not taken\b/.test(plain)) return []
  const isPast = /\b(?:in the past|previously|initially|resolved|ex smoker|has tried|has not taken|^stopped)\b/.test(
    plain,
  )
  const told = quotes.filter(({ role }) => role !== 'question')
  if (isPast)
    return told.some((quote) => pastEvidence.test(quote.plain)) || quotes.some(({ role }) => role === 'record')
      ? []
      : ['time-mismatch']
  if (relativesIn(tokensOf(text)).size > 0) return []
  const isNegative = /^(?:possibly )?(?:no|not|does not|has not)\b/.test(plain)
  const patients = told.filter(({ speaker }) => speaker === 'patient')
  const isGone =
    patients.length > 0 &&
    patients.every(
      ({ plain: words }) => onlyPast.test(words) && !/\b(?:still|now it|at the moment|again)\b/.test(words),
    )
  return isGone && !isNegative && !/\bhistory of\b|\bold\b/.test(plain) && !/\bsince\b|\bstarted\b|\bago\b/.test(plain)
    ? ['time-mismatch']
    : []
}
