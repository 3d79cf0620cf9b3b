/** An exchange as a report may show it: without patient data, unless it was asked for. */
import { isObject, type Json, listOf, select, textOf } from '../json.ts'
import type { Exchange } from '../server.ts'

export type Shown = {
  readonly request: string
  readonly response: string
}

const shownHeaders = ['content-type', 'etag', 'last-modified', 'location', 'retry-after', 'www-authenticate']

export const showExchange = (exchange: Exchange, isWhole: boolean): Shown => ({
  request: showRequest(exchange, isWhole),
  response: showResponse(exchange, isWhole),
})

function showRequest({ method, url, requestBody }: Exchange, isWhole: boolean): string {
  const body = requestBody === undefined ? '' : `\n\n${isWhole ? requestBody : outline(requestBody)}`
  return `${method} ${isWhole ? url : withoutValues(url)}${body}`
}

function showResponse({ status, responseHeaders, responseBody, milliseconds }: Exchange, isWhole: boolean): string {
  const headers = shownHeaders.flatMap((name) => {
    const value = responseHeaders[name]
    return value === undefined ? [] : [`${name}: ${isWhole || name !== 'location' ? value : withoutValues(value)}`]
  })
  const first = status === 0 ? `No answer: ${responseBody}` : `${status} (${Math.round(milliseconds)} ms)`
  const body = status === 0 || responseBody === '' ? [] : ['', isWhole ? responseBody : outline(responseBody)]
  return [first, ...headers, ...body].join('\n')
}

/** Names of parameters stay, values and ids do not. */
export function withoutValues(url: string): string {
  const [path = '', query] = url.split('?')
  const names = query?.split('&').map((one) => `${one.split('=')[0]}=…`)
  return `${withoutIds(path)}${names === undefined ? '' : `?${names.join('&')}`}`
}

const withoutIds = (path: string): string =>
  path.replace(/(\/[A-Z][A-Za-z]+)\/(?!_)[A-Za-z0-9.-]+/g, '$1/…').replace(/(_history)\/[^/]+/, '$1/…')

/** Describes the kind of resource, the number of its parts, and the codes and places of an OperationOutcome. */
function outline(text: string): string {
  let json: Json
  try {
    json = JSON.parse(text) as Json // any JSON is one
  } catch {
    return `${text.length} characters that are no JSON`
  }
  if (!isObject(json)) return `JSON, ${text.length} characters`
  const type = textOf(json['resourceType']) ?? 'object'
  if (type === 'Bundle') return outlineBundle(json)
  if (type !== 'OperationOutcome') return `${type}: ${Object.keys(json).sort().join(', ')}`
  const issues = select(json, 'issue').filter(isObject)
  return [
    type,
    ...issues.map((issue) => `${word(issue['severity'])} ${word(issue['code'])} ${placesOf(issue['expression'])}`),
  ].join('\n')
}

const word = (value: Json | undefined): string => textOf(value) ?? '?'
const placesOf = (expression: Json | undefined): string => listOf(expression).map(word).join(', ')

function outlineBundle(bundle: Extract<Json, object>): string {
  const entries = select(bundle, 'entry.resource').filter(isObject)
  const counts = new Map<string, number>()
  for (const { resourceType } of entries) counts.set(word(resourceType), (counts.get(word(resourceType)) ?? 0) + 1)
  const listed = [...counts].map(([type, count]) => `${count} ${type}`).join(', ')
  const type = isObject(bundle) ? word(bundle['type']) : '?'
  return `Bundle of type ${type}: ${listed === '' ? 'no entries' : listed}`
}
