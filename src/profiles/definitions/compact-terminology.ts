/** Reduces value sets and code systems to the parts for terminology. R4 valueset.html, codesystem.html. */
import type { CodeSystem, ValueSet } from '@medplum/fhirtypes'

const prose: ReadonlySet<string> = new Set([
  'text',
  'meta',
  'contained',
  'identifier',
  'date',
  'publisher',
  'contact',
  'description',
  'useContext',
  'jurisdiction',
  'purpose',
  'copyright',
])

/** An extension names the maintainer of the definition and its place. */
const isProse = (name: string): boolean => prose.has(name) || name === 'extension' || name.startsWith('_')

function withoutProse<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isProse(name))) as T // a part of it
}

export const compactCodeSystem = (system: CodeSystem): CodeSystem => withoutProse(system)

export const compactValueSet = (set: ValueSet): ValueSet => withoutProse(set)
