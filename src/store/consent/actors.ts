/** Whether an actor of a provision is the one who asks: by reference, identifier or name, or as one of a class of people. D56, D66. */
import type { ConsentProvisionActor, Identifier } from '@medplum/fhirtypes'
import { findLocal } from '../../fhir/reference.ts'
import type { Asker } from './asker.ts'
import { anyOf, type Match } from './match.ts'

type Class = (asker: Asker) => boolean

/** Everybody of a type, where nothing but the type is said. */
const classes: Readonly<Record<string, Class>> = {
  Practitioner: ({ isClinical }) => isClinical,
  PractitionerRole: ({ isClinical }) => isClinical,
  RelatedPerson: ({ isCarer }) => isCarer,
  Device: ({ isSystem }) => isSystem,
}

export const isClass = ({ type, display }: NonNullable<ConsentProvisionActor['reference']>): boolean =>
  type !== undefined && type in classes && (display === undefined || display.startsWith('Any '))

/** http://terminology.hl7.org/CodeSystem/v3-ParticipationType: whose data it is about, and not who is denied it. */
const isAuthor = ({ role }: ConsentProvisionActor): boolean => (role?.coding ?? []).some(({ code }) => code === 'AUT')

export function isCalled(actor: ConsentProvisionActor, asker: Asker): Match {
  const { reference, identifier, type, display } = actor.reference ?? {}
  if (isAuthor(actor)) return 'unsure'
  const named: Match[] = []
  if (reference !== undefined) named.push(matchReference(reference, asker))
  if (identifier?.value !== undefined) named.push(matchIdentifier(identifier, asker))
  if (named.length > 0) return anyOf(named)
  if (type !== undefined && isClass(actor.reference ?? {})) return classes[type]?.(asker) ? 'yes' : 'no'
  // A name is borne by several.
  return display !== undefined && asker.names.has(display) ? 'unsure' : 'no'
}

/** Whom another server knows may be anybody here. */
function matchReference(reference: string, { references, unsure, isSystem, addresses }: Asker): Match {
  const local = findLocal(addresses, reference)
  if (local === undefined) return 'unsure'
  const target = `${local.type}/${local.id}`
  if (references.has(target)) return 'yes'
  // Of a program it is not known which device it is.
  return unsure.has(target) || (local.type === 'Device' && isSystem) ? 'unsure' : 'no'
}

function matchIdentifier({ system, value }: Identifier, { identifiers }: Asker): Match {
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
