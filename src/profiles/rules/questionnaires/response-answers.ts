/** Answers of a QuestionnaireResponse against the item that asks for them. R4 questionnaire.html, valueset-item-type.html. */
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../../core/json.ts'
import type { CodeLookup } from '../../code-lookup.ts'
import { objectsOf } from '../members.ts'
import type { Site } from '../site.ts'
import { findBroken } from './answer-bounds.ts'
import { findUnmet } from './answer-content.ts'
import { choiceOf, isSame } from './enable-when.ts'

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

/** Reports what is wrong with one answer. */
export function checkAnswer(answer: JsonObject, item: JsonObject, codes: CodeLookup, site: Site): void {
  const name = Object.keys(answer).find((key) => key.startsWith('value'))
  const value = name === undefined ? undefined : answer[name]
  if (name === undefined || value === undefined) return
  const type = textOf(item, 'type') ?? ''
  if (answerTypes[type]?.includes(name) === false) {
    site.report('response-type')
    return
  }
  const answered = { answer, name, value }
  for (const rule of findBroken(answered, item, site.budget)) site.report(rule)
  for (const rule of findUnmet(answered, item, { codes, container: site.frame.container })) site.report(rule)
  if (!isOption({ name, value }, { item, type }, codes)) site.report('response-option')
}

type Answer = { readonly name: string; readonly value: JsonValue }
type Asked = { readonly item: JsonObject; readonly type: string }

function isOption({ name, value }: Answer, { item, type }: Asked, codes: CodeLookup): boolean {
  // Words may answer an open choice. R4 valueset-item-type.html.
  if (type === 'open-choice' && name === 'valueString') return true
  const valueSet = textOf(item, 'answerValueSet')
  if (valueSet !== undefined) {
    if (name !== 'valueCoding') return type !== 'choice' && type !== 'open-choice'
    return !isJsonObject(value) || codes.checkMembership(valueSet, value) !== 'not-member'
  }
  const options = objectsOf(item, 'answerOption')
  // Without options, an answer of any type that an option may have. R4 questionnaire.html, Questionnaire.item.answerOption.value[x].
  return options.length === 0 || options.some((option) => isChosen({ name, value }, option))
}

/** Whether an answer is the value of an option. */
export function isChosen({ name, value }: Answer, option: JsonObject): boolean {
  const wanted = choiceOf(option, 'value')
  return wanted !== undefined && option[name] !== undefined && isSame(value, wanted)
}
