/** The operations of the interface as a table. R4 operations.html, operationslist.html. */

import { backportOperation } from '../../fhir/backport.ts'
import { versionedTypes } from '../../fhir/resource-types.ts'
import { exportGroup, exportPatients, exportSystem } from '../bulk-export/bulk-export.ts'
import type { Work } from '../exchange.ts'
import { eventsOf, statusOf, statusOfAll } from '../subscriptions/subscription-operations.ts'
import { expand } from '../terminology/expand.ts'
import { lookup } from '../terminology/lookup.ts'
import { subsumes } from '../terminology/subsumes.ts'
import { translate } from '../terminology/translate.ts'
import { validateInCodeSystem, validateInValueSet } from '../terminology/validate-code.ts'
import { docref } from './docref.ts'
import { postDocument, readDocument } from './document.ts'
import { everythingOf, everythingOfOwn } from './everything.ts'
import { lastn } from './lastn.ts'
import { match } from './match.ts'
import { addMeta, deleteMeta, readMeta } from './meta.ts'
import { summarizeMeta } from './meta-summary.ts'
import { summaryOf, summaryOfIdentified } from './summary.ts'
import { validate } from './validate.ts'

type OperationRow = {
  readonly code: 'operation'
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly types: readonly string[]
  /** Page of R4, which is also the end of the definition's address; or the whole address. */
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
  { code, name: 'document',    method: 'GET',  path: '{type}/{id}/$document',    types: ['Composition'], interact: readDocument, definition: 'Composition-document' },
  { code, name: 'document',    method: 'POST', path: '{type}/{id}/$document',    types: ['Composition'], interact: postDocument, definition: 'Composition-document' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/$everything',       types: ['Patient'],     look: everythingOfOwn,  definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/$everything',       types: ['Patient'],     look: everythingOfOwn,  definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/{id}/$everything',  types: ['Patient'],     look: everythingOf,     definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/{id}/$everything',  types: ['Patient'],     look: everythingOf,     definition: 'Patient-everything' },
  { code, name: 'everything',  method: 'GET',  path: '{type}/{id}/$everything',  types: ['Encounter'],   look: everythingOf,     definition: 'Encounter-everything' },
  { code, name: 'everything',  method: 'POST', path: '{type}/{id}/$everything',  types: ['Encounter'],   look: everythingOf,     definition: 'Encounter-everything' },
  { code, name: 'docref',      method: 'GET',  path: '{type}/$docref',           types: ['DocumentReference'], look: docref, definition: 'http://hl7.org/fhir/uv/ipa/OperationDefinition/docref' },
  { code, name: 'docref',      method: 'POST', path: '{type}/$docref',           types: ['DocumentReference'], look: docref, definition: 'http://hl7.org/fhir/uv/ipa/OperationDefinition/docref' },
  { code, name: 'lastn',       method: 'GET',  path: '{type}/$lastn',            types: ['Observation'], look: lastn,            definition: 'Observation-lastn' },
  { code, name: 'lastn',       method: 'POST', path: '{type}/$lastn',            types: ['Observation'], look: lastn,            definition: 'Observation-lastn' },
  { code, name: 'match',       method: 'POST', path: '{type}/$match',            types: ['Patient'],     look: match,            definition: 'Patient-match' },
  { code, name: 'summary',     method: 'GET',  path: '{type}/$summary',         types: ['Patient'],     look: summaryOfIdentified, definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
  { code, name: 'summary',     method: 'POST', path: '{type}/$summary',         types: ['Patient'],     look: summaryOfIdentified, definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
  { code, name: 'summary',     method: 'GET',  path: '{type}/{id}/$summary',    types: ['Patient'],     look: summaryOf, definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
  { code, name: 'summary',     method: 'POST', path: '{type}/{id}/$summary',    types: ['Patient'],     look: summaryOf, definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
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
  { code, name: 'lookup', method: 'GET', path: '{type}/$lookup', types: ['CodeSystem'], look: lookup, definition: 'CodeSystem-lookup' },
  { code, name: 'lookup', method: 'POST', path: '{type}/$lookup', types: ['CodeSystem'], look: lookup, definition: 'CodeSystem-lookup' },
  { code, name: 'validate-code', method: 'GET', path: '{type}/$validate-code', types: ['CodeSystem'], look: validateInCodeSystem, definition: 'CodeSystem-validate-code' },
  { code, name: 'validate-code', method: 'POST', path: '{type}/$validate-code', types: ['CodeSystem'], look: validateInCodeSystem, definition: 'CodeSystem-validate-code' },
  { code, name: 'validate-code', method: 'GET', path: '{type}/{id}/$validate-code', types: ['CodeSystem'], look: validateInCodeSystem, definition: 'CodeSystem-validate-code' },
  { code, name: 'validate-code', method: 'POST', path: '{type}/{id}/$validate-code', types: ['CodeSystem'], look: validateInCodeSystem, definition: 'CodeSystem-validate-code' },
  { code, name: 'subsumes', method: 'GET', path: '{type}/$subsumes', types: ['CodeSystem'], look: subsumes, definition: 'CodeSystem-subsumes' },
  { code, name: 'subsumes', method: 'POST', path: '{type}/$subsumes', types: ['CodeSystem'], look: subsumes, definition: 'CodeSystem-subsumes' },
  { code, name: 'subsumes', method: 'GET', path: '{type}/{id}/$subsumes', types: ['CodeSystem'], look: subsumes, definition: 'CodeSystem-subsumes' },
  { code, name: 'subsumes', method: 'POST', path: '{type}/{id}/$subsumes', types: ['CodeSystem'], look: subsumes, definition: 'CodeSystem-subsumes' },
  { code, name: 'expand', method: 'GET', path: '{type}/$expand', types: ['ValueSet'], look: expand, definition: 'ValueSet-expand' },
  { code, name: 'expand', method: 'POST', path: '{type}/$expand', types: ['ValueSet'], look: expand, definition: 'ValueSet-expand' },
  { code, name: 'expand', method: 'GET', path: '{type}/{id}/$expand', types: ['ValueSet'], look: expand, definition: 'ValueSet-expand' },
  { code, name: 'expand', method: 'POST', path: '{type}/{id}/$expand', types: ['ValueSet'], look: expand, definition: 'ValueSet-expand' },
  { code, name: 'validate-code', method: 'GET', path: '{type}/$validate-code', types: ['ValueSet'], look: validateInValueSet, definition: 'ValueSet-validate-code' },
  { code, name: 'validate-code', method: 'POST', path: '{type}/$validate-code', types: ['ValueSet'], look: validateInValueSet, definition: 'ValueSet-validate-code' },
  { code, name: 'validate-code', method: 'GET', path: '{type}/{id}/$validate-code', types: ['ValueSet'], look: validateInValueSet, definition: 'ValueSet-validate-code' },
  { code, name: 'validate-code', method: 'POST', path: '{type}/{id}/$validate-code', types: ['ValueSet'], look: validateInValueSet, definition: 'ValueSet-validate-code' },
  { code, name: 'translate', method: 'GET', path: '{type}/$translate', types: ['ConceptMap'], look: translate, definition: 'ConceptMap-translate' },
  { code, name: 'translate', method: 'POST', path: '{type}/$translate', types: ['ConceptMap'], look: translate, definition: 'ConceptMap-translate' },
  { code, name: 'translate', method: 'GET', path: '{type}/{id}/$translate', types: ['ConceptMap'], look: translate, definition: 'ConceptMap-translate' },
  { code, name: 'translate', method: 'POST', path: '{type}/{id}/$translate', types: ['ConceptMap'], look: translate, definition: 'ConceptMap-translate' },
]

/** Address of a definition; a partial one belongs to R4. */
export const definitionOf = ({ definition }: OperationRow): string =>
  definition.startsWith('http') ? definition : `http://hl7.org/fhir/OperationDefinition/${definition}`
