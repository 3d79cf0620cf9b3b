/** Sections as paragraphs and tables: every word of a statement is shown, and only told changes are marked. D267, D268. */
import { expect, test } from '@jest/globals'
import type { Claim, Note, Section, SectionLayout, Statement, TemplateSection } from '../../src/core/clinical-note.ts'
import { readLayouts, renderSection } from '../../src/documents/section-layout.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { exampleClaim } from '../builders.ts'
import { talk } from '../drafting/dialogues.ts'
import { makeDocument } from './template-documents.ts'

const recorded = { kind: 'resource', reference: 'MedicationStatement/m' } as const
const state = (text: string, claims: readonly Claim[], evidence: Statement['evidence'] = []): Statement => ({
  id: text,
  text,
  claims,
  evidence,
  confidence: 1,
})

const dates = new Map([['MedicationStatement/m', '2017-01-15T10:00:00Z']])

function render(layout: SectionLayout, statements: readonly Statement[], plan: readonly Statement[] = []): string {
  const section = { key: 'own', title: 'Own', code: '10160-0', statements }
  const others: Section = { key: 'plan', title: 'Plan', code: '18776-5', statements: plan }
  const note: Note = { title: 'Letter', sections: [section, others], openQuestions: [] }
  const template: TemplateSection = { key: 'own', title: 'Own', code: '10160-0', required: false, draws: [], layout }
  return renderSection(section, readLayouts(note, [template], dates))
}

const rowsOf = (div: string): readonly (readonly string[])[] =>
  [...div.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => cell)) // biome-ignore format: short

test('D267: prose has one paragraph for each problem', () => {
  const div = render('prose', [
    state('The patient presents with cough.', [exampleClaim('complaint', 'cough')]),
    state('There is no fever & rash.', [exampleClaim('symptom', 'fever', { polarity: 'absent' })]),
    state('The patient also reports knee pain.', [exampleClaim('complaint', 'knee pain')]),
    state('The impression is likely bronchitis.', [exampleClaim('impression', 'bronchitis')]),
  ])

  expect(div.match(/<p>.*?<\/p>/g)).toEqual([
    '<p>The patient presents with cough. There is no fever &amp; rash.</p>',
    '<p>The patient also reports knee pain.</p>',
    '<p>The impression is likely bronchitis.</p>',
  ])
})

test('D268: a table takes a sentence apart at the name, with the date of the record, and loses no word', () => {
  const lisinopril = exampleClaim('medication', 'lisinopril')
  const div = render('table', [
    state(
      'Takes Allopurinol 100 mg once a day (from the record).',
      [exampleClaim('medication', 'Allopurinol')],
      [recorded],
    ),
    state('Possibly takes lisinopril (recording unclear).', [{ ...lisinopril, certainty: 'uncertain' }]),
    state('Has tried codeine, which did not help.', [exampleClaim('medication', 'codeine')]),
    state('No other medicines.', [exampleClaim('medication', 'medicines', { polarity: 'absent' })]),
  ])

  expect(rowsOf(div)).toEqual([
    ['Medicine', 'Details', 'Source'],
    ['Allopurinol', '100 mg once a day', 'Record, 2017-01-15'],
    ['Lisinopril', 'Possibly (recording unclear)', 'This consultation'],
  ])
  expect(div).toContain('<p>Has tried codeine, which did not help.</p><p>No other medicines.</p>')
})

test('D268: the words of a clinician who changed a sentence are shown, whatever its claims say', () => {
  const both = state('Takes ramipril; metformin 1 g twice a day.', [exampleClaim('medication', 'ramipril'), exampleClaim('medication', 'metformin')]) // biome-ignore format: short
  const other = state('Takes aspirin no longer.', [exampleClaim('medication', 'ramipril')])

  expect(render('table', [both, other])).toContain(`<p>${both.text}</p><p>${other.text}</p>`)
})

