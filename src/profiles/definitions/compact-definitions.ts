/**
 * Reduces the published definitions to what checking and searching read: run once as a child process, which writes the file named by
 * its argument. 130 MB of JSON become 30 MB, and their garbage dies with the process. DESIGN.md "The ground it stands on".
 */
import type { SearchParameter } from '@medplum/fhirtypes'
import type { DefinitionSummary } from '../registry.ts'
import { compactStructure } from './compact-structure.ts'
import { compactCodeSystem, compactValueSet } from './compact-terminology.ts'
import { type ContainerContent, writeContainer } from './container.ts'
import { type Definition, isDefinition, readPublished, readR4 } from './published.ts'
import { listParents, listRequiredCodes } from './required-codes.ts'

function compact(definition: Definition): Definition {
  if (definition.resourceType === 'StructureDefinition') return compactStructure(definition)
  return definition.resourceType === 'ValueSet' ? compactValueSet(definition) : compactCodeSystem(definition)
}

function summarize(definition: Definition): DefinitionSummary {
  const { resourceType: kind, url = '', version } = definition
  const own = { kind, url, ...(version === undefined ? {} : { version }) }
  if (definition.resourceType !== 'StructureDefinition') return own
  const { type, kind: structure, abstract, derivation } = definition
  return {
    ...own,
    type,
    structure,
    ...(abstract ? { abstract } : {}),
    ...(derivation === undefined ? {} : { derivation }),
  }
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
  const definitions = [...readPublished()].map((definition) => [summarize(definition), compact(definition)] as const)
  const parameters = readR4('search-parameters').flatMap((item) =>
    item.resourceType === 'SearchParameter' ? item : [],
  )
  const terminology = ['valuesets', 'v3-codesystems', 'v2-tables'].flatMap((file) =>
    readR4(file)
      .filter(isDefinition)
      .flatMap((item) => (item.resourceType === 'StructureDefinition' ? [] : [item])),
  )
  const types = definitions.flatMap(([{ derivation }, item]) =>
    item.resourceType === 'StructureDefinition' && derivation !== 'constraint' ? [item] : [],
  )
  return {
    definitions,
    blocks: {
      searchParameters: parameters.map(compactSearchParameter),
      requiredCodes: listRequiredCodes(types, terminology),
      parents: listParents(terminology),
    },
  }
}

const target = process.argv[2]
if (import.meta.main && target !== undefined) writeContainer(target, readContent())
