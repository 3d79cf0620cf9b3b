/** The operations of the interface as a table. R4 operations.html, operationslist.html. */
import { documentOf } from './document.ts'
import { everythingOf } from './everything.ts'
import type { Interact } from './exchange.ts'
import { addMeta, deleteMeta, readMeta } from './meta.ts'
import { versionedTypes } from './resource-types.ts'
import { validate } from './validate.ts'

type OperationRow = {
  readonly code: 'operation'
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly types: readonly string[]
  readonly interact: Interact
  /** Page of R4 that is also the end of the definition's address. */
  readonly definition: string
}

const code = 'operation'
const every = versionedTypes

// biome-ignore format: one row a line
export const operations: readonly OperationRow[] = [
  { code, name: 'validate',    method: 'POST', path: '{type}/$validate',         types: every,           interact: validate,     definition: 'Resource-validate' },
  { code, name: 'validate',    method: 'POST', path: '{type}/{id}/$validate',    types: every,           interact: validate,     definition: 'Resource-validate' },
  { code, name: 'validate',    method: 'GET',  path: '{type}/{id}/$validate',    types: every,           interact: validate,     definition: 'Resource-validate' },
  { code, name: 'meta',        method: 'GET',  path: '{type}/{id}/$meta',        types: every,           interact: readMeta,     definition: 'Resource-meta' },
  { code, name: 'meta-add',    method: 'POST', path: '{type}/{id}/$meta-add',    types: every,           interact: addMeta,      definition: 'Resource-meta-add' },
  { code, name: 'meta-delete', method: 'POST', path: '{type}/{id}/$meta-delete', types: every,           interact: deleteMeta,   definition: 'Resource-meta-delete' },
  { code, name: 'document',    method: 'GET',  path: '{type}/{id}/$document',    types: ['Composition'], interact: documentOf,   definition: 'Composition-document' },
  { code, name: 'document',    method: 'POST', path: '{type}/{id}/$document',    types: ['Composition'], interact: documentOf,   definition: 'Composition-document' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/{id}/$everything',  types: ['Patient'],     interact: everythingOf, definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/{id}/$everything',  types: ['Patient'],     interact: everythingOf, definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/{id}/$everything',  types: ['Encounter'],   interact: everythingOf, definition: 'Encounter-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/{id}/$everything',  types: ['Encounter'],   interact: everythingOf, definition: 'Encounter-everything' },
]

/** Address of a definition of R4. */
export const definitionOf = ({ definition }: OperationRow): string =>
  `http://hl7.org/fhir/OperationDefinition/${definition}`
