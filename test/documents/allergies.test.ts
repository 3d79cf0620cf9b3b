import { expect, test } from '@jest/globals'
import type { AllergyIntolerance } from '@medplum/fhirtypes'
import type { Note, Statement } from '../../src/core/clinical-note.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { buildRecalledDocument } from '../../src/documents/recall.ts'
import { checkDocument } from '../../src/exports/check-document.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { buildReadableDocument } from '../../src/exports/readable-document.ts'
import { checkResource } from '../../src/profiles/check.ts'
import {
  exampleClaim,
  exampleDocument,
  exampleExport,
  exampleRecall,
  exampleRelease,
  exampleStatement,
} from '../builders.ts'
import { openTestValidator } from '../profiles/open-definitions.ts'

const validator = await openTestValidator()

const about = (key: string, code: string, statements: readonly Statement[]): Note => ({
  title: 'Summary',
  sections: [{ key, title: key, code, statements }],
  openQuestions: [],
})

const allergies = (...statements: readonly Statement[]): Note => about('allergies', '48765-2', statements)

const listReleased = (note: Note): readonly AllergyIntolerance[] =>
  exampleRelease(note).filter((resource) => resource.resourceType === 'AllergyIntolerance')

const penicillin = exampleStatement('a1', 'Allergic to penicillin.', [
  exampleClaim('allergy', 'penicillin', { code: '764146007' }),
])
const latex = exampleStatement('a2', 'Possibly allergic to latex.', [
  exampleClaim('allergy', 'latex', { certainty: 'uncertain' }),
])

test('D134: a stated allergy is released as AU Core has it, and a doubtful one unconfirmed', () => {
  const released = listReleased(allergies(penicillin, latex))

  expect(released).toMatchObject([
    {
      clinicalStatus: { coding: [{ code: 'active' }] },
      verificationStatus: { coding: [{ code: 'confirmed' }] },
      code: { coding: [{ system: 'http://snomed.info/sct', code: '764146007' }], text: 'Penicillin' },
      note: [{ text: 'Allergic to penicillin.' }],
    },
    { verificationStatus: { coding: [{ code: 'unconfirmed' }] }, code: { text: 'Latex' } },
  ])
})

test('AU Core AllergyIntolerance 2.0.0: what is released passes, and so does its recall and its document', () => {
  const note = allergies(penicillin, latex)
  const resources = [...exampleRelease(note), ...exampleRecall(note), exampleDocument(note)] as unknown as JsonObject[] // JSON as it stands

  expect(
    resources.flatMap((resource) =>
      checkResource(resource, { validator, requiredProfiles: 'au-core' }).findings.filter(
        ({ severity }) => severity === 'error',
      ),
    ),
  ).toEqual([])
})

test.each<[string, Statement]>([
  ['denied', exampleStatement('a', 'No allergy to latex.', [exampleClaim('allergy', 'latex', { polarity: 'absent' })])],
  ["a relative's", exampleStatement('a', 'Son: nuts.', [exampleClaim('allergy', 'nuts', { person: 'relative' })])],
  ['past', exampleStatement('a', 'Reports: "I was allergic".', [exampleClaim('allergy', 'nuts', { time: 'past' })])],
  [
    'heard unclearly',
    exampleStatement('a', 'Possibly allergic to nuts (recording unclear).', [
      exampleClaim('allergy', 'nuts', { certainty: 'uncertain' }),
    ]),
  ],
])('D134: an allergy that is %s stays in the words', (_, statement) => {
  expect(listReleased(allergies(statement))).toEqual([])
})

test('D134: a recall marks an allergy as entered in error, in the record and in the document', () => {
  const note = allergies(penicillin)
  const [recalled] = exampleRecall(note).filter((resource) => resource.resourceType === 'AllergyIntolerance')
  const document = buildRecalledDocument(exampleDocument(note), '2026-03-16T00:05:00.000Z')
  const entry = document.entry?.find(({ resource }) => resource?.resourceType === 'AllergyIntolerance')

  for (const allergy of [recalled, entry?.resource as AllergyIntolerance]) {
    expect(allergy?.verificationStatus?.coding?.[0]?.code).toBe('entered-in-error')
    expect(allergy).not.toHaveProperty('clinicalStatus')
  }
})

