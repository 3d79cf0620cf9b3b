/** The operation that checks a resource and stores nothing. R4 resource-operation-validate.html. */

import { checkAccess } from '../../access/access.ts'
import { undeniedScopeOf } from '../../access/read-scope.ts'
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { withValue } from '../../profiles/found-values.ts'
import { buildOutcome, type Locate } from '../../profiles/outcome.ts'
import { locateInJson } from '../../profiles/positions.ts'
import { readResource } from '../../store/resources/content.ts'
import type { CheckFinding } from '../../store/resources/write/check-rows.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import type { Exchange, FhirReply, FhirRequest, Interact } from '../exchange.ts'
import { findText, listInputs, valueOfInput } from '../parameters.ts'
import { readCurrent } from '../read-current.ts'
import { outcomeText } from '../reply/versioned-reply.ts'

const modes: readonly (string | undefined)[] = ['create', 'update', 'delete', 'profile', undefined]

export const validate: Interact = async (exchange, request) => {
  const mode = findText(request, 'mode')
  if (!modes.includes(mode)) throw invalidField('mode', 'is not create, update, delete or profile')
  const given = valueOfInput(listInputs(request).find(({ name }) => name === 'resource'))
  if (given === undefined) return validateStored(exchange, request, mode)
  checkAccess(request.caller, request.type, mode === 'update' ? 'update' : 'create')
  if (!isJsonObject(given) || given['resourceType'] !== request.type)
    throw invalidField('resource', 'is not of the type of the address')
  if (request.id !== undefined && mode === 'update' && given['id'] !== request.id)
    throw invalidField(`${request.type}.id`, 'is not the id of the address')
  exchange.tx.record('fhir.validate', { resourceType: request.type })
  const found = await listFindings(exchange, request, given)
  // D126: the caller sent the resource, so the answer to this request alone may repeat a value of it.
  const findings = found.map((one) => withValue(one, given))
  return reply(findings, locateIn(request, findings))
}

async function validateStored(exchange: Exchange, request: FhirRequest, mode: string | undefined): Promise<FhirReply> {
  if (request.id === undefined) throw invalidField('resource', 'is missing')
  const stored = await readCurrent(exchange, request)
  const content = readResource(stored)
  await recordAccess(exchange, 'fhir.validate', stored)
  if (mode === 'delete') return reply(stored.owner === 'hub' ? [notDeletable(stored.type)] : [])
  return reply(await listFindings(exchange, request, content))
}

/** A reference to what is denied to the caller is wrong, as one to nothing is. D193. */
const listFindings = (
  exchange: Exchange,
  request: FhirRequest,
  resource: JsonObject,
): Promise<readonly CheckFinding[]> =>
  exchange.tx.listFindings(
    [claiming(resource, findText(request, 'profile'))],
    request.caller.deniedPatients === undefined ? undefined : undeniedScopeOf(exchange, request.caller),
  )

/** For a named profile the resource is checked as one that claims it. */
function claiming(resource: JsonObject, profile: string | undefined): JsonObject {
  if (profile === undefined) return resource
  const meta = isJsonObject(resource['meta']) ? resource['meta'] : {}
  const profiles = Array.isArray(meta['profile']) ? meta['profile'] : []
  return { ...resource, meta: { ...meta, profile: [...profiles.filter((one) => one !== profile), profile] } }
}

const notDeletable = (type: string): CheckFinding => ({
  severity: 'error',
  code: 'business-rule',
  expression: type,
  message: 'The Hub released this resource: it is changed by amend or recall there',
})

const reply = (findings: readonly CheckFinding[], locate?: Locate): FhirReply => ({
  status: 200,
  text: findings.length === 0 ? outcomeText('The resource is valid') : stringifyJson(buildOutcome(findings, locate)),
})

/** In the text of the body, where the resource may be a parameter. */
function locateIn({ body, bodyText }: FhirRequest, findings: readonly CheckFinding[]): Locate | undefined {
  if (bodyText === undefined || findings.length === 0) return undefined
  const place = placeOfResource(body)
  const inBody = (expression: string): string => expression.replace(/^\w+/, place)
  const positions = locateInJson(
    bodyText(),
    findings.map(({ expression }) => inBody(expression)),
  )
  return (expression) => positions.get(inBody(expression))
}

function placeOfResource(body: JsonValue | undefined): string {
  const parameters = isJsonObject(body) && body['resourceType'] === 'Parameters' ? body['parameter'] : undefined
  if (!Array.isArray(parameters)) return 'Resource'
  const index = parameters.findIndex((one) => isJsonObject(one) && one['name'] === 'resource')
  return `Parameters.parameter[${index}].resource`
}
