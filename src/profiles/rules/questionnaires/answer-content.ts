/** Contents that a questionnaire asks of attachments, quantities and references. R4 questionnaire-profiles.html; D118. */
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../../core/json.ts'
import { namedType } from '../../../fhir/reference.ts'
import type { CodeLookup } from '../../code-lookup.ts'
import type { RuleKey } from '../../findings.ts'
import { objectsOf } from '../members.ts'
import type { Answered } from './answer-bounds.ts'
import { extensionNumber, extensionValues } from './item-extensions.ts'

type Around = { readonly codes: CodeLookup; readonly container: JsonObject }
type Find = (value: JsonObject, item: JsonObject, around: Around) => Generator<RuleKey>

const finders: Readonly<Record<string, Find>> = {
  valueAttachment: checkAttachment,
  valueQuantity: checkUnit,
  valueReference: checkTarget,
}

/** Lists the demands on its content that an answer does not meet. */
export function* findUnmet({ name, value }: Answered, item: JsonObject, around: Around): Generator<RuleKey> {
  if (item['extension'] !== undefined && isJsonObject(value)) yield* finders[name]?.(value, item, around) ?? []
}

function* checkAttachment(attachment: JsonObject, item: JsonObject): Generator<RuleKey> {
  const types = extensionValues(item, 'mimeType')
  const own = textOf(attachment, 'contentType')
  if (types.length > 0 && !types.some((type) => isOfType(own, type))) yield 'response-media-type'
  const most = extensionNumber(item, 'maxSize')
  const size = sizeOf(attachment)
  if (most !== undefined && size !== undefined && size > most) yield 'response-size'
}

/** Parameters such as `charset` count only where they are asked for. RFC 2045 section 5.1. */
function isOfType(own: string | undefined, asked: JsonValue): boolean {
  if (own === undefined || typeof asked !== 'string') return false
  const [one, other] = [own.toLowerCase(), asked.toLowerCase()]
  return one === other || one.split(';')[0]?.trimEnd() === other
}

/** Bytes of the data, or else the size that the attachment tells. */
function sizeOf({ data, size }: JsonObject): number | undefined {
  if (typeof data === 'string') return Buffer.from(data, 'base64').length
  return typeof size === 'number' ? size : undefined
}

function* checkUnit(quantity: JsonObject, item: JsonObject, { codes }: Around): Generator<RuleKey> {
  const options = extensionValues(item, 'unitOption').filter(isJsonObject)
  if (options.length > 0) {
    if (!options.some((option) => isUnit(quantity, option))) yield 'response-unit'
    return
  }
  const [valueSet] = extensionValues(item, 'unitValueSet')
  if (typeof valueSet !== 'string') return
  const [system, code] = [textOf(quantity, 'system'), textOf(quantity, 'code')]
  const coding = { ...(system === undefined ? {} : { system }), ...(code === undefined ? {} : { code }) }
  if (codes.checkMembership(valueSet, coding) === 'not-member') yield 'response-unit'
}

/** By system and code; by the words of the unit where the option has no code. */
const isUnit = (quantity: JsonObject, { system, code, display }: JsonObject): boolean =>
  code === undefined ? quantity['unit'] === display : quantity['code'] === code && quantity['system'] === system

function* checkTarget(reference: JsonObject, item: JsonObject, { container }: Around): Generator<RuleKey> {
  const types = extensionValues(item, 'referenceResource')
  const type = types.length === 0 ? undefined : targetType(reference, container)
  if (type !== undefined && !types.includes(type)) yield 'response-target'
}

function targetType(reference: JsonObject, container: JsonObject): string | undefined {
  const text = textOf(reference, 'reference') ?? ''
  if (!text.startsWith('#')) return namedType(text) ?? textOf(reference, 'type')
  const found = objectsOf(container, 'contained').find(({ id }) => id === text.slice(1))
  return found && textOf(found, 'resourceType')
}