function sectionOf(note: Note): string | undefined {
  const composition = exampleDocument(note).entry?.[0]?.resource
  return composition?.resourceType === 'Composition'
    ? composition.section?.[0]?.emptyReason?.coding?.[0]?.code
    : undefined
}

const denied = (text: string, display: string, more = {}) =>
  exampleStatement('n', text, [exampleClaim('allergy', display, { polarity: 'absent', ...more })])

test.each<[string, Note, string | undefined]>([
  ['No known allergies.', allergies(denied('No known allergies.', 'known allergies')), 'nilknown'],
  [
    'No known medicine allergies.',
    allergies(denied('No known medicine allergies.', 'known medicine allergies')),
    'unavailable',
  ],
  [
    'Possibly no known allergies.',
    allergies(denied('Possibly no known allergies.', 'known allergies', { certainty: 'uncertain' })),
    'unavailable',
  ],
  ['a denial beside an allergy', allergies(denied('No known allergies.', 'known allergies'), penicillin), undefined],
  ['nothing', allergies(), 'unavailable'],
  [
    'No medical problems.',
    about('history', '11348-0', [
      exampleStatement('h', 'No medical problems.', [
        exampleClaim('history', 'medical problems', { polarity: 'absent' }),
      ]),
    ]),
    'nilknown',
  ],
  [
    'No other medicines.',
    about('medicines', '10160-0', [
      exampleStatement('m', 'No other medicines.', [exampleClaim('medication', 'medicines', { polarity: 'absent' })]),
    ]),
    'unavailable',
  ],
  [
    'Has tried paracetamol.',
    about('medicines', '10160-0', [
      exampleStatement('m', 'Has tried paracetamol.', [exampleClaim('medication', 'paracetamol', { time: 'past' })]),
    ]),
    'unavailable',
  ],
  [
    'Possibly allergic to nuts (recording unclear).',
    allergies(
      exampleStatement('u', 'Possibly allergic to nuts (recording unclear).', [
        exampleClaim('allergy', 'nuts', { certainty: 'uncertain' }),
      ]),
    ),
    undefined,
  ],
])('D134: a section that says %p has the reason for being empty that it states', (_, note, expected) => {
  expect(sectionOf(note)).toBe(expected)
})

const summaryOf = async (note: Note): Promise<string> => {
  const input = { ...exampleExport(note), preset: 'shared-health-summary-3A' }
  return new TextDecoder().decode((await renderFormat('cda', input)).bytes)
}

test("D134: a note's allergies and its word that there are none reach a shared health summary", async () => {
  expect(await summaryOf(allergies(penicillin, latex))).toContain('<originalText>Latex (unconfirmed)</originalText>')
  expect(await summaryOf(allergies(denied('No known allergies.', 'known allergies')))).toContain(
    'code="01" codeSystem="1.2.36.1.2001.1001.101.104.16299"',
  )
  const unclear = exampleStatement('u', 'Possibly allergic to nuts (recording unclear).', [
    exampleClaim('allergy', 'nuts', { certainty: 'uncertain' }),
  ])
  const input = { ...exampleExport(allergies(unclear)), preset: 'shared-health-summary-3A' }
  expect(checkDocument('cda', input)).toMatchObject([{ element: 'Composition.section.entry (allergies)' }])
  expect(await summaryOf(allergies(denied('No known medicine allergies.', 'known medicine allergies')))).toContain(
    'code="03" codeSystem="1.2.36.1.2001.1001.101.104.16299"',
  )
})

test('a page that leaves out empty sections keeps the words of one that says that there is nothing', () => {
  const [said, silent] = [allergies(denied('No known allergies.', 'known allergies')), allergies()].map((note) =>
    buildReadableDocument(exampleExport(note)).sections.map(({ isEmpty }) => isEmpty),
  )

  expect([said, silent]).toEqual([[false], [true]])
})
