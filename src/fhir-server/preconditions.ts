/** If-Match and If-None-Match of a change. RFC 9110 13.1.1, 13.1.2; R4 http.html#concurrency. */
import { Problem } from '../core/problems.ts'
import type { Stored } from '../store/resources/types.ts'

/** Versions in an ETag header; `*` means any existing one. */
export type Versions = '*' | readonly number[]

/** The version that a request expects to change. */
export type Preconditions = { readonly ifMatch?: Versions | undefined; readonly ifNoneMatch?: Versions | undefined }

/** Throws 412 unless the current version is the expected one. A tombstone is a version, but the resource does not exist. */
export function checkPreconditions({ ifMatch, ifNoneMatch }: Preconditions, current: Stored | undefined): void {
  if (ifMatch !== undefined && !isAmong(ifMatch, current)) throw new Problem('precondition-failed')
  if (ifNoneMatch !== undefined && isAmong(ifNoneMatch, current))
    throw new Problem('precondition-failed', {
      detail: 'The resource is there, or has the version that it must not have',
    })
}

export const isAmong = (versions: Versions, current: Pick<Stored, 'version' | 'deleted'> | undefined): boolean =>
  current !== undefined && (versions === '*' ? !current.deleted : versions.includes(current.version))
