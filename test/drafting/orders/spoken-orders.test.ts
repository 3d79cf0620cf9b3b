/** Orders are read by their frames, whatever their words. D285. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { readFrame } from '../../../src/drafting/extract/orders/frames.ts'
import { openSpoken } from '../../../src/drafting/extract/orders/spoken-orders.ts'
import { talk } from '../dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const frames: readonly (readonly [frame: string, clause: string, act: string])[] = [
  ['cleft of you', 'What you can do at home is prop your foot up', 'prop your foot up'],
  ['cleft of you', 'All you need to do is take it slowly', 'take it slowly'],
  ['cleft of you', 'What you should be doing is walking every day', 'walk every day'],
  ['cleft of you', "What you'd want to try is to swim twice a week", 'swim twice a week'],
  ['cleft of you', 'What you need to do yourself is log your meals', 'log your meals'],
  ['cleft',        "What I'd suggest is to cool the burn", 'cool the burn'],
  ['cleft',        "What we'll do is check your ferritin", 'check your ferritin'],
  ['cleft',        "What I'm going to do is send you for a scan", 'send you for a scan'],
  ['cleft',        "What I'd like is for you to keep it dry", 'keep it dry'],
  ['cleft',        'What we normally recommend is to walk daily', 'walk daily'],
  ['named plan',   'The main thing is to keep moving', 'keep moving'],
  ['named plan',   'My advice would be to cut down on salt', 'cut down on salt'],
  ['named plan',   'The plan is to wean the drops', 'wean the drops'],
  ['named plan',   "One thing you could do is to soak the feet", 'soak the feet'],
  ['named plan',   'The first step would be that you record your pulse', 'record your pulse'],
  ['judged good',  "It's best to sleep on the other side", 'sleep on the other side'],
  ['judged good',  "It'd be a good idea to drink more water", 'drink more water'],
  ['judged good',  'It would be sensible to avoid contact sport', 'avoid contact sport'],
  ['judged good',  "It's really important that you finish the course", 'finish the course'],
  ['judged good',  "It's safest if you stay with somebody tonight", 'stay with somebody tonight'],
  ['helps',        'It helps to sleep propped up', 'sleep propped up'],
  ['helps',        'It would help if you kept a log', ''],
  ['helps',        'It really helps to warm the joint', 'warm the joint'],
  ['helps',        'It will help to rinse your mouth', 'rinse your mouth'],
  ['helps',        "It'll help if you walk a little", 'walk a little'],
  ['obliged',      "You'll need to keep the cast dry", 'keep the cast dry'],
  ['obliged',      'You really should wear a hat outside', 'wear a hat outside'],
  ['obliged',      'You ought to be resting', 'rest'],
  ['obliged',      "You've got to avoid lifting", 'avoid lifting'],
  ['obliged',      "You're better off sleeping upright", 'sleep upright'],
  ['urged',        "I'd like you to rinse with saline", 'rinse with saline'],
  ['urged',        'I want you to weigh yourself daily', 'weigh yourself daily'],
  ['urged',        "I'd strongly encourage you to cut the drinking", 'cut the drinking'],
  ['urged',        "We'd love you to join the walking group", 'join the walking group'],
  ['urged',        'I do need you to isolate', 'isolate'],
  ['recommended',  "I'd recommend avoiding dairy", 'avoid dairy'],
  ['recommended',  'I suggest you ice it', 'ice it'],
  ['recommended',  "I'd advise that you stretch each morning", 'stretch each morning'],
  ['recommended',  'We recommend wearing a splint at night', 'wear a splint at night'],
  ['recommended',  "I would suggest we repeat the bloods", 'repeat the bloods'],
  ['ensured',      'Make sure you drink enough', 'drink enough'],
  ['ensured',      'Please make sure that you are checking your feet', 'check your feet'],
  ['ensured',      'Make certain you rinse afterwards', 'rinse afterwards'],
  ['ensured',      'Make sure to wash it daily', 'wash it daily'],
  ['ensured',      'And make sure you always wear gloves', 'wear gloves'],
  ['reminded',     "Don't forget to moisturise", 'moisturise'],
  ['reminded',     'Be sure to finish the tablets', 'finish the tablets'],
  ['reminded',     'Remember to change the dressing', 'change the dressing'],
  ['reminded',     'See if you can walk to work', 'walk to work'],
  ['reminded',     'Do your best to sleep early', 'sleep early'],
  ['asked',        'Can you keep a food diary', 'keep a food diary'],
  ['asked',        'Could I get you to stop the gym for now', 'stop the gym for now'],
  ['asked',        'Would you please collect a sample', 'collect a sample'],
  ['asked',        'Could you just elevate it tonight', 'elevate it tonight'],
  ['asked',        'Will you try and rest this week', 'rest this week'],
  ['committed',    "I'm going to order a scan", 'order a scan'],
  ['committed',    "We'll also check your iron", 'check your iron'],
  ['committed',    "I'd like to repeat that swab", 'repeat that swab'],
  ['committed',    'I think we should get an echo', 'get an echo'],
  ['committed',    'We need to run some bloods', 'run some bloods'],
  ['let us',       "Let's get a tracing of your heart", 'get a tracing of your heart'],
  ['let us',       "Let's also send a swab", 'send a swab'],
  ['let us',       "Let me arrange a scan", 'arrange a scan'],
  ['let us',       "So let's just repeat the test", 'repeat the test'],
  ['let us',       "First let's do a urine dip", 'do a urine dip'],
  ['asked politely', 'Would you mind keeping a diary', 'keep a diary'],
  ['asked politely', 'Would you mind just bringing a sample', 'bring a sample'],
  ['asked politely', 'If you could just keep it covered', 'keep it covered'],
  ['asked politely', 'If you can please avoid the pool', 'avoid the pool'],
  ['asked politely', 'Would you mind checking your sugars', 'check your sugars'],
  ['asked of you',   "I'll get you to stop the gym", 'stop the gym'],
  ['asked of you',   "I'm going to ask you to keep a diary", 'keep a diary'],
  ['asked of you',   "I'd like to get you to walk more", 'walk more'],
  ['asked of you',   "Let's get you to elevate it", 'elevate it'],
  ['asked of you',   "We'll have you to rest it", 'rest it'],
  ['in progress',  "I'm sending you for an x-ray", 'send you for an x-ray'],
  ['in progress',  "We're organising an ultrasound", 'organise an ultrasound'],
  ['in progress',  "I'm also booking you a scan", 'book you a scan'],
  ['in progress',  "So I'm arranging a swab", 'arrange a swab'],
  ['in progress',  "We're repeating the bloods", 'repeat the bloods'],
  ['needed',       'You need a blood test', 'a blood test'],
  ['needed',       "You'll need an ultrasound", 'an ultrasound'],
  ['needed',       'We want another swab', 'another swab'],
  ['needed',       "I'd like some bloods", 'some bloods'],
  ['needed',       "You're due for a smear", ''],
  ['bare',         'Drink plenty of water', 'Drink plenty of water'],
  ['bare',         'In the meantime, gargle with salt water', 'gargle with salt water'],
  ['bare',         'For now, avoid the gym', 'avoid the gym'],
  ['bare',         'Also, keep the wound dry', 'keep the wound dry'],
  ['bare',         "And don't drive", 'do not drive'],
]

test.each(frames.filter(([, , act]) => act !== ''))(
  'D285: a frame is peeled off its order (%s): %s',
  (_, clause, act) => {
    expect(readFrame(openSpoken(clause))?.act).toBe(act)
  },
)

// biome-ignore format: one row a line
const noFrames: readonly string[] = [
  'You know what that means', "I'll see what I can find", 'You should feel better soon', 'You need to understand that it is common',
  "I'd like to hear more about that", 'What you have got is gout', "It's important to know", "We'll have a look at it", 'You will be fine', "I'm wondering about gout",
]
test.each(noFrames)('D285: words that frame no deed give no order: %s', (clause) => {
  expect(readFrame(openSpoken(clause))).toBeUndefined()
})

// biome-ignore format: one row a line
const services: readonly (readonly [said: string, text: string])[] = [
  ["I'd like to get an echo done.",                        'Arrange echocardiogram (echo).'],
  ["We'll get you booked in for a heart tracing.",         'Arrange ECG (heart tracing).'],
  ["Let's do a swab of your throat.",                      'Arrange swab of the throat.'],
  ["I'm sending you for an ultrasound of your shoulder.",  'Arrange ultrasound of the shoulder.'],
  ['You need a full blood count and some iron studies.',   'Arrange full blood count and iron studies.'],
  ["We'll do a chest x-ray today, just to be on the safe side.", 'Arrange chest x-ray today.'],
  ["I'm going to refer you to the skin specialist.",       'Refer to dermatologist (skin specialist).'],
  ["I'll get you in with the heart specialist.",           'Refer to cardiologist (heart specialist).'],
  ["I'll write to the neurologist and they'll send you an appointment.", 'Refer to neurologist.'],
  ["I'd like you to see a podiatrist.",                    'Refer to podiatrist.'],
  ["What I'll do is put in a referral to the eye clinic.", 'Refer to ophthalmologist (eye clinic).'],
]
test.each(services)('D285: a test or service is ordered by any verb of ordering: %s', (said, text) => {
  expect(textsOf(`C: ${said}`, 'P: OK.')).toEqual([text])
})

// biome-ignore format: one row a line
const visits: readonly (readonly [said: string, text: string])[] = [
  ["I'd like to see you again in a fortnight.",            'Review in a fortnight.'],
  ["Let's catch up again in six weeks' time.",             'Review in six weeks.'],
  ["I'll give you a ring next Tuesday.",                   'Review by phone next Tuesday.'],
  ['Two weeks from now I want you back in here.',          'Review in two weeks.'],
  ['Make an appointment with the nurse for ten days from now.', 'Review with the nurse in ten days.'],
  ['Pop back and see me in a couple of days.',             'Review in a couple of days.'],
]
test.each(visits)('D285: a visit with its time is a follow-up: %s', (said, text) => {
  expect(textsOf(`C: ${said}`, 'P: OK.')).toEqual([text])
})

// biome-ignore format: one row a line
const advised: readonly (readonly [said: string, text: string])[] = [
  ['In the meantime, keep the leg up when you can.',       'Keep the leg up.'],
  ['What you can do yourself is cut down on the coffee.',  'Cut down on the coffee.'],
  ["I'd like you to stay off sport until it has healed.",  'Stay off sport until it has healed.'],
  ['The best thing is to sleep with an extra pillow.',     'Sleep with an extra pillow.'],
  ['Try to walk for half an hour every day, because it helps your mood.', 'Try to walk for half an hour every day.'],
]
test.each(advised)('D285: advice is an imperative without its frame: %s', (said, text) => {
  expect(textsOf(`C: ${said}`, 'P: OK.')).toEqual([text])
})

// biome-ignore format: one row a line
const silent: readonly string[] = [
  'Lie down on the couch for me.', 'Take a deep breath in.', 'Lift your arm up for me.', 'Have a great day.', 'Your sister should see a podiatrist.',
  'The rash will come back in two weeks.', 'Last year I sent somebody for an ultrasound.', 'You could have an echo one day.', 'I saw you two weeks ago.', 'Tell me about the pain.',
]
test.each(silent)('D285: nobody has ordered anything: %s', (said) => {
  expect(textsOf(`C: ${said}`, 'P: OK.').filter((text) => !text.startsWith('Also said'))).toEqual([])
})
