/** How the tenant wants the documents of a template: order of sections, headings, preferred names. D269. */
import type { Note, NoteTemplate, TemplateStyle } from '../../core/clinical-note.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { isHeadingAllowed, isHeadingTaken } from './section-headings.ts'

export async function findTemplateStyle(tx: Tx, templateId: string): Promise<TemplateStyle | undefined> {
  const stored = await tx.find(hubAddress('TemplateStyle', templateId))
  return stored === undefined ? undefined : hubContent('TemplateStyle', stored)
}

type Shown = { readonly key: string; readonly title?: string | undefined }

/** The sections in the order of the list, with its headings; sections that it does not name follow in their own order. */
function inOrder<Section extends { readonly key: string; readonly title: string }>(
  sections: readonly Section[],
  listed: readonly Shown[],
): readonly Section[] {
  const named = listed.flatMap(({ key, title }) => {
    const section = sections.find((one) => one.key === key)
    return section === undefined ? [] : [title === undefined ? section : { ...section, title }]
  })
  return [...named, ...sections.filter(({ key }) => !listed.some((one) => one.key === key))]
}

/** Without headings that the section of this version may not have: a later version may give its key another code. If two sections would get one heading, the version's own headings hold. */
function allowed({ sections }: NoteTemplate, style: TemplateStyle): readonly Shown[] {
  const open = style.sections.map(({ key, title }): Shown => {
    const section = sections.find((one) => one.key === key)
    const isOpen = section !== undefined && title !== undefined && isHeadingAllowed(section, title)
    return isOpen ? { key, title } : { key }
  })
  const isTaken = ({ key, title }: Shown): boolean =>
    title !== undefined && isHeadingTaken(sections, open, { key, title })
  return open.some(isTaken) ? open.map(({ key }) => ({ key })) : open
}

/** The template as a draft of the tenant has it. A section that the version does not have is passed over. */
export const applyStyle = <Template extends NoteTemplate>(
  template: Template,
  style: TemplateStyle | undefined,
): Template =>
  style === undefined
    ? template
    : {
        ...template,
        sections: inOrder(template.sections, allowed(template, style)),
        preferredNames: style.preferredNames,
      }

/** The sections of the template in the order and with the headings of a note, which an edit keeps. */
export const asInNote = <Template extends Pick<NoteTemplate, 'sections'>>(
  template: Template,
  note: Note,
): Template => ({
  ...template,
  sections: inOrder(template.sections, note.sections),
})
