/** The present and former addresses of this server's FHIR resources: from settings only, never from a request. D64. */
import type { Config } from '../core/config.ts'

/** The path of the FHIR interface below a base address. */
export const fhirPath = '/fhir/R4'

/** Plain data, made once when the process opens its parts. */
export type OwnAddresses = {
  /** FHIR base addresses without a last slash, in the form that is compared: the present one first. */
  readonly bases: readonly string[]
  /** Scheme, host and port of each. */
  readonly origins: ReadonlySet<string>
}

/** Throws if one is no http or https address. */
export function openOwnAddresses(bases: readonly string[]): OwnAddresses {
  const urls = bases.map((base) => new URL(base))
  return {
    bases: [...new Set(urls.map(addressOf).map((base) => base.replace(/\/+$/, '')))],
    origins: new Set(urls.map(({ origin }) => origin)),
  }
}

export const ownAddressesOf = ({ baseUrl, formerBaseUrls }: Pick<Config, 'baseUrl' | 'formerBaseUrls'>): OwnAddresses =>
  openOwnAddresses([baseUrl, ...formerBaseUrls].map((url) => `${url}${fhirPath}`))

/** Without query, fragment, and differences of spelling. RFC 3986 section 6.2. */
export const addressOf = ({ origin, pathname }: URL): string => `${origin}${decodeUnreserved(pathname)}`

const unreserved = /%(?:2[DE]|5F|7E|3\d|[46][1-9A-F]|[57][\dA])/gi

/** RFC 3986 section 2.3: letters, digits and `-._~` mean the same, encoded or not. */
export const decodeUnreserved = (text: string): string =>
  text.includes('%') ? text.replace(unreserved, (code) => decodeURIComponent(code)) : text

/** For code without an address of its own: it knows relative references only. */
export const noAddresses: OwnAddresses = openOwnAddresses([])
