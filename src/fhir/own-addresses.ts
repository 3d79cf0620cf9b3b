/** The addresses at which this server's own FHIR resources are, now and before: by settings alone, never by what a request says. D64. */
import type { Config } from '../core/config.ts'

/** Where the FHIR interface lies below a base address. */
export const fhirPath = '/fhir/R4'

/** Plain data, made once when the process opens its parts. */
export type OwnAddresses = {
  /** FHIR base addresses without a last slash, as they are compared: the present one first. */
  readonly bases: readonly string[]
  /** Of those, scheme, host and port. */
  readonly origins: ReadonlySet<string>
}

/** Throws where one is no http or https address. */
export function openOwnAddresses(bases: readonly string[]): OwnAddresses {
  const urls = bases.map((base) => new URL(base))
  return {
    bases: [...new Set(urls.map(addressOf).map((base) => base.replace(/\/+$/, '')))],
    origins: new Set(urls.map(({ origin }) => origin)),
  }
}

export const ownAddressesOf = ({ baseUrl, formerBaseUrls }: Pick<Config, 'baseUrl' | 'formerBaseUrls'>): OwnAddresses =>
  openOwnAddresses([baseUrl, ...formerBaseUrls].map((url) => `${url}${fhirPath}`))

/** Without query, fragment, and what two spellings of one address may differ in. RFC 3986 section 6.2. */
export const addressOf = ({ origin, pathname }: URL): string => `${origin}${decodeUnreserved(pathname)}`

const unreserved = /%(?:2[DE]|5F|7E|3\d|[46][1-9A-F]|[57][\dA])/gi

/** RFC 3986 section 2.3: letters, digits and `-._~` mean the same whether or not they are encoded. */
export const decodeUnreserved = (text: string): string =>
  text.includes('%') ? text.replace(unreserved, (code) => decodeURIComponent(code)) : text

/** For what knows of no address of its own: relative references are all that it can tell. */
export const noAddresses: OwnAddresses = openOwnAddresses([])
