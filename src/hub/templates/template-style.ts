/** The style of the tenant for a template's drafts: kept by clinicians and operators, read by everyone. D269; docs/hub.md#templates. */
import { z } from 'zod'
import { type FieldError, Problem } from '../../core/problems.ts'
import { isHeadingAllowed, isHeadingTaken } from '../../domain/template/section-headings.ts'
import { preferredNames } from '../../drafting/voices/preferred-names.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, named, storedMembers } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { representation } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import { line, sectionKey } from '../fields.ts'
import type { Hub } from '../hub.ts'

const names = preferredNames.map(([preferred]) => preferred)
const once = <T>(items: readonly T[]): boolean => new Set(items).size === items.length

const fields = {
  sections: z
    .array(z.strictObject({ key: sectionKey, title: line(80).exactOptional() }))
    .max(50)
    .refine((rows) => once(rows.map(({ key }) => key)), 'must not repeat a key')
    .default([]),
  preferredNames: z.array(z.enum(names)).max(names.length).refine(once, 'must not repeat').default([]),
}

const example = {
  sections: [{ key: 'plan', title: 'Management' }, { key: 'assessment' }],
  preferredNames: ['fatigue' as const],
}
const members = namesOf(fields)

export const templateStyleAnswer = named('TemplateStyle', z.strictObject({ ...storedMembers, ...fields }), {
  ...exampleStored,
  ...example,
})
export const templateStyle = named(
  'NewTemplateStyle',
  z.strictObject({ ...readMembers(templateStyleAnswer, members), ...fields }),
  example,
)

export async function readTemplateStyle({ caller, params }: HandlerRequest<'templateId'>, hub: Hub) {
  return hub.transact(caller, async (tx) =>
    ok(representation(await tx.read(hubAddress('TemplateStyle', params.templateId)))),
  )
}

/** Throws 400 by the field, where a section is not of the current version, or a heading is not one that its code allows or another section has it. */
async function checkSections(tx: Tx, templateId: string, style: z.output<typeof templateStyle>): Promise<void> {
  const { currentVersionId } = hubContent('Template', await tx.read(hubAddress('Template', templateId), 'update'))
  const current =
    currentVersionId === undefined ? undefined : await tx.find(hubAddress('TemplateVersion', currentVersionId))
  const own = current === undefined ? [] : hubContent('TemplateVersion', current).sections
  const errors = style.sections.flatMap(({ key, title }, at): readonly FieldError[] => {
    const section = own.find((one) => one.key === key)
    if (section === undefined)
      return [{ field: `sections[${at}].key`, message: 'is not a section of the current version' }]
    if (title === undefined) return []
    const field = `sections[${at}].title`
    if (!isHeadingAllowed(section, title)) return [{ field, message: 'is not a heading for such a section' }]
    return isHeadingTaken(own, style.sections, { key, title })
      ? [{ field, message: 'is the heading of another section too' }]
      : []
  })
  if (errors.length > 0) throw new Problem('validation', { errors })
}

/** Later drafts have it; a note in review keeps its form. */
export async function putTemplateStyle(
  { caller, params, body, expected }: HandlerRequest<'templateId', z.output<typeof templateStyle>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    await checkSections(tx, params.templateId, body)
    const place = hubAddress('TemplateStyle', params.templateId)
    const before = await tx.find(place, 'update')
    checkVersion(before, expected)
    const content = takeBack(body, before === undefined ? {} : representation(before), members)
    const stored = await tx.put({ ...place, content: asJson(content), expected: before?.version ?? 0 })
    tx.record('template.style-changed', {
      resourceType: 'TemplateStyle',
      resourceId: stored.id,
      version: stored.version,
    })
    return ok(representation(stored))
  })
}
