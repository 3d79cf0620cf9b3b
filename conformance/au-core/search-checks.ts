/** Searches, combinations, comparators, several values and includes of AU Core. AU Core 2.0.0; R4 search.html. */
import { type Check, expect, type Level, Skip } from '../check.ts'
import { isObject, select, textOf } from '../json.ts'
import { entriesOf, type Server } from '../server.ts'
import { type Gathered, idOf } from './gathered.ts'
import type { Combination, Parameter, TypeRow } from './requirements.ts'
import { type Criterion, findCriteria, parameterOf, readSearch, searchFor } from './searches.ts'
import { listValues } from './values.ts'

type Subject = { readonly row: TypeRow; readonly gathered: Gathered }

export function buildSearchChecks(row: TypeRow, gathered: Gathered): Check[] {
  const subject = { row, gathered }
  const hasPatient = row.parameters.some(({ name }) => name === 'patient')
  return [
    ...row.parameters.flatMap((parameter) => buildParameterChecks(subject, parameter)),
    ...row.combinations.flatMap((combination) => buildCombinationChecks(subject, combination)),
    ...(hasPatient ? [buildChainCheck(subject)] : []),
    ...row.includes.map(({ value, path, level }) => buildIncludeCheck(subject, { value, path, level })),
  ]
}

type Told = { readonly id: string; readonly level: Level; readonly title: string }

const check = ({ row }: Subject, { id, level, title }: Told, run: Check['run']): Check => ({
  id: `${row.type.toLowerCase()}-${id}`,
  title: `${row.type}: ${title}`,
  requirement: { level, text: title, source: `AU Core responder, ${row.type}` },
  run,
})

/** Checks a parameter alone; a token also with its system, a patient also as Patient/id, a date also with comparators. */
function buildParameterChecks(subject: Subject, parameter: Parameter): Check[] {
  const { name, level, type } = parameter
  const plain = check(subject, { id: `search-${name}`, level, title: `search by ${name}` }, async (server) => {
    const { resource, criteria } = findCriteria(subject.gathered, subject.row, [name])
    await searchFor(server, subject.row.type, criteria, resource)
  })
  const typed = check(subject, { id: `search-${name}-typed`, level, title: `search by ${name} as Type/id` }, (server) =>
    searchTyped(server, subject, parameter),
  )
  const withSystem = check(
    subject,
    { id: `search-${name}-system`, level, title: `search by ${name} as system|code` },
    (server) => searchWithSystem(server, subject, parameter),
  )
  return [plain, ...(type === 'reference' ? [typed] : []), ...(type === 'token' && name !== '_id' ? [withSystem] : [])]
}

async function searchTyped(server: Server, { row, gathered }: Subject, parameter: Parameter): Promise<void> {
  const { resource } = findCriteria(gathered, row, [parameter.name])
  const reference = listValues(resource, parameter)[0] ?? ''
  const value = reference.split('/').slice(-2).join('/')
  await searchFor(server, row.type, [{ parameter, value }], resource)
}

async function searchWithSystem(server: Server, { row, gathered }: Subject, parameter: Parameter): Promise<void> {
  for (const resource of gathered.list(row.type)) {
    const value = listValues(resource, parameter).find((one) => /(?<!\\)\|/.test(one))
    if (value === undefined) continue
    await searchFor(server, row.type, [{ parameter, value }], resource)
    return
  }
  throw new Skip(`No ${row.type} with a system in ${parameter.name} was found`)
}

const comparators = ['ge', 'le', 'gt', 'lt'] as const

function buildCombinationChecks(subject: Subject, { names, level }: Combination): Check[] {
  const { row, gathered } = subject
  const id = `search-${names.join('-')}`
  const title = `search by ${names.join(' and ')}`
  const plain = check(subject, { id, level, title }, async (server) => {
    const { resource, criteria } = findCriteria(gathered, row, names)
    await searchFor(server, row.type, criteria, resource)
  })
  const dated = names.filter((name) => parameterOf(row, name).type === 'date')
  const compared = dated.map((name) =>
    check(subject, { id: `${id}-comparators`, level, title: `${title} with ge, le, gt, lt` }, async (server) => {
      const { resource, criteria } = findCriteria(gathered, row, names)
      for (const comparator of comparators) {
        const asked = criteria.map((one) => (one.parameter.name === name ? shift(one, comparator) : one))
        await searchFor(server, row.type, asked, resource)
      }
    }),
  )
  const several = names.includes('status') || names.includes('clinical-status')
  const listed = check(subject, { id: `${id}-several`, level, title: `${title}, several values by comma` }, (server) =>
    searchSeveral(server, subject, names),
  )
  return [plain, ...compared, ...(several ? [listed] : [])]
}

