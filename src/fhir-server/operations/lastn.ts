/** The operation that finds the last Observations of each code. R4 observation-operation-lastn.html; D114. */
import { checkPartAccess } from '../../access/access.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { tooCostly } from '../../fhir-search/criteria/parse-criterion.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import { listTargets } from '../../fhir-search/index/index-values.ts'
import { parseForReading } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { findMatches } from '../search/find-matches.ts'
import { gatherRelated } from '../search/related-codes.ts'
import { checkLookedAt, listLookedAt, maxCandidates } from '../search/resolve-criteria.ts'
import { patientOf } from '../search/search.ts'
import { type Asked, linkTo, readAsked } from '../search/search-cursor.ts'
import { listCriteria, listNames, parseSearch, type SearchRequest } from '../search/search-request.ts'
import { searchsetReply, textOf } from '../search/searchset.ts'
import { type Dated, listLast } from './code-groups.ts'
import { listQuery } from './query-inputs.ts'

const type = 'Observation'
const address = `${type}/$lastn`

/** The most that one reply holds: it has no pages. */
const maxShown = 1000

export const lastn: Look = async (exchange, request) => {
  const { tx, server } = exchange
  checkPartAccess(request.caller, type, 'search-type')
  const link = readAsked(exchange, { ...request, type: address, parameters: listQuery(request) })
  const max = parseMax(link.parameters)
  checkNamed(link.parameters)
  const asked = await parseAsked(exchange, request, link)
  const items = listLast(await findDated(exchange, request, asked), max)
  if (items.length > maxShown)
    throw tooCostly('max', 'finds more than 1000 resources: lower it, or add a code or a date')
  tx.record('fhir.search', {
    resourceType: type,
    count: items.length,
    query: listNames(asked),
    ...patientOf({ asked, request, items, compartment: undefined }),
  })
  return searchsetReply(server, {
    asked,
    matches: asked.summary === 'count' ? [] : items.map(textOf),
    included: [],
    isCut: false,
    isOutdated: tx.tenant.isOutdated,
    self: linkTo(exchange, address, link),
    next: undefined,
    ignored: asked.ignored,
    total: items.length,
  })
}

/** A positiveInt; without it only the last one of each code. */
function parseMax(parameters: Parameters): number {
  const [text, ...others] = parameters.flatMap(([name, value]) => (name === 'max' ? [value] : []))
  if (text === undefined) return 1
  if (others.length > 0 || !/^[1-9]\d{0,8}$/.test(text)) throw invalidField('max', 'must be one positive whole number')
  return Number(text)
}

/** They order or cut a search, but not what this operation finds. */
const refused = ['_count', '_sort', '_total', '_include', '_revinclude', '_contained']

const subjects = /^(patient|subject)(?:$|[:.](?!missing$))/
const codes = /^(?:category|(?:[a-z]+-)*code(?:-[a-z]+)*)(?:$|:(?!missing$))/

function checkNamed(parameters: Parameters): void {
  const named = parameters.filter(([, value]) => value !== '').map(([name]) => name)
  const bad = refused.find((one) => named.some((name) => name === one || name.startsWith(`${one}:`)))
  if (bad !== undefined) throw unsupported(bad, 'is not for $lastn')
  if (!named.some((name) => subjects.test(name))) throw missing('patient', 'is missing, or subject')
  if (!named.some((name) => codes.test(name))) throw missing('category', 'is missing, or a parameter with a code')
}

const missing = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'required' }] })

async function parseAsked(exchange: ReadExchange, request: FhirRequest, link: Asked): Promise<SearchRequest> {
  const parameters = link.parameters.filter(([name]) => name !== 'max')
  const related = await gatherRelated(exchange, parameters)
  const asked = parseSearch(exchange, { ...request, parameters }, related)
  checkLookedAt({ exchange }, listCriteria(asked))
  return asked
}

/** Newest first, as pages of Observations are. */
async function findDated(
  exchange: ReadExchange,
  request: FhirRequest,
  asked: SearchRequest,
): Promise<readonly Dated<Stored>[]> {
  const { parameters } = exchange.server
  const looked = listCriteria(asked).flatMap(listLookedAt)
  const { items, next } = await findMatches({
    exchange,
    asked: { ...asked, count: maxCandidates, isCounted: false },
    after: {},
    also: [],
    scope: accessScopeOf(parameters, request.caller, [type, ...looked]),
  })
  if (next !== undefined) throw tooCostly('patient', 'has more than 5000 of these: add a code, a category or a date')
  const dated: Dated<Stored>[] = []
  for (const [index, one] of items.entries()) {
    // Lets other requests run in between.
    if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve))
    const { subject = null, code } = parseForReading(one)
    const [target = JSON.stringify(subject)] = listTargets(parameters.addresses, { type: 'Reference', value: subject })
    dated.push({ one, subject: target, code, time: one.position ?? one.key })
  }
  return dated
}
