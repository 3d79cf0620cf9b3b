/** Texts as a string search compares them: without case, accents, punctuation and repeated spaces. R4 search.html#string. */

export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A greater code point takes two units of a string. */
const lastOfOneUnit = 0xffff

/** Prefixes of a folded text; lengths are in code points. */
export const prefixesOf = (folded: string, longest: number): string[] => {
  const prefixes: string[] = []
  let end = 0
  while (end < folded.length && prefixes.length < longest) {
    end += (folded.codePointAt(end) ?? 0) > lastOfOneUnit ? 2 : 1
    prefixes.push(folded.slice(0, end))
  }
  return prefixes
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
