/**
 * Reduces the published definitions to the parts for checking and searching. Runs once as a child process, which writes the file in
 * its argument. 130 MB of JSON become 30 MB, and the garbage ends with the process. docs/design/house.md#foundations.
 */
import type { SearchParameter, StructureDefinition } from '@medplum/fhirtypes'
import { baseEndpoint } from '../au-core/base-endpoint.ts'
import { auCoreProfiles } from '../au-core/definitions.ts'
import { parseCanonical } from './canonical.ts'
import { type ContainerContent, writeContainer } from './container.ts'
import { compactDefinition, type Definition, isStructure, summarize } from './definition.ts'
import { readPackageDefinitions, readR4, readR4Definitions } from './published.ts'
import { listParents, listRequiredCodes } from './required-codes.ts'
import { completeStructures } from './snapshot/complete-structures.ts'

/** Our own, with snapshots over the published ones. */
function buildAuCore(published: readonly Definition[]): readonly StructureDefinition[] {
  const newest = new Map(published.filter(isStructure).map((structure) => [structure.url, structure]))
  return completeStructures([baseEndpoint, ...auCoreProfiles], (canonical) => newest.get(parseCanonical(canonical).url))
}

function compactSearchParameter(parameter: SearchParameter): SearchParameter {
  const { resourceType, url, name, status, code, base, type, expression, target, component } = parameter
  const kept = { resourceType, url, name, status, description: '', code, base, type }
  return {
    ...kept,
    ...(expression === undefined ? {} : { expression }),
    ...(target === undefined ? {} : { target }),
    ...(component === undefined ? {} : { component }),
  }
}

function readContent(): ContainerContent {
  const r4 = readR4Definitions().map(compactDefinition)
  const published = [...r4, ...Array.from(readPackageDefinitions(), compactDefinition)]
  const all = [...published, ...buildAuCore(published)]
  const types = r4.filter(isStructure).filter(({ derivation }) => derivation !== 'constraint')
  const terminology = r4.flatMap((item) => (isStructure(item) ? [] : [item]))
  const parameters = readR4('search-parameters').flatMap((item) =>
    item.resourceType === 'SearchParameter' ? item : [],
  )
  return {
    definitions: all.map((definition) => [summarize(definition), definition]),
    blocks: {
      searchParameters: parameters.map(compactSearchParameter),
      requiredCodes: listRequiredCodes(types, terminology),
      parents: listParents(terminology),
    },
  }
}

const target = process.argv[2]
if (import.meta.main && target !== undefined) writeContainer(target, readContent())
