import { expect, test } from '@jest/globals'
import type { Claim, Note, Segment } from '../../src/core/clinical-note.ts'
import { draft, handWritten, noteOf, rulesOf, statementsOf, talk, verify } from './dialogues.ts'

const deeds = new Set<Claim['kind']>(['procedure', 'immunisation'])

/** `kind display time when` of each present claim of something done. */
const deedsOf = (note: Note): readonly string[] =>
  statementsOf(note)
    .flatMap(({ claims }) => claims)
    .filter(({ kind, polarity }) => deeds.has(kind) && polarity === 'present')
    .map(({ kind, display, time, when }) =>
      [kind, display, time, when].filter((part) => part !== undefined).join(' | '),
    )

const findingsOf = (note: Note, segments: readonly Segment[]) =>
  verify(note, segments).findings.filter(({ statementId }) => statementId !== undefined)

const told: readonly (readonly [lines: readonly string[], deeds: readonly string[]])[] = [
  [['C: Any operations?', 'P: I had my gallbladder out in 2019.'], ['procedure | cholecystectomy | past | in 2019']],
  [['P: They took my appendix out ten years ago.'], ['procedure | appendicectomy | past | ten years ago']],
  [['P: I had my prostate removed in twenty nineteen.'], ['procedure | prostatectomy | past | in twenty nineteen']],
  [['C: Have you had your tonsils out?', 'P: Yes, as a child.'], ['procedure | tonsillectomy | past | as a child']],
  [['C: What operations have you had?', 'P: Just a hernia repair.'], ['procedure | hernia repair | past']],
  [['P: I had a colonoscopy last March.'], ['procedure | colonoscopy | past | last March']],
  [['C: Have you had your flu jab this year?', 'P: Yes, in April.'], ['immunisation | influenza vaccine | past | in April']],
  [['P: I had a tetanus shot two years ago.'], ['immunisation | tetanus vaccine | past | two years ago']],
  [
    ['P: I had my flu and covid jabs last month.'],
    ['immunisation | influenza vaccine | past | last month', 'immunisation | COVID vaccine | past | last month'],
  ],
  [['C: When was your last tetanus shot?', 'P: It was in 2015.'], ['immunisation | tetanus vaccine | past | in 2015']],
  [['C: When did you have your flu jab?', 'P: In May.'], ['immunisation | influenza vaccine | past | in May']],
  [["P: I've been vaccinated against shingles."], ['immunisation | shingles vaccine | past']],
  [["C: I've just drained the abscess for you."], ['procedure | drained the abscess | current']],
  [['P: My last tetanus shot was in 2012.'], ['immunisation | tetanus vaccine | past | in 2012']],
  [['P: I had a mole cut out of my back in 2018.'], ['procedure | skin lesion removal | past | in 2018']],
  [["C: I've just taken your stitches out."], ['procedure | taken your stitches out | current']],
  [["C: I've removed the stitches today."], ['procedure | removed the stitches | current | today']],
  [["C: Okay, so I've done a skin biopsy."], ['procedure | skin biopsy | current']],
  [["C: We've syringed both ears."], ['procedure | syringed both ears | current']],
  [["C: I've given you the flu vaccine today."], ['immunisation | influenza vaccine | current | today']],
  [["C: I've given you a tetanus booster and dressed the wound."], ['immunisation | tetanus vaccine | current']],
] // biome-ignore format: one row a line

test.each(told)('D146: what was done is a fact of its own: %j', (lines, expected) => {
  const segments = talk(...lines)
  const note = draft(segments)

  expect(deedsOf(note)).toEqual(expected)
  expect(findingsOf(note, segments)).toEqual([])
})

