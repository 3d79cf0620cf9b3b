/** Checks plan, safety net and impression against the clinician's words: conditions, refusals, times. */

import type { QuoteRead } from './evidence.ts'
import { isNeedRefused } from './meaning/asked-plans.ts'
import { conceptsIn, placesIn } from './synonyms.ts'
import type { Rule } from './tables.ts'
import { plainOf } from './words.ts'

const denied =
  /\b(?:not|no) (?:\w+ ){0,4}(?:need|necessary|recommend|require|useful|helpful|advise|worry|worried|be)\b|\bno need\b|\bnot (?:be )?helpful\b/

/** Words that end a medicine without "stop". */
const ends =
  /\bceas\w+|\bditch|\bdrop\b|\bdiscontinu\w+|\boff\b|\bno more\b|\b(?:has to|have to|can|needs to) go\b(?! (?:to|up|down|on|back|in|with|at)\b)|\b(?:throw|leave) (?:\w+ ){0,3}?out\b|\b(?:done|finished) with\b|\bnot take\b|\bbin\b|\bfinish\w*|\bgoes(?= ?[.,;!]|$)|\bgone\b|\blose\b|\bscrap\b/

/** Parts of "Review next week if not better."; each must be said. */
const planTopics: readonly (readonly [told: RegExp, said: RegExp])[] = [
  [
    /^(?:possibly )?(?:consider )?review\b/,
    /\bcom(?:e|ing) (?:back|again|in|and (?:see|tell|show|let))|\bmake a time|\bbook (?:yourself )?in|\byou and me\b|\btake stock|\bsee (?:you|me|us|(?:your|the|our) (?:own )?(?:gp|family doctor|doctor|specialist|surgeon|nurse))\b|\bcall\b|\breview|\bfollow|\btouch\b|\bagain\b|\bappointment|\bknow\b|\bcontact|\bspeak\b|\bcheck\b|\bchat\b|\bring\b|\bback\b|\banother look|\blook (?:at|again)|\bsee (?:him|her|them)|\bcatch up|\btouch base|\bbring\b|\bbook you\b|\bslot\b/,
  ],
  [/\bif not better\b|\bnot better or\b/, /\bnot\b|\bunless\b|\bno better|\bstill\b|\bpersist/],
  [/\bworse\b/, /\bwors\w+|\bdeteriorat\w*|\bmore unwell/],
  [/\bnext week\b/, /\bnext week\b/],
  [/\btomorrow\b/, /\btomorrow\b/],
  [/\bend of (?:this|the) week\b/, /\bend of (?:this|the) week\b/],
  [
    /^(?:possibly )?(?:return|go to hospital|call an ambulance) if\b/,
    /^[^.]{4,120}?,? (?:then |so |and )*you (?:\w+ ){0,2}(?:call|ring|dial|phone|go|come|get|head)\b|^(?:so |and |but )?(?:not|no) (?:better|improv|settl|eas|heal)|\breason to\b|\bif\b|\bsuch as\b|\blike\b|\blook out\b|\bany\b|\bshould (?:you|he|she|it)\b|\bmeans?\b|\bwatch\b|\beye out\b|\bthat is\b|\bmoment\b|\bunless\b|\bevent of\b|\bignore\b|\bput up with\b|^with\b|\b(?:time|cue|signal|reason|point)\b.*\bwhen\b|\bwhat (?:would|will|should|might)(?: really)?(?: most)? (?:worry|concern|bother|alarm|make (?:me|us) worr)/,
  ],
  [
    /^(?:possibly )?(?:continue)\b/,
    /\bleave (?:\w+ ){1,4}(?:alone|as (?:it|they) (?:is|are)|where (?:it|they) (?:is|are)|be)\b|\bcontinu\w+|\bcarry on|\bkeep\b|\bstay\w*|\bstick|\brenew|\bnot (?:(?:need|have|want you) to )?(?:stop|come off|leave (?:it|them) off)|\bno need to (?:stop|come off)|\bno changes?\b|\bnothing changes|\bas (?:it is|before|you are|usual|always)|(?:,|\bthe) (?:the )?same\b(?! (?:day|time|thing))|\bremain\w*/,
  ],
  [
    /^(?:possibly )?(?:change)\b/,
    /\bchang\w*|\bincreas\w+|\breduc\w+|\brais\w+|\blower\w*|\balter\w*|\bbump|\bstep|\bmov\w+|\bbecom\w+|\bgoes\b|\b(?:rather than|instead of|in place of)|\bto\b|\bmake it|\bmake that|\bup\b|\bdown\b/,
  ],
  [/^(?:possibly )?(?:increase)\b/, /\bincreas\w+|\bup\b|\bmore\b/],
  [/^(?:possibly )?(?:stop)\b/, new RegExp(`\\bstop\\w*|\\bcome off|\\bquit|\\bgiv(?:e|ing) up|${ends.source}`)],
]

