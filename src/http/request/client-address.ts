/** The address of the client behind proxies that the operator trusts. RFC 7239; X-Forwarded-For. D42. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../core/config.ts'
import { openNetworks } from '../../core/network/networks.ts'

export type FindAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

type Trusting = Pick<Config, 'trustedProxies' | 'trustedProxyHeader'>

/** Each proxy adds the address of its peer at the end: read from there, as long as a trusted proxy says it. */
export function openAddresses({ trustedProxies, trustedProxyHeader }: Trusting): FindAddress {
  const isTrusted = openNetworks(trustedProxies)
  const readHops = trustedProxyHeader === 'forwarded' ? readForwarded : readForwardedFor
  return ({ headers, socket }) => {
    const hops = readHops([headers[trustedProxyHeader] ?? ''].flat().join(','))
    let address = plainAddress(socket.remoteAddress ?? '') ?? ''
    while (isTrusted(address)) {
      const before = plainAddress(hops.pop() ?? '')
      // An unnamed client counts as the one that speaks for it.
      if (before === undefined) break
      address = before
    }
    return networkOf(address)
  }
}

/** Whether the peer itself is one of the trusted proxies. */
export function isFromTrusted({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const isTrusted = openNetworks(trustedProxies)
  return ({ socket }) => isTrusted(plainAddress(socket.remoteAddress ?? '') ?? '')
}

const readForwardedFor = (text: string): string[] => text.split(',').filter((hop) => hop.trim() !== '')

/** A value may be quoted, and must be with a colon; a proxy that names nobody still adds an element. */
const readForwarded = (text: string): string[] =>
  cutUnquoted(text, ',')
    .filter((element) => element.trim() !== '')
    .map((element) => cutUnquoted(element, ';').flatMap((pair) => namedBy.exec(pair)?.[1] ?? [])[0] ?? 'unknown')

const namedBy = /^\s*for\s*=\s*"?([^"]*)"?\s*$/i

/** Split at marks outside quotes, from the end: an open quote of the client does not change what its proxy adds. */
function cutUnquoted(text: string, mark: ',' | ';'): string[] {
  const parts: string[] = []
  let end = text.length
  let isQuoted = false
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '"' && text[at - 1] !== '\\') isQuoted = !isQuoted
    if (text[at] !== mark || isQuoted) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  return [...parts, text.slice(0, end)].reverse()
}

/** Without port, brackets and zone; an IPv4 address in IPv6 form becomes itself. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text.trim())?.[1] ?? text.trim().replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}

/** A client with one IPv6 address has its whole /64. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
