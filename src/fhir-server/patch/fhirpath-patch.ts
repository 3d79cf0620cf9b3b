/** FHIRPath Patch: each operation finds its place by FHIRPath and changes it as JSON Patch would. R4 fhirpatch.html. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { findPlaces, type PathScope, type Place } from './fhirpath-place.ts'
import { buildValue, findTarget, listParts, type PatchValue } from './fhirpath-value.ts'
import { applyOperation, type Operation } from './json-patch.ts'
import { isNumberText, isTextObject, type TextObject, type TextValue, toTexts } from './number-text.ts'
import { maxOperations, notApplicable, tooLarge } from './patch-problems.ts'
import {
  besideOf,
  findAt,
  listBeside,
  listDeletions,
  listInsertions,
  listMoves,
  listRemovals,
  listReplacements,
  type Spot,
  step,
} from './patch-steps.ts'

type Parts = ReadonlyMap<string, PatchValue>

type Target = {
  readonly definitions: Definitions
  readonly root: TextObject
  /** The places that the path selects. */
  readonly places: readonly Place[]
  readonly parts: Parts
}

/** The operations, or why there can be none. */
type Plan = readonly Operation[] | string

const notOne = 'The path does not select exactly one element'
const notList = 'The path does not select a list'
const noIndex = 'The index is none of the list'
const noMember = 'The element has no such member'
const noValue = 'The value is none of the type of the element'

const planners: ReadonlyMap<string, (target: Target) => Plan> = new Map([
  ['add', planAdd],
  ['insert', planInsert],
  ['delete', planDelete],
  ['replace', planReplace],
  ['move', planMove],
])

function planAdd({ definitions, root, places, parts }: Target): Plan {
  const [place] = places
  if (place === undefined || places.length > 1) return notOne
  const value = parts.get('value') ?? {}
  const target = findTarget(definitions, place.type, { name: readText(parts, 'name') ?? '', value })
  if (target === undefined) return noMember
  const built = buildValue(definitions, target.member.type, value)
  if (built === undefined) return noValue
  if (!isTextObject(place.value)) return planBeside(root, place, { ...target, built })
  const path = [...place.pointer, target.key]
  const existing = findAt(root, path)
  if (target.member.array && Array.isArray(existing)) return [step('add', [...path, '-'], { value: built })]
  if (existing !== undefined) return 'The element is there already'
  return [step('add', path, { value: target.member.array ? [built] : built })]
}

type Added = NonNullable<ReturnType<typeof findTarget>> & { readonly built: TextValue }

/** R4 json.html#primitive: the id and the extensions of a primitive stand in an object beside it. */
function planBeside(root: TextObject, { pointer }: Place, { key, member, built }: Added): Plan {
  if (key !== 'id' && key !== 'extension') return noMember
  const before = findAt(root, besideOf(pointer))
  const own = isTextObject(before) ? before : {}
  const existing = own[key]
  if (existing !== undefined && !member.array) return 'The element is there already'
  const value = member.array ? [...(Array.isArray(existing) ? existing : []), built] : built
  return listBeside(root, pointer, { ...own, [key]: value })
}

function planInsert(target: Target): Plan {
  const { definitions, root, parts } = target
  const list = findList(target)
  const index = readIndex(parts, 'index')
  if (list === undefined) return notList
  if (index === undefined || index > list.length) return noIndex
  const value = buildValue(definitions, list.type, parts.get('value') ?? {})
  return value === undefined ? noValue : listInsertions(root, list.member, { index, value })
}

function planDelete({ root, places }: Target): Plan {
  const [place] = places
  if (place === undefined) return []
  const spot = places.length > 1 ? undefined : spotOf(place)
  return spot === undefined ? notOne : listDeletions(root, spot)
}

function planReplace({ definitions, root, places, parts }: Target): Plan {
  const [place] = places
  const spot = place && spotOf(place)
  if (place === undefined || spot === undefined || places.length > 1) return notOne
  const value = parts.get('value') ?? {}
  const [name, isChoice] = splitChoice(place.member?.element ?? '')
  const chosen = isChoice ? findTarget(definitions, place.owner, { name, value }) : undefined
  const built = buildValue(definitions, chosen?.member.type ?? place.type, value)
  if (built === undefined) return noValue
  if (chosen === undefined || chosen.key === spot.member.at(-1)) return listReplacements(root, spot, built)
  const path = [...spot.member.slice(0, -1), chosen.key]
  return [...listRemovals(root, spot), step('add', path, { value: built })]
}

