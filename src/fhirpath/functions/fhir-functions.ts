/** What FHIR adds to FHIRPath. R4 fhirpath.html#functions. */
import { isJsonObject } from '../../json.ts'
import {
  areConstant,
  type Call,
  type Compiled,
  compileArgs,
  compiled,
  compiledTruth,
  type FunctionRow,
  objectOf,
  single,
} from '../compiled.ts'
import type { Environment, Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Collection, empty, Node, pushMember, resourceNode } from '../node.ts'
import type { TypeTable } from '../types.ts'
import { readText } from './strings.ts'

/** R4 fhirpath.html#functions: `extension.where(url = ...)`, quickly. */
function compileExtension(call: Call): Compiled {
  const { of, scope } = call
  const [url] = compileArgs(call)
  const type = scope.types.find('Extension')
  const read = (self: Node, run: Run): Collection => {
    const wanted = url && readText(url, self, run)
    if (wanted === undefined || type === undefined) return empty
    const out: Node[] = []
    for (const item of of.read(self, run)) {
      const extensions = objectOf(item)?.['extension']
      if (!Array.isArray(extensions)) continue
      run.spend(extensions.length)
      for (const one of extensions) if (isJsonObject(one) && one['url'] === wanted) out.push(new Node(type, one))
    }
    return out
  }
  return compiled({ read, type, isConstant: areConstant(url === undefined ? [of] : [of, url]) })
}

const hasValue = (items: Collection): boolean => {
  const [item] = items
  return items.length === 1 && item !== undefined && item.type.isPrimitive && item.value !== undefined
}

function compileGetValue({ of }: Call): Compiled {
  return compiled({
    read: (self, run) => {
      const items = of.read(self, run)
      return hasValue(items) ? items : empty
    },
    type: of.type,
    isSingle: true,
    isConstant: of.isConstant,
  })
}

/** References, and what else holds an address. */
function referenceOf({ value, type }: Node): string | undefined {
  if (type.isPrimitive) return typeof value === 'string' ? value : undefined
  const reference = value !== undefined && isJsonObject(value) ? value['reference'] : undefined
  return typeof reference === 'string' ? reference : undefined
}

function need<Name extends keyof Environment>(run: Run, name: Name): NonNullable<Environment[Name]> {
  const given = run.environment[name]
  if (given === undefined) throw new FhirPathFault('unsupported')
  return given
}

function resolveItem(item: Node, run: Run, types: TypeTable): Node | undefined {
  const reference = referenceOf(item)
  const resource = reference === undefined ? undefined : need(run, 'resolve')(reference)
  return resource && resourceNode(types, resource)
}

function compileResolve({ of, scope: { types } }: Call): Compiled {
  return compiled({
    read: (self, run) => of.read(self, run).flatMap((item) => resolveItem(item, run, types) ?? []),
    isSingle: of.isSingle,
  })
}

/** Asked of the environment with the item and a text. */
const compileAsked =
  (name: 'memberOf' | 'conformsTo') =>
  (call: Call): Compiled => {
    const { of } = call
    const [address] = compileArgs(call)
    return compiledTruth(
      (self, run) => {
        const item = single(of.read(self, run))
        const wanted = address && readText(address, self, run)
        return item === undefined || wanted === undefined ? undefined : need(run, name)(item, wanted)
      },
      [of],
    )
  }

const compileSubsumes =
  (isReversed: boolean) =>
  (call: Call): Compiled => {
    const { of } = call
    const [other] = compileArgs(call)
    return compiledTruth(
      (self, run) => {
        const [one, two] = [single(of.read(self, run)), other && single(other.read(self, run))]
        if (one === undefined || two === undefined) return undefined
        return isReversed ? need(run, 'subsumes')(two, one) : need(run, 'subsumes')(one, two)
      },
      [of],
    )
  }

function compileHtmlChecks({ of }: Call): Compiled {
  return compiledTruth(
    (self, run) => {
      const item = single(of.read(self, run))
      if (item === undefined) return undefined
      return typeof item.value === 'string' && need(run, 'htmlChecks')(item.value)
    },
    [of],
  )
}

/** R4 fhirpath.html#functions (checkModifiers): no others than these. */
function compileCheckModifiers(call: Call): Compiled {
  const { of, scope } = call
  const known = compileArgs(call)
  const read = (self: Node, run: Run): Collection => {
    const urls = new Set(known.map((url) => readText(url, self, run)))
    const items = of.read(self, run)
    const out: Node[] = []
    for (const item of items) {
      const member = item.type.members.get('modifierExtension')
      const object = objectOf(item)
      if (member !== undefined && object !== undefined) pushMember(out, scope.types, object, member)
    }
    const isKnown = out.every(({ value }) => isJsonObject(value) && urls.has(String(value['url'])))
    if (!isKnown) throw new FhirPathFault('unsupported')
    return items
  }
  return compiled({ read, type: of.type, isSingle: of.isSingle })
}

export const fhirFunctions = {
  extension: { args: [1, 1], compile: compileExtension },
  hasValue: {
    args: [0, 0],
    compile: ({ of }) => compiledTruth((self, run) => hasValue(of.read(self, run)), [of]),
  },
  getValue: { args: [0, 0], compile: compileGetValue },
  resolve: { args: [0, 0], compile: compileResolve },
  memberOf: { args: [1, 1], compile: compileAsked('memberOf') },
  conformsTo: { args: [1, 1], compile: compileAsked('conformsTo') },
  subsumes: { args: [1, 1], compile: compileSubsumes(false) },
  subsumedBy: { args: [1, 1], compile: compileSubsumes(true) },
  htmlChecks: { args: [0, 0], compile: compileHtmlChecks },
  checkModifiers: { args: [1, 20], compile: compileCheckModifiers },
} satisfies Readonly<Record<string, FunctionRow>>
