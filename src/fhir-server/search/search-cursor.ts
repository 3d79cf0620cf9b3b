/** The links of a search: `next` holds a sealed cursor, `self` the search as it was understood. docs/design/house.md#patient-data; D111. */
import { invalidField } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import type { Seen } from '../../store/resources/search/changed-since.ts'
import { openCursor, sealCursor } from '../../store/resources/search/cursor.ts'
import type { Position } from '../../store/resources/search/search.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import { checkAlone, withoutForms } from './control-parameters.ts'
import type { SearchRequest } from './search-request.ts'
import type { Sorted } from './sort-values.ts'

/** The end of the page before, in the order of the database or of values. */
export type After = {
  readonly position?: Position
  readonly sorted?: Sorted
  /** What the first page saw. */
  readonly seen?: Seen
}

/** Includes the compartment, because an address would name a person. */
export type Asked = Pick<FhirRequest, 'parameters' | 'compartment' | 'isForm'> & {
  readonly after: After
  /** `self` shows no value. */
  readonly isSealed?: boolean
}

const listOf = (type: string): string => `fhir|${type}`

const pathOf = (type: string): string => (type === '' ? '' : `/${type}`)

/** A link below the base address. */
export const linkTo = (exchange: ReadExchange, type: string, asked: Asked): string =>
  `${pathOf(type)}?_cursor=${sealCursor(exchange.tx, listOf(type), JSON.stringify(asked))}`

/** The search of the request, or of the link. */
export function readAsked(exchange: ReadExchange, request: FhirRequest): Asked {
  const { tx, server } = exchange
  const { type, parameters, compartment, isForm = false, isEntry = false } = request
  checkAlone(server.parameters, parameters)
  const cursor = parameters.find(([name]) => name === '_cursor')?.[1]
  if (cursor === undefined) {
    const opened = openValues(exchange, type, withoutForms(parameters))
    return {
      parameters: opened.parameters,
      after: {},
      ...(compartment === undefined ? {} : { compartment }),
      ...(isForm ? { isForm } : {}),
      ...(isForm || isEntry || opened.isSealed ? { isSealed: true } : {}),
    }
  }
  const text = openCursor(tx, listOf(type), cursor)
  if (text === undefined) throw invalidField('_cursor', 'is not a link of this server')
  // Only this server seals it.
  return JSON.parse(text) as Asked
}

/** In front of a sealed value in a link. */
const sealedMark = 'sealed:'

const valueContext = (type: string, name: string): string => `value|${type}|${name}`

function openValues({ tx }: ReadExchange, type: string, parameters: Parameters) {
  let isSealed = false
  const opened = parameters.map(([name, value]): [string, string] => {
    if (!value.startsWith(sealedMark)) return [name, value]
    const text = openCursor(tx, valueContext(type, name), value.slice(sealedMark.length))
    if (text !== undefined) isSealed = true
    return [name, text ?? value]
  })
  return { parameters: opened, isSealed }
}

type Understood = { readonly type: string; readonly asked: Pick<SearchRequest, 'used'>; readonly link: Asked }

/** R4 search.html#conformance. The values of a posted search stay out of addresses. */
export function selfOf({ tx }: ReadExchange, { type, asked: { used }, link }: Understood): string {
  const seal = (name: string, value: string): string =>
    link.isSealed === true ? `${sealedMark}${sealCursor(tx, valueContext(type, name), value)}` : value
  const sealed = used.criteria.map(([name, value]) => [name, seal(name, value)] as const)
  const query = [...sealed, ...used.controls].map((pair) => pair.map(encode).join('=')).join('&')
  const path = link.compartment === undefined ? pathOf(type) : `/${link.compartment}/${type === '' ? '*' : type}`
  return query === '' ? path : `${path}?${query}`
}

/** RFC 3986 3.4: these characters need no escape in a query. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|2F|2C|24|40)/g, decodeURIComponent)