function planMove(target: Target): Plan {
  const list = findList(target)
  const [source, destination] = [readIndex(target.parts, 'source'), readIndex(target.parts, 'destination')]
  if (list === undefined) return notList
  if (source === undefined || destination === undefined || Math.max(source, destination) >= list.length) return noIndex
  return listMoves(target.root, list.member, [source, destination])
}

const splitChoice = (element: string): [string, boolean] => [element.replace('[x]', ''), element.endsWith('[x]')]

/** The resource itself is no spot: it cannot be deleted or replaced. */
function spotOf({ pointer, member }: Place): Spot | undefined {
  if (member === undefined) return undefined
  return member.array
    ? { member: pointer.slice(0, -1), index: Number(pointer.at(-1)) }
    : { member: pointer, index: undefined }
}

/** The list that holds everything that the path selects. */
function findList({ root, places }: Target) {
  const [place] = places
  if (place?.member?.array !== true) return undefined
  const member = place.pointer.slice(0, -1)
  const items = findAt(root, member)
  const isOne = places.every(({ pointer }) => pointer.slice(0, -1).join('/') === member.join('/'))
  return isOne && Array.isArray(items) ? { member, length: items.length, type: place.type } : undefined
}

function readText(parts: Parts, name: string): string | undefined {
  const value = parts.get(name)?.value
  return typeof value === 'string' ? value : undefined
}

function readIndex(parts: Parts, name: string): number | undefined {
  const value = parts.get(name)?.value
  return value !== undefined && isNumberText(value) && /^\d{1,9}$/.test(value.rawJSON)
    ? Number(value.rawJSON)
    : undefined
}

/** Changes `root['']`, the resource. Throws 422 if an operation does not apply. */
export function* applyFhirPathPatch(
  definitions: Definitions,
  root: TextObject,
  body: JsonValue | undefined,
): Generator<undefined, void> {
  const handled = { size: 0 }
  const scope = { definitions, seen: { size: 0 } }
  for (const [index, parameter] of (yield* listOperations(body)).entries()) {
    const place = `Parameters.parameter[${index}]`
    const parts: Parts = new Map(listParts(parameter).map(({ name, value }) => [name, value]))
    const plan = planOperation(scope, { root, parts, place })
    if (typeof plan === 'string') throw notApplicable(place, plan)
    for (const operation of plan) {
      const reason = applyOperation(root, operation, handled)
      if (reason !== undefined) throw notApplicable(place, reason)
    }
    yield
  }
}

function* listOperations(body: JsonValue | undefined): Generator<undefined, readonly TextObject[]> {
  if (!isJsonObject(body) || body['resourceType'] !== 'Parameters')
    throw invalidField('Parameters', 'is expected as the patch')
  const parameters = ((yield* toTexts(body)) as TextObject)['parameter'] ?? []
  if (
    !Array.isArray(parameters) ||
    !parameters.every(isTextObject) ||
    parameters.some(({ name }) => name !== 'operation')
  )
    throw invalidField('Parameters.parameter', 'must be operations')
  if (parameters.length > maxOperations) throw tooLarge()
  return parameters
}

type Planning = { readonly root: TextObject; readonly parts: Parts; readonly place: string }

function planOperation(scope: PathScope, { root, parts, place }: Planning): Plan {
  const plan = planners.get(readText(parts, 'type') ?? '')
  if (plan === undefined) throw invalidField(`${place}.type`, 'is not add, insert, delete, replace or move')
  const path = readText(parts, 'path')
  const resource = root['']
  const places = path !== undefined && isTextObject(resource) ? findPlaces(scope, resource, path) : undefined
  if (places === undefined) throw invalidField(`${place}.path`, 'is no FHIRPath that a patch may use')
  return plan({ definitions: scope.definitions, root, places, parts })
}
