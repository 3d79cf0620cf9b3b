/** `matches`, `matchesFull` and `replaceMatches`. FHIRPath N1 §5.6. */
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type CompiledPattern, compilePattern, type Match } from './pattern-matcher.ts'

/** A pattern is usually constant, so the last one is kept. */
export function patternReader(): (source: string) => CompiledPattern {
  let last: { readonly source: string; readonly pattern: CompiledPattern } | undefined
  return (source) => {
    if (last?.source !== source) last = { source, pattern: compilePattern(source) }
    return last.pattern
  }
}

const maxLength = 1_000_000
const maxReplacements = 10_000

type Replacing = { readonly text: string; readonly substitution: string; readonly run: Run }

export function replaceMatches(pattern: CompiledPattern, { text, substitution, run }: Replacing): string {
  let out = ''
  let at = 0
  for (let count = 0; at <= text.length; count += 1) {
    const match = pattern.find(text, at, run)
    if (match === undefined) break
    if (count >= maxReplacements) throw new FhirPathFault('limit')
    const [start = 0, end = 0] = match
    out += text.slice(at, start) + substitute(substitution, { pattern, match, text })
    if (out.length > maxLength) throw new FhirPathFault('limit')
    // After an empty match the next character follows.
    if (end === start) out += text.slice(end, end + 1)
    at = end === start ? end + 1 : end
  }
  return out + text.slice(at)
}

type Found = { readonly pattern: CompiledPattern; readonly match: Match; readonly text: string }

/** `$1`, `${name}`, and `$$` for a dollar sign. */
const substitute = (substitution: string, { pattern, match, text }: Found): string =>
  substitution.replaceAll(/\$(?:(\$)|(\d)|\{(\w+)\}|<(\w+)>)/g, (all, dollar, digit, braced, angled) => {
    if (dollar !== undefined) return '$'
    const index = digit === undefined ? pattern.names.get(braced ?? angled) : Number(digit)
    if (index === undefined || index * 2 >= match.length) return all
    return text.slice(Math.max(0, match[2 * index] ?? 0), Math.max(0, match[2 * index + 1] ?? 0))
  })