const day = 86_400_000

/** Two days off, so that no zone matters: what lies before is greater, what lies after less. */
function shift({ parameter, value }: Criterion, comparator: (typeof comparators)[number]): Criterion {
  const offset = comparator.startsWith('g') ? -2 * day : 2 * day
  const at = new Date(Date.parse(value) + offset).toISOString().slice(0, 10)
  // An element that is known to the year begins and ends with it.
  const far = value.length < 10 ? `${Number(value.slice(0, 4)) + (comparator.startsWith('g') ? -1 : 1)}-06-30` : at
  return { parameter, value: `${comparator}${far}` }
}

async function searchSeveral(server: Server, { row, gathered }: Subject, names: readonly string[]): Promise<void> {
  const name = names.find((one) => one === 'status' || one === 'clinical-status') ?? ''
  const parameter = parameterOf(row, name)
  const { resource, criteria } = findCriteria(gathered, row, names)
  const held = gathered.list(row.type).flatMap((one) => listValues(one, parameter).slice(0, 1))
  // If all resources have the same value, takes others that the parameter defines.
  const all = [...new Set([...held, ...(name === 'status' ? ['entered-in-error'] : ['active', 'resolved'])])]
  const asked = criteria.map((one) => (one.parameter.name === name ? { parameter, value: all.join(',') } : one))
  await searchFor(server, row.type, asked, resource)
}

/** R4 search.html#chaining. */
function buildChainCheck(subject: Subject): Check {
  const { row, gathered } = subject
  const title = 'search by patient.identifier'
  return check(subject, { id: 'search-patient-identifier', level: 'SHOULD', title }, async (server) => {
    const patientParameter = parameterOf(row, 'patient')
    for (const resource of gathered.list(row.type)) {
      const id = listValues(resource, patientParameter)[0]?.split('/').pop()
      const patient = gathered.list('Patient').find((one) => idOf(one) === id)
      const [identifier] = select(patient, 'identifier').filter(isObject)
      const value = textOf(identifier?.['value'])
      if (value === undefined) continue
      const asked = `${textOf(identifier?.['system']) ?? ''}|${value}`
      const path = `${row.type}?patient.identifier=${encodeURIComponent(asked)}`
      const matched = await readSearch(server, path, resource)
      expect(
        matched.some((entry) => idOf(entry.resource) === idOf(resource)),
        `The ${row.type} of the patient with this identifier is among the matches`,
      )
      return
    }
    throw new Skip(`No ${row.type} of a patient with an identifier was found`)
  })
}

type Include = { readonly value: string; readonly path: string; readonly level: Level }

/** R4 search.html#include. */
function buildIncludeCheck(subject: Subject, { value, path, level }: Include): Check {
  const { row, gathered } = subject
  const title = `_include=${value}`
  return check(subject, { id: `include-${value.split(':')[1]}`, level, title }, async (server) => {
    const referring = gathered.list(row.type).find((one) => /^[A-Z]\w+\//.test(referenceOf(one, path)))
    if (referring === undefined) throw new Skip(`No ${row.type} with ${path} was found`)
    const name = row.parameters.find((one) => one.name === '_id') === undefined ? 'patient' : '_id'
    const parameter = parameterOf(row, name)
    const asked = listValues(referring, parameter)[0] ?? ''
    const query = new URLSearchParams({ [name]: asked.split('/').pop() ?? '', _include: value })
    const answer = await server.ask(`${row.type}?${query}`)
    expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
    const included = (entriesOf(answer.body) ?? []).filter(({ mode }) => mode === 'include')
    const wanted = referenceOf(referring, path).split('/').slice(0, 2)
    const isThere = included.some(
      ({ resource }) => resource['resourceType'] === wanted[0] && resource['id'] === wanted[1],
    )
    expect(isThere, 'The resource referred to, with search.mode include')
    for (const { resource } of included) gathered.add(resource)
  })
}

const referenceOf = (resource: Parameters<typeof idOf>[0], path: string): string =>
  String(select(resource, `${path}.reference`)[0] ?? '')
