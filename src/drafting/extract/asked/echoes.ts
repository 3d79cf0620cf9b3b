/** A reply that takes up one word of what was asked, and says more of it. */
import { readContext } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { wordSet } from '../../vocabulary/words.ts'
import { answers } from '../candidates.ts'
import type { Mention } from '../mention.ts'

const echoWords = wordSet('blood pain discharge swelling rash phlegm tightness weakness numbness stiffness itch bleeding headache vomiting cough') // biome-ignore format: a list

/** "Any blood in your urine?" - "There was a little blood this morning": the answer takes up the word. */
export function readEcho(question: Sentence, term: Term): readonly Mention[] {
  const words = new Set(question.words.slice(term.from, term.to + 1).map(({ text }) => text))
  for (const sentence of question.answers.slice(0, 3)) {
    const at = sentence.words.findIndex(({ text }) => echoWords.has(text) && words.has(text))
    if (at < 0 || sentence.isQuestion || sentence.terms.length > 0) continue
    const { status, time, isResolved, isInitial, isHad } = readContext(sentence, { ...term, from: at, to: at })
    if (status !== 'present' && status !== 'absent') return []
    const rest = { time, isResolved, isInitial, isHad }
    return [{ term, polarity: status, ...rest, quotes: answers(question, sentence), at: sentence.at, isExplicit: true }]
  }
  return []
}
