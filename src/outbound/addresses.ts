/** The kind of network of an address: IANA special-purpose registries (RFC 6890), as far as a server could be led there. */
import { BlockList, isIP } from 'node:net'

export type AddressKind = 'public' | 'private' | 'loopback' | 'forbidden'

type Row = { readonly net: string; readonly prefix: number; readonly kind: AddressKind; readonly spec: string }

/** The first matching row decides. `forbidden` is never called, whatever the settings say. */
const rows = [
  { net: '127.0.0.0', prefix: 8, kind: 'loopback', spec: 'RFC 1122' },
  { net: '::1', prefix: 128, kind: 'loopback', spec: 'RFC 4291' },
  { net: '169.254.0.0', prefix: 16, kind: 'forbidden', spec: 'RFC 3927 link-local, also cloud metadata' },
  { net: 'fe80::', prefix: 10, kind: 'forbidden', spec: 'RFC 4291 link-local' },
  { net: 'fd00:ec2::254', prefix: 128, kind: 'forbidden', spec: 'cloud metadata' },
  { net: 'fd20:ce::254', prefix: 128, kind: 'forbidden', spec: 'cloud metadata' },
  { net: '100.100.100.200', prefix: 32, kind: 'forbidden', spec: 'cloud metadata' },
  { net: '168.63.129.16', prefix: 32, kind: 'forbidden', spec: 'cloud platform' },
  { net: '10.0.0.0', prefix: 8, kind: 'private', spec: 'RFC 1918' },
  { net: '172.16.0.0', prefix: 12, kind: 'private', spec: 'RFC 1918' },
  { net: '192.168.0.0', prefix: 16, kind: 'private', spec: 'RFC 1918' },
  { net: '100.64.0.0', prefix: 10, kind: 'private', spec: 'RFC 6598' },
  { net: 'fc00::', prefix: 7, kind: 'private', spec: 'RFC 4193' },
  { net: '0.0.0.0', prefix: 8, kind: 'forbidden', spec: 'RFC 1122 this host' },
  { net: '192.0.0.0', prefix: 24, kind: 'forbidden', spec: 'RFC 6890' },
  { net: '192.0.2.0', prefix: 24, kind: 'forbidden', spec: 'RFC 5737' },
  { net: '198.18.0.0', prefix: 15, kind: 'forbidden', spec: 'RFC 2544' },
  { net: '198.51.100.0', prefix: 24, kind: 'forbidden', spec: 'RFC 5737' },
  { net: '203.0.113.0', prefix: 24, kind: 'forbidden', spec: 'RFC 5737' },
  { net: '224.0.0.0', prefix: 3, kind: 'forbidden', spec: 'RFC 5771 multicast, RFC 1112 reserved' },
  { net: '2000::', prefix: 3, kind: 'public', spec: 'RFC 4291 global unicast, less the rows of `tunnels`' },
  { net: '::', prefix: 0, kind: 'forbidden', spec: 'every other IPv6 block' },
] as const satisfies readonly Row[]

/** Global unicast that leads to another network or to none; also IPv4 inside IPv6, which `kindOf` opens. */
const tunnels = [
  { net: '2001::', prefix: 23, kind: 'forbidden', spec: 'RFC 2928, Teredo among them' },
  { net: '2001:db8::', prefix: 32, kind: 'forbidden', spec: 'RFC 3849' },
  { net: '2002::', prefix: 16, kind: 'forbidden', spec: 'RFC 3056 6to4' },
] as const satisfies readonly Row[]

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const blocks = [...tunnels, ...rows].map((row) => {
  const list = new BlockList()
  list.addSubnet(row.net, row.prefix, family(row.net))
  return { kind: row.kind as AddressKind, family: family(row.net), list }
})

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Classifies a numeric address. IPv4-mapped IPv6 counts as its IPv4 address (RFC 4291 2.5.5.2). */
export function kindOf(address: string): AddressKind {
  const version = isIP(address)
  if (version === 0) return 'forbidden'
  const inner = version === 6 ? mapped.exec(canonical(address))?.[1] : undefined
  if (inner !== undefined) return kindOf(inner)
  const row = blocks.find((block) => block.family === family(address) && block.list.check(address, block.family))
  return row?.kind ?? 'public'
}

/** `::ffff:7f00:1` becomes `::ffff:127.0.0.1`; others are as the URL parser writes them. */
function canonical(address: string): string {
  const text = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1)
  const groups = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(text)
  if (groups === null) return text
  const [high, low] = [Number.parseInt(groups[1] ?? '', 16), Number.parseInt(groups[2] ?? '', 16)]
  return `::ffff:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}
