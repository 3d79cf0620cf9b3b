/** Holds a write to the scope that it brings: docs/design/house.md#access. */
import type { JsonObject } from '../../../core/json.ts'
import type { WriteAddress } from '../scoped-address.ts'
import { permittedBy } from '../search/access-scope.ts'

/** Throws unless this resource was checked, and with this content. A deletion has none. */
export function checkPermitted(write: WriteAddress & { readonly content?: JsonObject }): void {
  const permitted = write.space === 'fhir' ? permittedBy(write.scope) : undefined
  if (permitted === undefined) return
  const isSame = permitted.type === write.type && permitted.id === write.id
  if (!isSame || (write.content !== undefined && permitted.content !== write.content))
    throw new Error('the access scope is of another resource or content')
}
