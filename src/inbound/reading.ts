/** A message while it is mapped: its settings, its resources so far, and what was noted. */
import type { BundleEntry, Reference, Resource } from '@medplum/fhirtypes'
import { stringifyJson } from '../core/json.ts'
import { nameUuid } from '../documents/name-uuid.ts'
import type { CharacterSet } from './message/character-set.ts'
import type { ParsedMessage } from './message/parse-message.ts'
import type { Quality } from './message/quality.ts'
import type { Segment } from './message/segment.ts'

/** What a sender is known by, and how it writes. */
export type InboundSettings = {
  /** ISO instant at which the message arrived. */
  readonly receivedAt: string
  /** IANA time zone of times that have no zone of their own. */
  readonly timeZone?: string
  /** Letters of a message that names no character set. */
  readonly characterSet?: CharacterSet
  /** Tells this sender from every other one, wherever it names its own numbers and codes; its MSH-3 and MSH-4 otherwise. */
  readonly sender?: string
}

export type Tag = 'main' | 'supporting'

/** How a receiver finds what it has already: the search parameters of a conditional create or update. R4 http.html#ccreate. */
export type Condition = { readonly interaction: 'create' | 'update'; readonly query: string }

export class Reading {
  readonly message: ParsedMessage
  readonly settings: InboundSettings
  readonly quality: Quality
  readonly entries: BundleEntry[] = []
  /** Addresses of what the message is about, for its Provenance. */
  readonly targets: Reference[] = []
  readonly #sender: string
  readonly #known = new Map<string, string>()
  readonly #conditions = new Set<string>()

  constructor(message: ParsedMessage, settings: InboundSettings, quality: Quality) {
    this.message = message
    this.settings = settings
    this.quality = quality
    this.#sender = settings.sender ?? `${message.header.raw(3)} ${message.header.raw(4)}`
  }

  list(name: string): readonly Segment[] {
    return this.message.segments.filter((segment) => segment.name === name)
  }

  find(name: string): Segment | undefined {
    return this.message.segments.find((segment) => segment.name === name)
  }

  /** Type and event of MSH-9: `ADT A08`. */
  get event(): string {
    return this.message.header.text(9, 2)
  }

  /** A URI for a name that means something at this sender alone: a namespace, a coding system. D202 */
  localSystem(name: string): string {
    return `urn:uuid:${nameUuid(`${this.#sender} ${name}`)}`
  }

  /** The address of an entry. A supporting resource that is there already is not added again. */
  add<R extends Resource>(resource: R, tag: Tag, condition?: Condition): Reference<R> {
    const key = tag === 'supporting' ? stringifyJson(resource) : undefined
    const known = key === undefined ? undefined : this.#known.get(key)
    if (known !== undefined) return { reference: known }
    const id = nameUuid(`${this.#sender} ${this.message.header.raw(10)} ${this.entries.length}`)
    const fullUrl = `urn:uuid:${id}`
    if (key !== undefined) this.#known.set(key, fullUrl)
    this.entries.push({ fullUrl, resource, request: this.#requestOf(resource.resourceType, condition) })
    if (tag === 'main') this.targets.push({ reference: fullUrl })
    return { reference: fullUrl }
  }

  /** R4 http.html#trules: no two entries of a transaction may find one resource by the same criteria. */
  #requestOf(type: string, condition: Condition | undefined): NonNullable<BundleEntry['request']> {
    if (condition === undefined) return { method: 'POST', url: type }
    const key = `${type}?${condition.query}`
    if (this.#conditions.has(key)) return { method: 'POST', url: type }
    this.#conditions.add(key)
    return condition.interaction === 'update'
      ? { method: 'PUT', url: key }
      : { method: 'POST', url: type, ifNoneExist: condition.query }
  }
}

/** `identifier=system|value`, with the signs escaped that a search reads. R4 search.html#escaping. */
export function queryOf(identifier: { readonly system?: string; readonly value?: string }): string | undefined {
  const { system, value } = identifier
  if (system === undefined || value === undefined || value === '') return undefined
  const escaped = [system, value].map((part) => encodeURIComponent(part.replace(/[\\|,$]/g, '\\$&')))
  return `identifier=${escaped.join('%7C')}`
}

export const conditionOf = (
  interaction: Condition['interaction'],
  identifier: { readonly system?: string; readonly value?: string } | undefined,
): Condition | undefined => {
  const query = identifier === undefined ? undefined : queryOf(identifier)
  return query === undefined ? undefined : { interaction, query }
}
