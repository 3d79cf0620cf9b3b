/** The one check of a write of FHIR: what it makes and what was there before are within the caller's access. docs/design/house.md#access. */

import { isJsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { findLocalTarget } from '../fhir/reference.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { makeWriteScope, type Permitted, type WriteScope } from '../store/resources/search/access-scope.ts'
import { type Access, insufficientScope, isWithin, namesDenied } from './access.ts'

/**
 * A written resource must be within a scope, before and after, and about no denied patient. If the caller is denied something, the
 * resource must not be one that says who the caller is (D66). Checks only as much as the access is narrowed. The answer is good for this
 * resource with this content, and for its deletion.
 */
export function checkWritten(
  parameters: SearchParameters,
  access: Access,
  written: Permitted,
  readBefore?: () => Permitted,
): WriteScope {
  const { knownBy } = access
  const list = () => (readBefore === undefined ? [written] : [written, readBefore()])
  if (knownBy !== undefined && list().some((found) => saysWho(parameters, knownBy, found)))
    throw new Problem('role-required', { detail: 'The resource says who you are: somebody else changes it' })
  if (access.deniedPatients !== undefined && list().some((found) => namesDenied(parameters, access, found)))
    throw new Problem('not-found')
  if (access.narrowed !== undefined && !list().every((found) => isWithin(parameters, access, found)))
    throw insufficientScope()
  return makeWriteScope(written)
}

/** It is one of these, or a role of one of them: a new role may be in an organisation to which nothing is denied. */
function saysWho(
  { addresses }: SearchParameters,
  knownBy: readonly string[],
  { type, id, content }: Permitted,
): boolean {
  if (knownBy.includes(`${type}/${id}`)) return true
  const { practitioner } = content
  const reference = type === 'PractitionerRole' && isJsonObject(practitioner) ? practitioner['reference'] : undefined
  const target = typeof reference === 'string' ? findLocalTarget(addresses, reference) : undefined
  return target !== undefined && knownBy.includes(target)
}
