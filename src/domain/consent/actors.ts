/** Whether the caller is an actor of a provision: by reference, identifier or name, or as one of a class of people. D56, D66. */
import type { ConsentProvisionActor, Identifier } from '@medplum/fhirtypes'
import { findLocal } from '../../fhir/reference.ts'
import { readRole } from './actor-roles.ts'
import type { Asker } from './asker.ts'
import { anyOf, type Match } from './match.ts'
import { mayHavePrograms } from './program-owners.ts'

type Class = (asker: Asker) => boolean

/** Everybody of a type, if the actor gives only the type. */
const classes: Readonly<Record<string, Class>> = {
  Practitioner: ({ isClinical }) => isClinical,
  PractitionerRole: ({ isClinical }) => isClinical,
  RelatedPerson: ({ isCarer }) => isCarer,
  Device: ({ isSystem }) => isSystem,
}

export const isClass = ({ type, display }: NonNullable<ConsentProvisionActor['reference']>): boolean =>
  type !== undefined && type in classes && (display === undefined || display.startsWith('Any '))

export function isCalled(actor: ConsentProvisionActor, asker: Asker): Match {
  const { reference, identifier, type, display } = actor.reference ?? {}
  // The actor says whose data it is, or nothing known.
  if (readRole(actor) !== 'recipient') return 'unsure'
  const named: Match[] = []
  if (reference !== undefined) named.push(matchReference(reference, asker))
  if (identifier?.value !== undefined) named.push(matchIdentifier(identifier, type, asker))
  if (named.length > 0) return anyOf(named)
  if (type !== undefined && isClass(actor.reference ?? {})) return classes[type]?.(asker) ? 'yes' : 'no'
  // Several people may have one name.
  return display !== undefined && asker.names.has(display) ? 'unsure' : 'no'
}

/** A reference to another server may mean anybody here. */
function matchReference(reference: string, { references, unsure, isSystem, addresses }: Asker): Match {
  const local = findLocal(addresses, reference)
  if (local === undefined) return 'unsure'
  const target = `${local.type}/${local.id}`
  if (references.has(target)) return 'yes'
  return unsure.has(target) || (isSystem && mayHavePrograms(local.type)) ? 'unsure' : 'no'
}

function matchIdentifier({ system, value }: Identifier, type: string | undefined, asker: Asker): Match {
  const { identifiers, isSystem } = asker
  const isOfIssuer = identifiers.some((one) => one.system !== undefined && one.system === system)
  // In this issuer's system the name means a program; in another system it may mean the organisation.
  if (isSystem && !isOfIssuer && (type === undefined || type === 'Organization')) return 'unsure'
  const same = identifiers.filter((one) => one.value === value)
  return anyOf(
    same.map((own) => {
      if (own.system === system) return 'yes'
      return own.system === undefined || system === undefined ? 'unsure' : 'no'
    }),
  )
}

const isTeam = (type: string): boolean => type === 'CareTeam' || type === 'Group'

/** `Type/id` of a team or group of ours that the actor names. */
export function teamOf({ reference }: ConsentProvisionActor, addresses: Asker['addresses']): string | undefined {
  const local = findLocal(addresses, reference?.reference)
  return local !== undefined && isTeam(local.type) ? `${local.type}/${local.id}` : undefined
}
