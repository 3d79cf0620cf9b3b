/** Regular expressions that a definition brings: matched whole, in bounded time, or not at all. R4 valueset.html#filter `regex`. */

const maxPattern = 1000
/** Three repeats side by side take the cube of the text's length. */
const maxRepeats = 3
const maxText = 100

export type Pattern = { readonly matches: (text: string) => boolean | undefined }

/** Undefined where it is no expression, or one that may take too long. */
export function compilePattern(pattern: string): Pattern | undefined {
  if (pattern.length > maxPattern || /\\[1-9k]|\(\?<?[=!]/.test(pattern) || mayTakeLong(pattern)) return undefined
  try {
    const expression = new RegExp(`^(?:${pattern})$`, 'u')
    return { matches: (text) => (text.length > maxText ? undefined : expression.test(text)) }
  } catch {
    return undefined
  }
}

/** A group that repeats and holds a repetition or a choice may take exponential time. */
function mayTakeLong(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[(?:\^?\])?[^\]]*\]/g, 'x')
  const isVaried: boolean[] = []
  let repeats = 0
  for (let at = 0; at < bare.length; at++) {
    const character = bare[at] ?? ''
    const isRepeated = /[*+{]/.test(bare[at + 1] ?? '')
    if (character === '(') isVaried.push(false)
    else if (character === '|') isVaried.fill(true)
    else if (/[*+{]/.test(character)) {
      repeats += character === '{' ? 0 : 1
      isVaried.fill(true)
    } else if (character === ')' && isVaried.pop() === true && isRepeated) return true
  }
  return repeats > maxRepeats
}