/** "When do we come again?" - "One week.": the patient names the visit. */
const asksWhen = ({ role, speaker, plain }: QuoteRead): boolean => role === 'question' && speaker !== 'clinician' && /\b(?:when|how soon)\b/.test(plain) // biome-ignore format: short
/** "When's that?" - "Four weeks." */
const asksThat = ({ role, speaker, plain }: QuoteRead): boolean => role === 'question' && speaker !== 'clinician' && /^(?:(?:and|so|ok|okay|right|oh) ?,? )*(?:when(?: ?'?s| is| will| would)?|how soon (?:is|will|would)) (?:that|it|this)(?: be)? ?\??$/.test(plain.trim()) // biome-ignore format: short
const keeps = /\b(?:not (?:(?:need|have|want you) to )?|no need to )(?:stop|come off)\b/

/** Advice against something must be stated so; an excluded cause is no impression. */
export function checkPlan(text: string, tokens: readonly string[], quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  const isNegative = /^(?:possibly )?(?:no need|no|not|avoid|stop)\b/.test(plain)
  const rules: Rule[] = []
  for (const named of conceptsIn(tokens))
    if (!quotes.some((quote) => placesIn(quote, named).length > 0)) rules.push('words-unsupported')
  const own = quotes.filter(({ speaker, role }) => speaker === 'clinician' && role !== 'question')
  // What need not be stopped goes on.
  const isKept = /^(?:possibly )?continue\b/.test(plain) && own.some((quote) => keeps.test(quote.plain))
  const saysDenied = own.some((quote) => denied.test(quote.plain))
  if (
    isNegative &&
    !saysDenied &&
    !isNeedRefused(quotes) &&
    !own.some(
      (quote) =>
        new RegExp(`\\b${/^(?:possibly )?(no [a-z]+)\b/.exec(plain)?.[1] ?? '[.],'}\\b`).test(quote.plain) ||
        /\bavoid\w*|\bagainst\b|\bnot driv\w*|\bstop\w*|\bcut\b|\bquit|\bgive up/.test(quote.plain) ||
        ends.test(quote.plain),
    )
  )
    rules.push('polarity-mismatch')
  if (
    !isNegative &&
    !isKept &&
    own.length > 0 &&
    own.every((quote) => denied.test(quote.plain) && isPlanDenied(quote, tokens))
  )
    rules.push('polarity-mismatch')
  if (/\b(?:mother|father|brother|sister)\b/.test(plain)) rules.push('person-mismatch')
  const said = [...own, ...quotes.filter(asksWhen)].map((quote) => quote.plain).join(' ')
  const isVisitAsked = /^(?:possibly )?review\b/.test(plain) && quotes.some(asksThat)
  if (!isVisitAsked && planTopics.some(([told, pattern]) => told.test(plain) && !pattern.test(said)))
    rules.push('words-unsupported')
  return rules
}

const isPlanDenied = (quote: QuoteRead, tokens: readonly string[]): boolean =>
  conceptsIn(tokens).some((named) =>
    placesIn(quote, named).some((at) =>
      /\b(?:not|no)\b(?! (?:\w+ ){0,2}(?:rul(?:e|ed|ing) (?:\w+ )?out|exclud(?:e|ed|ing))\b)/.test(
        quote.tokens
          .slice(Math.max(0, at - 7), at)
          .join(' ')
          .split(/[.]| but /)
          .at(-1) ?? '',
      ),
    ),
  )
