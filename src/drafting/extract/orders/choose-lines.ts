/** Chooses the lines of a plan: the most important first, and none that says again what another line has said. */
import type { Candidate } from '../candidates.ts'

const mostAdvice = 40

const contentOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[a-z]{4,}|\b(?:x-?ray|mri|ct|ecg|psa|b12|tsh|crp|gp|ed)\b/g) ?? [])
/** Two lines that share only such a word tell different things: "wee after sex", "urine test after finishing". */
const joining = /^(?:after|before|with|from|this|that|then|when|until)$/
/** Repeated: two thirds of the words of the shorter one are in the other. */
function isRepeat(candidate: Candidate, kept: readonly Candidate[]): boolean {
  const own = contentOf(candidate.text)
  return kept.some((other) => {
    const words = contentOf(other.text)
    const both = [...own].filter((word) => words.has(word))
    const shared = both.every((word) => joining.test(word)) ? 0 : both.length
    return shared / Math.max(1, Math.min(own.size, words.size)) >= 0.67
  })
}

export function chooseLines(candidates: readonly Candidate[]): readonly Candidate[] {
  const all = candidates.toSorted((a, b) => b.weight - a.weight || a.at - b.at)
  const chosen: Candidate[] = []
  for (const [index, item] of all.entries()) {
    if (chosen.length === mostAdvice) break
    if (!isRepeat(item, all.slice(0, index))) chosen.push(item)
  }
  return chosen
}
