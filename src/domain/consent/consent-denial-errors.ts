/** Refuses a Consent that denies something which cannot be applied: it is never stored without effect. D56. */

import type { ConsentProvision, ConsentProvisionActor, Identifier } from '@medplum/fhirtypes'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { type FieldError, Problem } from '../../core/problems.ts'
import { findLocal } from '../../fhir/reference.ts'
import { wholeScope } from '../../store/resources/search/access-scope.ts'
import type { Looking } from '../practitioner/practitioner-roles.ts'
import { actorRoleCodes, readRole } from './actor-roles.ts'
import { isClass } from './actors.ts'
import { isReadable } from './periods.ts'
import { holdsDenial, matchAction, patientOf, rootOf } from './provisions.ts'

/** Throws 422 with each element that cannot be applied. `consent` is active and denies something. */
export async function checkConsentDenial(looking: Looking, consent: JsonObject): Promise<void> {
  const { addresses } = looking.tenant
  const root = rootOf(consent)
  const errors = [
    ...(patientOf(consent, addresses) === undefined
      ? [refuse('Consent.patient', 'must refer to a Patient of this server where something is denied')]
      : []),
    ...(consent['implicitRules'] === undefined
      ? []
      : [refuse('Consent.implicitRules', 'is not understood, and would say what the denial means')]),
    ...listModifiers('Consent', consent),
    ...(root === undefined ? [] : await listErrors({ looking, consent }, 'Consent.provision', root)),
  ]
  if (errors.length > 0) throw new Problem('resource-invalid', { errors })
}

const refuse = (field: string, message: string): FieldError => ({ field, message, code: 'business-rule' })

/** R4 extensibility.html#modifierExtension: it changes the meaning and is not understood. */
function listModifiers(field: string, value: JsonValue | undefined): readonly FieldError[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => listModifiers(`${field}[${at}]`, item))
  if (value === undefined || !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    if (name === 'contained' || name === 'text') return []
    if (name !== 'modifierExtension') return listModifiers(`${field}.${name}`, item)
    return [refuse(`${field}.${name}`, 'is not understood, and would say what the denial means')]
  })
}

type Checked = { readonly looking: Looking; readonly consent: JsonObject }

/** For a provision that denies, and each around it: one that does not apply would deny nothing. */
async function listErrors(
  checked: Checked,
  field: string,
  provision: ConsentProvision,
): Promise<readonly FieldError[]> {
  if (!holdsDenial(provision)) return []
  const { action = [], actor = [], period, provision: nested = [] } = provision
  const errors: FieldError[] = []
  if (matchAction(action) !== 'yes')
    errors.push(refuse(`${field}.action`, 'must be absent or hold access, since a denial is of access here'))
  for (const end of ['start', 'end'] as const) {
    const text = period?.[end]
    const isUnread = text === undefined ? period !== undefined && `_${end}` in period : !isReadable(text)
    if (isUnread) errors.push(refuse(`${field}.period.${end}`, 'must be a date that can be read'))
  }
  for (const [at, one] of actor.entries()) {
    if (readRole(one) === undefined)
      errors.push(refuse(`${field}.actor[${at}].role`, `must be one of ${actorRoleCodes}, and not of two kinds`))
    const message = await findActorError(checked, one)
    if (message !== undefined) errors.push(refuse(`${field}.actor[${at}].reference`, message))
  }
  for (const [at, one] of nested.entries())
    errors.push(...(await listErrors(checked, `${field}.provision[${at}]`, one)))
  return errors
}

/** Resources that a caller can be, or belong to. */
const callers = ['Practitioner', 'PractitionerRole', 'Organization', 'CareTeam', 'Group', 'RelatedPerson', 'Device']

async function findActorError(
  { looking, consent }: Checked,
  actor: ConsentProvisionActor,
): Promise<string | undefined> {
  const { reference, identifier, type } = actor.reference ?? {}
  const { addresses } = looking.tenant
  const local = findLocal(addresses, reference)
  if (local !== undefined && callers.includes(local.type)) return undefined
  if (local?.type === 'Patient')
    return local.id === patientOf(consent, addresses) ? 'must not be the patient, who reads the own record' : undefined
  if (identifier?.value !== undefined && (type === 'Device' || (await isBorne(looking, identifier)))) return undefined
  if (reference === undefined && identifier === undefined && isClass(actor.reference ?? {})) return undefined
  return 'must refer to somebody of this server, or give an identifier that somebody here has (of a program: with type Device, its issuer and client)'
}

/** Somebody here has that identifier. */
async function isBorne(looking: Looking, { system, value = '' }: Identifier): Promise<boolean> {
  const code = { parameter: 'identifier', value }
  const any = [system === undefined ? code : { parameter: 'identifier:coding', value: `${system}|${value}` }]
  for (const type of callers) {
    const where = [{ kind: 'tokens', any, accessTokens: [code] }] as const
    if ((await looking.search({ space: 'fhir', type, scope: wholeScope, where, limit: 1 })).items.length > 0)
      return true
  }
  return false
}
