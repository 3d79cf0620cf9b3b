/** The value of `_list`. R4 search.html#list; D115. */
import { invalidField } from '../../core/problems.ts'
import { isId } from '../../fhir/id.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { tooCostly } from './parse-criterion.ts'
import type { GivenParameter } from './search-criteria.ts'
import { splitValue, unsupported } from './search-values.ts'

/** Ids of Lists, of which a resource is in one. */
export type Listed = readonly string[]

/** R4 lifecycle.html#current: their members are computed. */
const functional = /^\$current-(problems|medications|allergies|drug-allergies)$/

/** The alternatives that one search names at most. */
const maxLists = 20

/** None for an empty value, which R4 ignores. */
export function parseListed(addresses: OwnAddresses, { name, value }: GivenParameter): readonly Listed[] {
  if (name !== '_list') throw unsupported('_list', 'the modifier is not supported')
  const texts = splitValue(value, ',').filter((text) => text !== '')
  if (texts.length > maxLists) throw tooCostly('_list', 'names more than 20 lists')
  const ids = texts.map((text) => {
    const own = functional.exec(text)?.[0]
    if (text.startsWith('$'))
      throw unsupported('_list', `${own ?? 'a functional list'} is not supported: name a List by its id`)
    const id = isId(text) ? text : findLocalTarget(addresses, text)?.replace(/^List\//, '')
    if (id === undefined || !isId(id)) throw invalidField('_list', 'must be the id of a List')
    return id
  })
  return ids.length === 0 ? [] : [ids]
}
