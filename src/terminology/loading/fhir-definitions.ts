/** Code systems, value sets and concept maps as FHIR JSON: one resource, or a Bundle of them. */
import type { CodeSystem, ConceptMap, Resource, ValueSet } from '@medplum/fhirtypes'
import { isJsonObject, type JsonValue, parseJson } from '../../core/json.ts'
import { indexCodeSystem } from '../code-system-content.ts'
import { isInactive } from '../concepts.ts'
import type { LoadTarget } from './load-target.ts'
import { LoadError, type SourceFile } from './source-file.ts'

/** A resource is read whole. */
const maxBytes = 256 << 20

export type LoadedResource = CodeSystem | ValueSet | ConceptMap

const types: ReadonlySet<string> = new Set([
  'CodeSystem',
  'ValueSet',
  'ConceptMap',
] satisfies LoadedResource['resourceType'][])

const isLoaded = (resource: Resource): resource is LoadedResource => types.has(resource.resourceType)

export async function readResources(
  file: SourceFile,
  onBytes: (bytes: number) => void,
): Promise<readonly LoadedResource[]> {
  if (file.bytes > maxBytes) throw new LoadError(`${file.name} is larger than 256 MB`)
  const chunks: Buffer[] = []
  for await (const chunk of file.open()) {
    onBytes(chunk.length)
    chunks.push(chunk)
  }
  const read = parse(file, Buffer.concat(chunks).toString('utf8'))
  if (!isJsonObject(read)) throw new LoadError(`${file.name} is no FHIR resource`)
  const entries =
    read['resourceType'] === 'Bundle' && Array.isArray(read['entry']) ? read['entry'].filter(isJsonObject) : undefined
  // A resource is checked where it is used.
  const resources = (entries === undefined
    ? [read]
    : entries.flatMap(({ resource }) => (isJsonObject(resource) ? [resource] : []))) as unknown as Resource[] // read with care below
  return resources.filter(isLoaded)
}

function parse(file: SourceFile, text: string): JsonValue {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new LoadError(`${file.name} is not JSON`, { cause: error })
  }
}

export async function loadCodeSystem(target: LoadTarget, codeSystem: CodeSystem): Promise<void> {
  for (const concept of indexCodeSystem(codeSystem).list?.() ?? []) {
    const { code, display, definition, properties, designations, parents } = concept
    const also = definition === undefined ? [] : [['definition', definition, 'string'] as const]
    await target.addConcept({
      code,
      isActive: !isInactive(concept),
      properties: [...properties.map((one) => [one.code, one.value, one.type] as const), ...also],
      ...(display === undefined ? {} : { display }),
    })
    for (const parent of parents) await target.addParent({ code, parent })
    if (display !== undefined) await target.addName({ code, id: 'display', value: display })
    for (const [index, { value, ...rest }] of designations.entries())
      await target.addName({ code, id: String(index), value, ...rest })
  }
  await target.flush()
}
