/** Search of Patient. R4 search.html. */
import { expect, Failure } from '../check.ts'
import { type Created, create } from '../created.ts'
import { isObject, select } from '../json.ts'
import { buildPatient, identifierOf } from '../sample.ts'
import { type Answer, type Entry, entriesOf, nextLink, type Server } from '../server.ts'
import { need, type Row } from './rows.ts'

const noPatient = 'No Patient could be created'

function entries(answer: Answer): readonly Entry[] {
  expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
  const found = entriesOf(answer.body)
  if (found === undefined) throw new Failure('A Bundle of type searchset')
  return found
}

const matchedIds = (answer: Answer): string[] =>
  entries(answer).flatMap(({ resource, mode }) => (mode === 'match' ? [String(resource['id'])] : []))

const form = { 'content-type': 'application/x-www-form-urlencoded' } as const

export function buildSearchChecks(): Row[] {
  let one: Created | undefined
  let two: Created | undefined
  const first = (): Created => need(one, noPatient)
  const both = (): string => `${first().id},${need(two, noPatient).id}`
  const find = async (server: Server, query: string): Promise<Answer> => server.ask(`Patient?${query}`)
  // biome-ignore format: one check after the other
  const rows: Omit<Row, 'claim'>[] = [
    { id: 'data', title: 'Two patients are created to search for', source: 'http.html#create', run: async (server) => {
      one = await create(server, buildPatient())
      two = await create(server, buildPatient())
    } },
    { id: 'id', title: '_id finds the resource', source: 'search.html#id', run: async (server) => {
      const ids = matchedIds(await find(server, `_id=${first().id}`))
      expect(ids.length === 1 && ids[0] === first().id, 'The one resource with this id')
    } },
    { id: 'identifier', title: 'A token is found by system and value', source: 'search.html#token', run: async (server) => {
      const ids = matchedIds(await find(server, `identifier=${encodeURIComponent(identifierOf(first().sent))}`))
      expect(ids.length === 1 && ids[0] === first().id, 'The one resource with this identifier')
    } },
    { id: 'post', title: 'POST _search answers as GET does', source: 'http.html#search', run: async (server) => {
      const text = `identifier=${encodeURIComponent(identifierOf(first().sent))}`
      const ids = matchedIds(await server.ask('Patient/_search', { method: 'POST', text, headers: form }))
      expect(ids.length === 1 && ids[0] === first().id, 'The one resource with this identifier')
    } },
    { id: 'several', title: 'Values joined by a comma are alternatives', source: 'search.html#combining', run: async (server) => {
      expect(matchedIds(await find(server, `_id=${both()}`)).length === 2, 'Both resources')
    } },
    { id: 'and', title: 'A parameter given twice narrows', source: 'search.html#combining', run: async (server) => {
      expect(matchedIds(await find(server, `_id=${first().id}&_id=${need(two, noPatient).id}`)).length === 0, 'No resource')
    } },
    { id: 'string', title: 'A string is found from its beginning, whatever its case', source: 'search.html#string', run: async (server) => {
      expect(matchedIds(await find(server, `_id=${first().id}&family=CONFORM`)).length === 1, 'The resource')
    } },
    { id: 'date', title: 'A date is compared by prefix', source: 'search.html#prefix', run: async (server) => {
      expect(matchedIds(await find(server, `_id=${first().id}&birthdate=lt1991`)).length === 1, 'The resource, by lt')
      expect(matchedIds(await find(server, `_id=${first().id}&birthdate=gt1990-01-01`)).length === 0, 'Nothing, by gt')
    } },
    { id: 'self', title: 'The searchset has a self link', source: 'search.html#conformance', run: async (server) => {
      const { body } = await find(server, `_id=${first().id}`)
      expect(select(body, 'link').some((link) => isObject(link) && link['relation'] === 'self'), 'A self link')
    } },
    { id: 'paging', title: 'Pages follow each other by their next links, and hold each match once', source: 'http.html#paging', level: 'SHOULD', run: async (server) => {
      const page = await find(server, `_id=${both()}&_count=1`)
      const next = nextLink(page.body)
      expect(entries(page).length === 1 && next !== undefined, 'One match and a next link')
      const ids = [...matchedIds(page), ...matchedIds(await server.ask(next))]
      expect(new Set(ids).size === 2, 'The other match on the next page')
    } },
    { id: 'total', title: '_total=accurate counts the matches', source: 'search.html#total', level: 'SHOULD', run: async (server) => {
      const { body } = await find(server, `_id=${both()}&_total=accurate`)
      expect(isObject(body) && body['total'] === 2, 'total 2')
    } },
    { id: 'count', title: '_summary=count gives the number alone', source: 'search.html#summary', level: 'SHOULD', run: async (server) => {
      const { body } = await find(server, `_id=${both()}&_summary=count`)
      expect(isObject(body) && body['total'] === 2 && body['entry'] === undefined, 'total 2, and no entries')
    } },
    { id: 'sort', title: '_sort orders the matches', source: 'search.html#sort', level: 'SHOULD', run: async (server) => {
      const up = matchedIds(await find(server, `_id=${both()}&_sort=_lastUpdated`))
      const down = matchedIds(await find(server, `_id=${both()}&_sort=-_lastUpdated`))
      expect(up.length === 2 && up.join() === down.toReversed().join(), 'Both, in opposite orders')
    } },
    { id: 'strict', title: 'An unknown parameter is refused where handling=strict is preferred', source: 'search.html#errors', level: 'SHOULD', run: async (server) => {
      const { status } = await server.ask('Patient?no-such-parameter=1', { headers: { prefer: 'handling=strict' } })
      expect(status === 400, `Status 400 (it was ${status})`)
    } },
    { id: 'lenient', title: 'The self link does not claim a parameter that was not understood', source: 'search.html#conformance', level: 'SHOULD', run: async (server) => {
      const answer = await server.ask(`Patient?_id=${first().id}&no-such-parameter=1`, { headers: { prefer: 'handling=lenient' } })
      entries(answer)
      const self = select(answer.body, 'link').filter(isObject).find((link) => link['relation'] === 'self')
      expect(!String(self?.['url']).includes('no-such-parameter'), 'A self link without it')
    } },
  ]
  return rows.map((row) => ({ ...row, claim: row.id === 'data' ? 'create' : 'search-type' }))
}
