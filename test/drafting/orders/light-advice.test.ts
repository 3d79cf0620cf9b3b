/** Orders and advice in other constructions of English: the words before the deed or the service are light, or a frame of their own. D316. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

/** The lines of the plan; a line that the verifier doubts says so. */
const linesOf = (said: string): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const orders: readonly (readonly [said: string, line: string])[] = [
  // Advice whose frame has light words only.
  ['If you would rest the ankle, I would be happy.', 'Rest the ankle.'],
  ['If you would eat lentils and greens, I would be happy.', 'Eat lentils and greens.'],
  ['If you would keep the leg up, it would make a difference.', 'Keep the leg up.'],
  ['If you would wear the splint at night, I would be grateful.', 'Wear the splint at night.'],
  ['It would put my mind at rest if you take up the rugs.', 'Take up the rugs.'],
  ['It would be a huge help if you write down your sugars.', 'Write down the sugars.'],
  ['It would make a big difference if you drink less coffee.', 'Drink less coffee.'],
  ["You'd do me a favour if you keep a diary.", 'Keep a diary.'],
  ['Promise me, leave the sugary drinks alone.', 'Leave the sugary drinks alone.'],
  ['No excuses, stand up slowly, in stages.', 'Stand up slowly, in stages.'],
  ['What works best is to get up in stages.', 'Get up in stages.'],
  ['It goes a long way to keep the leg up.', 'Keep the leg up.'],
  ['It makes sense to rest the arm.', 'Rest the arm.'],
  ['It really pays to stretch before a run.', 'Stretch before a run.'],
  ['I would love you to walk every day.', 'Walk every day.'],
  ['The trick is to keep the skin moist.', 'Keep the skin moist.'],
  ["It's worth the effort to cut down the beer.", 'Consider cutting down the beer.'],
  ["It's worth the effort to avoid napping.", 'Consider avoiding napping.'],
  ['It is well worth it to stretch every morning.', 'Consider stretching every morning.'],
  ['You could raise the screen to eye level, that would help.', 'Consider raising the screen to eye level.'],
  ['You could keep the leg up on cushions, that would help.', 'Consider keeping the leg up on cushions.'],
  ['You might want to sleep on your side, it does help.', 'Consider sleeping on the side.'],
  // A need in another construction.
  ['I have you down for a chest X-ray.', 'Arrange chest X-ray.'],
  ["We've got you pencilled in for an MRI.", 'Arrange MRI.'],
  ['I have you booked for an ultrasound.', 'Arrange ultrasound.'],
  ["I'm ticking a full blood count.", 'Arrange full blood count.'],
  ['On the form I am marking a thyroid test.', 'Arrange thyroid test.'],
  ["I'm after a urine sample from you.", 'Arrange urine sample.'],
  ["I'll be asking the lab for your iron levels.", 'Arrange iron levels.'],
  ['Let me line up an ECG.', 'Arrange ECG.'],
  ['I will fix up a chest X-ray.', 'Arrange chest X-ray.'],
  ['We need a stool sample from you.', 'Arrange stool sample.'],
  ['Off to the lab with you for a full blood count.', 'Arrange full blood count.'],
  ['Over to imaging for a CT scan.', 'Arrange CT scan.'],
  ['Down to pathology for your liver function tests.', 'Arrange liver function tests.'],
  ['An ultrasound, it is overdue.', 'Arrange ultrasound.'],
  ['Your smear test, that is overdue.', 'Arrange cervical screening test (smear test).'],
  ['A hearing test, it is time for that.', 'Arrange hearing test.'],
  ['A swab of the ear, the nurse can do that.', 'Arrange swab of the ear.'],
  // A referral in another construction.
  ['I think the physio can do more for you, so a referral it is.', 'Refer to physio.'],
  ["The dietitian will be able to help, I'll refer you.", 'Refer to dietitian.'],
  ['The memory clinic would help, so a referral it is.', 'Refer to memory clinic.'],
  ['It is over to the dietitian for the next bit, I will write.', 'Refer to dietitian.'],
  ["Over to the podiatrist for this, I'll refer you.", 'Refer to podiatrist.'],
  ["It's over to the cardiologist, and I will write.", 'Refer to cardiologist.'],
  ['Your best bet is the physio.', 'Refer to physio.'],
  ['The next port of call is an ENT specialist.', 'Refer to ENT specialist.'],
  ["I'm keen for you to see a physio.", 'Refer to physio.'],
  ["It's time you saw a podiatrist.", 'Refer to podiatrist.'],
  ["It's high time you saw an optician.", 'Refer to optometrist (optician).'],
  ["I'm very keen for you to have an ECG.", 'Arrange ECG.'],
  ["I'll refer you to the falls clinic.", 'Refer to falls clinic.'],
  ["Let's have the falls clinic see you.", 'Refer to falls clinic.'],
  // The time of a test.
  ["We'll recheck your bloods in eight weeks.", 'Recheck bloods in eight weeks.'],
  ["We'll repeat the HbA1c in three months.", 'Repeat HbA1c in three months.'],
  ["I'd like to redo the urine test in a fortnight.", 'Redo urine test in a fortnight.'],
  ["Let's do a full blood count every six months.", 'Arrange full blood count every six months.'],
  ["I'll book an ECG next Tuesday.", 'Arrange ECG next Tuesday.'],
  ["In about four weeks I'd like a uric acid level.", 'Arrange uric acid level in about four weeks.'],
  ["In three months we'll repeat the liver function tests.", 'Repeat liver function tests in three months.'],
  // Doubt about an order.
  ['We should probably do an ECG.', 'Probably arrange ECG.'],
  ['I think we should probably get a chest X-ray.', 'Probably arrange chest X-ray.'],
  ['You should probably rest the arm.', 'Probably rest the arm.'],
  ["I'd probably send you to a physio.", 'Probably refer to physio.'],
  ['We probably need a urine sample.', 'Probably arrange urine sample.'],
]
test.each(orders)('D316: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

// biome-ignore format: one row a line
const none: readonly string[] = [
  "It's good that you walk every day.",
  'I would like to keep an open mind.',
  'I will take it from here.',
  'If you want to rest, that is up to you.',
  'It would help me to know when you start.',
  "It's great to see you walk in here.",
  'I would be worried if you stop eating.',
  'You do work hard, so no wonder.',
  'I try to keep up with the reading.',
  'You will get better with rest.',
  'There is the option of drawing fluid off with a needle.',
  'I think the physio can help.',
  'An ultrasound is what my sister had.',
  'We had you down for a scan last year.',
  'The guideline wants a chest X-ray.',
  'The guidelines say you should have a colonoscopy.',
]
test.each(none)('D316: no order is read from: %s', (said) => {
  expect(linesOf(said).filter((line) => !line.startsWith('Also said'))).toEqual([])
})

// biome-ignore format: one row a line
test.each([
  ['It would do you the world of good to walk round the block each evening.', "I'll give that a go.", 'Walk round the block each evening.'],
  ['Honestly it would do you good to soak the foot twice a day.', 'Righto.', 'Soak the foot twice a day.'],
  ['What would do you a power of good is cutting down the salt.', "I'll give it my best.", 'Cut down the salt.'],
  ['Something that will do you good is to sleep with the window open.', 'I would give it a try.', 'Sleep with the window open.'],
  ['A wee job from me for you, keep the foot up in the evening.', "I'll give it a whirl.", 'Keep the foot up in the evening.'],
  ["I'd ask that you rest the elbow.", 'Will do.', 'Rest the elbow.'],
])('D344: what does good, and the reply that tries it: %s', (said, reply, line) => {
  expect(draftTexts('C: Hello.', 'P: Hello.', `C: ${said}`, `P: ${reply}`)).toEqual([line])
})

test.each([
  ['It would do you good to walk round the block.', "I'll give that one a miss."],
  ['It might do you good to rest in bed.', 'Okay.'],
  ['Nothing would do you more good than to rest.', 'Okay.'],
  ['If it would do you good to talk, ring the helpline.', 'Okay.'],
  ["It wouldn't do you any good to rest in bed.", 'Okay.'],
])('D344: nothing is advised: %s %s', (said, reply) => {
  expect(draftTexts('C: Hello.', 'P: Hello.', `C: ${said}`, `P: ${reply}`)).toEqual([])
})

// biome-ignore format: one row a line
test.each([
  ["If you could rest as much as you can, that'd be great.", 'Rest as much as possible.'],
  ['Keep moving as much as you can.', 'Keep moving as much as possible.'],
  ['Put the cream on as often as you need.', 'Put the cream on as often as needed.'],
  ['Please elevate the foot as often as you possibly can.', 'Elevate the foot as often as possible.'],
  ["I'd like to go ahead and keep you on the same diet.", 'Keep the same diet.'],
])('D344: a degree stays as it was said: %s', (said, line) => {
  expect(draftJudged(talk('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')).map(({ text }) => text)).toEqual([line])
})
