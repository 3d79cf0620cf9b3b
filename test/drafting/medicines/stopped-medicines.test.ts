/** A table of current medicines without those that are stopped in the consultation. D367. */
import { describe, expect, test } from '@jest/globals'
import type { NoteTemplate } from '../../../src/core/clinical-note.ts'
import { draftNote } from '../../../src/drafting/compose/draft.ts'
import { builtInTemplates } from '../../../src/hub/templates/built-in-templates.ts'
import { template as soap, talk } from '../dialogues.ts'

const templateOf = (name: string): NoteTemplate => {
  const found = builtInTemplates.find(({ template }) => template.title === name)
  if (found === undefined) throw new Error(`no template ${name}`)
  return found.version
}

const taken = ['C: What do you take for it?', 'P: I take naproxen 500 milligrams twice a day.', 'C: Anything else?', 'P: I take perindopril 5 milligrams once a day.'] // biome-ignore format: a talk

function draft(template: NoteTemplate, order: string) {
  const { sections, openQuestions } = draftNote({ template, transcriptId: 't1', segments: talk('C: What can I help you with?', "P: I've had back pain for a week.", ...taken, order), record: [] }) // biome-ignore format: short
  const medicines = sections.filter(({ key }) => key === 'medicines' || key === 'subjective')
  return {
    medicines: medicines.flatMap(({ statements }) => statements.map(({ text }) => text)).join(' '),
    left: openQuestions.filter((line) => line.startsWith('Not among the current medicines')),
  }
}

describe('D367: a medicine that is stopped today', () => {
  test.each(['Referral', 'Discharge summary', 'Event summary'])(
    'is not in the table of a %s, and the reviewer sees its dose',
    (name) => {
      const { medicines, left } = draft(templateOf(name), 'C: Stop the naproxen.')

      expect(medicines).not.toMatch(/Takes[^.]*naproxen/)
      expect(medicines).toContain('perindopril 5 mg once a day')
      expect(left).toEqual(['Not among the current medicines, since it is stopped: Takes naproxen 500 mg twice a day.'])
    },
  )

  test('stays in the history of a note', () => {
    const { medicines, left } = draft(soap, 'C: Stop the naproxen.')

    expect(medicines).toContain('naproxen 500 mg twice a day')
    expect(left).toEqual([])
  })

  test.each([
    'C: Stop the naproxen if your stomach hurts.',
    'C: You could stop the naproxen at some point.',
    'C: Stop the ibuprofen.',
  ])('stays in the table where nothing is stopped, or something else: %s', (order) => {
    expect(draft(templateOf('Referral'), order).medicines).toContain('naproxen 500 mg twice a day')
  })
})
