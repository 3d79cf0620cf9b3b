/** Relatives, carers and interpreters who speak for the patient or beside the patient, with talks of our own. D320. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

type Row = { readonly name: string; readonly lines: readonly string[]; readonly facts: readonly string[] }

/** All facts of each note. */
// biome-ignore format: one talk a row
const talks: readonly Row[] = [
  { name: 'a daughter on the telephone', lines: ['C: Hello, how can I help?', "O: I'm ringing about my mother. She's had a cough for two weeks.", 'C: Has she had a fever?', "O: No, she hasn't.", 'C: Is she short of breath?', 'O: Yes, on the stairs.', 'O: I have a cold as well. My sister has a sore throat.'], facts: ['Cough for 2 weeks.', 'Shortness of breath, on the stairs.', 'No fever.'] },
  { name: 'a carer with an illness of their own', lines: ['C: Good morning, is that the carer?', "O: Yes, I'm his carer. He has had diarrhoea since Tuesday.", 'C: Any blood in the stool?', 'O: No, none.', 'C: Do you have any vomiting yourself?', 'O: Yes, since yesterday.'], facts: ['Diarrhoea since Tuesday.', 'No blood in stool.'] },
  { name: 'an interpreter', lines: ['C: The interpreter is on the line. What is the problem?', 'O: She says she has had stomach pain for three days.', 'C: Any vomiting?', 'O: She says no.', 'C: Any fever?', 'O: Yes, I have had a fever since Monday.'], facts: ['Abdominal pain for 3 days.', 'Fever since Monday.', 'No vomiting.'] },
  { name: 'a father, and another child', lines: ["C: Hi, is that Jack's father? What's going on with him?", "O: Yes. He's been vomiting since last night.", 'C: Has he got a rash?', 'O: No. Sam has a rash.', "O: Jack's had diarrhoea too."], facts: ['Vomiting since last night.', 'Diarrhoea.', 'No rash.'] },
  { name: 'two relatives', lines: ['C: Come in, both of you.', "O: I'm her daughter and this is my husband. Mum's had dizziness for a week.", 'C: Has she had a headache?', 'O: Yes, she has.', 'O: My husband has a headache too. He has had it for a year.'], facts: ['Dizziness for 1 week.', 'Headache.'] },
  { name: 'a wife who adds a fact, and one that the patient contradicts', lines: ['C: What brings you in?', "P: I've had chest pain since this morning.", "O: I'm his wife. He's been short of breath too.", 'P: Yes, a little.', 'O: And he fainted on Sunday.', "P: No I didn't.", 'O: My brother had a rash.'], facts: ['Chest pain since this morning.', 'Shortness of breath.'] },
  { name: 'a wife and the patient, who say both', lines: ['C: What brings you in?', "P: I've had a cough for a week.", "O: I'm his wife. He has a fever at night.", 'C: Have you had a fever?', 'P: No.'], facts: ['Cough for 1 week.'] },
  { name: 'a parent with the label of the patient', lines: ['C: How old is your son?', "P: He's two. He's had a cough for three days.", 'C: And has he had a fever?', 'P: Yes, he has.', 'P: His brother has a rash. He had it last week as well.', "P: He's been vomiting since last night.", 'P: I have a headache myself.'], facts: ['Cough for 3 days.', 'Fever.', 'Vomiting since last night.'] },
  { name: 'a parent who tells of the son', lines: ['C: How can I help?', 'P: My son has had a cough for two weeks.', 'C: Has he had a fever?', 'P: No.', 'C: Does he have any rash?', 'P: No, none.'], facts: ['Cough for 2 weeks.', 'No fever.', 'No rash.'] },
  { name: 'a husband for his wife', lines: ["C: Hello, doctor speaking. What's the matter with her?", "O: It's about my wife. She's got a headache and she keeps vomiting.", 'C: Is she confused?', "O: No, she isn't."], facts: ['Headache.', 'Vomiting.', 'No confusion.'] },
]

test.each(talks)('D320: $name', ({ lines, facts }) => {
  expect(draftTexts(...lines).toSorted()).toEqual(facts.toSorted())
})

