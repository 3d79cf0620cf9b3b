/** The invariants of R4, and where an independent evaluator finds otherwise than we do. */
import { type FhirPathAtom, parseFhirPath } from '@medplum/core'
import { compileFhirPath, type FhirPath } from '../../src/fhirpath/compile.ts'
import type { Environment } from '../../src/fhirpath/environment.ts'
import type { Example } from '../fhir-server/examples/published-examples.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import {
  evaluateElsewhere,
  type Found,
  type Invariant,
  listElements,
  listInvariants,
  readStructures,
} from './published-invariants.ts'

const definitions = await openTestDefinitions()
export const types = definitions.fhirPathTypes
export const invariants = listInvariants(readStructures()).filter(({ path }) =>
  definitions.findType(path.split('.')[0] ?? ''),
)

const environment: Environment = { htmlChecks: () => true, resolve: () => undefined }

/** Invariants that the other evaluator does not know, or reads otherwise than the specification. */
const knownDifferences: Readonly<Record<string, string>> = {
  'dom-3': 'as(canonical) of many: the other one knows no types below descendants()',
  'que-7': 'a boolean of FHIR is none of FHIRPath: R4 fhirpath.html#types',
  'tst-5': 'the other one counts an element that is absent',
}

export const compileAt = ({ path, expression }: Invariant): FhirPath =>
  compileFhirPath(expression, { types, ...(definitions.findType(path) === undefined ? {} : { type: path }) })

type Both = { readonly key: string; readonly own: FhirPath; readonly other: FhirPathAtom }

const compileBoth = (): ReadonlyMap<string, readonly Both[]> => {
  const compared = invariants.filter(({ key }) => !(key in knownDifferences) && !/^(?:ele|ext|txt)-/.test(key))
  const all = compared.map((one) => ({
    path: one.path,
    key: one.key,
    own: compileAt(one),
    other: parseFhirPath(one.expression),
  }))
  return Map.groupBy(all, ({ path }) => path)
}

type Judged = { readonly count: number; readonly different: readonly string[] }

export function judgeInvariants(examples: readonly Example[]): Judged {
  const rows = compileBoth()
  const different = new Set<string>()
  let count = 0

  const compare = (found: Found, { key, own, other }: Both): void => {
    count += 1
    const { node, resource, root: rootResource } = found
    const isTrue = own.isTrue(node, { ...environment, resource, rootResource })
    if (isTrue !== evaluateElsewhere(found, other)) different.add(`${key} ${found.path}`)
  }
  for (const { resource, text } of examples) {
    if (text.length > 100_000) continue
    for (const found of listElements(types, resource))
      for (const path of new Set([found.path, found.node.type.name]))
        for (const row of rows.get(path) ?? []) compare(found, row)
  }
  return { count, different: [...different] }
}
