import { expect, test } from '@jest/globals'
import { claimsOf, draft, draftTexts, statementsOf, talk, textsOf, verify } from './dialogues.ts'

/** Consultations of one exchange, the statements that the note must have, and those that it must not have. */
const rows: readonly { rule: string; lines: readonly string[]; has?: readonly string[]; hasNot?: readonly RegExp[] }[] =
  [
    {
      rule: 'a bare no to a question denies what was asked',
      lines: ['C: Any fever?', 'P: No.'],
      has: ['No fever.'],
    },
    {
      rule: 'a no goes for a whole list',
      lines: ['C: Have you had any nausea, vomiting or constipation?', 'P: Uh, no.'],
      has: ['No nausea, vomiting or constipation.'],
    },
    {
      rule: 'a bare yes to a list says nothing of its items',
      lines: ['C: Have you had any nausea, vomiting or constipation?', 'P: Yeah.'],
      hasNot: [/nausea|vomiting|constipation/i],
    },
    {
      rule: 'a yes to one thing affirms it',
      lines: ['C: Have you noticed any wheeze?', 'P: Yes.'],
      has: ['Wheeze.'],
    },
    {
      rule: 'a yes to a negative question is no answer',
      lines: ['C: You have not had any vomiting?', 'P: Yeah.'],
      hasNot: [/vomiting/i],
    },
    {
      rule: 'a yes that is taken back is no answer',
      lines: ['C: Any palpitations?', 'P: Yeah, no, not really sure.'],
      hasNot: [/palpitations/i],
    },
    {
      rule: 'the no at the head of an answer does not negate what follows',
      lines: ['C: Is it getting any easier?', 'P: No, I have a sore throat now.'],
      has: ['Sore throat.'],
      hasNot: [/^No sore throat/],
    },
    {
      rule: 'false starts and stutters do not hide a symptom',
      lines: [
        'C: How can I help?',
        "P: I've, um, I've just had this, this really, you know, dry cough for the last, uh, three weeks.",
      ],
      has: ['Dry cough for 3 weeks.'],
    },
    {
      rule: 'a correction within a sentence counts, what it corrects does not',
      lines: [
        'C: How can I help?',
        'P: I have a headache.',
        'C: When did it start?',
        'P: Three weeks ago, I mean, two weeks ago.',
      ],
      has: ['Headache, started 2 weeks ago.'],
    },
    {
      rule: 'a dose that is taken back gives way to the one after it',
      lines: [
        'C: What do you take?',
        'P: I take sertraline fifty milligrams, no, I tell a lie, a hundred milligrams once a day.',
      ],
      has: ['Takes sertraline 100 mg once a day.'],
      hasNot: [/50/],
    },
    {
      rule: 'the allergy that is the reason for a medicine is not prescribed',
      lines: [
        'P: I have a cough.',
        'C: OK.',
        'P: Yes.',
        'C: Because of the penicillin allergy I will give you doxycycline one hundred milligrams once a day for five days.',
      ],
      has: ['Give doxycycline 100 mg once a day for 5 days.'],
      hasNot: [/penicillin/i],
    },
    {
      rule: 'what is taken back in the next breath is not stated',
      lines: ['C: What else?', 'P: I have a fever.', 'P: Sorry, I have hay fever.'],
      hasNot: [/^Fever/],
    },
    {
      rule: "a family history is not the patient's",
      lines: ['C: Anything in the family?', 'P: My mum has asthma and my dad had a stroke.'],
      has: ['Mother: asthma.', 'Father: stroke.'],
      hasNot: [/History of/],
    },
    {
      rule: 'a yes with a relative answers a question about the family',
      lines: ['C: Is there any family history of diabetes?', 'P: Yes, my brother.'],
      has: ['Brother: diabetes.'],
    },
    {
      rule: "a friend's illness is nobody's history",
      lines: ['C: Any worries?', 'P: My friend had a brain tumour.'],
      hasNot: [/brain tumour/i],
    },
    {
      rule: 'a fear is not a finding',
      lines: ['C: What worries you?', 'P: I am so worried that I have cancer.', 'P: I read that it could be a stroke.'],
      hasNot: [/^(?!Reports: ").*(?:cancer|stroke)/i],
    },
    {
      rule: "a question of the patient's is not a finding",
      lines: ['C: Any questions?', 'P: Could it be pneumonia?'],
      hasNot: [/pneumonia/i],
    },
    {
      rule: 'the symptoms of a safety net are not findings',
      lines: [
        'C: How are you?',
        'P: I have a cough.',
        'C: OK.',
        'P: Yes.',
        'C: If you get chest pain or a high fever, come back and see me.',
        'P: OK.',
      ],
      has: ['Return if chest pain or high fever.'],
      hasNot: [/^Chest pain/, /^Fever/],
    },
    {
      rule: 'dose, unit and frequency are as they were said',
      lines: ['C: What do you take?', 'P: I take metformin five hundred milligrams twice a day.'],
      has: ['Takes metformin 500 mg twice a day.'],
    },
    {
      rule: 'numbers of three digits are read whole',
      lines: ['C: What do you take?', 'P: I take pregabalin one hundred and fifty milligrams once a day.'],
      has: ['Takes pregabalin 150 mg once a day.'],
    },
    {
      rule: 'a medicine that was tried is not one that is taken',
      lines: ['C: Did anything help?', "P: I tried ibuprofen but it didn't really help."],
      has: ['Has tried ibuprofen, which did not help.'],
    },
    {
      rule: 'an allergy is named by what it is to',
      lines: ['C: Any allergies?', "P: Yeah, I'm allergic to, to penicillin."],
      has: ['Allergic to penicillin.'],
      hasNot: [/No known/],
    },
    {
      rule: 'a no with an exception is an allergy',
      lines: ['C: Do you have any allergies to medication?', 'P: No, just latex.'],
      has: ['Allergic to latex.'],
      hasNot: [/No known/],
    },
    {
      rule: 'no allergies to medicines is not no allergies',
      lines: ['C: Do you have any allergies to any medication?', 'P: No.'],
      has: ['No known medicine allergies.'],
    },
    {
      rule: 'the side is the patient\'s, and "right" alone is agreement',
      lines: [
        'C: How can I help?',
        'P: I have pain in my ear.',
        'C: Right. Which side is it?',
        'P: Right, it is the left side.',
      ],
      has: ['Ear pain, left side.'],
    },
    {
      rule: 'pain takes its site and its character',
      lines: [
        'C: How can I help?',
        'P: I have some pain in, like, my lower tummy.',
        'C: Can you describe the pain?',
        "P: It's a burning pain.",
      ],
      has: ['Lower abdominal pain, burning.'],
    },
    {
      rule: 'what has gone is told as gone',
      lines: ['C: How can I help?', 'P: I had some diarrhoea but that has settled now.'],
      has: ['Diarrhoea, now resolved.'],
    },
    {
      rule: 'not drinking much is not abstaining',
      lines: ['C: Do you drink much alcohol?', 'P: No.'],
      has: ['Does not drink much alcohol.'],
    },
    {
      rule: 'work and home are told in a line each',
      lines: [
        'C: What do you do for work?',
        "P: I'm a teacher.",
        'C: Who do you live with?',
        'P: I live with my wife and two kids.',
      ],
      has: ['Works as a teacher.', 'Lives with wife and 2 kids.'],
    },
    {
      rule: 'having had something checked is not having it',
      lines: [
        'C: Have you ever had your blood pressure checked?',
        'P: No.',
        'C: OK.',
        'P: My last STI screen was normal.',
      ],
      hasNot: [/blood pressure|sexually/i],
    },
    {
      rule: "an impression keeps the clinician's doubt",
      lines: ['P: I have a headache.', 'C: OK.', 'P: Yes.', 'C: I wonder whether this could be a migraine.', 'P: OK.'],
      has: ['Possible migraine.'],
    },
    {
      rule: 'a cause that is ruled out is no impression',
      lines: ['P: I have a headache.', 'C: OK.', 'P: Yes.', "C: I don't think you have meningitis.", 'P: OK.'],
      hasNot: [/meningitis(?! unlikely)/i],
    },
    {
      rule: 'a review keeps its time and condition',
      lines: [
        'P: I have a cough.',
        'C: OK.',
        'P: Yes.',
        "C: Come back and see me in three to four days if it's not getting better.",
        'P: OK.',
      ],
      has: ['Return in three to four days if not better.'],
    },
    {
      rule: 'what a question leaves out as known is not denied',
      lines: ['P: I have IBS.', 'C: Apart from the IBS, do you have any other conditions?', 'P: No.'],
      has: ['History of irritable bowel syndrome.'],
      hasNot: [/^No irritable/],
    },
    {
      rule: 'the side is read where the site is named again',
      lines: ['P: My ankles have swollen up.', 'C: Is that one of them?', 'P: No, both ankles.'],
      has: ['Ankle swelling, both sides.'],
    },
    {
      rule: 'the start is read some turns later',
      lines: [
        'P: I have a dry cough.',
        'C: OK. Anything else with it?',
        'P: Not that I know of.',
        'C: Did it come on quickly?',
        'P: I think it started four days ago.',
      ],
      has: ['Dry cough, started 4 days ago.'],
    },
    {
      rule: 'one illness of two relatives is told of both',
      lines: ['C: Does anything run in the family?', 'P: My mum and my sister have migraines.'],
      has: ['Mother: migraine.', 'Sister: migraine.'],
    },
    {
      rule: 'an illness that the clinician only explains is no diagnosis, and no plan',
      lines: [
        'P: My ear hurts.',
        'C: OK.',
        'P: It is sore.',
        'C: So otitis externa is an infection of the ear canal.',
        'P: Right.',
      ],
      hasNot: [/outer ear infection|otitis/],
    },
    {
      rule: 'an illness that the clinician turns down is none',
      lines: ['P: My ear hurts.', 'C: OK.', 'P: It is sore.', "C: I don't think it is otitis externa.", 'P: Right.'],
      hasNot: [/^(?:Possible|Likely)(?! no).*ear infection/],
    },
    {
      rule: 'a name and a date of birth are not reported',
      lines: ['C: Can you confirm your name and date of birth?', "P: It's Nell Farrow, third of the fifth, sixty one."],
      hasNot: [/Farrow/],
    },
    {
      rule: 'what points at nothing named is not reported',
      lines: [
        'P: I have asthma.',
        'C: And the other tablets?',
        'P: I stopped that about a month ago, my ankles were up.',
      ],
      hasNot: [/stopped that/],
    },
    {
      rule: 'advice against is told as such',
      lines: ['P: I have a cough.', 'C: OK.', 'P: Yes.', "C: I don't think you need any antibiotics.", 'P: OK.'],
      has: ['No antibiotics needed.'],
    },
  ]

test.each(rows)('Drafting: $rule', ({ lines, has = [], hasNot = [] }) => {
  const texts = draftTexts(...lines)

  expect(texts).toEqual(expect.arrayContaining([...has]))
  for (const pattern of hasNot) expect(texts.filter((text) => pattern.test(text))).toEqual([])
})

test.each(rows)(
  "Generation and verification: the embedded drafter's own draft has no finding, where $rule",
  ({ lines }) => {
    const segments = talk(...lines)
    const note = draft(segments)

    const findings = verify(note, segments).findings.filter(({ statementId }) => statementId !== undefined)

    expect(
      findings.map(({ rule, statementId }) => [rule, statementsOf(note).find(({ id }) => id === statementId)?.text]),
    ).toEqual([])
  },
)

test('Generation and verification: what the transcriber was unsure of is marked in the sentence and hedged in the claim', () => {
  const note = draft(talk('C: How can I help?', 'P~: I have a rash on my chest.'))

  expect(textsOf(note)).toContain('Rash, on the chest (recording unclear).')
  expect(claimsOf(note, 'rash').map(({ certainty }) => certainty)).toEqual(['uncertain'])
})

test('Generation and verification: clear evidence is preferred to unclear', () => {
  const texts = draftTexts(
    'C: How can I help?',
    'P~: I have a rash.',
    'C: A rash, OK. Any fever?',
    'P: No, but the rash is itchy.',
  )

  expect(texts.some((text) => /^(?:Itchy r|R)ash/.test(text))).toBe(true)
})

test('Generation and verification: yes and no to the same thing is left to the reviewer', () => {
  const note = draft(
    talk('C: Any dizziness?', 'P: Yes.', 'C: So you do get dizziness, do you?', 'P: I get no dizziness.'),
  )

  expect(textsOf(note).some((text) => /dizziness/i.test(text))).toBe(false)
  expect(note.openQuestions).toContain('Dizziness: said both ways.')
})

test('Generation and verification: every statement cites words of its segments, and a section without evidence says so', () => {
  const segments = talk('C: Any fever?', 'P: No, no fever.', 'C: Any cough?', 'P: Yes.')
  const note = draft(segments)
  const texts = new Map(segments.map(({ id, text }) => [id, text]))

  for (const { evidence } of statementsOf(note))
    for (const item of evidence)
      if (item.kind === 'segment') expect(texts.get(item.segmentId)?.slice(item.start, item.end).trim()).toBeTruthy()
  expect(note.openQuestions).toContain('Plan: nothing found in the consultation.')
  expect(note.openQuestions).toContain('Allergies: not asked.')
})

test('Generation and verification: the same transcript makes the same draft', () => {
  const segments = talk('C: Any fever?', 'P: No.', 'C: Do you smoke?', "P: No, I don't smoke.")

  expect(draft(segments)).toEqual(draft(segments))
})

test('Generation and verification: facts of the record cite their resource', () => {
  const record = [{ reference: 'AllergyIntolerance/1', kind: 'allergy', display: 'Penicillin' }] as const
  const segments = talk('C: Any fever?', 'P: No.')
  const note = draft(segments, record)
  const statement = statementsOf(note).find(({ claims }) => claims.some(({ kind }) => kind === 'allergy'))

  expect(statement?.text).toBe('Allergic to Penicillin (from the record).')
  expect(statement?.evidence).toEqual([{ kind: 'resource', reference: 'AllergyIntolerance/1' }])
  expect(verify(note, segments, record).outcome).toBe('passed')
})

test('Generation and verification: a claim carries a SNOMED CT code only where the table has one', () => {
  const note = draft(talk('C: How can I help?', 'P: I have diarrhoea and my urine is pink.'))

  expect(claimsOf(note, 'diarrhoea')[0]?.code).toBe('62315008')
  expect(claimsOf(note, 'pink-urine')[0]?.code).toBeUndefined()
})
