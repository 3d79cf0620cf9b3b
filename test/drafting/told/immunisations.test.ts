/** Vaccines in everyday replies, with examples of our own. D359. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// biome-ignore format: one row a line
const told: readonly (readonly [question: string, reply: string, text: string])[] = [
  ['C: Are her jabs up to date?',                         "P: She's had everything, yes.",            'Immunisations up to date.'],
  ['C: Immunisations for this little one?',               'P: Up to date.',                           'Immunisations up to date.'],
  ['C: And her needles?',                                 'P: She got her four month ones last week.', 'Had four month vaccinations last week.'],
  ['C: Is he immunised?',                                 'P: We skipped the twelve month needles.',  'Has not had twelve month vaccinations.'],
  ['C: Flu shot this year?',                              "P: Haven't had it yet.",                   'Has not had influenza vaccine.'],
  ['C: Last tetanus?',                                    'P: Twenty sixteen.',                       'Had tetanus vaccine in twenty sixteen.'],
  ['C: And the COVID vaccine?',                           'P: Every winter.',                         'Had COVID vaccine.'],
  ['C: Have you had the shingles vaccine?',               'P: Both doses, in March.',                 'Had shingles vaccine in March.'],
  ['C: Did you have the whooping cough vaccine this pregnancy?', 'P: At thirty weeks.',               'Had pertussis vaccine at thirty weeks.'],
  ['C: Have you had your tetanus?',                       'P: No, never.',                            'Has not had tetanus vaccine.'],
  ['C: Did you have the MMR?',                            'P: I did, both of them.',                  'Had MMR vaccine.'],
  ['C: Any travel shots?',                                'P: Rabies, two months back.',              'Had rabies vaccine two months back.'],
  ['C: Were you given the hep A shot?',                   'P: Yes, on the third of June.',            'Had hepatitis A vaccine on the third of June.'],
]

// biome-ignore format: one row a line
const untold: readonly (readonly [question: string, reply: string])[] = [
  ["C: Any chance you've had whooping cough?",            'P: Yes, as a kid.'],
  ['C: Have you had hepatitis?',                          'P: In twenty twelve.'],
  ['C: Would you like a flu shot?',                       'P: Yes please.'],
  ['C: Are you due a tetanus?',                           'P: Probably.'],
  ['C: Any reaction to vaccines?',                        'P: Flu shot, sore arm.'],
  ['C: Is your wife vaccinated?',                         'P: She had the flu shot in May.'],
  ['C: Did you get the RSV one?',                         'P: I might have.'],
  ['C: Is the tetanus up to date?',                       'P: No idea.'],
  ['C: Last tetanus?',                                    "P: Twenty twelve was my husband's."],
  ['C: Have you had a flu shot?',                         'P: They gave me the wrong one in June.'],
  ['C: Flu shot?',                                        'P: Done my knee in, actually.'],
  ['C: Have you had your COVID shots?',                   'P: My dad had his last week.'],
  ['C: Tetanus?',                                         'P: Two years ago I trod on a rake.'],
  ['C: Are your vaccinations up to date?',                'P: All of them gave me a fever.'],
]

test.each(told)('D359: "%s" "%s" gives "%s"', (question, reply, text) => {
  expect(factsOf(question, reply)).toEqual([text])
  expect(findingsOf(question, reply)).toEqual([])
})

test.each(untold)('D359: "%s" "%s" gives no vaccine', (question, reply) => {
  expect(factsOf(question, reply).filter((text) => /vaccin|immunis/i.test(text))).toEqual([])
})
