/** Whether the answers given enable an item of a questionnaire. R4 questionnaire.html#enableWhen. */
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../../core/json.ts'
import { objectsOf } from '../members.ts'

/** Answers of every item of a response, by linkId. */
export type Answers = ReadonlyMap<string, readonly JsonValue[]>

export function listAnswers(response: JsonObject): Answers {
  const answers = new Map<string, JsonValue[]>()
  const take = (item: JsonObject): void => {
    const linkId = textOf(item, 'linkId') ?? ''
    const own = answers.get(linkId) ?? []
    answers.set(linkId, own)
    for (const answer of objectsOf(item, 'answer')) {
      const value = choiceOf(answer, 'value')
      if (value !== undefined) own.push(value)
      for (const inner of objectsOf(answer, 'item')) take(inner)
    }
    for (const inner of objectsOf(item, 'item')) take(inner)
  }
  for (const item of objectsOf(response, 'item')) take(item)
  return answers
}

/** `value[x]` or `answer[x]`. */
export function choiceOf(object: JsonObject, element: string): JsonValue | undefined {
  for (const name in object) if (name.startsWith(element) && name.length > element.length) return object[name]
  return undefined
}

export function isEnabled(item: JsonObject, answers: Answers): boolean {
  const conditions = objectsOf(item, 'enableWhen')
  if (conditions.length === 0) return true
  const isMet = (condition: JsonObject): boolean => isConditionMet(condition, answers)
  return item['enableBehavior'] === 'all' ? conditions.every(isMet) : conditions.some(isMet)
}

function isConditionMet(condition: JsonObject, answers: Answers): boolean {
  const given = answers.get(textOf(condition, 'question') ?? '') ?? []
  const wanted = choiceOf(condition, 'answer')
  const operator = textOf(condition, 'operator') ?? ''
  if (operator === 'exists') return given.length > 0 === wanted
  const compare = operators[operator]
  return wanted !== undefined && compare !== undefined && given.some((value) => compare(value, wanted))
}

type Compare = (value: JsonValue, wanted: JsonValue) => boolean

const ordered =
  (holds: (sign: number) => boolean): Compare =>
  (value, wanted) => {
    const [one, other] = [sizeOf(value), sizeOf(wanted)]
    return typeof one === typeof other && holds(one < other ? -1 : one > other ? 1 : 0)
  }

const operators: Readonly<Record<string, Compare>> = {
  '=': (value, wanted) => isSame(value, wanted),
  '!=': (value, wanted) => !isSame(value, wanted),
  '>': ordered((sign) => sign > 0),
  '<': ordered((sign) => sign < 0),
  '>=': ordered((sign) => sign >= 0),
  '<=': ordered((sign) => sign <= 0),
}

/** Returns the number of a quantity; dates sort as their texts do. */
function sizeOf(value: JsonValue): string | number {
  const own = isJsonObject(value) ? value['value'] : value
  return typeof own === 'number' || typeof own === 'string' ? own : ''
}

/** Compares codings by system and code, and other compound values by the members of the question's value. */
export function isSame(value: JsonValue, wanted: JsonValue): boolean {
  if (!isJsonObject(wanted)) return value === wanted
  if (!isJsonObject(value)) return false
  const names = wanted['code'] === undefined ? Object.keys(wanted) : ['system', 'code']
  return names.every((name) => JSON.stringify(value[name]) === JSON.stringify(wanted[name]))
}
