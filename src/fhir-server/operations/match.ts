/** The operation that finds the Patients that somebody may be. It changes nothing. R4 patient-operation-match.html; D116. */
import type { OperationOutcomeIssue } from '@medplum/fhirtypes'
import { checkWholeAccess } from '../../access/access.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import { isJsonObject, type JsonObject, stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { escapeValue } from '../../fhir-search/criteria/search-values.ts'
import { parseForReading, resourceText } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { baseOf, type FhirReply, type FhirRequest, type Look, type ReadExchange } from '../exchange.ts'
import { findText, listInputs } from '../parameters.ts'
import { findMatches } from '../search/find-matches.ts'
import { parseSearch } from '../search/search-request.ts'
import { outcomeText, outdated } from '../search/searchset.ts'
import { type Facts, readFacts } from './match-facts.ts'
import { type Graded, gradeMatch } from './match-grade.ts'

const type = 'Patient'

/** Candidates of each look-up; with more of them the reply says that it is incomplete. */
const maxCandidates = 100
const defaultCount = 20
const maxCount = 100

export const match: Look = async (exchange, request) => {
  const { tx } = exchange
  // A caller with a part of the patients would learn about the others.
  checkWholeAccess(request.caller, type, 'search-type')
  const asked = readAsked(request)
  const lookUps = listLookUps(asked.facts)
  if (lookUps.length === 0)
    throw invalidField(
      'Patient',
      'needs an identifier with its system, or two of family name, given name and birth date',
    )
  const { candidates, isCut } = await findCandidates(exchange, request, lookUps)
  const found = keepAsked(asked, gradeAll(asked.facts, candidates))
  const shown = found.slice(0, asked.count)
  tx.record('fhir.search', {
    resourceType: type,
    count: shown.length,
    query: [...new Set(lookUps.flatMap((parameters) => parameters.map(([name]) => name)))],
    ...(shown.length === 1 && shown[0] !== undefined ? { patientId: shown[0].stored.id } : {}),
  })
  return reply(exchange, shown, { total: found.length, isCut })
}

type Asked = { readonly facts: Facts; readonly isCertainOnly: boolean; readonly count: number }

function readAsked(request: FhirRequest): Asked {
  const resource = listInputs(request).find(({ name }) => name === 'resource')?.['resource']
  if (!isJsonObject(resource)) throw missing('resource', 'is missing')
  if (resource['resourceType'] !== type) throw invalidField('resource', 'must be a Patient')
  const certain = findText(request, 'onlyCertainMatches') ?? 'false'
  if (certain !== 'true' && certain !== 'false') throw invalidField('onlyCertainMatches', 'must be true or false')
  const count = findText(request, 'count') ?? String(defaultCount)
  if (!/^[1-9]\d{0,8}$/.test(count)) throw invalidField('count', 'must be a positive whole number')
  return { facts: readFacts(resource), isCertainOnly: certain === 'true', count: Math.min(Number(count), maxCount) }
}

const missing = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'required' }] })

/** Texts longer than this are no keys of the index. */
const longestText = 16

/** Searches that index rows decide: none looks at all patients. */
function listLookUps({ identifiers, families, givens, birthDate }: Facts): readonly Parameters[] {
  const any = (texts: readonly string[]): string =>
    texts.map((text) => escapeValue([...text].slice(0, longestText).join(''))).join(',')
  const family = families.length === 0 ? [] : [['family', any(families)] as const]
  const given = givens.length === 0 ? [] : [['given', any(givens)] as const]
  const birth = birthDate === undefined ? [] : [['birthdate', birthDate] as const]
  const pairs = [
    [birth, family],
    [birth, given],
    [family, given],
  ] as const
  const identified = identifiers.map(({ system, value }) => `${escapeValue(system)}|${escapeValue(value)}`)
  return [
    ...(identified.length === 0 ? [] : [[['identifier', identified.join(',')] as const]]),
    ...pairs.filter((pair) => pair.every((one) => one.length > 0)).map((pair) => pair.flat()),
  ]
}

type Candidates = { readonly candidates: readonly Stored[]; readonly isCut: boolean }

/** Denied patients are absent, as from a search. */
async function findCandidates(
  exchange: ReadExchange,
  request: FhirRequest,
  lookUps: readonly Parameters[],
): Promise<Candidates> {
  const candidates = new Map<string, Stored>()
  const scope = accessScopeOf(exchange.server.parameters, request.caller, [type])
  let isCut = false
  for (const parameters of lookUps) {
    const asked = parseSearch(exchange, { ...request, parameters: [...parameters, ['_count', String(maxCandidates)]] })
    const { items, next } = await findMatches({ exchange, asked, after: {}, also: [], scope })
    for (const stored of items) candidates.set(stored.key, stored)
    isCut ||= next !== undefined
  }
  return { candidates: [...candidates.values()], isCut }
}

type Found = Graded & { readonly stored: Stored }

const gradeAll = (facts: Facts, candidates: readonly Stored[]): readonly Found[] =>
  candidates
    .flatMap((stored) => {
      const content = parseForReading(stored)
      const graded = gradeMatch(facts, readFacts(content), isInUse(content))
      return graded === undefined ? [] : [{ ...graded, stored }]
    })
    .sort((a, b) => b.score - a.score || (a.stored.id < b.stored.id ? -1 : 1))

/** R4 patient-definitions.html#Patient.active, #Patient.link.type. */
function isInUse({ active, link }: JsonObject): boolean {
  const links = Array.isArray(link) ? link.filter(isJsonObject) : []
  return active !== false && !links.some((one) => one['type'] === 'replaced-by')
}

/** Two certain matches are two records of one person, or an error: neither is the one to go on with. */
function keepAsked({ isCertainOnly }: Asked, found: readonly Found[]): readonly Found[] {
  if (!isCertainOnly) return found
  const certain = found.filter(({ grade }) => grade === 'certain')
  return certain.length === 1 ? certain : []
}

const gradeUrl = 'http://hl7.org/fhir/StructureDefinition/match-grade'

const incomplete: OperationOutcomeIssue = {
  severity: 'warning',
  code: 'incomplete',
  details: { text: 'More patients than were compared have these names: add an identifier or a birth date' },
}

function reply(
  { server, tx }: ReadExchange,
  shown: readonly Found[],
  { total, isCut }: { readonly total: number; readonly isCut: boolean },
): FhirReply {
  const entries = shown.map(({ stored, grade, score }) => {
    const search = stringifyJson({ extension: [{ url: gradeUrl, valueCode: grade }], mode: 'match', score })
    const fullUrl = JSON.stringify(`${baseOf(server)}/${type}/${stored.id}`)
    return `{"fullUrl":${fullUrl},"resource":${resourceText(stored)},"search":${search}}`
  })
  const issues = [...(isCut ? [incomplete] : []), ...(tx.tenant.isOutdated ? [outdated] : [])]
  if (issues.length > 0) entries.push(outcomeText(issues))
  const head = stringifyJson({ resourceType: 'Bundle', type: 'searchset', total }).slice(0, -1)
  return { status: 200, text: entries.length === 0 ? `${head}}` : `${head},"entry":[${entries.join(',')}]}` }
}
