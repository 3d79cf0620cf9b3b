/** Rules of single elements of a StructureDefinition, against the base and against each other. R4 elementdefinition.html, profiling.html#slicing. D123. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { formatSegment, listSegments, type Segment } from '../../definitions/snapshot/element-id.ts'
import { nameOfType } from '../../definitions/snapshot/slices.ts'
import type { RuleKey } from '../../findings.ts'
import type { Registry } from '../../registry.ts'
import type { Site, Sources } from '../site.ts'

export type Elements = {
  readonly elements: readonly ElementDefinition[]
  readonly part: 'differential' | 'snapshot'
  readonly base: StructureDefinition
  /** The snapshot that the differential makes, if it makes one. */
  readonly made: StructureDefinition | undefined
}

type Placed = { readonly element: ElementDefinition; readonly segments: readonly Segment[] }

type Surroundings = {
  readonly placed: readonly Placed[]
  readonly base: ReadonlyMap<string, ElementDefinition>
  readonly made: ReadonlyMap<string, ElementDefinition>
  readonly registry: Registry
}

type ElementRule = (placed: Placed, around: Surroundings, index: number) => boolean

/** Each is true where it is broken. Those of slicing look at what a differential states. */
const rules: readonly (readonly [RuleKey, 'differential' | 'both', ElementRule])[] = [
  ['definition-order', 'differential', isDisordered],
  ['definition-slice-name', 'differential', isUnnamed],
  ['definition-slicing', 'differential', isSlicingOfOne],
  ['definition-slicing', 'differential', contradictsBase],
  ['definition-slicing', 'differential', isWrongChoice],
  ['definition-value', 'both', hasForeignValue],
  ['definition-element-type', 'both', hasForeignType],
  ['definition-type-profile', 'both', hasForeignProfile],
  ['definition-target', 'differential', hasForeignTarget],
]

export function checkElements({ elements, part, base, made }: Elements, { registry }: Sources, site: Site): void {
  const shaped = elements.filter(({ path, id }) => typeof path === 'string' && (id ?? '').length < 1_000)
  if (shaped.length < elements.length) return
  const segments = listSegments(elements)
  const placed = elements.map((element, index) => ({ element, segments: segments[index] ?? [] }))
  const around = { placed, base: byId(base), made: byId(made), registry }
  site.enter('element')
  placed.forEach((one, index) => {
    site.enter(index)
    for (const [key, where, isBroken] of rules)
      if ((where === 'both' || where === part) && isBroken(one, around, index)) site.report(key)
    site.leave()
  })
  site.leave()
}

const idOf = (segments: readonly Segment[]): string => segments.map(formatSegment).join('.')

function byId(structure: StructureDefinition | undefined): ReadonlyMap<string, ElementDefinition> {
  const elements = structure?.snapshot?.element ?? []
  return new Map(
    listSegments(elements).map((segments, index) => [idOf(segments), elements[index] as ElementDefinition]),
  )
}

/** Elements stand in the order of the base; a slice may stand anywhere among its siblings. R4 profiling.html#snapshot. */
function isDisordered({ segments }: Placed, { placed, made }: Surroundings, index: number): boolean {
  const before = placed[index - 1]?.segments
  if (before === undefined || made.size === 0) return false
  const level = segments.findIndex(
    (segment, at) => before[at] === undefined || formatSegment(segment) !== formatSegment(before[at]),
  )
  if (level === -1) return segments.length < before.length
  const [own, other] = [segments[level], before[level]]
  if (own === undefined || other === undefined || own.name === other.name) return false
  const order = [...made.keys()]
  const rankOf = ({ name }: Segment): number => order.indexOf(idOf([...segments.slice(0, level), { name }]))
  const [rank, rankBefore] = [rankOf(own), rankOf(other)]
  return rank !== -1 && rankBefore !== -1 && rank < rankBefore
}

/** Its id names a slice, and the element does not. R4 elementdefinition.html#id. */
function isUnnamed({ element, segments }: Placed): boolean {
  return element.sliceName === undefined && segments.at(-1)?.slice !== undefined
}

const isChoice = ({ path = '' }: ElementDefinition): boolean => path.endsWith('[x]')

/** Only what repeats, and a choice, can be sliced. */
function isSlicingOfOne({ element, segments }: Placed, { base }: Surroundings): boolean {
  const own = base.get(idOf(segments))
  return element.slicing !== undefined && !isChoice(element) && own?.max === '1' && own.base === undefined
}

type Slicing = NonNullable<ElementDefinition['slicing']>

const listDiscriminators = ({ discriminator = [] }: Slicing): string[] =>
  discriminator.map(({ type, path }) => `${type}:${path}`)

