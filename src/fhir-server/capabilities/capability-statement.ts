/** The description of this server, built from the tables that define it. R4 http.html#capabilities, capabilitystatement.html. */
import type { CapabilityStatement, CapabilityStatementRestResource, Extension } from '@medplum/fhirtypes'
import { topics, topicUrl } from '../../domain/subscription/subscription-topics.ts'
import { backportDefinition } from '../../fhir/backport.ts'
import { resourceTypes } from '../../fhir/resource-types.ts'
import { compartmentTypes } from '../../fhir-search/index/compartments.ts'
import { baseOf, type FhirServer } from '../exchange.ts'
import { interactions } from '../interactions.ts'
import { definitionOf, operations } from '../operations/operations.ts'
import { jsonPatchType } from '../patch/patch.ts'
import { formats } from '../reply/formats.ts'
import { auditParameters } from '../search/audit-search.ts'
import { auCoreGuide, auCoreResponder, expectationOf, listCombinations, listProfiles } from './au-core-responder.ts'

/** No table lists the interactions of a Bundle at the base address. */
const bundled = [{ code: 'transaction' }, { code: 'batch' }] as const

/** R4 search.html#list, search_filter.html: parameters that search no element. */
const listed = { name: '_list', type: 'special' as const, documentation: 'The id of a List; no functional list' }
const filter = {
  name: '_filter',
  type: 'special' as const,
  documentation: 'Without brackets, composites and the operators co, ew, ss, sb, in, ni',
}

/** `date` is the date of this release's statement. */
export function buildCapabilityStatement(server: FhirServer, date: string): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date,
    kind: 'instance',
    instantiates: ['http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data', auCoreResponder],
    software: { name: 'Banksia', version: server.softwareVersion },
    implementation: { description: 'Banksia FHIR R4 interface', url: baseOf(server) },
    fhirVersion: '4.0.1',
    format: formats.flatMap(({ format, mediaType }) => [mediaType, format]),
    patchFormat: [jsonPatchType, ...formats.map(({ mediaType }) => mediaType)],
    implementationGuide: [auCoreGuide],
    rest: [
      {
        mode: 'server',
        security: {
          ...buildOauthUris(server),
          cors: server.config.corsOrigins.length > 0 || server.oauthUris !== undefined,
          service: [
            {
              coding: [
                { system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' },
              ],
            },
          ],
        },
        resource: resourceTypes.map((row) => buildResource(server, row)),
        interaction: [...bundled, ...listSystemCodes().map((code) => ({ code }))],
        searchParam: [...describeParameters(server, 'Resource', listCommon(server)), listed],
        operation: listOperations(operations.filter(({ path }) => !path.includes('/'))),
        compartment: compartmentTypes.map((type) => `http://hl7.org/fhir/CompartmentDefinition/${type.toLowerCase()}`),
      },
    ],
  }
}

const oauthUrisAddress = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris'

/** SMART App Launch 2.2 conformance.html: deprecated there, and all that some clients read. */
const buildOauthUris = ({ oauthUris }: FhirServer): { extension?: Extension[] } =>
  oauthUris === undefined
    ? {}
    : {
        extension: [
          {
            url: oauthUrisAddress,
            extension: Object.entries(oauthUris).map(([url, valueUri]) => ({ url, valueUri })),
          },
        ],
      }

/** A search of all types takes the parameters that every type has. */
const listCommon = ({ parameters }: FhirServer): readonly string[] =>
  parameters.list('Basic').flatMap(({ code }) => (code.startsWith('_') ? [code] : []))

const listSystemCodes = () => [
  ...new Set(interactions.flatMap(({ code }) => (code === 'history-system' || code === 'search-system' ? [code] : []))),
]

function buildResource(server: FhirServer, row: (typeof resourceTypes)[number]): CapabilityStatementRestResource {
  const writes = row.codes.includes('create')
  const parameters =
    row.type === 'AuditEvent' ? auditParameters : server.parameters.list(row.type).map(({ code }) => code)
  const extension = row.type === 'Subscription' ? listTopics(server) : listCombinations(row.type)
  return {
    ...(extension.length === 0 ? {} : { extension }),
    type: row.type as NonNullable<CapabilityStatementRestResource['type']>, // rows name R4 types
    ...listProfiles(row),
    interaction: row.codes.map((code) => ({ code })),
    versioning: writes ? 'versioned-update' : 'no-version',
    readHistory: row.codes.includes('vread'),
    ...(writes
      ? {
          updateCreate: true,
          conditionalCreate: true,
          conditionalUpdate: true,
          conditionalRead: 'full-support' as const,
          conditionalDelete: 'multiple' as const,
        }
      : {}),
    referencePolicy: ['literal', 'logical'],
    ...(writes ? { searchInclude: listIncludes(server, row.type), searchRevInclude: ['*', 'Provenance:target'] } : {}),
    searchParam: [
      ...describeParameters(server, row.type, parameters),
      ...(row.type === 'AuditEvent' ? [] : [listed, filter]),
    ],
    ...operationsOf(row.type),
  }
}

const describeParameters = ({ parameters }: FhirServer, type: string, codes: readonly string[]) =>
  codes.flatMap((name) => {
    const parameter = parameters.find(type, name)
    return parameter === undefined
      ? []
      : [{ ...expectationOf(type, name), name, definition: parameter.url, type: parameter.type }]
  })

const listTopics = (server: FhirServer): Extension[] =>
  topics.map((topic) => ({
    url: backportDefinition('capabilitystatement-subscriptiontopic-canonical'),
    valueCanonical: topicUrl(baseOf(server), topic),
  }))

const listIncludes = ({ parameters }: FhirServer, type: string): string[] => [
  '*',
  ...parameters.list(type).flatMap(({ code, type: kind }) => (kind === 'reference' ? [`${type}:${code}`] : [])),
]

function operationsOf(type: string): Pick<CapabilityStatementRestResource, 'operation'> {
  const operation = listOperations(operations.filter(({ types }) => types.includes(type)))
  return operation.length === 0 ? {} : { operation }
}

/** Each once, for all its methods and levels. */
function listOperations(rows: typeof operations): { name: string; definition: string }[] {
  const own = new Map(rows.map((row) => [row.name, definitionOf(row)]))
  return [...own].map(([name, definition]) => ({ name, definition }))
}
