/** "We start the Ozempic when I've got that letter": an order from before waits for something, so that both stand as they were said, and nothing is started. D523. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { alsoSaid, type Candidate, claim, says } from '../candidates.ts'

/** A start that waits for a result, for somebody or for a recovery; "when you get home" is a time of taking. */
const waits =
  /\b(?:start|starting|begin|beginning|commence|go on|add)\b.*\b(?:when|once|after|as soon as|only if|not (?:until|before|till))\b.*\b(?:results?|letter|report|scan|bloods?|tests?|levels?|x-?ray|specialist|cardiologist|clear(?:ed)?|checked|seen|back|settled|finished|healed|okayed)\b/

const startedIn = ({ claims }: Candidate): string | undefined =>
  claims.find(({ kind, change, polarity }) => kind === 'medication' && change === 'started' && polarity === 'present')?.concept // biome-ignore format: one row

/** The candidates, with each start that waits in the words of both sentences. */
export function withPostponed(candidates: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] {
  const later = dialogue.filter(({ segment, isQuestion, said }) => segment.speaker === 'clinician' && !isQuestion && waits.test(said)) // biome-ignore format: short
  return candidates.map((candidate) => {
    const medicine = startedIn(candidate)
    const own = candidate.quotes.map(({ sentence }) => sentence)
    const reason = medicine === undefined ? undefined : later.find((sentence) => sentence.at >= candidate.at && !own.includes(sentence) && sentence.terms.some(({ key }) => key === medicine)) // biome-ignore format: short
    if (reason === undefined || own.some(({ segment }) => segment.speaker !== 'clinician')) return candidate
    const sentences = [...own, reason]
    const words = sentences.map(({ text }) => cleanWords(text)).join(', ')
    return { text: alsoSaid(words), claims: [claim('plan', { key: quoteKey(sentences), display: words })], quotes: sentences.flatMap(says), weight: candidate.weight, at: candidate.at } // biome-ignore format: short
  })
}
