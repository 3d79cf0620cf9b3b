/** The dangers of a safety net as a note lists them, without articles: "if a fever, or the rash spreads" is "if fever, or rash spreads". D344. */
import type { Candidate } from '../candidates.ts'

/** "The" that belongs to a time, or tells one thing from another. */
const kept =
  '(?:same|other|morning|afternoon|evening|night|day|week|weekend|month|end|next|first|last|middle|start|beginning|time|meantime|most|more|less|worst|one|ones)'
const definite = new RegExp(`\\bthe (?!${kept}\\b)`, 'gi')
/** "A" before a number or an amount is a part of it. */
const indefinite =
  /(?<=\bif |, |\bor )(?:an?|any(?: of (?:the|your|his|her))?) (?!(?:lot|few|couple|little|bit|day|week|month|year|hour|minute|number|of)\b)/gi

/** The line without the articles behind its "if". */
function dropArticles(line: string): string {
  const at = line.search(/\bif\b/i)
  if (at < 0) return line
  return `${line.slice(0, at)}${line.slice(at).replaceAll(indefinite, '').replaceAll(definite, '')}`
}

/** The safety net without articles. A quote keeps its words. */
export function dropArticlesOfNet(candidate: Candidate): Candidate {
  const [net, ...rest] = candidate.claims
  if (net?.kind !== 'safety-net' || candidate.text.includes('"')) return candidate
  return { ...candidate, text: dropArticles(candidate.text), claims: [{ ...net, display: dropArticles(net.display) }, ...rest] } // biome-ignore format: short
}
