/** The one reader of every literal reference. R4 references.html#literal, http.html#general; D64. */
import { idText } from './id.ts'
import { addressOf, decodeUnreserved, type OwnAddresses } from './own-addresses.ts'

/** A resource of this server. `version`: for a reference to one version. */
export type LocalReference = { readonly type: string; readonly id: string; readonly version?: string }

export type Reference =
  | ({ readonly kind: 'local' } & LocalReference)
  /** A resource of another server or scheme: unchanged. */
  | { readonly kind: 'elsewhere'; readonly address: string }
  /** Contained in the resource itself; without an id, the resource itself. */
  | { readonly kind: 'fragment'; readonly id: string }
  | { readonly kind: 'urn'; readonly urn: string }

const plain = new RegExp(`^[A-Z][A-Za-z]+/${idText}$`)
const path = new RegExp(`^([A-Z][A-Za-z]+)/(${idText})(?:/_history/(${idText}))?$`)
const scheme = /^[a-z][a-z0-9+.-]*:/i

export const isAbsolute = (text: string): boolean => scheme.test(text)

/** Undefined for a reference in no form of R4, or with an address of ours at which no resource can be. */
export function parseReference(own: OwnAddresses, text: string): Reference | undefined {
  if (text.startsWith('#')) return { kind: 'fragment', id: text.slice(1) }
  if (!isAbsolute(text)) return toLocal(splitRelative(decodeUnreserved(text.replace(/[?#].*$/s, ''))))
  if (/^urn:/i.test(text)) return { kind: 'urn', urn: text }
  const inside = pathWithin(own, text)
  return inside === undefined ? { kind: 'elsewhere', address: text } : toLocal(splitRelative(inside))
}

const toLocal = (local: LocalReference | undefined): Reference | undefined => local && { kind: 'local', ...local }

/** A relative reference exactly as R4 writes it, without query or fragment. */
export function splitRelative(text: string): LocalReference | undefined {
  const [, type, id, version] = path.exec(text) ?? []
  if (type === undefined || id === undefined) return undefined
  return { type, id, ...(version === undefined ? {} : { version }) }
}

/** The part after one of our bases; undefined for another address. */
function pathWithin({ bases, origins }: OwnAddresses, text: string): string | undefined {
  for (const base of bases) {
    const rest = text.startsWith(`${base}/`) ? text.slice(base.length + 1) : ''
    if (path.test(rest)) return rest
  }
  const url = URL.parse(text)
  if (url === null || !origins.has(url.origin) || url.username !== '' || url.password !== '') return undefined
  const address = addressOf(url)
  const base = bases.find((one) => address.startsWith(`${one}/`))
  return base === undefined ? undefined : address.slice(base.length + 1)
}

/** The resource of ours that a reference names, in any form. */
export function findLocal(own: OwnAddresses, text: string | undefined): LocalReference | undefined {
  const reference = text === undefined ? undefined : parseReference(own, text)
  return reference?.kind === 'local' ? reference : undefined
}

/** As `findLocal`, as `Type/id` without its version: the form in which references are compared. */
export function findLocalTarget(own: OwnAddresses, text: string | undefined): string | undefined {
  if (text !== undefined && plain.test(text)) return text
  const local = findLocal(own, text)
  return local && `${local.type}/${local.id}`
}

/** As `findLocal`, but the id, if the target has this type. */
export function findLocalId(own: OwnAddresses, type: string, text: string | undefined): string | undefined {
  const local = findLocal(own, text)
  return local?.type === type ? local.id : undefined
}

/**
 * The one form in which references are indexed and searched: `Type/id` for a resource of ours, the full address without a version for
 * another's, a URN unchanged. Undefined for contained resources, and for references that name nothing.
 */
export function targetOf(own: OwnAddresses, text: string): string | undefined {
  if (plain.test(text)) return text
  const reference = parseReference(own, text)
  switch (reference?.kind) {
    case 'local':
      return `${reference.type}/${reference.id}`
    case 'elsewhere':
      return reference.address.replace(/\/_history\/[^/]+$/, '')
    case 'urn':
      return reference.urn
    default:
      return undefined
  }
}

const tail = new RegExp(`(?:^|/)([A-Z][A-Za-z]+)/${idText}(?:/_history/[^/]+)?$`)

/** The type in a literal reference, on any server; it may be no type of R4. */
export const namedType = (text: string): string | undefined =>
  tail.exec(decodeUnreserved(text.replace(/[?#].*$/s, '')))?.[1]

/** `http://server/base/` of `http://server/base/Patient/1`: the base of relative references. R4 bundle.html#references. */
const restful = new RegExp(`^(https?://.*/)([A-Z][A-Za-z]+)/(${idText})(?:/_history/${idText})?$`)

export type RestfulUrl = { readonly base: string; readonly type: string; readonly id: string }

/** An address in R4's form, on any server. */
export function splitRestfulUrl(url: string): RestfulUrl | undefined {
  const [, base, type, id] = restful.exec(url) ?? []
  return base === undefined || type === undefined || id === undefined ? undefined : { base, type, id }
}
