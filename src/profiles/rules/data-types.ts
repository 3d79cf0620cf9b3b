/** Rules of data types that R4 states in prose. R4 datatypes.html. */
import { createHash } from 'node:crypto'
import { type JsonObject, textOf } from '../../core/json.ts'

import type { Rule, Site, Sources } from './site.ts'
import { isUcumCode } from './ucum.ts'

const ucum = 'http://unitsofmeasure.org'
const uris = 'urn:ietf:rfc:3986'
/** In use for UUIDs, although RFC 4122 defines no such system. */
const uuids = 'https://tools.ietf.org/html/rfc4122'
const uuid = /^(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** R4 datatypes.html#Quantity: a UCUM code follows UCUM's grammar. */
export function checkQuantity(quantity: JsonObject, site: Site): void {
  const { system, code } = quantity
  if (system === ucum && typeof code === 'string' && !isUcumCode(code)) site.report('unit-code', 'code')
}

const isSystem = (uri: string): boolean => /^(?:https?:|urn:)/.test(uri)

/** R4 datatypes.html#Identifier. */
export function checkIdentifier({ system, value }: JsonObject, site: Site): void {
  if (typeof system !== 'string') return
  if (!isSystem(system)) site.report('system-relative', 'system')
  if (typeof value !== 'string' || value === '') return
  if (system === uris && !/^[a-z][a-z0-9+.-]*:/i.test(value)) site.report('identifier-uri', 'value')
  if (system === uuids && !uuid.test(value)) site.report('identifier-uuid-system', 'system')
}

const fhir = 'http://hl7.org/fhir/'

/** R4 datatypes.html#Coding: a system is named by its publisher's address. */
export function compileCoding({ registry }: Sources): Rule {
  const known = new Map<string, 'system' | 'value-set' | undefined>()
  // Keeps addresses of FHIR's own systems only, as data could bring any number of others.
  const find = (system: string): 'system' | 'value-set' | undefined => {
    if (known.has(system)) return known.get(system)
    const isKnown = registry.list('CodeSystem').some(({ url }) => url === system)
    const kind = isKnown ? 'system' : registry.findValueSet(system) === undefined ? undefined : 'value-set'
    if (known.size < 10_000) known.set(system, kind)
    return kind
  }
  return (coding, site) => {
    const { system, code } = coding
    if (typeof system !== 'string') {
      if (code !== undefined) site.report('code-without-system')
      return
    }
    checkQuantity(coding, site)
    // The reference validator checks only whether it knows the systems of a concept's codings.
    if (site.listNames().at(-1) === 'coding') return
    if (!isSystem(system)) site.report('system-relative', 'system')
    else if (/^http.*\/ValueSet\//.test(system)) {
      if (find(system) === 'value-set') site.report('system-value-set', 'system')
    } else if (system.startsWith(fhir) && !system.startsWith(`${fhir}sid/`) && find(system) === undefined)
      site.report('system-unknown', 'system')
  }
}

/** R4 datatypes.html#Attachment. */
export function checkAttachment(attachment: JsonObject, site: Site): void {
  const { data, url, size, hash, contentType, language } = attachment
  if (typeof data === 'string') checkData(data, { size, hash }, site)
  else if (url === undefined && contentType === undefined && language === undefined) site.report('attachment-empty')
}

type Told = { readonly size: unknown; readonly hash: unknown }

function checkData(data: string, { size, hash }: Told, site: Site): void {
  if (size === undefined && hash === undefined) return
  const bytes = Buffer.from(data, 'base64')
  if (typeof size === 'number' && size !== bytes.length) site.report('attachment-size', 'size')
  if (typeof hash === 'string' && hash !== createHash('sha1').update(bytes).digest('base64'))
    site.report('attachment-hash', 'hash')
}

/** A reader who follows a reference needs an address or an identifier; a person needs a display. R4 references.html. */
export function checkReference(reference: JsonObject, site: Site): void {
  const isEmpty = textOf(reference, 'reference') === undefined && reference['identifier'] === undefined
  if (isEmpty && reference['display'] === undefined && reference['extension'] === undefined)
    site.report('reference-empty')
}