/** Planned, offered, refused, asked, hedged, conditional, or of somebody else. */
const undone: readonly (readonly string[])[] = [
  ["P: I'm waiting for a knee replacement."],
  ["P: I'm booked for a colonoscopy next month."],
  ['P: I had my hernia operation cancelled.'],
  ['P: They want me to have a hysterectomy.'],
  ['P: I might have had my tonsils out, I am not sure.'],
  ['P: I never had my appendix out.'],
  ['P: My mum had her gallbladder out.'],
  ['P: My friend had a hip replacement last year.'],
  ['C: Have you had your gallbladder out?', 'P: No.'],
  ['C: Did you think about a knee replacement?', 'P: Yes.'],
  ['P: Should I have my tonsils out?'],
  ["P: I don't want the covid vaccine."],
  ['P: I missed my flu jab this year.'],
  ["P: I'm due for a tetanus booster."],
  ['P: I had a bad reaction to the flu shot.'],
  ['C: Would you like a flu jab?', 'P: Yes.'],
  ['C: You should have the shingles vaccine.', 'P: Okay.'],
  ["C: I'll give you the flu vaccine next week.", 'P: Okay.'],
  ["C: I'll drain the abscess now."],
  ["C: If I've drained the abscess it should heal."],
  ["C: I haven't removed the stitches yet."],
  ["C: I've removed the stitches in patients like you."],
  ['C: I tried to drain the abscess.'],
  ["C: Once I've syringed your ears you'll hear better."],
  ['P: My doctor told me I had to have my gallbladder out.'],
  ['P: I got a letter about a colonoscopy.'],
  ['P: I had an appointment for my flu shot but I was sick.'],
  ['P: My dog had a tetanus shot.'],
  ['P: Since they said I need a hip replacement I have been worried.'],
  ['P: Everyone at work had the flu vaccine.'],
  ["C: I've given the flu vaccine to your wife."],
  ['C: I gave you a flu vaccine leaflet.'],
  ["C: I've put the dressing on the table."],
  ['C: I took the swab results to the lab.'],
  ["C: I've done biopsies for twenty years."],
  ['C: I removed the drip stand.'],
  ["C: I've removed stitches from worse wounds than that."],
]

test.each(undone)('D146: what was not done is none: %s %s', (...lines) => {
  const segments = talk(...lines.filter((line) => typeof line === 'string'))

  expect(deedsOf(draft(segments))).toEqual([])
})

const said = talk(
  'C: How can I help?',
  'P: I had my gallbladder out in 2019.',
  "P: I'm waiting for a knee replacement.",
  'C: Would you like a flu jab?',
  'P: Yes.',
  "C: I've just drained the abscess.",
  "C: I'll remove the stitches next week.",
  "P: I've had a tetanus shot.",
)

const deed = (kind: Claim['kind'], display: string, more: Partial<Claim> = {}): Claim => ({
  kind,
  concept: display,
  display,
  polarity: 'present',
  certainty: 'certain',
  person: 'patient',
  time: 'past',
  ...more,
})

const planted: readonly (readonly [rule: string, text: string, claim: Claim, segments: readonly number[]])[] = [
  ['not-asserted', 'History of knee replacement.', deed('procedure', 'knee replacement'), [2]],
  ['not-asserted', 'Had influenza vaccine.', deed('immunisation', 'influenza vaccine'), [3, 4]],
  ['not-asserted', 'Done: remove the stitches.', deed('procedure', 'remove the stitches', { time: 'current' }), [6]],
  ['claim-mismatch', 'Done: drained the abscess.', deed('procedure', 'drained the abscess'), [5]],
  ['claim-mismatch', 'History of cholecystectomy.', deed('procedure', 'cholecystectomy', { time: 'current' }), [1]],
  ['claim-mismatch', 'History of cholecystectomy.', deed('procedure', 'hysterectomy'), [1]],
  ['claim-mismatch', 'History of cholecystectomy.', deed('procedure', 'cholecystectomy', { when: 'in 2019' }), [1]],
  ['claim-mismatch', 'Had tetanus vaccine.', deed('immunisation', 'tetanus vaccine', { certainty: 'uncertain' }), [7]],
  ['number-mismatch', 'History of cholecystectomy in 2018.', deed('procedure', 'cholecystectomy', { when: 'in 2018' }), [1]],
  ['time-mismatch', 'Had tetanus vaccine last year.', deed('immunisation', 'tetanus vaccine', { when: 'last year' }), [7]],
  ['words-unsupported', 'Had rabies vaccine.', deed('immunisation', 'rabies vaccine'), [7]],
] // biome-ignore format: one row a line

test.each(planted)('D146: %s is found: %s', (rule, text, claim, cited) => {
  const evidence = cited.map((segment) => ({
    segment,
    ...(segment === 3 ? { role: 'question' as const } : segment === 4 ? { role: 'answer' as const } : {}),
  }))
  const statement = { ...handWritten(text, evidence, said), claims: [claim] }
  const section = text.startsWith('Done:') ? 'objective' : 'subjective'

  expect(rulesOf(verify(noteOf(section, statement), said))).toContain(rule)
})

test('D146: what was done in the consultation stands with the findings, and what was done before with the history', () => {
  const note = draft(talk('P: I had my gallbladder out in 2019.', "C: I've just drained the abscess."))

  expect(note.sections.map(({ key, statements }) => [key, statements.map(({ text }) => text)])).toEqual([
    ['subjective', ['History of cholecystectomy in 2019.']],
    ['objective', ['Done: drained the abscess.']],
    ['assessment', []],
    ['plan', []],
  ])
})
