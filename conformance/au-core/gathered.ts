/** The resources that the server has returned so far, by type and id: later checks take their values from them. */
import { isObject, type Json, type JsonObject, listOf, select, textOf } from '../json.ts'
import { type Entry, entriesOf, nextLink, type Server } from '../server.ts'
import { observationProfiles, type TypeRow } from './requirements.ts'

const maxPages = 20

export class Gathered {
  readonly patientIds: string[]
  private readonly byType = new Map<string, Map<string, JsonObject>>()

  constructor(patientIds: readonly string[]) {
    this.patientIds = [...patientIds]
  }

  add(resource: JsonObject): void {
    const type = textOf(resource['resourceType'])
    const id = textOf(resource['id'])
    if (type === undefined || id === undefined) return
    const known = this.byType.get(type) ?? new Map<string, JsonObject>()
    this.byType.set(type, known.set(id, resource))
  }

  list(type: string): readonly JsonObject[] {
    return [...(this.byType.get(type)?.values() ?? [])]
  }

  listAll(): readonly JsonObject[] {
    return [...this.byType.values()].flatMap((known) => [...known.values()])
  }

  /** Ids of a type that gathered resources refer to, relative or at this server. */
  listReferred(type: string, base: string): readonly string[] {
    const found = this.listAll().flatMap((resource) => listReferences(resource))
    const ids = found.flatMap((reference) => {
      const relative = reference.startsWith(`${base}/`) ? reference.slice(base.length + 1) : reference
      const [own, id, ...rest] = relative.split('/')
      return own === type && id !== undefined && rest.length === 0 ? [id] : []
    })
    return [...new Set(ids)]
  }
}

/** Every `reference` in a resource. */
export function listReferences(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences)
  if (!isObject(value)) return []
  const own = textOf(value['reference'])
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(listReferences)]
}

/** Reads all pages of a search, up to `maxPages`; `undefined` if an answer is no searchset. */
export async function listPages(server: Server, path: string): Promise<readonly Entry[] | undefined> {
  const entries: Entry[] = []
  let next: string | undefined = path
  for (let page = 0; next !== undefined && page < maxPages; page += 1) {
    const answer = await server.ask(next)
    const found = answer.status === 200 ? entriesOf(answer.body) : undefined
    if (found === undefined) return undefined
    entries.push(...found)
    next = nextLink(answer.body)
  }
  return entries
}

const profileCodes: readonly (readonly [profile: string, path: string, code: RegExp])[] = [
  ['bloodpressure', 'code.coding.code', /^(85354-9|75367002)$/],
  ['bodyheight', 'code.coding.code', /^(8302-2|50373000)$/],
  ['bodytemp', 'code.coding.code', /^(8310-5|386725007)$/],
  ['bodyweight', 'code.coding.code', /^(29463-7|27113001)$/],
  ['heartrate', 'code.coding.code', /^(8867-4|364075005)$/],
  ['resprate', 'code.coding.code', /^(9279-1|86290005)$/],
  ['waistcircum', 'code.coding.code', /^(8280-0|276361009)$/],
  ['smokingstatus', 'code.coding.code', /^(72166-2|1747861000168109)$/],
  ['diagnosticresult-path', 'category.coding.code', /^laboratory$/],
]

/** Which AU Core profile an Observation falls under: the one that it claims, or the one of its code or category. */
function profileOfObservation(observation: JsonObject): string | undefined {
  const claimed = claimedBy(observation)
  const own = observationProfiles.find((name) => claimed.some((url) => url.split('|')[0]?.endsWith(`/au-core-${name}`)))
  const coded = profileCodes.find(([, path, code]) => select(observation, path).some((one) => code.test(String(one))))
  return own ?? coded?.[0]
}

/** The AU Core profile that a resource is of; an Observation that no profile tells is of none. */
export function profileOf(row: TypeRow, resource: JsonObject): string | undefined {
  if (row.type !== 'Observation') return row.profiles[0]
  const name = profileOfObservation(resource)
  return name === undefined ? undefined : row.profiles.find((url) => url.endsWith(`/au-core-${name}`))
}

/** The gathered resources that a profile is about. */
export const listOfProfile = (gathered: Gathered, row: TypeRow, profile: string): readonly JsonObject[] =>
  gathered.list(row.type).filter((resource) => profileOf(row, resource) === profile)

export const idOf = (resource: JsonObject): string => textOf(resource['id']) ?? ''

export const claimedBy = (resource: JsonObject): readonly string[] =>
  listOf(isObject(resource['meta']) ? resource['meta']['profile'] : undefined).flatMap((url) => textOf(url) ?? [])
