/** Places where an extension may stand: as modifier or not, and in which elements. R4 defining-extensions.html#context, extensibility.html. */
import type { StructureDefinition } from '@medplum/fhirtypes'
import type { RuleKey } from '../findings.ts'
import { type FindAliases, openAliases } from './element-aliases.ts'
import type { Site, Sources } from './site.ts'
import { isForR4 } from './version-range.ts'

/** Says what is wrong with an extension of this definition at this place. */
export type FindMisplaced = (structure: StructureDefinition, site: Site) => RuleKey | undefined

type Context = NonNullable<StructureDefinition['context']>[number]

/** Places where R4's own definitions use an extension, whatever its context says; the reference validator allows them. */
const published: Readonly<Record<string, readonly Context[]>> = {
  'http://hl7.org/fhir/StructureDefinition/regex': [{ type: 'element', expression: 'ElementDefinition.type' }],
}

export function compilePlaces({ registry }: Pick<Sources, 'registry'>): FindMisplaced {
  const find = openAliases(registry)
  return (structure, site) => {
    if (structure.type !== 'Extension') return 'extension-context'
    const names = site.listNames()
    const isModifier = structure.snapshot?.element?.[0]?.isModifier === true
    if (isModifier !== (names.at(-1) === 'modifierExtension'))
      return isModifier ? 'extension-is-modifier' : 'extension-no-modifier'
    const aliases = aliasesOf(find, names.slice(0, -1), site)
    if (aliases === undefined) return undefined
    const contexts = [...listContexts(structure), ...(published[structure.url ?? ''] ?? [])]
    return contexts.some((context) => isMet(context, aliases)) ? undefined : 'extension-context'
  }
}

/** Those that are for R4, computed once for each definition. */
const known = new WeakMap<StructureDefinition, readonly Context[]>()

function listContexts(structure: StructureDefinition): readonly Context[] {
  const found = known.get(structure) ?? (structure.context ?? []).filter(isForR4)
  known.set(structure, found)
  return found
}

/** A resource inside another begins at the first member from which the rest of the path is its own. */
function aliasesOf(
  find: FindAliases,
  names: readonly string[],
  { root, frame }: Site,
): ReadonlySet<string> | undefined {
  const type = String(frame.resource['resourceType'])
  if (frame.resource === root) return find(type, names.slice(1))
  for (let start = 1; start < names.length; start++) {
    if (!inner.has(names[start] ?? '')) continue
    const found = find(type, names.slice(start + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const inner: ReadonlySet<string> = new Set(['contained', 'resource', 'outcome'])

/** We do not evaluate an expression that is not a path; we do not know an extension's neighbours here. */
function isMet({ type, expression = '' }: Context, aliases: ReadonlySet<string>): boolean {
  if (type === 'extension') return aliases.has('Extension')
  return aliases.has(expression) || (type === 'fhirpath' && !/^[A-Za-z][\w.[\]]*$/.test(expression))
}
