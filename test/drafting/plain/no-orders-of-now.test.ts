/** Words of a plan that name nothing, or belong to the examination, an offer or a wish. D560, D563 to D565. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] =>
  draftJudged(talk('P: I came about what we talked of.', ...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
const named: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Write the podiatrist referral to Sam next door.', "C: A podiatrist would help those feet.", 'P: Okay.', "C: I'll write the referral to Sam next door."],
  ['Do the mental health plan, six visits to start.', 'C: I can do a mental health plan and you see the psychologist.', "P: Yes, I'd like that.", "C: Then we'll do the plan, six visits to start."],
  ['Go with a full bladder for the ultrasound.', "C: We'll get an ultrasound of the kidneys. Go with a full bladder."],
  ['If you are no better by Easter then do an ultrasound, and an x-ray with it.', "C: The trouble with the ultrasound is you find a tear. If you're no better by Easter then I'd do one, and an x-ray with it."],
  ['Tea: come down to two a day over the next month, and no cola.', 'C: Third, tea. Come down to two a day over the next month, and no cola.'],
  ['Six glasses, spread out through the day.', 'C: Six glasses, spread out through the day.'],
]
test.each(named)('D560: %s', (line, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const nameless: readonly (readonly [words: string, ...talk: readonly string[]])[] = [
  ['Write a letter', "C: I'll write a letter."],
  ['Arrange sample', "C: I'd like a sample."],
  ['Second', 'C: Second, coffee.'],
  ['leave it where it is', 'C: Leave it where it is for now, until the monitor is back, then we talk.'],
  ['come back to that', 'C: We might come back to that.'],
]
test.each(nameless)('D563: %s names nothing', (words, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.').join(' ')).not.toContain(words)
})

// biome-ignore format: one row a line
const ofNow: readonly (readonly [words: string, ...talk: readonly string[]])[] = [
  ['blood pressure lying', "C: Lie down for me. I'll do the blood pressure lying, then standing."],
  ['chaperone', "C: I'll get Ruth in as a chaperone, if that's all right with you."],
  ['look at the rest', "C: That's a scaly patch. Let me look at the rest while you're here."],
  ['put the cuff on', "C: And now the pressure, I'll put the cuff on."],
  ['sinus rhythm', 'C: Top end of normal. Sinus rhythm, rate eighty, and no long QT.'],
  ['Walking group', "C: There's a walking group at the centre, Tuesdays, or I can do a care plan and you see the physio."],
  ['Doxazosin', "C: The doxazosin, hmm, I'd like to stop it but then you'd be up all night."],
  ['Nurse', 'C: Our nurse, Joan, will show you this morning.'],
]
test.each(ofNow)('D564: %s is no order', (words, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.').join(' ')).not.toContain(words)
})

test('D564: a pressure to take at home is ordered', () => {
  expect(linesOf('C: Check your blood pressure at home each morning, standing.')).toContain('Check the blood pressure at home each morning, standing.') // biome-ignore format: short
})

test('D565: the hospital of a clinic is no second service', () => {
  expect(linesOf("C: I'll refer you today to the pain clinic at the hospital.")).toContain(
    'Refer to pain clinic today.',
  )
  expect(linesOf("C: I'll refer you to the dietitian and the podiatrist.").join(' ')).toMatch(
    /dietitian and podiatrist/,
  )
})
