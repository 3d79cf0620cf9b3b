/** Addresses for reads and writes. An address of FHIR brings the scope of its reader or writer: docs/design/house.md#access. */
import { type ReadScope, type WriteScope, wholeScope } from './search/access-scope.ts'
import type { ResourceAddress, Space } from './types.ts'

type Named = { readonly type: string; readonly id: string }

/** The Hub's resources and the definitions: what a caller may do with them is checked before the handler. */
export type UnscopedAddress = Named & { readonly space: Exclude<Space, 'fhir'>; readonly scope?: undefined }

export type ReadAddress = UnscopedAddress | (Named & { readonly space: 'fhir'; readonly scope: ReadScope })

export type WriteAddress = UnscopedAddress | (Named & { readonly space: 'fhir'; readonly scope: WriteScope })

/** The address for the store itself, which shows nobody what it finds there. */
export const asWhole = ({ space, type, id }: ResourceAddress): ReadAddress =>
  space === 'fhir' ? { space, type, id, scope: wholeScope } : { space, type, id }
