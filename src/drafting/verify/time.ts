/** Checks past and present of the sentence against the evidence. */

import type { Claim } from '../../core/clinical-note.ts'
import { relativesIn } from './claims.ts'
import { contentStems } from './context/content-stems.ts'
import type { QuoteRead } from './evidence.ts'
import { isEndedByReply, staysEnded } from './meaning/ended.ts'
import type { Rule } from './tables.ts'
import { plainOf, tokensOf } from './words.ts'

const pastEvidence =
  /\b(?:used to|past|ago|previously|before|start\w*|beginning|began|first|initially|stopped|c[ao]me off|gave (?:it |them |that )?(?:up|away)|gone|better|settled|cleared|had|was|were|went|did|tried|trying|ever|been taking|took|bought|used|no longer|not any ?more|anymore|passed|yesterday|last|finished|resolved|quit|improv\w*|fine|ok|packed|kicked|binned|ditched|knocked|given (?:it |them |that )?(?:up|away)|none for|years back|alternating|giving|given|once|twice|as an? (?:kid|child|baby|toddler|teenager)|(?:seven|eigh|nine|twen|thir|for|fif|six)ties|not since|during (?:my|the)|in (?:my|the) (?:last|first|second)|when (?:i|he|she) was|first (?:day|night|few days)|fixed|sorted|come down|right (?:now|again))\b/

const onlyPast =
  /\b(?:used to(?! (?:\w+ ){0,5}(?:more|less|worse|better|heavier|fewer|lower|higher)\b)|in the past|stopped(?! (?!(?:smok|drink|tak|us|hav)ing)[a-z]{2,}ing\b)|not any ?more|anymore|no longer|when i was (?:a|young)|as a child|years ago)\b/

const pastDiagnosis = /\b(?:past history|history of|previous\w*|former\w*|in the past|used to have)\b/

/** Words by which a clinician diagnoses. */
const diagnosing = /\b(?:what (?:you|he|she) (?:have|has)(?: got)? is|i (?:think|suspect|believe|reckon)|points? to|consistent with|(?:most )?(?:likely|probable|possible)|looks like|sounds like|seems to be|(?:this|it) is (?:a|an|just|most|probably|likely)\b|(?:can not|cannot) (?:be certain|prove))/ // biome-ignore format: one row
const tellsBefore =
  /\b(?:you (?:said|mentioned|told)|ago|had|before|previous\w*|history|records?|letter|notes? (?:say|mention)s?|years|last)\b/

/** A history that rests on what the clinician thinks today. */
export const checkHistoryTime = (text: string, quotes: readonly QuoteRead[]): readonly Rule[] =>
  pastDiagnosis.test(plainOf(text)) && quotes.length > 0 && quotes.every(({ speaker, plain }) => speaker === 'clinician' && diagnosing.test(plain) && !tellsBefore.test(plain)) ? ['time-mismatch'] : [] // biome-ignore format: short

/** What a clinician diagnoses in this talk is no past history. */
export const checkAssessedTime = (kinds: ReadonlySet<Claim['kind']>, text: string, quotes: readonly QuoteRead[]): readonly Rule[] =>
  kinds.has('impression') && kinds.size === 1 && pastDiagnosis.test(plainOf(text)) && !quotes.some(({ plain }) => onlyPast.test(plain) || pastDiagnosis.test(plain) || /\b(?:ago|had|before)\b/.test(plain)) ? ['time-mismatch'] : [] // biome-ignore format: short

const asksEnd = /\b(?:has|have|is|are|did) (?:it|that|they|those|(?:the|your) [a-z]+) (?:all )?(?:gone(?=[?.!,]|$| (?:now|away|completely|altogether|since)\b)|(?:settled|stopped|cleared|better now|go away)\b)/ // biome-ignore format: one row
const affirms =
  /^(?:(?:um|uh|oh|well),? )*(?:yes|yeah|yep|it (?:has|is|did)(?! not)|all gone)\b(?!.*\b(?:but|not|still|back)\b)/
/** "Has it gone?" - "Yes.", "Do you still have it?" - "No." tell an end. */
const isEndTold = (quotes: readonly QuoteRead[]): boolean =>
  quotes.some((quote, at) => {
    const next = quotes[at + 1]
    return isEndedByReply(quote, at, quotes) || (quote.role === 'question' && next?.role === 'answer' && asksEnd.test(quote.plain) && affirms.test(next.plain)) // biome-ignore format: short
  })

/** The sentences that name the things of the statement, each with those after it that name none: "I gave up smoking years ago. I have wine on Fridays." */
function sentencesAbout(text: string, quotes: readonly QuoteRead[]): readonly string[] {
  const stems = contentStems(text)
  return quotes.flatMap(({ plain }) => {
    const about: string[] = []
    for (const sentence of plain.split(/(?<=[.?!]) /))
      if ([...contentStems(sentence)].some((stem) => stems.has(stem))) about.push(sentence)
      else if (about.length > 0) about.push(`${about.pop()} ${sentence}`)
    return about.length === 0 ? [plain] : about
  })
}

export function checkTime(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  if (/\bhas not taken\b/.test(plain)) return []
  const isPast = /\b(?:in the past|previously|initially|resolved|ex smoker|has tried|has not taken|^stopped)\b/.test(
    plain,
  )
  const told = quotes.filter(({ role }) => role !== 'question')
  if (isPast)
    return told.some((quote) => pastEvidence.test(quote.plain)) ||
      isEndTold(quotes) ||
      staysEnded(quotes) ||
      quotes.some(({ role }) => role === 'record')
      ? []
      : ['time-mismatch']
  if (relativesIn(tokensOf(text)).size > 0) return []
  const isNegative = /^(?:possibly )?(?:no|not|does not|has not)\b/.test(plain)
  const patients = told.filter(({ speaker }) => speaker === 'patient')
  const about = sentencesAbout(text, patients)
  const isGone =
    about.length > 0 &&
    about.every((words) => onlyPast.test(words) && !/\b(?:still|now it|at the moment|again)\b/.test(words))
  return isGone && !isNegative && !/\bhistory of\b|\bold\b/.test(plain) && !/\bsince\b|\bstarted\b|\bago\b/.test(plain)
    ? ['time-mismatch']
    : []
}
