/** The reading age of an English text: the Flesch-Kincaid grade (Kincaid and others 1975, Research Branch Report 8-75) and five years, the age at which school begins. */

/** In years, of a text for a patient. */
export const mostReadingAge = 12

const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z]+(?:['’-][A-Za-z]+)*|\d+(?:\.\d+)?/g) ?? []

/** Groups of vowels, without a silent e at the end; at least one. */
function syllablesOf(word: string): number {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '')
  const spoken = plain.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, (ending) => ending.charAt(0))
  return Math.max(1, (spoken.match(/[aeiouy]+/g) ?? []).length)
}

/** Years. A text without words has the age of 0. */
export function readingAge(text: string): number {
  const words = wordsIn(text)
  if (words.length === 0) return 0
  const sentences = text.split(/[.!?]+(?=["')\]]*(?:\s|$))/).filter((one) => wordsIn(one).length > 0).length
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const grade = 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
  return Math.max(0, Math.round((grade + 5) * 10) / 10)
}
