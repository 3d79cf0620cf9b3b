/** Whether a statement is about the same thing as a refused one: it cites a place that the other cites, or names a thing that the other names. D298. */
import type { Claim, Evidence } from '../../core/clinical-note.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { keyOf } from '../vocabulary/phrases.ts'
import { findTerms } from '../vocabulary/terms.ts'
import { readWords } from '../vocabulary/words.ts'
import { placeOf } from './same-statement.ts'
import type { Sent } from './sent.ts'

export type Matter = { readonly places: ReadonlySet<string>; readonly concepts: ReadonlySet<string> }

type Stated = { readonly text: string; readonly claims: readonly Claim[]; readonly evidence: readonly Evidence[] }

export const matterOf = ({ text, claims, evidence }: Stated): Matter => ({
  places: new Set(evidence.map(placeOf).filter((place) => place !== '')),
  concepts: new Set([...claims.map(({ concept }) => concept), ...namedIn(text)]),
})

/** Reads what it can of a statement that has another form than was asked for. */
export function matterOfItem({ segments, record, redaction }: Sent, item: JsonValue): Matter {
  if (!isJsonObject(item)) return { places: new Set(), concepts: new Set() }
  const { text, claims, evidence, recordIds } = item
  const cited = [
    ...membersOf(evidence, 'segmentId').flatMap((id) => segments.get(id) ?? []),
    ...textsOf(recordIds).flatMap((id) => record.get(id) ?? []),
  ]
  const named = membersOf(claims, 'concept').map((concept) => keyOf(redaction.restore(concept) ?? concept))
  return {
    places: new Set(cited.map((one) => placeOf(typeof one === 'string' ? { kind: 'resource', reference: one } : { kind: 'segment', ...one }))), // biome-ignore format: short
    concepts: new Set([...named, ...(typeof text === 'string' ? namedIn(text) : [])]),
  }
}

export const isSameMatter = (one: Matter, other: Matter): boolean =>
  isShared(one.places, other.places) || isShared(one.concepts, other.concepts)

const isShared = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((item) => other.has(item))

const namedIn = (text: string): readonly string[] => findTerms(readWords(text)).map(({ key }) => key)

const textsOf = (list: JsonValue | undefined): readonly string[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
const membersOf = (list: JsonValue | undefined, name: string): readonly string[] =>
  Array.isArray(list) ? textsOf(list.map((item: JsonValue) => (isJsonObject(item) ? (item[name] ?? null) : null))) : []