/** A slicing may add discriminators to that of its base and close it, and changes nothing else. */
function contradictsBase({ element, segments }: Placed, { base }: Surroundings): boolean {
  const { slicing } = element
  const before = base.get(idOf(segments))?.slicing
  if (slicing === undefined || before === undefined) return false
  const own = listDiscriminators(slicing)
  if (own.length > 0 && listDiscriminators(before).some((one) => !own.includes(one))) return true
  if (before.ordered !== undefined && slicing.ordered !== undefined && before.ordered !== slicing.ordered) return true
  return before.rules === 'closed' && slicing.rules !== undefined && slicing.rules !== 'closed'
}

/** Slices of a choice by type have `$this` as discriminator, and each the name that JSON gives its type. */
function isWrongChoice({ element, segments }: Placed, { placed }: Surroundings): boolean {
  const { slicing } = element
  if (slicing === undefined || !isChoice(element)) return false
  const place = idOf(segments)
  const slices = placed.filter(({ segments: other }) => {
    const last = other.at(-1)
    return last?.slice !== undefined && idOf([...other.slice(0, -1), { name: last.name }]) === place
  })
  if (slices.length === 0 || slices.some(({ element: { type } }) => type?.length !== 1)) return false
  const own = listDiscriminators(slicing)
  if (own.length > 0 && !(own.length === 1 && own[0] === 'type:$this')) return true
  const name = segments.at(-1)?.name ?? ''
  return slices.some(({ element: { sliceName, type } }) => sliceName !== nameOfType(name, type?.[0]?.code ?? ''))
}

const valued = /^(?:fixed|pattern)([A-Z][A-Za-z0-9]*)$/

/** A fixed value or pattern is of a type that the element may have. */
function hasForeignValue({ element, segments }: Placed, { made, base }: Surroundings): boolean {
  const types = element.type ?? (made.get(idOf(segments)) ?? base.get(idOf(segments)))?.type ?? []
  const codes = types.map(({ code = '' }) => code)
  if (codes.length === 0 || codes.some((code) => code.includes(':'))) return false
  return Object.keys(element).some((key) => {
    const named = valued.exec(key)?.[1]
    return named !== undefined && !codes.some((code) => code.charAt(0).toUpperCase() + code.slice(1) === named)
  })
}

const address = (name: string): string =>
  name.includes(':') ? name : `http://hl7.org/fhir/StructureDefinition/${name}`

/** Whether a definition is one of these, or rests on one of them; undefined if a definition on the way is not at hand. */
function restsOn(registry: Registry, canonical: string, wanted: ReadonlySet<string>): boolean | undefined {
  const seen = new Set<string>()
  for (let next: string | undefined = canonical; next !== undefined; ) {
    const url: string = next.split('|')[0] ?? next
    if (wanted.has(url)) return true
    if (seen.has(url)) return false
    seen.add(url)
    const structure = registry.findStructure(next)
    if (structure === undefined) return undefined
    if (structure.type !== undefined && wanted.has(address(structure.type))) return true
    next = structure.baseDefinition
  }
  return false
}

const withoutSlices = (segments: readonly Segment[]): string => segments.map(({ name }) => name).join('.')

/** The types are among those of the base. */
function hasForeignType({ element, segments }: Placed, { base, registry }: Surroundings): boolean {
  const allowed = base.get(withoutSlices(segments))?.type
  if (allowed === undefined || allowed.length === 0) return false
  const wanted = new Set(allowed.map(({ code = '' }) => address(code)))
  return (element.type ?? []).some(({ code = '' }) => {
    if (code.includes(':') || code === '') return false
    return restsOn(registry, address(code), wanted) !== true
  })
}

/** A profile of a type is one of that type. */
function hasForeignProfile({ element }: Placed, { registry }: Surroundings): boolean {
  return (element.type ?? []).some(({ code = '', profile = [] }) =>
    profile.some((one) => restsOn(registry, one, new Set([address(code)])) === false),
  )
}

/** A target is among those of the base. */
function hasForeignTarget({ element, segments }: Placed, { base, registry }: Surroundings): boolean {
  const allowed = base.get(withoutSlices(segments))?.type ?? []
  return (element.type ?? []).some(({ code, targetProfile = [] }) => {
    const own = allowed.filter((type) => type.code === code)
    const wanted = new Set(own.flatMap((type) => (type.targetProfile ?? []).map((url) => url.split('|')[0] ?? url)))
    if (wanted.size === 0) return false
    return targetProfile.some((one) => restsOn(registry, one, wanted) === false)
  })
}
