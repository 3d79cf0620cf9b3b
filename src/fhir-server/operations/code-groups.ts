/** Groups of Observations with equivalent codes, and the last of each. R4 observation-operation-lastn.html; D114. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/** What groups and orders an Observation. */
export type Dated<One> = {
  readonly one: One
  /** A mark of the subject, the same for all of one subject. */
  readonly subject: string
  readonly code: JsonValue | undefined
  /** Equal for two that have the same time. */
  readonly time: string
}

/** `sorted`: newest first. The groups stand in the order of their newest, each with its newest `max`, and those that tie with the last. */
export function listLast<One>(sorted: readonly Dated<One>[], max: number): One[] {
  const groups = new Map<string, Dated<One>[]>()
  const rootOf = joinCodes(sorted)
  for (const dated of sorted) {
    const root = rootOf(dated)
    const group = groups.get(root) ?? []
    groups.set(root, group)
    if (group.length < max || group.at(-1)?.time === dated.time) group.push(dated)
  }
  return [...groups.values()].flatMap((group) => group.map(({ one }) => one))
}

/** Codes of one Observation are equal to one another, and equality is transitive. */
function joinCodes(all: readonly Dated<unknown>[]): (dated: Dated<unknown>) => string {
  const parents = new Map<string, string>()
  const find = (key: string): string => {
    let root = key
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up
    // Shortens the way for those who ask next.
    for (let at = key; at !== root; ) {
      const up = parents.get(at) ?? root
      parents.set(at, root)
      at = up
    }
    return root
  }
  for (const dated of all) {
    const [first = '', ...others] = keysOf(dated)
    for (const other of others) parents.set(find(other), find(first))
  }
  return (dated) => find(keysOf(dated)[0] ?? '')
}

/** The codings, or else the text. Two subjects never share a key. */
function keysOf({ subject, code }: Dated<unknown>): string[] {
  const concept = isJsonObject(code) ? code : {}
  const codings = Array.isArray(concept['coding']) ? concept['coding'].filter(isJsonObject) : []
  const coded = codings.filter((coding) => typeof coding['code'] === 'string')
  if (coded.length === 0) return [JSON.stringify([subject, wordsOf(concept, codings)])]
  return coded.map(({ system, code: own }) => JSON.stringify([subject, system ?? null, own]))
}

const wordsOf = ({ text }: JsonObject, codings: readonly JsonObject[]): string => {
  const display = codings.map((coding) => coding['display']).find((one) => typeof one === 'string')
  return typeof text === 'string' ? text : typeof display === 'string' ? display : ''
}
