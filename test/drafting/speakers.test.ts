/** Clinician, patient and others told apart by what they say. docs/design/drafting.md#speakers; D264. */
import { describe, expect, test } from '@jest/globals'
import { sureFrom } from '../../src/core/talk/speakers.ts'
import { cues } from '../../src/drafting/speakers/cues.ts'
import { inferSpeakers } from '../../src/drafting/speakers/infer-speakers.ts'

type Line = readonly [speaker: string, text: string]
const saying = (lines: readonly Line[]) => lines.map(([speaker, text], at) => ({ id: `s${at}`, speaker, text }))
const infer = (lines: readonly Line[]) => inferSpeakers(saying(lines))
const rolesOf = (lines: readonly Line[]) =>
  Object.fromEntries(infer(lines)?.speakers.map(({ label, role }) => [label, role]) ?? [])

/** Six talks of our own. */
const talks: readonly (readonly Line[])[] = [
  [
    ['speaker_0', "Hello, I'm Dr Okafor. How can I help you today?"],
    ['speaker_1', "Hi doctor. I've had an earache since Sunday and my hearing is dull."],
    ['speaker_0', 'Right. Any discharge from the ear?'],
    ['speaker_1', 'No, nothing like that.'],
    ['speaker_0', "OK. I'd like to look inside. I'll give you drops for it, and if it gets worse, come back."],
    ['speaker_1', 'Okay, thanks.'],
  ],
  [
    ['B', 'What brings you in?'],
    ['A', 'My knee hurts when I climb the stairs.'],
    ['B', 'How long has that been going on?'],
    ['A', 'About three weeks, I think. I tripped over my dog.'],
    ['B', 'Have you tried anything for the pain?'],
    ['A', 'Yeah, I took some ibuprofen.'],
  ],
  [
    ['x', 'Um, yeah, I feel dizzy whenever I get out of bed.'],
    ['y', 'I see. Do you have any other symptoms?'],
    ['x', "No, I don't think so. I guess I'm a bit tired."],
    [
      'y',
      "It sounds like your blood pressure drops. We'll check your blood tests, and I'd suggest that you drink more.",
    ],
  ],
  [
    ['S1', 'Can I confirm your date of birth?'],
    ['S2', "Yes, it's the fourth of May 1960."],
    ['S1', 'Are you allergic to anything?'],
    ['S2', 'Penicillin, I had a rash as a child.'],
    ['S1', 'Do you smoke?'],
    ['S2', 'No, I never have. My husband does.'],
  ],
  [
    ['one', 'Take a deep breath for me. Does it hurt when I press here?'],
    ['two', "Ow, yes. It's been sore since I lifted that box."],
    ['one', "Your back muscles are tight. I'm going to refer you to a physiotherapist."],
    ['two', "Okay. Should I stay off work? I'm a gardener."],
  ],
]

const clinicians = ['speaker_0', 'B', 'y', 'S1', 'one']

test.each(talks.map((talk, at) => [clinicians[at] ?? '', talk] as const))(
  'D264: in a talk with neutral labels %s is the clinician, and the other one the patient, surely',
  (clinician, talk) => {
    const { speakers, confidence } = infer(talk) ?? { speakers: [], confidence: 0 }

    expect(speakers).toHaveLength(2)
    for (const one of speakers) {
      expect([one.label, one.role]).toEqual([one.label, one.label === clinician ? 'clinician' : 'patient'])
      expect(one.confidence).toBeGreaterThanOrEqual(sureFrom)
    }
    expect(confidence).toBeGreaterThanOrEqual(sureFrom)
  },
)

test('D264: without labels each turn is told apart by its words and its neighbours', () => {
  for (const [at, talk] of talks.entries()) {
    const inferred = infer(talk.map(([, text]) => ['unknown', text]))

    expect(inferred?.speakers).toEqual([])
    expect(inferred?.segments?.map(({ role }) => role)).toEqual(
      talk.map(([label]) => (label === clinicians[at] ? 'clinician' : 'patient')),
    )
  }
})

test.each([
  ['a bare answer after a question', ['Any fever?', 'Since Monday.'], ['clinician', 'patient']],
  ['a bare answer between two questions', ['Any fever?', 'Mm.', 'Any cough?'], ['clinician', 'patient', 'clinician']],
])('D264: %s', (_title, texts, roles) => {
  const inferred = infer(texts.map((text) => ['unknown', text]))

  expect(inferred?.segments?.map(({ role }) => role)).toEqual(roles)
})

describe('somebody who speaks for the patient', () => {
  test.each([
    "I'm his mum, he's been sick all night.",
    'I am her husband. She fell this morning.',
    "Hi, I'm calling about my daughter.",
    "It's about my little boy, he has a rash.",
    "I'm here with my father because he gets confused.",
  ])('D264: %s', (text) => {
    const talk: readonly Line[] = [
      ['S1', "Good morning, I'm Dr Patel. How can I help you?"],
      ['S2', text],
      ['S1', 'How long has that been going on?'],
      ['S2', 'Since yesterday.'],
    ]

    expect(rolesOf(talk)).toEqual({ S1: 'clinician', S2: 'other' })
  })

  test('D264: the patient beside them is still the patient', () => {
    const talk: readonly Line[] = [
      ['S1', "Hello, I'm Dr Patel. What brings you in today?"],
      ['S2', "I'm her daughter. I asked for the visit."],
      ['S3', 'I feel fine, I just get a bit short of breath.'],
      ['S1', 'Do you have any chest pain?'],
      ['S3', "No, I don't."],
    ]

    expect(rolesOf(talk)).toEqual({ S1: 'clinician', S2: 'other', S3: 'patient' })
  })
})

describe('no role without a reason', () => {
  test.each([
    ['two voices that say nothing of themselves', [['S1', 'The weather is nice.'], ['S2', 'It rained before.']]], // biome-ignore format: one row
    ['two patients', [['S1', "I've had a cough."], ['S2', 'I feel sick, and my head hurts.']]], // biome-ignore format: one row
  ] as const)('D264: %s are told apart with doubt', (_title, talk) => {
    const { speakers, confidence } = infer(talk) ?? { speakers: [], confidence: 1 }

    expect(confidence).toBeLessThan(sureFrom)
    expect(speakers.filter((one) => one.confidence >= sureFrom)).toEqual([])
  })

  test('D6: a label that names a role is believed, and nothing is inferred', () => {
    expect(infer([['patient', 'How can I help you today?'], ['S2', 'I have a cough.']])).toBeUndefined() // biome-ignore format: one row
    expect(inferSpeakers([])).toBeUndefined()
  })
})

test('D264: every cue has a weight and a reason, and reads a long segment at once', () => {
  const long = { id: 's0', speaker: 'S1', text: 'well um i think '.repeat(2000) }

  expect(cues.filter(({ weight, reason }) => weight === 0 || reason === '')).toEqual([])
  expect(inferSpeakers([long, { ...long, id: 's1', speaker: 'S2' }])?.speakers).toHaveLength(2)
})
