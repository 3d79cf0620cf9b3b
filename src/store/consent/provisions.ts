/** What the provisions of a Consent say of one who asks. R4 consent.html, Consent.provision: each may have exceptions, which are nested in it. */
import type { Consent, ConsentProvision, ConsentProvisionActor } from '@medplum/fhirtypes'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId, findLocalTarget } from '../../fhir/reference.ts'
import type { JsonObject } from '../../json.ts'

/** Who asks, by all that may name them. */
export type Asker = {
  readonly isClinical: boolean
  readonly isCarer: boolean
  /** `Type/id` of the role, its practitioner and its organisation. */
  readonly references: ReadonlySet<string>
  /** Values of their identifiers. */
  readonly identifiers: ReadonlySet<string>
  /** The client, and the names of practitioner and organisation. */
  readonly names: ReadonlySet<string>
  /** By which references to them are read. */
  readonly addresses: OwnAddresses
  readonly at: number
}

/** The store has checked it when it was written. */
const provisionOf = (consent: JsonObject): ConsentProvision | undefined => (consent as unknown as Consent).provision

/** The id of a Patient of ours. D64. */
export const patientOf = (consent: JsonObject, addresses: OwnAddresses): string | undefined =>
  findLocalId(addresses, 'Patient', (consent as unknown as Consent).patient?.reference)

const holdsDenial = ({ type, provision = [] }: ConsentProvision): boolean =>
  type === 'deny' || provision.some(holdsDenial)

/** In force, and somewhere in it somebody is denied something. */
export function isDenying(consent: JsonObject): boolean {
  const root = provisionOf(consent)
  return consent['status'] === 'active' && root !== undefined && holdsDenial(root)
}

export function isDenied(consent: JsonObject, asker: Asker): boolean {
  const root = provisionOf(consent)
  return root !== undefined && decide(root, asker) === 'deny'
}

/** An exception outweighs what it is nested in. */
function decide(provision: ConsentProvision, asker: Asker): 'permit' | 'deny' | undefined {
  if (!applies(provision, asker)) return undefined
  const exceptions = (provision.provision ?? []).flatMap((one) => decide(one, asker) ?? [])
  if (exceptions.length === 0) return provision.type
  return exceptions.includes('deny') ? 'deny' : 'permit'
}

/** What is limited to some documents or data counts for all of the record: of less than that nobody could be sure. */
const applies = ({ actor = [], action = [], purpose = [], period }: ConsentProvision, asker: Asker): boolean =>
  isWithinPeriod(period, asker.at) &&
  (action.length === 0 || action.some(({ coding = [] }) => coding.some(({ code }) => code === 'access'))) &&
  // Who has a clinical role treats; of others no purpose is known.
  (purpose.length === 0 || !asker.isClinical || purpose.some(({ code }) => code === 'TREAT')) &&
  (actor.length === 0 || actor.some((one) => names(one, asker)))

const dayMs = 86_400_000
/** A day in whatever zone. */
const zoneMs = 14 * 3_600_000

function isWithinPeriod(period: ConsentProvision['period'], at: number): boolean {
  const [start, end] = [period?.start, period?.end]
  const from = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start) - (start.includes('T') ? 0 : zoneMs)
  const to = end === undefined ? Number.POSITIVE_INFINITY : endOf(end)
  return from <= at && at < to
}

/** A year or month lasts as long as it can. */
function endOf(end: string): number {
  if (end.includes('T')) return Date.parse(end)
  const days = end.length === 4 ? 366 : end.length === 7 ? 31 : 1
  return Date.parse(end) + days * dayMs + zoneMs
}

/** By reference, identifier or name; or a whole class of people, by their type alone. */
function names({ reference = {} }: ConsentProvisionActor, asker: Asker): boolean {
  const { reference: target, identifier, type, display } = reference
  if (target !== undefined) return asker.references.has(findLocalTarget(asker.addresses, target) ?? '')
  if (identifier?.value !== undefined) return asker.identifiers.has(identifier.value)
  const isClass = display === undefined || display.startsWith('Any ')
  if (isClass && type === 'Practitioner') return asker.isClinical
  if (isClass && type === 'RelatedPerson') return asker.isCarer
  return display !== undefined && asker.names.has(display)
}
