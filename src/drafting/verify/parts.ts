/** Takes a sentence of several facts apart: each fact is judged by its own evidence, and together they must be the sentence. */
import type { Statement } from '../../core/clinical-note.ts'

/** The facts as separate statements; undefined if the parts are not the sentence, or omit a claim or evidence. */
export function takeApart(statement: Statement): readonly Statement[] | undefined {
  const { parts, claims, evidence } = statement
  if (parts === undefined) return [statement]
  const isWhole =
    parts.length > 1 &&
    covers(parts.flatMap((part) => part.claims), claims.length) &&
    covers(parts.flatMap((part) => part.evidence), evidence.filter(({ kind }) => kind !== 'attestation').length) &&
    parts.every((part) => part.claims.length > 0 && part.evidence.length > 0) &&
    isJoined(statement.text, parts.map(({ text }) => text)) // biome-ignore format: one condition a line
  if (!isWhole) return undefined
  const attestations = evidence.filter(({ kind }) => kind === 'attestation')
  return parts.map((part) => ({
    id: statement.id,
    text: part.text,
    claims: part.claims.flatMap((at) => claims[at] ?? []),
    evidence: [...part.evidence.flatMap((at) => evidence[at] ?? []), ...attestations],
    confidence: statement.confidence,
  }))
}

/** Every place is one of the list, and every one of the list has a place. */
const covers = (places: readonly number[], count: number): boolean =>
  places.every((at) => Number.isInteger(at) && at >= 0 && at < count) && new Set(places).size === count

const mark = /^possibly | ?\(recording unclear\)/gi
const bodyOf = (text: string): string => text.replaceAll(mark, '').replace(/\.$/, '').toLowerCase()
const isMarked = (text: string): boolean => /\(recording unclear\)/i.test(text) || /^possibly /i.test(text)

/** "No a, b or c." of "No a.", "No b." and "No c."; "A; b." of "A." and "B.", where b may leave out the words that a begins with. */
function isJoined(text: string, parts: readonly string[]): boolean {
  if (isMarked(text) !== parts.every(isMarked) || (!isMarked(text) && parts.some(isMarked))) return false
  const whole = bodyOf(text)
  const own = parts.map(bodyOf)
  const items = whole.includes(';') ? whole.split('; ') : listed(whole)
  return (
    items.length === own.length &&
    own.every((part, index) => {
      const item = items[index] ?? ''
      return item === part || (index > 0 && part.endsWith(` ${item}`) && own[0]?.startsWith(part.slice(0, -item.length)) === true) // biome-ignore format: short
    })
  )
}

const listed = (whole: string): readonly string[] =>
  whole.startsWith('no ') ? whole.slice(3).split(/, | or /).map((item) => `no ${item}`) : [whole] // biome-ignore format: short
