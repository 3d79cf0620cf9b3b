/** Extensions by which a questionnaire constrains the answers of an item. R4 questionnaire-profiles.html, SDC. */
import { type JsonObject, type JsonValue, textOf } from '../../../core/json.ts'
import { objectsOf } from '../members.ts'
import { choiceOf } from './enable-when.ts'

const core = 'http://hl7.org/fhir/StructureDefinition/'
const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-'

const urls = {
  minValue: [`${core}minValue`, `${sdc}questionnaire-minQuantity`],
  maxValue: [`${core}maxValue`, `${sdc}questionnaire-maxQuantity`],
  minLength: [`${core}minLength`],
  regex: [`${core}regex`],
  maxDecimalPlaces: [`${core}maxDecimalPlaces`],
  minOccurs: [`${core}questionnaire-minOccurs`],
  maxOccurs: [`${core}questionnaire-maxOccurs`],
  mimeType: [`${core}mimeType`],
  maxSize: [`${core}maxSize`],
  optionExclusive: [`${core}questionnaire-optionExclusive`],
  unitOption: [`${core}questionnaire-unitOption`],
  unitValueSet: [`${core}questionnaire-unitValueSet`],
  referenceResource: [`${core}questionnaire-referenceResource`],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ItemExtension = keyof typeof urls

/** The values of an extension on an item or an option; an item without extensions costs nothing. */
export function extensionValues(item: JsonObject, name: ItemExtension): JsonValue[] {
  if (item['extension'] === undefined) return []
  const named: readonly string[] = urls[name]
  return objectsOf(item, 'extension').flatMap((extension) => {
    const value = named.includes(textOf(extension, 'url') ?? '') ? choiceOf(extension, 'value') : undefined
    return value === undefined ? [] : [value]
  })
}

export function extensionNumber(item: JsonObject, name: ItemExtension): number | undefined {
  const [value] = extensionValues(item, name)
  return typeof value === 'number' ? value : undefined
}
