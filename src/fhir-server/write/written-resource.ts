/** A body to store: it has the type in the path and an allowed id. R4 http.html#create, http.html#update. */

import { isUuid } from '../../core/ids.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { isId } from '../../fhir/id.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { FhirRequest, FhirServer } from '../exchange.ts'
import { codeOf, withoutForms } from '../search/control-parameters.ts'

export function parseResource({ body, type }: FhirRequest): JsonObject {
  if (!isJsonObject(body))
    throw new Problem('validation', { errors: [{ field: type, message: 'a resource is expected', code: 'structure' }] })
  if (body['resourceType'] !== type) throw invalidField(`${type}.resourceType`, 'is not the type of the address')
  return body
}

const inCreate = 'has no place in a create: the header If-None-Exist has the criteria of a conditional one'
const byId = 'has no place in the address of one resource'

/**
 * Throws if the address of a create, or of a write by id, has parameters. They would do nothing, and whoever sends them expects a
 * conditional interaction. R4 http.html#ccreate, http.html#cond-update; D113.
 */
export function checkNoParameters(code: string, { id, parameters }: Pick<FhirRequest, 'id' | 'parameters'>): void {
  const isOne = code === 'create' || (id !== undefined && ['update', 'patch', 'delete'].includes(code))
  const [given] = isOne ? withoutForms(parameters) : []
  if (given === undefined) return
  const name = codeOf(given[0])
  const field = /^_?[a-z]+(?:-[a-z]+)*$/.test(name) ? name : 'parameter'
  const message = code === 'create' ? inCreate : byId
  throw new Problem('validation', { errors: [{ field, message, code: 'not-supported' }] })
}

/** The id that a client gives to a new resource. docs/design/house.md#patient-data: production takes UUIDs only, because an id may say who somebody is. */
export function checkClientId(server: FhirServer, type: string, id: string): void {
  const allowed = server.config.clientIds === 'any' ? isId(id) : isUuid(id)
  if (!allowed)
    throw invalidField(`${type}.id`, server.config.clientIds === 'any' ? 'is not an id' : 'must be a lower-case UUID')
}

/** docs/design/hub.md#release: only the Hub changes what it released. */
export function checkOwner(stored: Stored | undefined): void {
  if (stored?.owner !== 'hub') return
  throw new Problem('business-rule', {
    detail: 'The Hub released this resource: it is changed by amend or recall there',
  })
}
