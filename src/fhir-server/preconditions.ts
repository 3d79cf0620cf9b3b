/** If-Match and If-None-Match of what changes a resource. RFC 9110 13.1.1, 13.1.2; R4 http.html#concurrency. */
import { Problem } from '../core/problems.ts'
import type { Stored } from '../store/resources/content.ts'
import type { FhirRequest } from './exchange.ts'

/** Versions that an ETag header names; `*` is any that is there. */
export type Versions = '*' | readonly number[]

/** Throws 412 unless the current version is the one that the client means. A tombstone is a version, and nothing is there. */
export function checkPreconditions(
  { ifMatch, ifNoneMatch }: Pick<FhirRequest, 'ifMatch' | 'ifNoneMatch'>,
  current: Stored | undefined,
): void {
  if (ifMatch !== undefined && !isAmong(ifMatch, current)) throw new Problem('precondition-failed')
  if (ifNoneMatch !== undefined && isAmong(ifNoneMatch, current))
    throw new Problem('precondition-failed', {
      detail: 'The resource is there, or has the version that it must not have',
    })
}

export const isAmong = (versions: Versions, current: Pick<Stored, 'version' | 'deleted'> | undefined): boolean =>
  current !== undefined && (versions === '*' ? !current.deleted : versions.includes(current.version))
