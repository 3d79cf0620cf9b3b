/** The entries of a message as the record takes them: JSON with the digits that were sent, what each refers to, and by which number it is found. */
import type { Bundle, BundleEntry } from '@medplum/fhirtypes'
import { type JsonObject, parseJson, stringifyJson } from '../../core/json.ts'
import { openTurns } from '../../core/turns.ts'
import { replaceLinks } from '../../fhir/replace-links.ts'

/** A number under the system of who gave it. */
export type Numbered = { readonly system: string; readonly value: string }

export type Entry = {
  /** Its address within the message. */
  readonly fullUrl: string
  readonly type: string
  readonly content: JsonObject
  /** The number by which a receiver finds it. D202 */
  readonly number?: Numbered
  /** The message says how it is now. */
  readonly isUpdate: boolean
  /** Addresses within the message that it refers to. */
  readonly links: readonly string[]
}

export async function readEntries({ entry = [] }: Bundle): Promise<readonly Entry[]> {
  const turns = openTurns()
  const entries: Entry[] = []
  for (const one of entry) {
    if (turns.isOver()) await turns.next()
    entries.push(readEntry(one))
  }
  return entries
}

function readEntry({ fullUrl = '', resource, request }: BundleEntry): Entry {
  // The mapper makes JSON; this reads it as the store takes it.
  const content = parseJson(stringifyJson(resource)) as JsonObject
  const number = readCriteria(request?.ifNoneExist ?? request?.url.split('?')[1])
  const isUpdate = request?.method === 'PUT'
  const own = { fullUrl, type: String(content['resourceType']), content, isUpdate, links: listReferences(content) }
  return number === undefined ? own : { ...own, number }
}

export function listReferences(content: JsonObject): readonly string[] {
  const links = new Set<string>()
  replaceLinks(content, (text, isReference) => {
    if (isReference) links.add(text)
    return undefined
  })
  return [...links]
}

/** `identifier=system|value` as the mapper writes it: R4 search.html#escaping. */
function readCriteria(query: string | undefined): Numbered | undefined {
  const text = query === undefined ? null : new URLSearchParams(query).get('identifier')
  const [system, value, ...rest] = text?.split(/(?<!\\)\|/).map((part) => part.replace(/\\([\\|,$])/g, '$1')) ?? []
  return system === undefined || value === undefined || rest.length > 0 ? undefined : { system, value }
}
