/** Lines of a text display: a receiver shows 80 characters of one width without a break. ADRM 000008.2.4.4.2.16. */

const columns = 80

/** Breaks at white space, and a longer word where the line ends; in linear time. */
export const wrapLines = (text: string): string => text.split('\n').flatMap(wrapLine).join('\n')

function wrapLine(line: string): readonly string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ').flatMap(cutWord)) {
    const isFirst = current === ''
    if (!isFirst && current.length + 1 + word.length > columns) {
      lines.push(current)
      current = word
    } else current = isFirst ? word : `${current} ${word}`
  }
  return [...lines, current]
}

/** Between characters, never within one. */
function cutWord(word: string): readonly string[] {
  if (word.length <= columns) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part.length + character.length > columns) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
