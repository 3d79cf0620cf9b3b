/** The sealed content of a paging link: the search and its position. docs/design/house.md#patient-data. */
import { invalidField } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { openCursor, sealCursor } from '../../store/resources/search/cursor.ts'
import type { Position } from '../../store/resources/search/search.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import type { Sorted } from './sort-values.ts'

/** The end of the page before, in the order of the database or of values. */
export type After = { readonly position?: Position; readonly sorted?: Sorted }

/** Includes the compartment, because an address would name a person. */
export type Asked = Pick<FhirRequest, 'parameters' | 'compartment'> & { readonly after: After }

const listOf = (type: string): string => `fhir|${type}`

export const sealAsked = ({ tx }: ReadExchange, type: string, asked: Asked): string =>
  sealCursor(tx, listOf(type), JSON.stringify(asked))

/** The search of the request, or of the link. */
export function readAsked({ tx }: ReadExchange, { type, parameters, compartment }: FhirRequest): Asked {
  const cursor = parameters.find(([name]) => name === '_cursor')?.[1]
  if (cursor === undefined)
    return { parameters: lasting(parameters), after: {}, ...(compartment === undefined ? {} : { compartment }) }
  const text = openCursor(tx, listOf(type), cursor)
  if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
  // Only this server seals it.
  return JSON.parse(text) as Asked
}

/** Each request has its own form of the reply. */
const lasting = (parameters: Parameters): Parameters =>
  parameters.filter(([name]) => name !== '_format' && name !== '_pretty')
