/** A style on a template: headings that another version no longer allows, or that stand twice, are left out. D269. */
import { expect, test } from '@jest/globals'
import { applyStyle } from '../../../src/domain/template/template-style.ts'
import { template } from '../../drafting/dialogues.ts'

const titlesOf = (sections: readonly { readonly key: string; readonly title: string }[]) =>
  applyStyle({ ...template, sections: template.sections }, { sections, preferredNames: [] }).sections.map(
    ({ title }) => title,
  )

test('D269: a heading for the code that a section had in an earlier version is left out', () => {
  expect(titlesOf([{ key: 'plan', title: 'Your medicines' }])).toEqual([
    'Plan',
    'Subjective',
    'Objective',
    'Assessment',
  ])
  expect(titlesOf([{ key: 'plan', title: 'Management' }])).toEqual(['Management', 'Subjective', 'Objective', 'Assessment']) // biome-ignore format: short
})

test('D269: if a later version gives two sections one heading, its own headings hold', () => {
  const later = { ...template, sections: template.sections.map((section) => (section.key === 'assessment' ? { ...section, title: 'Management' } : section)) } // biome-ignore format: short
  const sections = [{ key: 'plan', title: 'Management' }]

  const styled = applyStyle(later, { sections, preferredNames: [] })

  expect(styled.sections.map(({ title }) => title)).toEqual(['Plan', 'Subjective', 'Objective', 'Management'])
})
