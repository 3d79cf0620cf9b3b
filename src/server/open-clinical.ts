/** Opens definitions, validators, terminology and search parameters: those of the standards, and those that tenants add. */
import { join } from 'node:path'
import { isHookAddress } from '../channels/rest-hook.ts'
import { systemClock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { JsonValue } from '../core/json.ts'
import { after } from '../core/maybe-promise.ts'
import type { SubscriptionRules } from '../domain/subscription/subscription-content.ts'
import { fhirPath, ownAddressesOf } from '../fhir/own-addresses.ts'
import { openIndex } from '../fhir-search/index/index-resource.ts'
import { withSearchParameter } from '../fhir-search/index/own-parameters.ts'
import { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { OwnDefinitions, withDefinition } from '../fhir-server/definitions/own-definitions.ts'
import { indexHubResource } from '../hub/index-rows.ts'
import { withHost } from '../outbound/fetch.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { type Checked, checkSoon } from '../profiles/check.ts'
import { type Definitions, openDefinitions } from '../profiles/definitions/definitions.ts'
import { openValidator, type Validator } from '../profiles/validator/validator.ts'
import type { Index } from '../store/resources/index-rows.ts'
import type { Check } from '../store/resources/write/check-rows.ts'
import type { Tenant } from '../store/tenants/tenant.ts'
import { withAnswers } from '../terminology/answer-codes.ts'
import { openCodeLookup } from '../terminology/code-lookup.ts'
import { openTerminology, type Terminology } from '../terminology/terminology.ts'
import { openTerminologyServer } from '../terminology/terminology-server.ts'
import type { Opening } from './opening.ts'
import { toDirectoryError } from './start-errors.ts'

export type Clinical = {
  readonly definitions: Definitions
  readonly ownDefinitions: OwnDefinitions<Validator>
  readonly searchParameters: SearchParameters
  readonly terminology: Terminology
  readonly subscriptionRules: SubscriptionRules
  readonly index: Index
  readonly check: Check
  /** Codes of the resource that only another terminology server knows. */
  readonly listPendingCodes: (tenant: Tenant, resource: JsonValue) => Promise<Checked['pending']['codes']>
}

export async function openClinical({ config, policy, published }: Opening): Promise<Clinical> {
  const read = published ?? (await openPublished(config))
  const definitions = await read.withPackages(config.packages)
  const searchParameters = new SearchParameters(definitions, { addresses: ownAddressesOf(config) })
  const terminology = openTerminology(definitions.registry, {
    askServer: openAskServer(config, policy),
    isClosed: config.terminologyFail === 'closed',
  })
  const ownDefinitions = openOwnDefinitions(definitions, terminology)
  return {
    ...{ definitions, ownDefinitions, searchParameters, terminology },
    index: openIndex(searchParameters, indexHubResource),
    subscriptionRules: {
      parameters: searchParameters,
      base: `${config.baseUrl}${fhirPath}`,
      isAddress: isHookAddress,
    },
    check: checkBy(ownDefinitions, searchParameters),
    listPendingCodes: async (tenant, resource) =>
      (await checkSoon(resource, asking(ownDefinitions, tenant))).pending.codes,
  }
}

const openPublished = ({ dataDir }: Config): Promise<Definitions> =>
  openDefinitions(join(dataDir, 'cache')).catch((error: unknown) => {
    throw toDirectoryError(error)
  })

const openOwnDefinitions = (definitions: Definitions, { answers }: Terminology): OwnDefinitions<Validator> =>
  new OwnDefinitions(definitions.registry, (registry) =>
    openValidator({
      registry,
      codes: withAnswers(openCodeLookup(registry), answers),
      model: definitions,
      searchParameters: definitions.searchParameters,
      globalProfiles: definitions.globalProfiles,
      clock: systemClock,
    }),
  )

const asking = (ownDefinitions: OwnDefinitions<Validator>, tenant: Tenant) => ({
  validator: ownDefinitions.of(tenant).made,
  requiredProfiles: tenant.requiredProfiles,
})

const checkBy =
  (ownDefinitions: OwnDefinitions<Validator>, searchParameters: SearchParameters): Check =>
  (tenant, resource) =>
    after(checkSoon(resource, asking(ownDefinitions, tenant)), (checked) => {
      const defined = withDefinition(ownDefinitions, { tenant, resource }, checked)
      return withSearchParameter(searchParameters.of(tenant), resource, defined)
    })

function openAskServer({ terminologyUrl: url, terminologyTimeoutMs: timeoutMs }: Config, policy: OutboundPolicy) {
  if (url === undefined) return undefined
  // It is asked for codes, never about a patient.
  return openTerminologyServer({ ...withHost(policy, url), isClearRefused: false }, { url, timeoutMs }, systemClock)
}
