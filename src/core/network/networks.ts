/** Addresses and networks as a setting or a record names them: `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. RFC 4632, RFC 4291. */
import { BlockList, isIP } from 'node:net'

/** An address, with or without the length of its prefix. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...others] = text.split('/')
  const longest = isIP(address) === 4 ? 32 : 128
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
  return isIP(address) !== 0 && isPrefix && others.length === 0
}

/** Whether an address lies in one of them. They are compared as addresses: IPv6 has many texts for one. */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = withoutZone(network).split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(withoutZone(address), familyOf(address))
}

/** The longest prefix, in bits, among the networks that hold the address; a single address is a network whose prefix is its whole length. 0 if none holds it. */
export const longestPrefix = (networks: readonly string[], address: string): number =>
  Math.max(0, ...networks.filter((one) => openNetworks([one])(address)).map(prefixOf))

/** Whether each address of the network lies in one of the others. */
export const isWithinNetworks = (network: string, others: readonly string[]): boolean => {
  const [address = ''] = withoutZone(network).split('/')
  return others.some((one) => openNetworks([one])(address) && prefixOf(one) <= prefixOf(network))
}

function prefixOf(network: string): number {
  const [address = '', prefix] = withoutZone(network).split('/')
  return prefix === undefined ? (isIP(address) === 4 ? 32 : 128) : Number(prefix)
}

const withoutZone = (address: string): string => address.replace(/%[^/]*/, '')
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
