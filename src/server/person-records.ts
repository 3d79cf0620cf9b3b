/** What a person at the pages of the authorisation server may read: the FHIR interface answers, as it would answer a token of theirs. D171. */
import type { Caller } from '../core/caller.ts'
import { newId } from '../core/ids.ts'
import { listObjects } from '../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, parseJson, textOf } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { spokes } from '../core/spokes.ts'
import { version } from '../core/version.ts'
import { withConsentDenials } from '../domain/consent/consent-denials.ts'
import { ownAddressesOf } from '../fhir/own-addresses.ts'
import type { FhirReply, FhirRequest, FhirServer } from '../fhir-server/exchange.ts'
import { checkFeatures } from '../fhir-server/features.ts'
import { type Matched, matchInteraction } from '../fhir-server/match-interaction.ts'
import { perform } from '../fhir-server/write/transact.ts'
import { chooseSpoke } from '../http/checks/authenticate.ts'
import { recordRefusal } from '../http/checks/record-refusals.ts'
import { within } from '../http/checks/time-limit.ts'
import { parseClaims } from '../identity/claims.ts'
import { buildCaller } from '../identity/identity.ts'
import { buildAccountClaims } from '../identity/issuer/accounts.ts'
import { narrowScopes, scopesOfAccount } from '../identity/issuer/granted-scopes.ts'
import { issuerOf } from '../identity/issuer/issuer-config.ts'
import type { FoundRecords, PersonRecords, Reader } from '../identity/pages/person-records.ts'
import { openSpokeBounds } from '../identity/spoke-bounds.ts'
import type { Store } from '../store/store.ts'
import { checkServed } from '../store/tenants/check-served.ts'
import type { Clinical } from './open-clinical.ts'
import type { Opening } from './opening.ts'

type Parts = {
  readonly store: Store
  readonly clinical: Pick<Clinical, 'searchParameters' | 'terminology'>
}

export function openPersonRecords(
  { config, log }: Pick<Opening, 'config' | 'log'>,
  { store, clinical: { searchParameters: parameters, terminology } }: Parts,
): PersonRecords {
  const server: FhirServer = { store, parameters, terminology, config, log, softwareVersion: version }
  const toCaller = openCallers(config)
  const ask = async (reader: Reader, matched: Matched, rest: Partial<FhirRequest>): Promise<FhirReply> => {
    const caller = toCaller(reader)
    try {
      const platform = await store.readPlatform(caller)
      checkFeatures({ platform }, matched)
      const { consentDenials } = await store.readTenant(caller.tenant)
      const own =
        consentDenials.length === 0 ? caller : await store.view(caller, (view) => withConsentDenials(view, caller))
      const request = { ...plain, ...rest, caller: own, platform, type: matched.type }
      return await within(config.handlerTimeoutMs, () => perform(server, matched.row, request))
    } catch (error) {
      await recordRefusal({ store, log }, caller, { error, resourceType: matched.type })
      throw error
    }
  }
  return {
    search: async (reader, type, asked) => {
      const matched = matchInteraction('POST', `${type}/_search`)
      const parameters = asked.map(([name, value]): [string, string] => [name, value])
      return readPage(await ask(reader, matched, { parameters, isForm: true }))
    },
    read: (reader, type, id) =>
      ask(reader, matchInteraction('GET', `${type}/${id}`), { id }).then(readBody, (error: unknown) => {
        if (error instanceof Problem && absent.has(error.row.status)) return undefined
        throw error
      }),
    nameTenants: async (tenants) => {
      const named = tenants.map(async (id) => ({ id, name: checkServed(await store.readTenant(id)).name || id }))
      return (await Promise.all(named.map((one) => one.catch(leaveOutClosed)))).flat()
    },
  }
}

const closed: ReadonlySet<string> = new Set(['tenant-disabled', 'tenant-unknown'])

function leaveOutClosed(error: unknown): readonly [] {
  if (error instanceof Problem && closed.has(error.slug)) return []
  throw error
}

const absent: ReadonlySet<number> = new Set([404, 410])

const plain = {
  parameters: [],
  strict: true,
  isAsync: false,
  preferred: undefined,
  native: false,
} as const satisfies Partial<FhirRequest>

/** All that the pages look at. */
const asked = ['user/Patient.rs', 'user/Encounter.rs', 'patient/Patient.rs', 'patient/Encounter.rs']

function openCallers(config: Opening['config']): (reader: Reader) => Caller {
  const own = ownAddressesOf(config)
  const bounds = openSpokeBounds(spokes(config.iosSpoke), config.scopeNamespace)
  return ({ account, tenant, client }) => {
    if (!account.tenants.includes(tenant)) throw new Problem('tenant-forbidden')
    const scope = narrowScopes(asked, scopesOfAccount(account, config.scopeNamespace)).join(' ')
    const token = { iss: issuerOf(config), sub: account.id, client_id: client, scope }
    const identity = parseClaims({ ...token, ...buildAccountClaims(account, config) }, config, own)
    return buildCaller(identity, { tenant, spoke: chooseSpoke(identity, bounds), bounds }, { requestId: newId() })
  }
}

function readBody({ text = '' }: FhirReply): JsonObject {
  const body = parseJson(text)
  if (!isJsonObject(body)) throw new TypeError('a FHIR resource is an object')
  return body
}

/** R4 bundle.html#searchset. */
function readPage(reply: FhirReply): FoundRecords {
  const bundle = readBody(reply)
  const resources = listObjects(bundle['entry']).flatMap(({ resource, search }) =>
    isJsonObject(resource) && isJsonObject(search) && search['mode'] === 'match' ? [resource] : [],
  )
  const next = listObjects(bundle['link']).find(({ relation }) => relation === 'next')
  const cursor = URL.parse(textOf(next, 'url') ?? '')?.searchParams.get('_cursor')
  return { resources, next: cursor ?? undefined }
}
