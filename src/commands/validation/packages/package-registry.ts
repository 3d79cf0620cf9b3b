/** Downloads packages from a FHIR or npm registry. https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isJsonObject, JsonError, type JsonObject, parseJsonBytes, textOf } from '../../../core/json.ts'
import { OutboundError } from '../../../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../../../outbound/policy.ts'
import { sendRequest } from '../../../outbound/request.ts'
import { hostOf } from '../../../outbound/web-address.ts'
import { UsageError } from '../../subcommand.ts'
import { chooseVersion, type PackageName, textOfName } from './package-name.ts'

export type PackageRegistry = {
  /** The exact version that an open one means. */
  readonly resolve: (wanted: PackageName) => Promise<PackageName>
  /** The archive, with the sum that the registry tells. Throws UsageError. */
  readonly download: (name: PackageName) => Promise<Uint8Array>
}

/** All versions of the largest packages are described in some megabytes. */
const indexBounds = { maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 } as const
const archiveBounds = { maxBytes: 256 * 1024 * 1024, timeoutMs: 600_000 } as const
const maxRedirects = 3

type Bounds = { readonly maxBytes: number; readonly timeoutMs: number }

export function openPackageRegistry(base: string): PackageRegistry {
  const indexes = new Map<string, Promise<JsonObject>>()
  const read = (wanted: PackageName): Promise<JsonObject> => {
    const known = indexes.get(wanted.name) ?? readIndex(base, wanted)
    indexes.set(wanted.name, known)
    return known
  }
  const resolve = async (wanted: PackageName): Promise<PackageName> => {
    const index = await read(wanted)
    const latest = wanted.version === 'latest' ? textOf(objectIn(index, 'dist-tags'), 'latest') : undefined
    const version = latest ?? chooseVersion(wanted.version, Object.keys(objectIn(index, 'versions')))
    if (version === undefined) throw new UsageError(`the registry has no package ${textOfName(wanted)}`)
    return { name: wanted.name, version }
  }
  return {
    resolve,
    download: async (wanted) => {
      const { version } = await resolve(wanted)
      const dist = objectIn(objectIn(objectIn(await read(wanted), 'versions'), version), 'dist')
      const url = URL.parse(textOf(dist, 'tarball') ?? '', `${base}/`)
      if (url === null) throw new UsageError(`the registry tells no archive of ${textOfName(wanted)}`)
      const bytes = await get(base, url.href, { wanted, bounds: archiveBounds })
      checkSum(dist, bytes, wanted)
      return bytes
    },
  }
}

async function readIndex(base: string, wanted: PackageName): Promise<JsonObject> {
  const url = `${base}/${encodeURIComponent(wanted.name).replace('%40', '@')}`
  try {
    const index = parseJsonBytes(await get(base, url, { wanted, bounds: indexBounds }))
    if (isJsonObject(index)) return index
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
  }
  throw new UsageError(`the answer of the registry about ${wanted.name} is no description of a package`)
}

type Asked = { readonly wanted: PackageName; readonly bounds: Bounds; readonly redirects?: number }

async function get(base: string, url: string, asked: Asked): Promise<Uint8Array> {
  const { wanted, bounds, redirects = 0 } = asked
  const { status, headers, body } = await send(base, url, asked)
  const location = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
  if (location !== null && redirects < maxRedirects)
    return get(base, location.href, { wanted, bounds, redirects: redirects + 1 })
  if (status === 404) throw new UsageError(`the registry has no package ${textOfName(wanted)}`)
  if (status !== 200) throw new UsageError(`the registry answers ${status} for ${textOfName(wanted)}`)
  return body
}

async function send(base: string, url: string, { wanted, bounds }: Asked) {
  try {
    return await sendRequest(policyOf(base, url), { method: 'GET', url, ...bounds })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const reason = error.reason === 'too-large' ? 'sends too much' : `does not answer (${error.reason})`
    throw new UsageError(`the registry ${reason} for ${textOfName(wanted)}`, { cause: error })
  }
}

/** The operator chose the registry, which may be on a private network. An address that it sends us to has to be public. */
function policyOf(base: string, url: string): OutboundPolicy {
  const target = new URL(url)
  const isOwn = target.origin === new URL(base).origin
  return { allowedHosts: [hostOf(target)], allowPrivate: isOwn }
}

const objectIn = (parent: JsonObject, name: string): JsonObject => {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined
  return isJsonObject(value) ? value : {}
}

/** Subresource Integrity (sha512), or the older SHA-1; FHIR's registries tell one of them. */
function checkSum(dist: JsonObject, bytes: Uint8Array, wanted: PackageName): void {
  const [, base64] = /(?:^|\s)sha512-([A-Za-z0-9+/=]+)/.exec(textOf(dist, 'integrity') ?? '') ?? []
  const sums = [
    ['sha512', base64 === undefined ? undefined : Buffer.from(base64, 'base64')],
    ['sha1', hexOf(textOf(dist, 'shasum'))],
  ] as const
  for (const [algorithm, told] of sums) {
    if (told === undefined) continue
    const sum = createHash(algorithm).update(bytes).digest()
    if (sum.length !== told.length || !timingSafeEqual(sum, told))
      throw new UsageError(`the archive of ${textOfName(wanted)} is not the one that the registry describes`)
  }
}

const hexOf = (text: string | undefined): Buffer | undefined => (text ? Buffer.from(text, 'hex') : undefined)
