/** Words for the rows of a profile: each is a part of an ElementDefinition. R4 elementdefinition.html. */
import type {
  ElementDefinition,
  ElementDefinitionConstraint,
  ElementDefinitionType,
  Extension,
} from '@medplum/fhirtypes'
import { r4, toCanonical } from './canonicals.ts'

export type Part = Partial<ElementDefinition>

/** An element by its id below the type, a slice after a colon, and what holds for it. The empty place is the resource. */
export type Row = readonly [place: string, ...parts: readonly Part[]]

const actor = (name: string): string => `http://hl7.org.au/fhir/core/ActorDefinition/au-core-actor-${name}`

const obligation = (who: 'responder' | 'requester', code: string): Extension => ({
  url: `${r4}obligation`,
  extension: [
    { url: 'code', valueCode: code },
    { url: 'actor', valueCanonical: actor(who) },
  ],
})

const populateIfKnown = obligation('responder', 'SHALL:populate-if-known')
const noError = obligation('requester', 'SHALL:no-error')

/** A responder fills it in if it knows the value; a requester accepts it without an error. */
export const populated: Part = { extension: [populateIfKnown, noError] }

/** The same for an element that no base marks as must-support. */
export const supported: Part = { ...populated, mustSupport: true }

export const atLeast = (min: number): Part => ({ min })
export const atMostOne: Part = { max: '1' }
export const one: Part = { min: 1, max: '1' }

/** Names of types; a plus marks the datatype that a responder prefers. */
export const types = (...names: readonly string[]): Part => ({ type: names.map(buildType) })

const preferredType: Extension[] = [
  populateIfKnown,
  obligation('responder', 'SHOULD:populate'),
  noError,
  { url: `${r4}elementdefinition-type-must-support`, valueBoolean: true },
]

function buildType(name: string): ElementDefinitionType {
  return name.startsWith('+')
    ? { code: name.slice(1) as 'dateTime', extension: preferredType }
    : { code: name as 'Age' }
}

/** References to resources with these profiles, in the short form of canonicals.ts. */
export const references = (...targets: readonly string[]): Part => ({
  type: [{ code: 'Reference', targetProfile: targets.map(toCanonical) }],
})

export const identifiedBy = (profile: string): Part => ({
  type: [{ code: 'Identifier', profile: [toCanonical(profile)] }],
})

export type Strength = 'required' | 'extensible' | 'preferred'

/** `candidate`: another proposed value set, with its key. */
export function bound(
  strength: Strength,
  valueSet: string,
  candidate?: readonly [key: string, valueSet: string],
): Part {
  const additional = candidate === undefined ? {} : { extension: [buildCandidate(candidate)] }
  return { binding: { ...additional, strength, valueSet: toCanonical(valueSet) } }
}

const buildCandidate = ([key, valueSet]: readonly [string, string]): Extension => ({
  url: 'http://hl7.org/fhir/tools/StructureDefinition/additional-binding',
  extension: [
    { url: 'key', valueId: key },
    { url: 'purpose', valueCode: 'candidate' },
    { url: 'valueSet', valueCanonical: toCanonical(valueSet) },
  ],
})

/** Open slicing, or closed; discriminators as `type:path`. */
export function slicedBy(discriminators: readonly `${'pattern' | 'value' | 'type'}:${string}`[], rules = 'open'): Part {
  return {
    slicing: {
      discriminator: discriminators.map((text) => {
        const [type, path] = text.split(':') as ['pattern' | 'value' | 'type', string] // as the parameter's type says
        return { type, path }
      }),
      rules: rules as 'open' | 'closed',
    },
  }
}

export const likeCoding = (system: string, code: string): Part => ({
  patternCodeableConcept: { coding: [{ system, code }] },
})

/** A slice of `coding` with this one code. */
export const codingSlice = (
  place: string,
  cardinality: Part,
  coding: readonly [system: string, code: string],
): Row[] => [
  [place, cardinality],
  [`${place}.system`, atLeast(1), { fixedUri: coding[0] }],
  [`${place}.code`, atLeast(1), { fixedCode: coding[1] }],
]

/** An invariant's key, words and FHIRPath. */
export type Invariant = Readonly<Pick<ElementDefinitionConstraint, 'key' | 'human' | 'expression'>>

export const demands = (...invariants: readonly Invariant[]): Part => ({
  constraint: invariants.map((invariant) => ({ ...invariant, severity: 'error' as const })),
})

/** Keys of invariants elsewhere that look at this element. */
export const underInvariant = (...keys: readonly string[]): Part => ({ condition: [...keys] })
