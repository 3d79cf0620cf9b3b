/** This server as a responder of AU Core, for the CapabilityStatement. AU Core 2.0.0 CapabilityStatement-au-core-responder. */
import type { Extension } from '@medplum/fhirtypes'
import { type Expectation, findResponderRow } from '../../profiles/au-core/responder.ts'

export const auCoreResponder = 'http://hl7.org.au/fhir/core/CapabilityStatement/au-core-responder|2.0.0'
export const auCoreGuide = 'http://hl7.org.au/fhir/core/ImplementationGuide/hl7.fhir.au.core|2.0.0'

const definition = 'http://hl7.org/fhir/StructureDefinition/capabilitystatement-'

type Levels<T> = Readonly<Partial<Record<Expectation, readonly T[]>>>

const listLevels = <T>(levels: Levels<T> = {}): [Expectation, T][] =>
  (['SHALL', 'SHOULD', 'MAY'] as const).flatMap((level) =>
    (levels[level] ?? []).map((one): [Expectation, T] => [level, one]),
  )

const buildExpectation = (valueCode: Expectation): Extension => ({ url: `${definition}expectation`, valueCode })

/** Profiles of a type: those of AU Core and further ones. */
export function listProfiles(row: { readonly type: string; readonly profile?: string }): {
  supportedProfile?: string[]
} {
  const profiles = [
    ...(findResponderRow(row.type)?.profiles ?? []),
    ...(row.profile === undefined ? [] : [row.profile]),
  ]
  return profiles.length === 0 ? {} : { supportedProfile: profiles }
}

/** How strongly AU Core demands a search by this parameter alone. */
export function expectationOf(type: string, code: string): { extension?: Extension[] } {
  const [found] = listLevels(findResponderRow(type)?.searches).filter(([, searched]) => searched === code)
  return found === undefined ? {} : { extension: [buildExpectation(found[0])] }
}

/** Parameters that are searched together. */
export const listCombinations = (type: string): Extension[] =>
  listLevels(findResponderRow(type)?.together).map(([level, codes]) => ({
    url: `${definition}search-parameter-combination`,
    extension: [buildExpectation(level), ...codes.map((valueString): Extension => ({ url: 'required', valueString }))],
  }))
