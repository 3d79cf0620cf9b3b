/** FHIR's additions to FHIRPath. R4 fhirpath.html#functions. */
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import {
  areConstant,
  type Call,
  type Compiled,
  compileArgs,
  compiled,
  compiledTruth,
  type ElementPath,
  type FunctionRow,
  objectOf,
  single,
} from '../compiled.ts'
import type { Environment, Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Collection, empty, Node, pushMember, resourceNode } from '../node.ts'
import type { TypeTable } from '../types.ts'
import { readText } from './strings.ts'

/** R4 fhirpath.html#functions: `extension.where(url = ...)`, without reading other extensions. */
function compileExtension(call: Call): Compiled {
  const { of, scope } = call
  const [url] = compileArgs(call)
  const type = scope.types.find('Extension')
  const literal = url?.literal?.value
  const path =
    typeof literal === 'string' && of.path && of.type?.isPrimitive === false
      ? throughExtension(of.path, literal)
      : undefined
  const isThere = path?.through(() => true)
  const read = (self: Node, run: Run): Collection => {
    const wanted = url && readText(url, self, run)
    if (wanted === undefined || type === undefined || isThere?.(self.value) === false) return empty
    return of.read(self, run).flatMap((item) => listExtensions(item, wanted).map((one) => new Node(type, one)))
  }
  return compiled({
    read,
    ...(isThere === undefined ? {} : { exists: (self) => isThere(self.value) }),
    type,
    isConstant: areConstant(url === undefined ? [of] : [of, url]),
    path,
  })
}

function listExtensions(item: Node, url: string): readonly JsonObject[] {
  const extensions = objectOf(item)?.['extension']
  if (!Array.isArray(extensions)) return []
  return extensions.filter((one): one is JsonObject => isJsonObject(one) && one['url'] === url)
}

/** As an element of its own. */
const throughExtension = ({ through }: ElementPath, url: string): ElementPath => ({
  through: (test) =>
    through(
      ({ extension }) =>
        Array.isArray(extension) && extension.some((one) => isJsonObject(one) && one['url'] === url && test(one)),
    ),
  pick: undefined,
})

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

/** References, and other elements with an address. */
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

/** The environment answers, for the item and a text. */
const compileAsked =
  (name: 'memberOf' | 'conformsTo') =>
  (call: Call): Compiled => {
    const { of } = call
    const [address] = compileArgs(call)
    return compiledTruth(
      (self, run) => {
        const item = single(of.read(self, run))
        const wanted = address && readText(address, self, run)
        if (item === undefined || wanted === undefined) return undefined
        const found = need(run, name)(item, wanted)
        // R4 fhirpath.html#functions: a profile that cannot be resolved is an error.
        if (found === undefined && name === 'conformsTo') throw new FhirPathFault('unsupported')
        return found
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

/** R4 fhirpath.html#functions (checkModifiers): only these are allowed. */
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
