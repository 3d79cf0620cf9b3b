/** What a paging link holds: the search itself and where to go on, sealed. DESIGN.md "PHI". */
import { invalidField } from '../problems.ts'
import { openCursor, sealCursor } from '../store/cursor.ts'
import type { Position } from '../store/search.ts'
import type { Exchange, FhirRequest } from './exchange.ts'
import { parseSearch, type SearchRequest } from './search-request.ts'

export type Asked = SearchRequest & { readonly after?: Position }

const listOf = (type: string): string => `fhir|${type}`

export const sealAsked = ({ tx }: Exchange, type: string, asked: Asked): string =>
  sealCursor(tx, listOf(type), JSON.stringify(asked))

/** The search that the parameters ask for, or that a link goes on with. */
export function readAsked({ tx, server }: Exchange, request: FhirRequest): Asked {
  const cursor = request.parameters.find(([name]) => name === '_cursor')?.[1]
  if (cursor === undefined) return parseSearch(server, request)
  const text = openCursor(tx, listOf(request.type), cursor)
  if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
  // Sealed by this server alone.
  return JSON.parse(text) as Asked
}
