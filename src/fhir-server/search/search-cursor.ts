/** What a paging link holds: the search itself and where to go on, sealed. DESIGN.md "PHI". */
import { invalidField } from '../../core/problems.ts'
import { openCursor, sealCursor } from '../../store/resources/search/cursor.ts'
import type { Position } from '../../store/resources/search/search.ts'
import type { FhirRequest, Parameters, ReadExchange } from '../exchange.ts'
import type { Sorted } from './sort-values.ts'

/** Where the page before ended, in the order of the database or in that of values. */
export type After = { readonly position?: Position; readonly sorted?: Sorted }

/** Also the compartment, since an address would name a person. */
export type Asked = Pick<FhirRequest, 'parameters' | 'compartment'> & { readonly after: After }

const listOf = (type: string): string => `fhir|${type}`

export const sealAsked = ({ tx }: ReadExchange, type: string, asked: Asked): string =>
  sealCursor(tx, listOf(type), JSON.stringify(asked))

/** What the request asks for, or a link goes on with. */
export function readAsked({ tx }: ReadExchange, { type, parameters, compartment }: FhirRequest): Asked {
  const cursor = parameters.find(([name]) => name === '_cursor')?.[1]
  if (cursor === undefined)
    return { parameters: lasting(parameters), after: {}, ...(compartment === undefined ? {} : { compartment }) }
  const text = openCursor(tx, listOf(type), cursor)
  if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
  // Sealed by this server alone.
  return JSON.parse(text) as Asked
}

/** The form of an answer is each request's own. */
const lasting = (parameters: Parameters): Parameters =>
  parameters.filter(([name]) => name !== '_format' && name !== '_pretty')
