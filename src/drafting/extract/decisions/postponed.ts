/** "We start the Ozempic when I've got that letter": an order from before waits for something, so that both stand as they were said, and nothing is started. D523. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { alsoSaid, type Candidate, claim, says } from '../candidates.ts'

/** A start that waits for a result, for somebody, for an event or for a recovery; "when you get home" is a time of taking. */
const waits =
  /\b(?:start|starting|begin|beginning|commence|go on|add)\b.*\b(?:when|once|after|as soon as|only if|not (?:until|before|till))\b.*\b(?:results?|letter|report|scan|bloods?|tests?|levels?|x-?ray|specialist|cardiologist|clear(?:ed)?|checked|seen|back|settled|finished|healed|okayed|biopsy|operation|surgery|procedure|ultrasound|check)\b/
/** What must not begin yet, whatever it waits for. */
const holdsOff =
  /\b(?:hold|hang|holding|hanging) off (?:on |with )?(?:[a-z]+ ){1,4}(?:until|till|before|for now)\b|\b(?:do not|not to|without) (?:start|begin|take|fill|use)(?:ing)? (?:[a-z]+ ){1,4}(?:until|till|before)\b/
/** The sentence points at a medicine that was named before it. */
const points = /\b(?:start|starting|begin|beginning|commence|add|off(?: on| with)?|take|fill|use) (?:it|that|this|them|the (?:tablets?|new (?:one|tablets?)|medicine|script|course))\b/ // biome-ignore format: one row
const nearest = 3

const waitsFor = ({ said }: Sentence): boolean => waits.test(said) || holdsOff.test(said)

const medicinesOf = (sentence: Sentence): readonly string[] => sentence.terms.filter(({ kind }) => kind === 'medicine').map(({ key }) => key) // biome-ignore format: short

/** The medicine that the clinician orders, or only names as the plan. */
export function orderedIn({ claims, quotes }: Candidate): string | undefined {
  const started = claims.find(({ kind, change, polarity }) => kind === 'medication' && change === 'started' && polarity === 'present') // biome-ignore format: one row
  const named = quotes.flatMap(({ sentence }) => medicinesOf(sentence))
  const isPlan = claims.length === 1 && claims.every(({ kind, polarity }) => kind === 'plan' && polarity === 'present')
  return started?.concept ?? (isPlan && quotes.length === 1 && new Set(named).size === 1 ? named[0] : undefined)
}

/** The candidate in the words of all sentences. */
function inWords(candidate: Candidate, sentences: readonly Sentence[]): Candidate {
  const words = sentences.map(({ text }) => `${/^but /i.test(text) ? 'but ' : ''}${cleanWords(text)}`).join(', ')
  return { text: alsoSaid(words), claims: [claim('plan', { key: quoteKey(sentences), display: words })], quotes: sentences.flatMap(says), weight: candidate.weight, at: candidate.at } // biome-ignore format: short
}

/** The sentence after the order by which it waits: it names the medicine, or points at it before another one is named. */
function reasonOf(own: readonly Sentence[], medicine: string, clinician: readonly Sentence[]): Sentence | undefined {
  const last = clinician.indexOf(own.at(-1) as Sentence)
  const later = clinician.slice(last + 1)
  const named = later.find((sentence) => waitsFor(sentence) && medicinesOf(sentence).includes(medicine))
  const other = later.findIndex((sentence) => medicinesOf(sentence).some((key) => key !== medicine))
  const near = later.slice(0, Math.min(nearest, other < 0 ? nearest : other))
  return named ?? near.find((sentence) => waitsFor(sentence) && points.test(sentence.said) && medicinesOf(sentence).length === 0) // biome-ignore format: short
}

/** The candidates, with each start that waits in the words of both sentences. */
export function withPostponed(candidates: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] {
  const clinician = dialogue.filter(({ segment, isQuestion }) => segment.speaker === 'clinician' && !isQuestion)
  const reasons = new Set<Sentence>()
  const told = candidates.map((candidate) => {
    const medicine = orderedIn(candidate)
    const own = candidate.quotes.map(({ sentence }) => sentence)
    if (medicine === undefined || own.some(({ segment }) => segment.speaker !== 'clinician')) return candidate
    if (own.some(waitsFor)) return own.length > 1 ? inWords(candidate, own) : candidate
    const reason = reasonOf(own, medicine, clinician)
    if (reason === undefined) return candidate
    reasons.add(reason)
    return inWords(candidate, [...own, reason])
  })
  // The sentence of the delay stands with its order.
  return told.filter(({ quotes, claims }) => quotes.length > 1 || !claims.every(({ kind }) => kind === 'plan') || !quotes.every(({ sentence }) => reasons.has(sentence))) // biome-ignore format: short
}
