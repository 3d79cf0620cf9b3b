/** Recall of a clinician's highlights: found where at least 60 % of a highlight's units stand in one statement. */
import { findTerms } from '../src/drafting/terms.ts'
import { foldWord, readWords } from '../src/drafting/words.ts'
import type { Segment, Statement } from '../src/note.ts'

const abbreviations: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/(\d+)(?:-\d+)?\/7/g, '$1 days'],
  [/(\d+)(?:-\d+)?\/52/g, '$1 weeks'],
  [/(\d+)(?:-\d+)?\/12/g, '$1 months'],
  [/\bSOB\b/g, 'short of breath'],
  [/\bFH\b/g, ''],
  [/\bPMH\b|\bDH\b|\bSH\b|\bImp\b|\bhx\b|\bsx\b|\bRx\b/gi, ''],
  [/\bLLQ\b/g, 'left lower abdominal'],
  [/\bRLQ\b/g, 'right lower abdominal'],
  [/\bRUQ\b/g, 'right upper abdominal'],
  [/\babdo\b/gi, 'abdominal'],
  [/\bCa\b/g, 'cancer'],
  [/\bAbx\b/gi, 'antibiotics'],
  [/\bHTN\b/g, 'hypertension'],
  [/\bT2DM\b/g, 'type 2 diabetes'],
  [/\betoh\b/gi, 'alcohol'],
  [/\bMI\b/g, 'heart attack'],
  [/\bPE\b/g, 'pulmonary embolism'],
  [/\bCP\b/g, 'chest pain'],
  [/\bN&V\b/gi, 'nausea and vomiting'],
  [/\bodema\b/gi, 'swelling'],
  [/\bsuprapubic\b/gi, 'lower abdominal'],
  [/\bbilateral(?:ly)?\b/gi, 'both'],
  [/\bemmolients\b/gi, 'emollients'],
]
const stop = new Set(
  'of the a an and or with to in on for is has have had no not nil some any mainly also from by at his her my my possible likely'.split(
    ' ',
  ),
)

type Units = { readonly concepts: ReadonlySet<string>; readonly stems: ReadonlySet<string> }

function unitsOf(text: string): Units {
  const words = readWords(text)
  const terms = findTerms(words)
  const inTerm = (at: number) => terms.some(({ from, to }) => at >= from && at <= to)
  const stems = words.filter(({ text: word }, at) => !inTerm(at) && /[a-z0-9]/.test(word) && !stop.has(word)).map(({ text: word }) => foldWord(word).slice(0, 7)) // biome-ignore format: short
  return { concepts: new Set(terms.map(({ key }) => key)), stems: new Set(stems) }
}

/** A broader or narrower name counts: "abdominal-pain" and "lower-abdominal-pain". */
const hasConcept = (units: Units, key: string): boolean =>
  [...units.concepts].some((own) => own === key || own.endsWith(`-${key}`) || key.endsWith(`-${own}`))

function isFound(wanted: Units, statement: Units, words: ReadonlySet<string>): boolean {
  const concepts = [...wanted.concepts].filter((key) => hasConcept(statement, key)).length
  const stems = [...wanted.stems].filter((stem) => statement.stems.has(stem) || words.has(stem)).length
  const all = wanted.concepts.size + wanted.stems.size
  return all > 0 && (concepts + stems) / all >= 0.6
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(readWords(text).map(({ text: word }) => foldWord(word).slice(0, 7)))

export type Recall = { readonly found: number; readonly quoted: number }

export function measureRecall(
  highlights: readonly string[],
  statements: readonly Statement[],
  segments: readonly Segment[],
): Recall {
  const texts = new Map(segments.map(({ id, text }) => [id, text]))
  const sentences = statements.map(({ text }) => text)
  const quoted = statements.map(({ text, evidence }) => {
    const quotes = evidence.map((item) =>
      item.kind === 'segment' ? (texts.get(item.segmentId) ?? '').slice(item.start, item.end) : '',
    )
    return [text, ...quotes].join('. ')
  })
  const count = (candidates: readonly string[]) => {
    const units = candidates.map((text) => ({ units: unitsOf(text), words: wordsOf(text) }))
    return highlights.filter((highlight) => {
      const expanded = abbreviations.reduce((text, [pattern, full]) => text.replaceAll(pattern, full), highlight)
      return units.some((candidate) => isFound(unitsOf(expanded), candidate.units, candidate.words))
    }).length
  }
  return { found: count(sentences), quoted: count(quoted) }
}
