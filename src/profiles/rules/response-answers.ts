/** Answers of a QuestionnaireResponse against the item that asks for them: types and options. R4 questionnaire.html, valueset-item-type.html. */
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts'
import type { CodeLookup } from '../code-lookup.ts'
import type { RuleKey } from '../findings.ts'
import { choiceOf, isSame } from './enable-when.ts'
import { objectsOf } from './members.ts'

const chosen = ['valueCoding', 'valueDate', 'valueInteger', 'valueString', 'valueTime']

/** The types that may answer an item of a type. */
const answerTypes: Readonly<Record<string, readonly string[]>> = {
  attachment: ['valueAttachment'],
  boolean: ['valueBoolean'],
  choice: chosen,
  date: ['valueDate'],
  dateTime: ['valueDateTime'],
  decimal: ['valueDecimal'],
  integer: ['valueInteger'],
  'open-choice': chosen,
  quantity: ['valueQuantity'],
  reference: ['valueReference'],
  string: ['valueString'],
  text: ['valueString'],
  time: ['valueTime'],
  url: ['valueUri'],
}

/** Says what is wrong with one answer. */
export function findWrongAnswer(answer: JsonObject, item: JsonObject, codes: CodeLookup): RuleKey | undefined {
  const name = Object.keys(answer).find((key) => key.startsWith('value'))
  const value = name === undefined ? undefined : answer[name]
  if (name === undefined || value === undefined) return undefined
  const type = textOf(item, 'type') ?? ''
  if (answerTypes[type]?.includes(name) === false) return 'response-type'
  const { maxLength } = item
  if (typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength) return 'response-length'
  return isOption({ name, value }, { item, type }, codes) ? undefined : 'response-option'
}

type Answer = { readonly name: string; readonly value: JsonValue }
type Asked = { readonly item: JsonObject; readonly type: string }

function isOption({ name, value }: Answer, { item, type }: Asked, codes: CodeLookup): boolean {
  // Words may answer an open choice. R4 valueset-item-type.html.
  if (type === 'open-choice' && name === 'valueString') return true
  const isChoice = type === 'choice' || type === 'open-choice'
  const valueSet = textOf(item, 'answerValueSet')
  if (valueSet !== undefined && name === 'valueCoding')
    return !isJsonObject(value) || codes.checkMembership(valueSet, value) !== 'not-member'
  const options = objectsOf(item, 'answerOption')
  if (options.length === 0) return !isChoice || name === 'valueCoding'
  return options.some((option) => {
    const wanted = choiceOf(option, 'value')
    return wanted !== undefined && option[name] !== undefined && isSame(value, wanted)
  })
}