test.each(talks)('D320: the verifier agrees: $name', ({ lines }) => {
  const segments = talk(...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

test('D320: what the parent looked for and did not find is denied', () => {
  expect(draftTexts("C: How's your daughter?", 'O: I looked for a rash and there was none.', 'O: A little one at playgroup was sick last week.')).toEqual(['No rash.']) // biome-ignore format: short
})

// Nobody says for whom they speak, or what they tell is not of the patient.
test.each([
  ['the neighbour', ['C: Hello, how can I help?', "O: My neighbour's boy has a rash.", 'O: She has a fever.']],
  ['a voice of nobody', ['C: Any fever?', 'O: She has a fever.']],
  ['an allergy of nobody', ['C: Any allergies?', "O: She's allergic to penicillin."]],
  ['the relative alone', ['C: How is he?', 'O: I have a cough. Me too, I have a fever.']],
  [
    'one sentence about somebody',
    ['C: Any fever?', 'P: Um, let me see.', 'O: She has a fever.', 'C: Any family history of gout?', 'O: Yes, gout.'],
  ],
  ['a question', ['C: How is he?', 'O: Could he have a fever?']],
  ['a fear', ['C: How is he?', "O: I'm worried it's meningitis."]],
] as const)('D320: nothing is drafted: %s', (_name, lines) => {
  expect(draftTexts(...lines)).toEqual([])
})

test('D320: the verifier gives no fact of a relative to the patient', () => {
  const segments = talk('C: How is your mother?', "O: I'm her daughter. Mum has a fever.", 'O: I have a cough.')
  const [statement] = draft(segments).sections.flatMap(({ statements }) => statements)
  if (statement === undefined) throw new Error('no statement')
  const own = { ...statement, text: 'Cough.', evidence: [{ kind: 'segment', transcriptId: 't1', segmentId: 's2', start: 0, end: 15, role: 'statement' }] } as const // biome-ignore format: short
  const note = { title: 'SOAP note', sections: [{ key: 'subjective', title: 'Subjective', code: '61150-9', statements: [{ ...own, claims: statement.claims.map((claim) => ({ ...claim, concept: 'cough', display: 'cough', code: undefined })) }] }] } // biome-ignore format: short

  expect(rulesOf(verify(note as never, segments))).toContain('speaker-mismatch')
})

/** Nobody says for whom the other voice speaks. */
// biome-ignore format: one talk a row
const beside: readonly Row[] = [
  { name: 'a mother whom the clinician calls so', lines: ['C: Hi Tilly, hi Mum, have a seat.', "P: Hi. I've got a sore throat.", 'C: Any fever?', 'O: No.', 'C: Any eczema? Food allergies?', "O: Eczema as a baby, that's gone. And she's allergic to cashews, she had hives.", 'C: Does anyone smoke at home?', 'O: I do.'], facts: ['Sore throat.', 'No fever.', 'Eczema in the past, as a baby.', 'Allergic to cashews: hives.'] },
  { name: 'a wife who goes on about him', lines: ['C: What brings you in?', "P: I've had a cough for a week.", "O: He's had a fever at night.", 'C: Since when?', "O: He's been hot since Sunday.", 'C: Any allergies?', 'O: Yes, he gets a rash from penicillin.', 'C: Any diarrhoea?', 'O: No, none.'], facts: ['Cough for 1 week.', 'Fever since Sunday.', 'Feeling hot since Sunday.', 'Allergic to penicillin: rash.', 'No diarrhoea.'] },
]

test.each(beside)('D522: $name', ({ lines, facts }) => {
  const segments = talk(...lines)

  expect(draftTexts(...lines).toSorted()).toEqual(facts.toSorted())
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

test.each([["O: Penicillin. That's me but."], ['O: Had a caesar with him.'], ['O: Had my hip done in May.']])(
  'D522: not of the patient: %s',
  (said) => {
    const lines = ["C: How's he been?", "P: Okay.", "O: He's been coughing.", 'C: Since when?', 'O: He started on Monday.', 'C: Eating?', "O: He's eating well.", 'C: Any allergies or surgery?', said] // biome-ignore format: short

    expect(draftTexts(...lines).join(' ')).not.toMatch(/penicillin|caesar|hip/i)
  },
)
