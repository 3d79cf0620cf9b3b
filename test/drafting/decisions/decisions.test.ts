/** Decisions of an utterance, clause by clause: one plain line for each, and none for a clause that decides nothing. D309. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { readMedicineAdvice } from '../../../src/drafting/extract/decisions/medicine-advice.ts'
import { readPlainAdvice } from '../../../src/drafting/extract/decisions/plain-advice.ts'
import { readSupply } from '../../../src/drafting/extract/decisions/supplies.ts'
import { readAttendance } from '../../../src/drafting/extract/orders/attendance.ts'
import { isIdleClause, plainUntil } from '../../../src/drafting/extract/orders/clauses.ts'
import { talk } from '../dialogues.ts'

const linesOf = (said: string) =>
  draftAdvice(readDialogue(talk('C: How can I help?', 'P: I am unwell.', `C: ${said}`, 'P: Okay.'))).map(
    ({ text }) => text,
  )

// biome-ignore format: one row a line
const attendances: readonly (readonly [clause: string, line: string])[] = [
  ['I would like to see you face to face this afternoon', 'See face to face this afternoon'],
  ['I want to see you at the surgery tomorrow morning', 'See at the surgery tomorrow morning'],
  ['we need to see you today', 'See today'],
  ['we should see you in person this evening', 'See in person this evening'],
  ['I will see you at three o\'clock', "See at three o'clock"],
  ['come down to the practice this afternoon', 'Come to the practice this afternoon'],
  ['you should pop in to see one of our nurses tomorrow', 'Come in to see one of the nurses tomorrow'],
  ['I would like you to come in later today', 'Come in later today'],
  ['you need to go to the walk-in centre today', 'Go to the walk-in centre today'],
  ['please come along to the clinic on Friday', 'Come to the clinic Friday'],
  ['let us get you in for an examination today', 'Come in today for an examination'],
  ['we will bring you in this afternoon', 'Come in this afternoon'],
  ['I am going to get you down to the surgery tomorrow', 'Come to the surgery tomorrow'],
  ['I would like to have you in tomorrow for a blood test', 'Come in tomorrow for a blood test'],
  ['I will squeeze you in this morning', 'Come in this morning'],
  ['I will book you in for a face to face today', 'Book in for face to face today'],
  ['I am going to book you an urgent appointment at ten', 'Book urgent appointment at ten'],
  ['let us arrange a telephone consultation for tomorrow', 'Arrange telephone consultation tomorrow'],
  ['make an appointment with the practice nurse this week', 'Arrange appointment with the practice nurse this week'],
  ['you need to get another appointment tomorrow', 'Arrange appointment tomorrow'],
  ['you need to be seen today', 'To be seen today'],
  ['it would be best to be examined at the hospital today', 'To be examined at the hospital today'],
  ['we want to have you checked over in the hospital now', 'To be checked over in the hospital now'],
  ['she should be assessed by the physio this week', 'To be assessed by the physio this week'],
  ['I would like to get you reviewed by one of my colleagues tomorrow', 'To be reviewed by one of the colleagues tomorrow'],
]
test.each(attendances)('D309: attendance: %s', (clause, line) => {
  expect(readAttendance(clause)?.text).toBe(line)
})

// biome-ignore format: one row a line
const noAttendances: readonly string[] = [
  'come back and see me in two weeks', 'I might see you today', 'if you can not come in today', 'you did not come in today', 'they will see you today or tomorrow',
  'I saw you at the surgery last week', 'pain can come on in the morning', 'your mum should be seen today if it gets worse',
] // biome-ignore format: a list
test.each(noAttendances)('D309: no attendance: %s', (clause) => {
  expect(readAttendance(clause)).toBeUndefined()
})

// biome-ignore format: one row a line
const supplies: readonly (readonly [clause: string, line: string])[] = [
  ['I will send a prescription over to your pharmacy', 'Prescription to the pharmacy'],
  ['I am going to pop a prescription for some naproxen through to your chemist', 'Prescription for naproxen to the chemist'],
  ['I will put that script through to the pharmacy today', 'Script to the pharmacy'],
  ['let me send your prescription straight to your local pharmacy', 'Prescription to the pharmacy'],
  ['we will get a repeat prescription over to the chemist for you', 'Repeat prescription to the chemist'],
  ['I will send some antibiotics over to the pharmacy', 'Antibiotics to the pharmacy'],
  ['I am going to send the drops to your chemist', 'Drops to the chemist'],
  ['we will get those tablets over to your pharmacy now', 'Tablets to the pharmacy'],
  ['I will forward the inhaler to your nominated pharmacy', 'Inhaler to the pharmacy'],
  ['I will send your eye ointment to the pharmacy', 'Eye ointment to the pharmacy'],
  ['I will write you a prescription for amoxicillin', 'Prescription for amoxicillin'],
  ['I am going to do you a prescription for a course of trimethoprim', 'Prescription for trimethoprim'],
  ['let me print you a script for the cream', 'Script for cream'],
  ['I will give you another prescription for your inhaler', 'Prescription for inhaler'],
  ['we will issue a prescription for eye drops today', 'Prescription for eye drops'],
  ['I will text you a link', 'Text a link'],
  ['I am going to email you a leaflet about back exercises', 'Email a leaflet about back exercises'],
  ['I will send you some information on migraine', 'Send information on migraine'],
  ['I can give you a leaflet', 'Can give a leaflet'],
  ['I will give you a questionnaire', 'Give a questionnaire'],
  ['I can do you a sick note', 'Can have sick note'],
  ['I will write you a letter for work', 'Letter for work'],
  ['let me print you a fit note for work', 'Fit note'],
  ['I can give you a sick note if you need one', 'Can have sick note if needed'],
  ['I will sort out a medical certificate for you', 'Medical certificate'],
]
test.each(supplies)('D309: supply: %s', (clause, line) => {
  expect(readSupply(clause)?.text.toLowerCase()).toBe(line.toLowerCase())
})
test.each(['I will not send a prescription', 'I sent a prescription to your pharmacy last week', 'I might send a prescription to your pharmacy', 'I will send it to the pharmacy', 'the hospital will send a prescription to the pharmacy'])('D309: no supply: %s', (clause) => {
  expect(readSupply(clause)).toBeUndefined()
}) // biome-ignore format: a list

// biome-ignore format: one row a line
const medicines: readonly (readonly [clause: string, line: string])[] = [
  ['you can take some paracetamol', 'Can take paracetamol'],
  ['you can also try antihistamines', 'Can try antihistamines'],
  ['you may use ibuprofen for the pain', 'Can use ibuprofen for the pain'],
  ['she can have ibuprofen with food', 'Can have ibuprofen with food'],
  ['you can just buy loratadine over the counter', 'Can buy loratadine over the counter'],
  ['if you are feeling feverish, taking paracetamol would be helpful', 'take paracetamol if feeling feverish'],
  ['taking ibuprofen regularly might help', 'take ibuprofen regularly'],
  ['using antihistamines would be sensible', 'use antihistamines'],
  ['trying paracetamol would be a good idea', 'try paracetamol'],
  ['having ibuprofen at night would be useful', 'have ibuprofen at night'],
  ['some strong painkillers would be advisable', 'strong painkillers advised'],
  ['simple paracetamol would be best', 'simple paracetamol advised'],
  ['antihistamines would be sensible', 'antihistamines advised'],
  ['loratadine would also be useful', 'loratadine advised'],
  ['it is worth using antihistamines', 'Consider using antihistamines'],
  ['it might be worth trying ibuprofen', 'Consider trying ibuprofen'],
  ['it is also worth having some paracetamol', 'Consider having paracetamol'],
  ['it would be worth getting antihistamines', 'Consider getting antihistamines'],
  ['it is definitely worth taking ibuprofen', 'Consider taking ibuprofen'],
  ['I can give you naproxen', 'Can give naproxen'],
  ['I am happy to prescribe codeine', 'Can prescribe codeine'],
  ['we can prescribe you some naproxen', 'Can prescribe naproxen'],
  ['I can also give you antihistamines', 'Can give antihistamines'],
  ['something like fexofenadine, which I can give to you today', 'Can give fexofenadine today'],
  ['just alternate paracetamol and ibuprofen every four hours', 'alternate paracetamol and ibuprofen every four hours'],
  ['stop taking the ramipril until the blood results back', 'stop taking the ramipril until the blood results back'],
]
test.each(medicines)('D309: medicine: %s', (clause, line) => {
  expect(readMedicineAdvice(clause)?.text.toLowerCase()).toBe(line.toLowerCase())
})
test.each(['you have taken paracetamol', 'did you take ibuprofen', 'you could take ibuprofen or not', 'my mum takes paracetamol', 'you can not take ibuprofen', 'if it works you can stop'])('D309: no medicine: %s', (clause) => {
  expect(readMedicineAdvice(clause)).toBeUndefined()
}) // biome-ignore format: a list

// biome-ignore format: one row a line
const advice: readonly (readonly [clause: string, line: string])[] = [
  ['if you could keep a food diary for a couple of weeks that would be really helpful', 'keep a food diary for a couple of weeks'],
  ['if you can drop in a urine sample for me', 'Arrange urine sample'],
  ['I would advise against lifting anything heavy', 'Avoid lifting anything heavy'],
  ['I would strongly advise against flying this week', 'Avoid flying this week'],
  ['I would advise you not to drive today', 'Do not drive today'],
  ['it is worth getting the blood pressure checked', 'Consider getting the blood pressure checked'],
  ['keeping a headache diary would be quite important', 'keep a headache diary'],
  ['I would probably advise you taking a day or two off work if you can', 'take a day or two off work'],
  ['I would say maybe take a day or two off work', 'Consider taking a day or two off work'],
  ['I would recommend a soft diet', 'soft diet advised'],
]
test.each(advice)('D309: advice: %s', (clause, line) => {
  expect(readPlainAdvice(clause)?.text.toLowerCase()).toBe(line.toLowerCase())
})

// biome-ignore format: one row a line
const idle: readonly string[] = [
  'so that we can have a proper look', 'just to make sure it is not broken', 'to see how you are getting on', 'see if that helps', 'in case',
  'that would be great', 'it is a good idea', 'that is fine', 'this would be really helpful', 'that is the best thing to do',
  'it is a tracing of your heart', 'they can sometimes make you sleepy', 'because it irritates the stomach', 'which helps the skin', 'there is a website',
  'you should hear from them soon', 'you will get a text', 'you should feel better soon', 'you might notice a difference', 'you will receive a letter',
  'they will give you a date', 'the nurse will explain everything', 'somebody will be in touch', 'our receptionist will sort that', 'the clinic will contact you',
  'you can pick that up this afternoon', 'you can collect it later', 'you can get that at the pharmacy', 'you can do that online', 'you can fetch them tomorrow',
  'we can have another look', 'I can examine your tummy', 'we will go from there', 'we will see how you get on', 'we can talk about that',
] // biome-ignore format: five of a kind a line
test.each(idle)('D309: nothing is decided by: %s', (clause) => {
  expect(isIdleClause(clause)).toBe(true)
})
test.each(['you should not drive', 'it is to be taken twice a day', 'ibuprofen twice a day', 'if it gets worse', 'you need a scan', 'they should stop the tablets', 'we will do some bloods', 'that is two tablets at night'])('D309: something may be decided by: %s', (clause) => {
  expect(isIdleClause(clause)).toBe(false)
}) // biome-ignore format: a list

test.each([
  ['rest until you have been seen', 'rest until seen'],
  ['stay off work until you feel better', 'stay off work until better'],
  ['hold it until we have got the blood results back', 'hold it until the blood results back'],
])('D309: until: %s', (said, told) => {
  expect(plainUntil(said)).toBe(told)
})

// biome-ignore format: one row a line
test.each([
  ["So what I'll do is I'll send a prescription over to your pharmacy for some amoxicillin, and you can pick that up this afternoon.", ['Prescription for amoxicillin to the pharmacy.']],
  ["Um, what I'd suggest is that you come down to the surgery this afternoon, so we can have a proper look at you.", ['Come to the surgery this afternoon.']],
  ["I'm going to give you some omeprazole, twenty milligrams, once a day, for a month, and then we'll review.", ['Give omeprazole 20 mg once a day for 1 month.']],
  ["Just take it easy and, um, don't do any running until it's better.", ['Take it easy and do not do any running until it is better.']],
])('D309: lines of: %s', (said, lines) => {
  expect(linesOf(said)).toEqual(lines)
})
