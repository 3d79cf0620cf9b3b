/** Checks of an AU Core responder's own description. AU Core 2.0.0, CapabilityStatement au-core-responder; R4 http.html#capabilities. */
import { type Check, expect, type Group, type Level, skipUnless } from '../check.ts'
import { isObject, type JsonObject, listOf, select, textOf } from '../json.ts'
import type { Server } from '../server.ts'
import { responderUrl, type TypeRow } from './requirements.ts'

/** The CapabilityStatement as read, for the later checks. */
export type Stated = { statement?: JsonObject }

/** `rest.resource` of a type. */
export const findStated = ({ statement }: Stated, type: string): JsonObject | undefined =>
  select(statement, 'rest.resource')
    .filter(isObject)
    .find((resource) => resource['type'] === type)

/** Unknown is taken as had: what it does then shows. */
export const isStated = (stated: Stated, type: string): boolean =>
  stated.statement === undefined || findStated(stated, type) !== undefined

function need(stated: Stated): JsonObject {
  skipUnless(stated.statement !== undefined, 'The CapabilityStatement could not be read')
  return stated.statement
}

const check = (id: string, level: Level, title: string, run: Check['run']): Check => ({
  id: `capability-${id}`,
  title,
  requirement: { level, text: title, source: responderUrl },
  run,
})

export function buildCapabilityGroup(rows: readonly TypeRow[], stated: Stated): Group {
  const fixed: Check[] = [
    check('read', 'SHALL', 'A CapabilityStatement is served at /metadata', (server) => readStatement(server, stated)),
    check('version', 'SHALL', 'The CapabilityStatement is of FHIR 4.0.1', async () =>
      expect(need(stated)['fhirVersion'] === '4.0.1', 'fhirVersion 4.0.1'),
    ),
    check('json', 'SHALL', 'JSON is among the formats', async () =>
      expect(
        listFormats(stated).some((format) => /json/.test(format)),
        'A format that is JSON',
      ),
    ),
    check('xml', 'SHOULD', 'XML is among the formats', async () =>
      expect(
        listFormats(stated).some((format) => /xml/.test(format)),
        'A format that is XML',
      ),
    ),
    check('patient', 'SHALL', 'Patient is supported', async () => {
      need(stated)
      expect(findStated(stated, 'Patient') !== undefined, 'Patient in rest.resource')
    }),
    check('another', 'SHALL', 'At least one more type of AU Core is supported', async () => {
      need(stated)
      const others = rows.filter(({ type }) => type !== 'Patient' && findStated(stated, type) !== undefined)
      expect(others.length > 0, 'A type of AU Core beside Patient in rest.resource')
    }),
    check('security', 'SHOULD', 'The security service is named', async () => {
      need(stated)
      expect(select(stated.statement, 'rest.security').length > 0, 'rest.security')
    }),
  ]
  return {
    id: 'capability',
    title: 'CapabilityStatement',
    checks: [...fixed, ...rows.flatMap((row) => buildTypeChecks(row, stated))],
  }
}

async function readStatement(server: Server, stated: Stated): Promise<void> {
  const answer = await server.ask('metadata')
  expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
  expect(isObject(answer.body) && answer.body['resourceType'] === 'CapabilityStatement', 'A CapabilityStatement')
  stated.statement = answer.body
}

const listFormats = (stated: Stated): string[] =>
  listOf(need(stated)['format']).flatMap((format) => textOf(format) ?? [])

function buildTypeChecks(row: TypeRow, stated: Stated): Check[] {
  const name = row.type.toLowerCase()
  const resource = (): JsonObject => {
    need(stated)
    const found = findStated(stated, row.type)
    skipUnless(found !== undefined, `The server does not have ${row.type}`)
    return found
  }
  const profiles = check(`${name}-profiles`, 'SHALL', `${row.type}: its AU Core profiles are listed`, async () => {
    const listed = ['supportedProfile', 'profile'].flatMap((path) => select(resource(), path).map(String))
    const missing = row.profiles.filter((url) => !listed.some((one) => one.split('|')[0] === url))
    expect(missing.length === 0, `supportedProfile with ${missing.join(', ')}`)
  })
  const codes = row.parameters.length === 0 ? ['read'] : ['read', 'search-type']
  const interactions = check(
    `${name}-interactions`,
    'SHALL',
    `${row.type}: ${codes.join(' and ')} are listed`,
    async () => {
      const listed = select(resource(), 'interaction.code')
      expect(
        codes.every((code) => listed.includes(code)),
        `interaction with ${codes.join(' and ')}`,
      )
    },
  )
  const needed = [
    ...row.parameters.filter(({ level }) => level === 'SHALL').map((parameter) => parameter.name),
    ...row.combinations.filter(({ level }) => level === 'SHALL').flatMap(({ names }) => names),
  ]
  const wanted = [...new Set(needed)]
  const parameters = check(`${name}-parameters`, 'SHALL', `${row.type}: its search parameters are listed`, async () => {
    const listed = select(resource(), 'searchParam.name')
    const missing = wanted.filter((one) => !listed.includes(one))
    expect(missing.length === 0, `searchParam with ${missing.join(', ')}`)
  })
  return [profiles, interactions, ...(wanted.length === 0 ? [] : [parameters])]
}
