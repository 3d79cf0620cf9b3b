/** The content of ../shared/au-core: the published definitions, and the facts drawn from them. CC0, HL7 Australia. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { CapabilityStatement, ElementDefinition, SearchParameter, StructureDefinition } from '@medplum/fhirtypes'
import { sharedPath } from '../../judges.ts'

type Published = StructureDefinition | SearchParameter | CapabilityStatement

const block = 512

/** Every JSON file of the package that is a resource. Its tar has plain headers: name, size in octal, content in whole blocks. */
export function readPublished(): Published[] {
  const bytes = gunzipSync(readFileSync(sharedPath('au-core/hl7.fhir.au.core-definitions.tgz')))
  const resources: Published[] = []
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const name = bytes.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8)
    const content = bytes.subarray(at + block, at + block + size)
    if (/\/[A-Z][A-Za-z]+-.*\.json$/.test(name)) resources.push(JSON.parse(content.toString('utf8')) as Published)
    at += block * (1 + Math.ceil(size / block))
  }
  return resources
}

export const listPublishedProfiles = (): StructureDefinition[] =>
  readPublished().flatMap((one) => (one.resourceType === 'StructureDefinition' ? [one] : []))

/** The parts of an element that a program reads, without prose, so that two can be compared. */
export function listSayings(element: ElementDefinition): Record<string, unknown> {
  const { binding, constraint, slicing, type } = element
  const fixed = Object.entries(element).filter(([name]) => /^(fixed|pattern)[A-Z]/.test(name))
  return {
    id: element.id,
    path: element.path,
    sliceName: element.sliceName,
    min: element.min,
    max: element.max,
    mustSupport: element.mustSupport,
    obligations: listObligations(element.extension),
    types: type?.map(({ code, profile, targetProfile, extension }) => ({
      code,
      profile,
      targetProfile,
      obligations: listObligations(extension),
      mustSupport: extension?.some(({ url }) => url.endsWith('type-must-support')) ?? false,
    })),
    binding: binding && [binding.strength, binding.valueSet, listCandidates(binding.extension)],
    fixed: Object.fromEntries(fixed),
    slicing: slicing && [slicing.rules, slicing.ordered ?? false, slicing.discriminator],
    condition: element.condition,
    constraints: constraint?.map(({ key, severity, expression }) => [key, severity, expression]),
  }
}

type Extensions = ElementDefinition['extension']

const listObligations = (extensions: Extensions): string[] =>
  (extensions ?? []).flatMap(({ url, extension }) => (url.endsWith('/obligation') ? [listValues(extension)] : []))

const listCandidates = (extensions: Extensions): string[] =>
  (extensions ?? []).flatMap(({ url, extension }) =>
    url.endsWith('/additional-binding') ? [listValues(extension?.filter((one) => one.url !== 'documentation'))] : [],
  )

const listValues = (extensions: Extensions): string =>
  (extensions ?? [])
    .map((one) => `${one.url}=${one.valueCode ?? one.valueCanonical ?? one.valueId ?? ''}`)
    .sort()
    .join(' ')
