/** Each fact stands once, and a line says something: examples of our own. D312. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, statementsOf, talk } from '../dialogues.ts'

const counted = (lines: readonly string[], words: RegExp): number =>
  statementsOf(draft(talk(...lines))).filter(({ text }) => words.test(text)).length

// biome-ignore format: one row a line
const once: readonly (readonly [words: RegExp, ...lines: readonly string[]])[] = [
  [/warfarin/i,     'C: How can I help?', 'P: I have a cough.', 'P: Warfarin was stopped by the specialist.'],
  [/on the pill/i,  'C: How can I help?', 'P: I have a cough.', 'P: I was on the pill but I came off it in March.'],
  [/cellulitis/i,   'C: How can I help?', 'P: My leg is red.', 'C: You have cellulitis, plain and simple.', 'P: Right.'],
  [/dengue/i,       'C: How can I help?', 'P: I have a fever.', 'C: Maybe dengue, maybe malaria, let us see.', 'P: Right.'],
  [/sciatica/i,     'C: How can I help?', 'P: I have back pain.', 'P: I get sciatica.', 'C: You have sciatica.', 'P: Right.'],
  [/throbbing/i,    'C: How can I help?', "P: I've had a throbbing headache for three days.", "C: What's the pain like?", "P: It's throbbing."],
  [/burning/i,      'C: How can I help?', "P: I've got a burning pain in my chest.", 'C: What sort of pain is it?', 'P: Burning.'],
]
test.each(once)('D312: a fact has one line: %s', (words, ...lines) => {
  expect(counted(lines, words)).toBe(1)
})

// A general name adds nothing to the exact one.
// biome-ignore format: one row a line
const implied: readonly (readonly [line: string, never: RegExp])[] = [
  ["P: I'm coughing up phlegm. Lots of phlegm.",                 /phlegm/i],
  ['P: I get night sweats. I sweat a lot.',                      /\bsweating/i],
  ['P: I have diarrhoea. My stools are loose.',                  /stools/i],
  ["P: I'm breathless when I walk. Really breathless.",          /breath[.;]/i],
  ['P: I have a cough and I feel unwell.',                       /unwell/i],
  ['P: I had my tonsils out in 1994. I have had an operation.',  /previous operation/i],
]
test.each(implied)('D312: a general name beside the exact one is left out: %s', (line, never) => {
  const texts = draftTexts('C: How can I help?', line)

  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => never.test(text.replace(/^(?:Night sweats|Productive cough|Shortness of breath on exertion).*/, '')))).toEqual([]) // biome-ignore format: short
})

test('D312: the side of the place where the pain goes is not the side of the pain', () => {
  const lines = ['C: How can I help?', 'P: I have lower back pain.', 'C: Does the pain go anywhere else?', 'P: It goes down my right leg.'] // biome-ignore format: short

  expect(draftTexts(...lines)).toEqual(['Lower back pain, radiating to right leg.'])
})

// A function of the body, a place and a wish are no symptoms.
test.each([
  ['C: And your appetite?', 'P: Yeah.', /appetite/i],
  ['C: And your sleep?', 'P: Yes.', /sleep/i],
  ['C: Any numbness around your bottom or between your legs?', 'P: No.', /between/i],
  ['C: Any itching on your arms or behind your knees?', 'P: No.', /behind/i],
  ['C: Any weight loss?', "P: I wish I'd lost weight.", /weight/i],
])('D312: no line for a function, a place or a wish: %s %s', (question, reply, never) => {
  expect(draftTexts('C: How can I help?', 'P: I have a cough.', question, reply).filter((text) => never.test(text))).toEqual([]) // biome-ignore format: short
})

// Better is not gone.
test.each([
  ['P: I had diarrhoea, but since Sunday it has been better.'],
  ['P: I have a rash, but it is a bit better.'],
  ['P: I have a sore throat and now it is slightly better.'],
  ['P: I have had earache, but it is getting better.'],
  ['P: I have nausea, but today I feel better.'],
  ["P: I've had diarrhoea, but since I stopped eating the takeaway it's been better."],
])('D312: better is not gone: %s', (line) => {
  expect(draftTexts('C: How can I help?', line).filter((text) => text.includes('resolved'))).toEqual([])
})
