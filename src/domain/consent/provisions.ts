/** The effect of a Consent's provisions on a caller. R4 consent.html, Consent.provision: each may have exceptions nested in it. */
import type { Consent, ConsentProvision } from '@medplum/fhirtypes'
import type { JsonObject } from '../../core/json.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import { isCalled } from './actors.ts'
import type { Asker } from './asker.ts'
import { allOf, anyOf, type Match } from './match.ts'
import { matchPeriod } from './periods.ts'
import { matchPurpose } from './purposes.ts'

/** The store checked it when it was written. */
const contentOf = (consent: JsonObject): Consent => consent as unknown as Consent

/** The id of a Patient of ours. D64. */
export const patientOf = (consent: JsonObject, addresses: OwnAddresses): string | undefined =>
  findLocalId(addresses, 'Patient', contentOf(consent).patient?.reference)

/** http://terminology.hl7.org/CodeSystem/v3-ActCode: anything that the provision does not permit is denied. */
const optsOut: ReadonlySet<string> = new Set(['OPTOUT', 'OPTOUTE', 'EMRGONLY'])

/** R4 Consent.provision.type: the root may leave it to the policy. */
export function rootOf(consent: JsonObject): ConsentProvision | undefined {
  const { provision, policyRule } = contentOf(consent)
  const isOut = (policyRule?.coding ?? []).some(({ code }) => optsOut.has(code ?? ''))
  return isOut && provision?.type === undefined ? { ...provision, type: 'deny' } : provision
}

export const holdsDenial = ({ type, provision = [] }: ConsentProvision): boolean =>
  type === 'deny' || provision.some(holdsDenial)

/** Active, and denies something to somebody. */
export function isDenying(consent: JsonObject): boolean {
  const root = rootOf(consent)
  return consent['status'] === 'active' && root !== undefined && holdsDenial(root)
}

export function isDenied(consent: JsonObject, asker: Asker): boolean {
  const root = rootOf(consent)
  return root !== undefined && decide(root, asker) === 'deny'
}

/** True if it denies something to anybody at that time. */
export function isDeniedToAnybody(consent: JsonObject, at: number): boolean {
  const root = rootOf(consent)
  return root !== undefined && deniesAt(root, at)
}

const deniesAt = ({ type, period, provision = [] }: ConsentProvision, at: number): boolean =>
  matchPeriod(period, at) !== 'no' && (type === 'deny' || provision.some((one) => deniesAt(one, at)))

/** An exception outweighs the provision around it. If something is unsure, a denial applies and a permission does not. */
function decide(provision: ConsentProvision, asker: Asker): 'permit' | 'deny' | undefined {
  const match = matchProvision(provision, asker)
  if (match === 'no') return undefined
  const exceptions = (provision.provision ?? []).flatMap((one) => decide(one, asker) ?? [])
  if (exceptions.includes('deny')) return 'deny'
  if (provision.type === 'deny') return exceptions.length === 0 ? 'deny' : 'permit'
  if (match === 'unsure' || isLimited(provision)) return undefined
  return exceptions.length === 0 ? provision.type : 'permit'
}

/** For some documents or data only: a denial of some closes the whole record, and a permission for some does not open all of it. */
const isLimited = ({
  data = [],
  class: classes = [],
  code = [],
  securityLabel = [],
  ...rest
}: ConsentProvision): boolean =>
  data.length + classes.length + code.length + securityLabel.length > 0 ||
  rest.dataPeriod !== undefined ||
  rest.modifierExtension !== undefined

const matchProvision = ({ actor = [], action = [], purpose = [], period }: ConsentProvision, asker: Asker): Match =>
  allOf([
    matchPeriod(period, asker.at),
    matchAction(action),
    purpose.length === 0 ? 'yes' : matchPurpose(purpose, asker),
    actor.length === 0 ? 'yes' : anyOf(actor.map((one) => isCalled(one, asker))),
  ])

const codesOf = ({ coding = [] }: NonNullable<ConsentProvision['action']>[number]): string[] =>
  coding.flatMap(({ code }) => code ?? [])

/** A client's consent for other actions only is refused (consent-denial-errors.ts); the Hub applies those that it writes. */
export function matchAction(action: NonNullable<ConsentProvision['action']>): Match {
  if (action.length === 0 || action.some((one) => codesOf(one).includes('access'))) return 'yes'
  return action.every((one) => codesOf(one).length > 0) ? 'no' : 'unsure'
}
