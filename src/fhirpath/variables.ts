/** `%resource` and other variables. FHIRPath N1 §9, R4 fhirpath.html#variables. */
import { type Compiled, compiled } from './compiled.ts'
import type { Environment, Run } from './environment.ts'
import { type Collection, empty, ofText } from './node.ts'

const addresses: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ucum: 'http://unitsofmeasure.org',
    sct: 'http://snomed.info/sct',
    loinc: 'http://loinc.org',
  }),
)

const own: ReadonlyMap<string, (run: Run) => Collection> = new Map(
  Object.entries<(run: Run) => Collection>({
    context: ({ context }) => [context],
    resource: ({ context, environment: { resource } }) => [resource ?? context],
    rootResource: ({ context, environment: { resource, rootResource } }) => [rootResource ?? resource ?? context],
  }),
)

export function compileVariable(name: string): Compiled {
  const read = own.get(name)
  if (read !== undefined) return compiled({ read: (_, run) => read(run), isSingle: true, isConstant: true })
  const address = addressOf(name)
  const text = address === undefined ? undefined : ofText(address)
  return compiled({
    read: (_, { environment }) => given(environment, name) ?? text ?? empty,
    isConstant: true,
  })
}

const given = ({ variables }: Environment, name: string): Collection | undefined =>
  variables !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined

function addressOf(name: string): string | undefined {
  if (name.startsWith('vs-')) return `http://hl7.org/fhir/ValueSet/${name.slice(3)}`
  if (name.startsWith('ext-')) return `http://hl7.org/fhir/StructureDefinition/${name.slice(4)}`
  return addresses.get(name)
}
