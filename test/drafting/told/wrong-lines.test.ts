/** Lines that said the reverse, somebody else's or something else, and the lines that took their place. Talks of our own. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

// The line that must not stand, though its words were said.
// biome-ignore format: one row a line
const silent: readonly (readonly [rule: string, line: RegExp, ...lines: readonly string[]])[] = [
  ['D317', /Drinks/,            'C: Avoiding alcohol?', 'P: Yes.'],
  ['D317', /Drinks/,            'C: Are you off the alcohol?', 'P: Yes.'],
  ['D317', /^Smokes/,           'C: Have you stopped smoking?', 'P: Yes.'],
  ['D317', /^Smokes\./,         'C: Do you smoke?', 'P: Yeah, weed every now and again.'],
  ['D317', /smoke|drink/i,      'C: Do you smoke or drink?', "P: I smoke but don't drink."],
  ['D317', /pack/,              'P: I smoked two packs a day until 2010.'],
  ['D328', /depression|anxiety/i, 'C: Depression. Anxiety.', 'P: Yes, my mum.'],
  ['D328', /depression|anxiety/i, 'C: Any depression or anxiety?', 'P: Yes, my mum has it.'],
  ['D328', /Father: lymphoma/,  'C: And your dad?', 'P: My dad died of a heart attack.', 'C: How are your siblings?', 'P: Two are well and one died. He had lymphoma.'],
  ['D328', /diabetes/i,         'C: And your mother?', 'P: He has diabetes.'],
  ['D322', /^No .*bleeding/,    'C: So no bleeding then.', 'P: Apart from the spotting, no.'],
  ['D317', /^No pins/,          'P: I get cramps, no, not cramps, pins and needles.'],
  ['D322', /rash/,              'P: I should see someone if I get a rash.'],
  ['D327', /^Palpitations/,     'C: You said you have palpitations.', 'P: Did I?'],
  ['D327', /^Fever/,            "C: So you've had a fever for three days too.", 'P: Who said that?'],
  ['D328', /^Mother/,           'C: You mentioned your mother and sister have asthma.', 'P: Only my sister.'],
  ['D322', /vomiting/,          'C: Any nausea?', 'P: No nausea, um, er, vomiting, yes.'],
  ['D322', /^Fainting/,         'C: Any palpitations, and any fainting?', 'P: No palpitations. Fainting, well, my mother did.'],
  ['D322', /^Stroke/,           'P: I had a stroke scare, but it was nothing.'],
  ['D327', /ribs|spleen/i,      'C: Tell me if it is tender. Ribs? Spleen?', 'P: No.'],
  ['D322', /diabetes/,          'C: I have your letter about diabetes on file.', 'P: Yes.'],
  ['D326', /150/,               'C: My own blood pressure is one fifty over ninety. Yours is fine.'],
  ['D322', /asthma/,            "C: I've got no asthma on file.", "P: No, that's right."],
  ['D322', /asthma/,            'C: I have asthma on file.', "P: No, that's wrong."],
  ['D358', /^Stroke/,           "C: Since you've had a stroke before, let's get a carotid ultrasound."],
  ['D356', /for 3 days/,        'P: Thirty-one and three days. My head aches, though.'],
  ['D356', /^Pulse 145/,        "C: Baby's heart rate's one forty-five."],
  ['D356', /^Appendicitis/,     "C: I'm worried you've got appendicitis."],
  ['D356', /^Giant cell/,       'C: My concern is that this is giant cell arteritis.'],
  ['D356', /hip/,               'C: Any falls?', "P: One in August, but I didn't hurt the hip, only my pride."],
  ['D356', /bdominal|stomach/,  'C: What have you tried?', 'P: I had some of his Voltaren but it upset my tummy so I chucked it.'],
  ['D356', /libido/,            'C: Any treatment before?', 'P: I took Lexapro at nineteen, but it killed my sex drive so I stopped it.'],
  ['D390', /^Brother/,          'P: My brother-in-law had a stroke.'],
  ['D390', /^Mother/,           'P: My mother in law has diabetes.'],
  ['D390', /^Brother/,          'P: My step brother has epilepsy.'],
  ['D391', /drink|smoke/i,      'C: Allergies? Alcohol? Do you smoke?', 'P: No allergies.'],
  ['D391', /smoke/i,            'C: Any fits, do you smoke?', 'P: No fits.'],
  ['D392', /^No .*family/,      'C: Have you ever had a clot before? You or anybody in the family?', 'P: Me, no. My sister did.'],
  ['D392', /^No family/,        'C: Any diabetes in the family?', 'P: No. Well, my aunt had it late.'],
  ['D356', /headache/i,         'C: What about the patch?', 'P: They gave me headaches, so the doctor took me off them.'],
]

test.each(silent)('%s: left out: %s %#', (_rule, line, ...lines) => {
  expect(draftTexts('C: How can I help?', 'P: My toe is sore.', ...lines).filter((text) => line.test(text))).toEqual([])
})

// biome-ignore format: one row a line
const told: readonly (readonly [rule: string, line: string, ...lines: readonly string[]])[] = [
  ['D317', 'Does not smoke.',          'C: Smoke or drink?', 'P: No and no.'],
  ['D317', 'Does not drink alcohol.',  'C: Tell me, do you smoke or drink?', "P: No, I don't."],
  ['D317', 'Drinks alcohol.',          'C: Do you drink?', 'P: Yes.'],
  ['D317', 'Smokes half a pack a day.', 'C: How much do you smoke?', 'P: I smoke about half a pack of cigarettes a day.'],
  ['D317', 'Smokes 2 packs a day.',    'P: I smoke two packs a day.'],
  ['D328', 'Father: stroke.',          "C: How's your dad?", 'P: He had a stroke.'],
  ['D328', 'Mother: diabetes.',        'P: I should say that my mum was diagnosed with diabetes.'],
  ['D328', 'Father: stroke.',          'P: I ought to mention that my dad had a stroke.'],
  ['D322', 'Rash.',                    "P: I should mention that I have got a rash."],
  ['D322', 'History of asthma.',       'C: I have asthma on file.', "P: Yes, that's right."],
  ['D390', 'Mother: gout.',            'P: My step brother has epilepsy. My mother has gout.'],
  ['D391', 'Does not smoke.',          'C: Do you smoke?', 'P: No cigarettes.'],
  ['D392', 'No family history of diabetes.', 'C: Any diabetes in the family?', 'P: No. My dad is fine.'],
  // A name that the patient just told is repeated, and not asked after.
  ['D327', 'Headache.',                'P: I have a headache.', 'C: Headache. Any fever?', 'P: No.'],
  ['D327', 'No fever.',                'P: I have a headache.', 'C: Headache. Any fever?', 'P: No.'],
  ['D327', 'Ankle swelling.',          'P: My knee hurts.', 'C: So you also have some swelling of the ankle.', 'P: Yes.'],
]

test.each(told)('%s: told: %s %#', (_rule, line, ...lines) => {
  const all = ['C: How can I help?', 'P: My toe is sore.', ...lines]

  expect(draftTexts(...all)).toContain(line)
  expect(rulesOf(verify(draft(talk(...all)), talk(...all)))).toEqual([])
})
