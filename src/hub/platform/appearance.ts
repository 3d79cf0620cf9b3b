/** How the pages of a practice look: letterhead logo, empty sections, attachment. An operator sets it for the tenant. D144; docs/design/hub.md#appearance. */
import { z } from 'zod'
import { type FieldError, Problem } from '../../core/problems.ts'
import { findImageFault } from '../../exports/pdf/check-image.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, named, storedMembers } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { asJson, hubAddress } from '../../store/hub-resources.ts'
import { checkSwitches } from '../../store/platforms.ts'
import { representation } from '../../store/resources/content.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import type { Hub } from '../hub.ts'

/** 256 KiB: ten times what a sharp logo needs, and it goes along with every page. */
const maxImageBytes = 256 * 1024

/** A PNG or JPEG in base64. RFC 4648 4. */
export const image = z.base64().max(Math.ceil(maxImageBytes / 3) * 4)

/** A white dot. */
export const exampleImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='

/** Throws 400 that says by its name what is wrong with the image. */
export function checkImage(field: string, base64: string | undefined): void {
  const message = base64 === undefined ? undefined : findImageFault(Buffer.from(base64, 'base64'))
  const errors: FieldError[] = message === undefined ? [] : [{ field, message }]
  if (errors.length > 0) throw new Problem('validation', { errors })
}

const fields = {
  logo: image.exactOptional(),
  omitEmptySections: z.boolean().default(false),
  attachBundle: z.boolean().default(false),
}
const names = namesOf(fields)

const example = { logo: exampleImage, omitEmptySections: true, attachBundle: false }

export const appearanceAnswer = named(
  'Appearance',
  z.strictObject({
    ...storedMembers,
    logo: image.exactOptional(),
    omitEmptySections: z.boolean(),
    attachBundle: z.boolean(),
  }),
  { ...exampleStored, ...example },
)

export const appearanceChange = named(
  'AppearanceChange',
  z.strictObject({ ...readMembers(appearanceAnswer, names), ...fields }),
  example,
)

export async function readAppearanceSettings({ caller }: HandlerRequest, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Appearance', tx.tenant.id))
    tx.record('appearance.read', { ...about, resourceId: stored.id, version: stored.version })
    return ok(representation(stored))
  })
}

export async function changeAppearance(
  { caller, body, expected, feature }: HandlerRequest<never, z.output<typeof appearanceChange>>,
  hub: Hub,
) {
  checkImage('logo', body.logo)
  return hub.transact(caller, async (tx) => {
    checkSwitches(tx, feature)
    const place = hubAddress('Appearance', tx.tenant.id)
    const before = await tx.find(place, 'update')
    checkVersion(before, expected)
    const content = takeBack(body, before === undefined ? {} : representation(before), names)
    const stored = await tx.put({ ...place, content: asJson(content), expected: before?.version ?? 0 })
    tx.record('appearance.changed', { ...about, resourceId: stored.id, version: stored.version })
    return ok(representation(stored))
  })
}

const about = { resourceType: 'Appearance' } as const
