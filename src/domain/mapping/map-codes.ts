/** Replaces the codes of a document by those of mapping tables. Pure, and the same for all formats. docs/channels.md#mapping-tables; D247 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { MissRule } from '../../store/channels/channel-settings.ts'
import { defaultCode, type MappedCode, type MappingTarget } from '../../store/channels/mapping-rows.ts'

/** A Coding of a document, and its place. R4 datatypes.html#Coding */
export type CodedPlace = MappedCode & {
  /** The element that has the code, such as `Condition.code`. */
  readonly element: string
  readonly coding: JsonObject
  /** The CodeableConcept around it. */
  readonly concept?: JsonObject
}

/** A mapping table at one version, as a channel uses it. */
export type UsedTable = {
  readonly table: string
  readonly version: number
  /** The source systems for which the table has rows. */
  readonly systems: ReadonlySet<string>
  readonly miss: MissRule
  readonly elements?: readonly string[] | undefined
  readonly find: (code: MappedCode) => MappingTarget | undefined
}

/** The outcome of one code. `held`: the document must not go out. */
export type CodeOutcome = Pick<UsedTable, 'table' | 'version'> & {
  readonly element: string
  readonly outcome: 'mapped' | 'defaulted' | 'kept' | 'held'
  readonly source: MappedCode
  readonly target?: MappingTarget
}

const codingMembers = new Set(['id', 'extension', 'system', 'version', 'code', 'display', 'userSelected'])

/** True for a Coding. A Quantity, which has a system and a code too, has other members beside them. */
const isCoding = (value: JsonObject): value is JsonObject & MappedCode =>
  typeof value['system'] === 'string' &&
  typeof value['code'] === 'string' &&
  Object.keys(value).every((name) => codingMembers.has(name.replace(/^_/, '')))

/** Elements whose code can reverse a statement, such as refuted or entered in error. The formats are made by these codes, which FHIR requires, so no table maps them. */
const states = new Set(['clinicalStatus', 'verificationStatus'])

/** Lists the codes of a document, without codes of states and without those in `meta`, which say how the document may be used. */
export function listCodings(document: JsonObject): readonly CodedPlace[] {
  const found: CodedPlace[] = []
  const visitObject = (value: JsonObject, path: string, concept: JsonObject | undefined): void => {
    if (isCoding(value)) {
      const { system, code } = value
      found.push({ system, code, coding: value, element: path, ...(concept === undefined ? {} : { concept }) })
      return
    }
    const type = value['resourceType']
    const own = typeof type === 'string' ? type : path
    for (const [name, item] of Object.entries(value)) {
      if (typeof type === 'string' && (name === 'meta' || states.has(name))) continue
      if (name === 'coding' && Array.isArray(item)) for (const one of item) visit(one, own, value)
      else visit(item, `${own}.${name}`)
    }
  }
  const visit = (value: JsonValue, path: string, concept?: JsonObject): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, path)
    else if (isJsonObject(value)) visitObject(value, path, concept)
  }
  visit(document, '')
  return found
}

/** Changes the document to which the places belong. Each code is mapped once: a code that a table has written stays. */
export const mapCodes = (places: readonly CodedPlace[], tables: readonly UsedTable[]): readonly CodeOutcome[] =>
  places.flatMap((place) => mapOne(place, tables))

/** The first table with a row decides; without a row, the rule of the first table that has the system. */
function mapOne(place: CodedPlace, tables: readonly UsedTable[]): readonly CodeOutcome[] {
  const { system, code, element } = place
  const asked = tables.filter((table) => table.systems.has(system) && isWithin(place, table))
  const [first] = asked
  if (first === undefined) return []
  const describe = ({ table, version }: UsedTable) => ({ table, version, element, source: { system, code } })
  for (const table of code === defaultCode ? [] : asked) {
    const target = table.find({ system, code })
    if (target === undefined) continue
    replace(place, target)
    return [{ ...describe(table), outcome: 'mapped', target }]
  }
  if (first.miss === 'keep') return [{ ...describe(first), outcome: 'kept' }]
  const fallback = first.miss === 'default' ? first.find({ system, code: defaultCode }) : undefined
  if (fallback === undefined) return [{ ...describe(first), outcome: 'held' }]
  replace(place, fallback)
  return [{ ...describe(first), outcome: 'defaulted', target: fallback }]
}

/** The codes of a Composition give the document its form: a table maps them only if it names the element. */
function isWithin({ element }: CodedPlace, { elements }: UsedTable): boolean {
  if (elements === undefined) return !element.startsWith('Composition.')
  return elements.some((wanted) => element === wanted || element.startsWith(`${wanted}.`))
}

/** Writes the target into the coding. The words of the old code become the text of the concept, if it has none. */
function replace({ coding, concept }: CodedPlace, { system, code, display }: MappingTarget): void {
  const words = coding['display']
  for (const name of Object.keys(coding)) delete coding[name]
  Object.assign(coding, { system, code, ...(display === undefined ? {} : { display }) })
  if (concept === undefined) return
  if (concept['text'] === undefined && typeof words === 'string') concept['text'] = words
  concept['coding'] = withoutRepeated(concept['coding'])
}

/** Removes a coding that repeats an earlier one: two codes of a concept may have the same target. A coding that has only words stays. */
function withoutRepeated(codings: JsonValue | undefined): JsonValue {
  if (!Array.isArray(codings)) return []
  const isRepeated = (coding: JsonValue, at: number) =>
    isJsonObject(coding) &&
    coding['code'] !== undefined &&
    codings
      .slice(0, at)
      .some((other) => isJsonObject(other) && other['system'] === coding['system'] && other['code'] === coding['code'])
  return codings.filter((coding, at) => !isRepeated(coding, at))
}
