/** The operations of the interface as a table. R4 operations.html, operationslist.html. */

import { exportGroup, exportPatients, exportSystem } from './bulk-export/bulk-export.ts'
import { docref } from './docref.ts'
import { documentOf } from './document.ts'
import { everythingOf, everythingOfOwn } from './everything.ts'
import type { Work } from './exchange.ts'
import { addMeta, deleteMeta, readMeta } from './meta.ts'
import { summarizeMeta } from './meta-summary.ts'
import { versionedTypes } from './resource-types.ts'
import { backportOperation } from './subscriptions/backport.ts'
import { eventsOf, statusOf, statusOfAll } from './subscriptions/subscription-operations.ts'
import { validate } from './validate.ts'

type OperationRow = {
  readonly code: 'operation'
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly types: readonly string[]
  /** Page of R4 that is also the end of the definition's address, or the address. */
  readonly definition: string
} & Work

const code = 'operation'
const bulk = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition'
const every = versionedTypes
const statusDefinition = backportOperation('backport-subscription-status')
const eventsDefinition = backportOperation('backport-subscription-events')

// biome-ignore format: one row a line
export const operations: readonly OperationRow[] = [
  { code, name: 'validate',    method: 'POST', path: '{type}/$validate',         types: every,           interact: validate,     definition: 'Resource-validate' },
  { code, name: 'validate',    method: 'POST', path: '{type}/{id}/$validate',    types: every,           interact: validate,     definition: 'Resource-validate' },
  { code, name: 'validate',    method: 'GET',  path: '{type}/{id}/$validate',    types: every,           interact: validate,     definition: 'Resource-validate' },
  { code, name: 'meta',        method: 'GET',  path: '$meta',                    types: [],              look: summarizeMeta, definition: 'Resource-meta' },
  { code, name: 'meta',        method: 'GET',  path: '{type}/$meta',             types: every,           look: summarizeMeta, definition: 'Resource-meta' },
  { code, name: 'meta',        method: 'GET',  path: '{type}/{id}/$meta',        types: every,           look: readMeta,         definition: 'Resource-meta' },
  { code, name: 'meta-add',    method: 'POST', path: '{type}/{id}/$meta-add',    types: every,           interact: addMeta,      definition: 'Resource-meta-add' },
  { code, name: 'meta-delete', method: 'POST', path: '{type}/{id}/$meta-delete', types: every,           interact: deleteMeta,   definition: 'Resource-meta-delete' },
  { code, name: 'document',    method: 'GET',  path: '{type}/{id}/$document',    types: ['Composition'], interact: documentOf,   definition: 'Composition-document' },
  { code, name: 'document',    method: 'POST', path: '{type}/{id}/$document',    types: ['Composition'], interact: documentOf,   definition: 'Composition-document' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/$everything',       types: ['Patient'],     look: everythingOfOwn,  definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/$everything',       types: ['Patient'],     look: everythingOfOwn,  definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/{id}/$everything',  types: ['Patient'],     look: everythingOf,     definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/{id}/$everything',  types: ['Patient'],     look: everythingOf,     definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/{id}/$everything',  types: ['Encounter'],   look: everythingOf,     definition: 'Encounter-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/{id}/$everything',  types: ['Encounter'],   look: everythingOf,     definition: 'Encounter-everything' },
  { code, name: 'docref',      method: 'GET',  path: '{type}/$docref',           types: ['DocumentReference'], look: docref, definition: 'http://hl7.org/fhir/uv/ipa/OperationDefinition/docref' },
  { code, name: 'docref',      method: 'POST', path: '{type}/$docref',           types: ['DocumentReference'], look: docref, definition: 'http://hl7.org/fhir/uv/ipa/OperationDefinition/docref' },
  { code, name: 'export',      method: 'GET',  path: '$export',                  types: [],              interact: exportSystem, definition: `${bulk}/export` },
  { code, name: 'export',      method: 'POST', path: '$export',                  types: [],              interact: exportSystem, definition: `${bulk}/export` },
  { code, name: 'export',      method: 'GET',  path: '{type}/$export',           types: ['Patient'],     interact: exportPatients, definition: `${bulk}/patient-export` },
  { code, name: 'export',      method: 'POST', path: '{type}/$export',           types: ['Patient'],     interact: exportPatients, definition: `${bulk}/patient-export` },
  { code, name: 'export',      method: 'GET',  path: '{type}/{id}/$export',      types: ['Group'],       interact: exportGroup,  definition: `${bulk}/group-export` },
  { code, name: 'export',      method: 'POST', path: '{type}/{id}/$export',      types: ['Group'],       interact: exportGroup,  definition: `${bulk}/group-export` },
  { code, name: 'status',      method: 'GET',  path: '{type}/$status',           types: ['Subscription'], interact: statusOfAll, definition: statusDefinition },
  { code, name: 'status',      method: 'POST', path: '{type}/$status',           types: ['Subscription'], interact: statusOfAll, definition: statusDefinition },
  { code, name: 'status',      method: 'GET',  path: '{type}/{id}/$status',      types: ['Subscription'], interact: statusOf,    definition: statusDefinition },
  { code, name: 'status',      method: 'POST', path: '{type}/{id}/$status',      types: ['Subscription'], interact: statusOf,    definition: statusDefinition },
  { code, name: 'events',      method: 'GET',  path: '{type}/{id}/$events',      types: ['Subscription'], interact: eventsOf,    definition: eventsDefinition },
  { code, name: 'events',      method: 'POST', path: '{type}/{id}/$events',      types: ['Subscription'], interact: eventsOf,    definition: eventsDefinition },
]

/** Address of a definition, of R4 where it is not whole. */
export const definitionOf = ({ definition }: OperationRow): string =>
  definition.startsWith('http') ? definition : `http://hl7.org/fhir/OperationDefinition/${definition}`
