/** A consultation that synthetic voices speak, and the facts in it that a note should have. */

export type Voice = 'clinician' | 'patient'
export type Line = { readonly voice: Voice; readonly text: string }

const rows: readonly (readonly [Voice, string])[] = [
  ['clinician', 'Good morning. What can I do for you today?'],
  ['patient', 'I have had a cough for three days.'],
  ['clinician', 'Any fever?'],
  ['patient', 'Yes, I had a fever last night.'],
  ['clinician', 'Any chest pain?'],
  ['patient', 'No, no chest pain.'],
  ['clinician', 'Are you short of breath?'],
  ['patient', 'No.'],
  ['clinician', 'Do you have any allergies?'],
  ['patient', 'I am allergic to penicillin.'],
  ['clinician', 'What medicines do you take?'],
  ['patient', 'I take aspirin every day.'],
  ['clinician', 'Do you smoke?'],
  ['patient', 'No, I have never smoked.'],
  ['clinician', 'Your chest is clear and your throat is red.'],
  ['clinician', 'I think this is a viral infection.'],
  ['clinician', 'Drink plenty of water and rest at home.'],
  ['clinician', 'Come back if you are short of breath.'],
  ['patient', 'Thank you doctor.'],
]

export const talk: readonly Line[] = rows.map(([voice, text]) => ({ voice, text }))

export type Fact = {
  readonly name: string
  /** A statement that has it. */
  readonly said: RegExp
  /** A statement that says the opposite: a note may have it only if it is marked as unclear. */
  readonly contrary?: RegExp
}

export const facts: readonly Fact[] = [
  { name: 'cough for three days', said: /^(?!No\b).*\bcough\b.*\b(?:three|3) days/i, contrary: /^No\b[^.]*\bcough/i },
  { name: 'fever', said: /^(?!No\b).*\bfever/i, contrary: /^No\b[^.]*\bfever/i },
  {
    name: 'no chest pain',
    said: /^(?:Possibly )?no\b[^.]*\bchest pain/i,
    contrary: /^(?:Possibly |Reports )?chest pain/i,
  },
  { name: 'not short of breath', said: /^(?:Possibly )?no\b[^.]*\bshort/i, contrary: /^(?:Possibly |Reports )?short/i },
  { name: 'allergic to penicillin', said: /^Allergic to penicillin/i, contrary: /no known allerg|not allergic/i },
  { name: 'takes aspirin', said: /aspirin/i, contrary: /no (?:regular )?medic/i },
  { name: 'never smoked', said: /never (?:a )?smoke|never smoked|does not smoke/i, contrary: /^(?:Smokes|Smoker)/i },
  { name: 'throat red', said: /throat\b.*\bred/i },
  { name: 'viral infection', said: /viral infection/i, contrary: /no viral infection/i },
  { name: 'come back if short of breath', said: /(?:return|come back) if\b.*\bshort/i },
]
