/** The operation that answers the whole record of a patient or an encounter. R4 patient-operation-everything.html, encounter-operation-everything.html. */

import type { Bundle } from '@medplum/fhirtypes'
import { checkPartAccess, findPartAccess, isDirectory } from '../../access/access.ts'
import { readScopeOfTypes } from '../../access/read-scope.ts'
import { stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { versionedTypes } from '../../fhir/resource-types.ts'
import { listMemberTypes } from '../../fhir-search/index/compartments.ts'
import { readResource, resourceText } from '../../store/resources/content.ts'
import { findMany, listCompartment } from '../../store/resources/read/compartment.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import { baseOf, type FhirReply, type FhirRequest, type Look, type Members, type ReadExchange } from '../exchange.ts'
import { listTargets } from '../links.ts'
import { readCurrent } from '../read-current.ts'
import { outcomeText, outdated } from '../search/searchset.ts'
import { type AskedEverything, readAskedEverything, sealEverything } from './everything-request.ts'

export const everythingOf: Look = async (exchange, request) => {
  const focus = await readCurrent(exchange, request)
  await recordAccess(exchange, 'fhir.everything', focus)
  const asked = readAskedEverything(exchange, request)
  const types = listMemberTypes(focus.type).filter(
    (type) =>
      versionedTypes.includes(type) &&
      (asked.types?.includes(type) ?? true) &&
      findPartAccess(request.caller, type, 'search-type') !== undefined,
  )
  const page = await listCompartment(exchange.tx, {
    ...asked,
    types,
    space: 'fhir',
    scope: readScopeOfTypes(exchange, request.caller),
    target: `${focus.type}/${focus.id}`,
  })
  const isFirst = asked.after === undefined && types.includes(focus.type) && isSince(focus, asked)
  const members = page.items.filter(({ key }) => key !== focus.key)
  const matches = [...(isFirst ? [focus] : []), ...members]
  const included = await listIncluded(exchange, request, matches)
  return reply(exchange, request, { asked, next: page.next, matches, included })
}

/** Without an id it is the caller's own record. A bulk export is for the records of all patients. */
export const everythingOfOwn: Look = async (exchange, request) => {
  const { patient } = checkPartAccess(request.caller, 'Patient', 'read')
  if (patient !== undefined) return everythingOf(exchange, { ...request, id: patient })
  throw new Problem('validation', {
    errors: [{ field: 'Patient.id', message: 'is missing: all patients are exported by $export', code: 'too-costly' }],
  })
}

const isSince = ({ updatedAt }: Stored, { since }: AskedEverything): boolean =>
  since === undefined || Date.parse(updatedAt) >= Date.parse(since)

/** The people, places and medicines that the page refers to; for an encounter also the patient. */
async function listIncluded(
  exchange: ReadExchange,
  request: FhirRequest,
  matches: readonly Stored[],
): Promise<readonly Stored[]> {
  const own = new Set(matches.map(({ type, id }) => `${type}/${id}`))
  const wanted = new Set(
    matches.flatMap((stored) => listTargets(exchange.server.parameters.addresses, readResource(stored))),
  )
  const targets = [...wanted].filter((target) => {
    const type = target.slice(0, target.indexOf('/'))
    return !own.has(target) && (isDirectory(type) || (request.type === 'Encounter' && type === 'Patient'))
  })
  return findMany(exchange.tx, { space: 'fhir', scope: readScopeOfTypes(exchange, request.caller) }, targets)
}

type Page = {
  readonly asked: AskedEverything
  readonly next: AskedEverything['after'] | undefined
  readonly matches: readonly Stored[]
  readonly included: readonly Stored[]
}

function reply(exchange: ReadExchange, request: FhirRequest, { asked, next, matches, included }: Page): FhirReply {
  const base = baseOf(exchange.server)
  const address = `${base}/${request.type}/${request.id}/$everything`
  const link = (relation: string, cursor: AskedEverything) => ({
    relation,
    url: `${address}?_cursor=${sealEverything(exchange, request, cursor)}`,
  })
  const entry = (mode: string) => (stored: Stored) =>
    `{"fullUrl":${JSON.stringify(`${base}/${stored.type}/${stored.id}`)},"resource":${resourceText(stored)},"search":{"mode":"${mode}"}}`
  const notes = exchange.tx.tenant.isOutdated ? [outcomeText([outdated])] : []
  const entries = [...matches.map(entry('match')), ...included.map(entry('include')), ...notes]
  const head = stringifyJson({
    resourceType: 'Bundle',
    type: 'searchset',
    total: asked.after === undefined && next === undefined ? matches.length : undefined,
    link: [link('self', asked), ...(next === undefined ? [] : [link('next', { ...asked, after: next })])],
  } satisfies Members<Bundle>).slice(0, -1)
  return { status: 200, text: entries.length === 0 ? `${head}}` : `${head},"entry":[${entries.join(',')}]}` }
}
