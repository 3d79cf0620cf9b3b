/** Where an encounter was and who answers for it, as far as a document says. R4 encounter.html. */
import type { Bundle, Encounter, Location, Reference } from '@medplum/fhirtypes'
import { openDocument } from './document-resources.ts'
import {
  type At,
  type ClinicianFacts,
  type OrganizationFacts,
  readClinician,
  readOrganization,
} from './facts/people-facts.ts'

export type CareFacts = {
  readonly provider?: OrganizationFacts
  readonly place?: Location
  /** Who discharged, else attended, else took part alone. */
  readonly responsible?: ClinicianFacts
}

/** v3-ParticipationType, the strongest first. */
const participantTypes = ['DIS', 'ATND', 'PPRF'] as const

export function readCareFacts(bundle: Bundle): CareFacts {
  const { composition, find } = openDocument(bundle) ?? {}
  if (composition === undefined || find === undefined) return {}
  const from = find<Encounter>(['Encounter'], composition.resource.encounter?.reference, composition)
  if (from === undefined) return {}
  const at: At = { find, from, on: composition.resource.date }
  const { serviceProvider, location } = from.resource
  const provider = find(['Organization'], serviceProvider?.reference, from)
  const place = find<Location>(['Location'], location?.[0]?.location?.reference, from)
  const responsible = findResponsible(from.resource)
  const person = find(['PractitionerRole', 'Practitioner'], responsible?.reference, from)
  return {
    ...(provider === undefined ? {} : { provider: readOrganization(at, serviceProvider) }),
    ...(place === undefined ? {} : { place: place.resource }),
    ...(person === undefined ? {} : { responsible: readClinician(at, responsible) }),
  }
}

function findResponsible({ participant = [] }: Encounter): Reference | undefined {
  const typed = participantTypes
    .map((code) => participant.find(({ type }) => type?.some(({ coding }) => coding?.some((one) => one.code === code))))
    .find((one) => one !== undefined)
  return (typed ?? (participant.length === 1 ? participant[0] : undefined))?.individual
}
