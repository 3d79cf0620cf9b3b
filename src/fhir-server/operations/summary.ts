/** The operation that puts together an International Patient Summary. IPS 2.0.0 OperationDefinition-summary.html; D117. */
import { checkPartAccess, findPartAccess } from '../../access/access.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { buildPatientSummary, type FilledSection, summaryProfiles } from '../../documents/summary/patient-summary.ts'
import { type SectionRow, type Source, summarySections } from '../../documents/summary/sections.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import type { FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { readCurrent } from '../read-current.ts'
import { findMatches } from '../search/find-matches.ts'
import { parseSearch } from '../search/search-request.ts'
import { listLast } from './code-groups.ts'
import { gatherContext } from './summary-context.ts'

export const summaryOf: Look = async (exchange, request) => {
  checkProfile(findText(request, 'profile'))
  const { server, tx } = exchange
  const stored = await readCurrent(exchange, request)
  await recordAccess(exchange, 'fhir.document', stored)
  const sections: FilledSection[] = []
  for (const row of summarySections) sections.push(await fillSection(exchange, request, row))
  const patient = readResource(stored)
  const members = [patient, ...sections.flatMap(({ resources }) => resources)]
  const bundle = buildPatientSummary({
    ids: { document: newId(), composition: newId(), author: newId() },
    at: tx.at,
    patient,
    sections,
    context: await gatherContext(exchange, request.caller, members),
    addresses: server.parameters.addresses,
    softwareVersion: server.softwareVersion,
  })
  return { status: 200, text: stringifyJson(bundle) }
}

/** Of the patient with an identifier, or of the caller's own record. */
export const summaryOfIdentified: Look = async (exchange, request) => {
  const identifier = findText(request, 'identifier')
  if (identifier !== undefined)
    return summaryOf(exchange, { ...request, id: await findId(exchange, request, identifier) })
  const { patient } = checkPartAccess(request.caller, 'Patient', 'read')
  if (patient !== undefined) return summaryOf(exchange, { ...request, id: patient })
  throw new Problem('validation', { errors: [{ field: 'identifier', message: 'is missing', code: 'required' }] })
}

async function findId(exchange: ReadExchange, request: FhirRequest, identifier: string): Promise<string> {
  checkPartAccess(request.caller, 'Patient', 'search-type')
  const [found, ...others] = await findSome(exchange, request, {
    type: 'Patient',
    parameters: [['identifier', identifier]],
  })
  if (found === undefined) throw new Problem('not-found')
  if (others.length > 0) throw new Problem('multiple-matches')
  return found.id
}

function checkProfile(profile: string | undefined): void {
  const [address] = profile?.split('|') ?? []
  const isKnown = profile === undefined || profile === address || profile.endsWith('|2.0.0')
  if (!isKnown || (address !== undefined && !Object.values<string>(summaryProfiles).includes(address)))
    throw unsupported('profile', 'is not the International Patient Summary 2.0.0')
}

type Asked = { readonly type: string; readonly parameters: FhirRequest['parameters']; readonly mayCut?: boolean }

/** More of one kind are no summary. */
const maxResources = 1000

/** Newest first, and only what the caller may see. */
async function findSome(
  exchange: ReadExchange,
  request: FhirRequest,
  { type, parameters, mayCut = false }: Asked,
): Promise<readonly Stored[]> {
  const asked = parseSearch(exchange, {
    ...request,
    type,
    parameters: [...parameters, ['_count', String(maxResources)]],
  })
  if (asked.criteria.length < parameters.length) throw new Problem('not-found')
  const scope = accessScopeOf(exchange.server.parameters, request.caller, [type])
  const { items, next } = await findMatches({ exchange, asked, after: {}, also: [], scope })
  if (next !== undefined && !mayCut) throw new Problem('payload-too-large', { detail: 'The summary is too large' })
  return items
}

async function fillSection(exchange: ReadExchange, request: FhirRequest, row: SectionRow): Promise<FilledSection> {
  const resources = new Map<string, JsonObject>()
  let isWithheld = false
  for (const source of row.sources) {
    if (findPartAccess(request.caller, source.type, 'search-type') === undefined) isWithheld = true
    else for (const one of await findSource(exchange, request, source)) resources.set(String(one['id']), one)
  }
  return { row, resources: [...resources.values()], isWithheld }
}

async function findSource(
  exchange: ReadExchange,
  request: FhirRequest,
  { type, query = [], keeps, isLatest }: Source,
): Promise<readonly JsonObject[]> {
  const parameters = [['patient', `Patient/${request.id}`] as const, ...query]
  const items = await findSome(exchange, request, { type, parameters, mayCut: isLatest === true })
  const dated = items
    .map((stored) => ({ one: readResource(stored), time: stored.position ?? stored.key }))
    .filter(({ one }) => keeps(one))
    .map(({ one, time }) => ({ one, time, subject: '', code: one['code'] }))
  return isLatest === true ? listLast(dated, 1) : dated.map(({ one }) => one)
}
