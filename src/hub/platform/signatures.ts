/** The image of a clinician's signature: set by themselves alone, printed on what they approved. D144; docs/design/hub.md#appearance. */
import { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { findPractitioner } from '../../domain/practitioner/practitioner-roles.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, named, storedMembers } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { asJson, hubAddress } from '../../store/hub-resources.ts'
import { checkSwitches } from '../../store/platforms.ts'
import { representation } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { readMembers, takeBack } from '../artifacts/read-back.ts'
import type { Hub } from '../hub.ts'
import { checkImage, exampleImage, image } from './appearance.ts'

export const signatureAnswer = named(
  'Signature',
  z.strictObject({ ...storedMembers, id: z.string(), practitioner: z.string(), image: image.exactOptional() }),
  {
    ...exampleStored,
    id: '00000000-0000-7000-8000-00000000d001',
    practitioner: 'Practitioner/00000000-0000-7000-8000-00000000d002',
    image: exampleImage,
  },
)

export const signatureChange = named(
  'SignatureChange',
  z.strictObject({ ...readMembers(signatureAnswer, ['image']), image: image.exactOptional() }),
  { image: exampleImage },
)

export async function readSignature({ caller, params }: HandlerRequest<'practitionerRoleId'>, hub: Hub) {
  checkOwn(caller, params.practitionerRoleId)
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Signature', params.practitionerRoleId))
    tx.record('signature.read', { ...about, resourceId: stored.id, version: stored.version })
    return ok(representation(stored))
  })
}

export async function changeSignature(
  { caller, params, body, expected, feature }: HandlerRequest<'practitionerRoleId', z.output<typeof signatureChange>>,
  hub: Hub,
) {
  const { practitionerRoleId } = params
  checkOwn(caller, practitionerRoleId)
  checkImage('image', body.image)
  return hub.transact(caller, async (tx) => {
    checkSwitches(tx, feature)
    const place = hubAddress('Signature', practitionerRoleId)
    const before = await tx.find(place, 'update')
    checkVersion(before, expected)
    const own = takeBack(body, before === undefined ? {} : representation(before), ['image'])
    const content = { ...own, practitioner: await readPerson(tx, practitionerRoleId) }
    const stored = await tx.put({ ...place, content: asJson(content), expected: before?.version ?? 0 })
    tx.record('signature.changed', { ...about, resourceId: stored.id, version: stored.version })
    return ok(representation(stored))
  })
}

const about = { resourceType: 'Signature' } as const

/** The same for a signature that is there and for one that is not. */
function checkOwn({ fhirUser }: Caller, practitionerRoleId: string): void {
  if (fhirUser !== `PractitionerRole/${practitionerRoleId}`)
    throw new Problem('role-required', { detail: 'Only the clinician whose token names this PractitionerRole may' })
}

async function readPerson(tx: Tx, practitionerRoleId: string): Promise<string> {
  const practitioner = await findPractitioner(tx, `PractitionerRole/${practitionerRoleId}`)
  if (practitioner === undefined)
    throw new Problem('role-required', { detail: 'The PractitionerRole of the token names no Practitioner' })
  return `Practitioner/${practitioner.id}`
}