test('D268: a medicine is marked by the change that was told, and by none that was not', () => {
  const div = render(
    'changes',
    [
      state('Takes amlodipine 5 mg.', [exampleClaim('medication', 'amlodipine')], [recorded]),
      state('Increase amlodipine to 10 mg.', [exampleClaim('plan', 'x'), exampleClaim('medication', 'amlodipine', { change: 'changed' })]),
      state('Start naproxen 250 mg.', [exampleClaim('plan', 'x'), exampleClaim('medication', 'naproxen', { change: 'started' })]),
      state('Stop ibuprofen.', [exampleClaim('plan', 'x'), exampleClaim('medication', 'ibuprofen', { change: 'stopped', polarity: 'absent' })]),
      state('Continue the metformin.', [exampleClaim('plan', 'x'), exampleClaim('medication', 'metformin', { change: 'continued' })]),
      state('Takes aspirin.', [exampleClaim('medication', 'aspirin')]),
      state('Takes furosemide.', [exampleClaim('medication', 'furosemide')]),
      state('No other medicines.', [exampleClaim('medication', 'medicines', { polarity: 'absent' })]),
    ],
    [state('Take two tablets of the Furosemide.', [exampleClaim('plan', 'y')])],
  ) // biome-ignore format: one row a line

  expect(rowsOf(div)).toEqual([
    ['Medicine', 'Change', 'Details', 'Source'],
    ['Amlodipine', 'Changed', 'Takes amlodipine 5 mg. Increase amlodipine to 10 mg.', 'Record, 2017-01-15; This consultation'],
    ['Naproxen', 'New', 'Start naproxen 250 mg.', 'This consultation'],
    ['Ibuprofen', 'Ceased', 'Stop ibuprofen.', 'This consultation'],
    ['Metformin', 'Unchanged', 'Continue the metformin.', 'This consultation'],
    ['Aspirin', 'No change told', 'Takes aspirin.', 'This consultation'],
    ['Furosemide', 'See the plan', 'Takes furosemide.', 'This consultation'],
  ]) // biome-ignore format: one row a line
  expect(div).toContain('<p>No other medicines.</p>')
})

test('D268: a section without a layout, or without statements, is shown as before', () => {
  expect(render('table', [])).toContain('<p>Nothing recorded.</p>')
  expect(renderSection({ key: 'a', title: 'A', code: '1-8', statements: [state('One.', [])] })).toContain(
    '<li>One.</li>',
  )
})

const consultation = talk(
  "P: I've had a cough for two weeks.",
  'P: I take naproxen two hundred and fifty milligrams twice a day.',
  "C: I want you to stop the naproxen because it's upsetting your stomach.",
  "C: I'm going to start you on doxycycline one hundred milligrams twice a day for five days.",
  "C: I'll refer you to the dermatologist.",
)

const make = (artifactType: string) => {
  const builtIn = builtInTemplates.find(({ version }) => version.artifactType === artifactType)
  if (builtIn === undefined) throw new Error('no such template')
  const { note, verdict, input } = makeDocument(builtIn, consultation)
  const [composition] = input.bundle.entry ?? []
  const sections = composition?.resource?.resourceType === 'Composition' ? (composition.resource.section ?? []) : []
  const divOf = (title: string): string => sections.find((section) => section.title === title)?.text?.div ?? ''
  return { note, verdict, divOf }
}

test.each(['discharge_summary', 'event_summary'])(
  'D268: a %s has the changes of medicines in one table',
  (artifactType) => {
    const { verdict, divOf } = make(artifactType)

    const rows = rowsOf(divOf(artifactType === 'event_summary' ? 'Medicines' : 'Medicines at discharge'))
    expect(verdict).toMatchObject({ outcome: 'passed', findings: [] })
    expect(rows.slice(1).map(([name, change]) => [name, change])).toEqual([
      ['Naproxen', 'Ceased'],
      ['Doxycycline', 'New'],
    ])
    expect(divOf('Plan')).not.toContain('doxycycline')
  },
)

test('D267: a referral begins with the referral itself', () => {
  const { note, verdict, divOf } = make('referral')

  expect(verdict).toMatchObject({ outcome: 'passed', findings: [] })
  expect(note.sections[0]?.statements.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^The plan is to refer to (?:the )?dermatologist\.$/),
    'The patient presents with cough for 2 weeks.',
  ])
  expect(divOf('Reason for referral')).toMatch(/dermatologist\.<\/p><p>The patient presents/)
})
