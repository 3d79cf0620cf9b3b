/** Texts as a string search compares them: without case, accents, punctuation and repeated spaces. R4 search.html#string. */

export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const plain = /^[a-z0-9 ]*$/

/** Prefixes of a folded text; lengths are in code points. */
export const prefixesOf = (folded: string, longest: number): string[] => {
  const letters = plain.test(folded) ? [...folded.slice(0, longest)] : [...folded].slice(0, longest)
  return letters.map((_, index) => letters.slice(0, index + 1).join(''))
}

const soundexDigits: Readonly<Record<string, string>> = Object.fromEntries(
  ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    [...letters].map((letter) => [letter, String(index + 1)]),
  ),
)

/** American Soundex of each word. https://www.archives.gov/research/census/soundex */
export const soundexOf = (text: string): string[] =>
  foldText(text)
    .split(' ')
    .filter((word) => /^[a-z]/.test(word))
    .map((word) => {
      let last = soundexDigits[word[0] ?? '']
      let digits = ''
      for (const letter of word.slice(1)) {
        const digit = soundexDigits[letter]
        if (digit !== undefined && digit !== last) digits += digit
        // h and w do not separate two letters of one sound.
        if (letter !== 'h' && letter !== 'w') last = digit
      }
      return `${word[0]}${digits}000`.slice(0, 4)
    })
