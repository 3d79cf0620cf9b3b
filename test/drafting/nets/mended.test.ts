/** A warning has the deed before its action, the thing that it takes up, and the sentence that it points back to. D568. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const plan = (...said: readonly string[]): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', 'C: So here is the plan.', ...said)).map(({ text }) => text)

// biome-ignore format: one row a line
const whole: readonly (readonly [name: string, said: string, text: string])[] = [
  ['the deed before the action',   "C: If you get a fever, or an infection needing antibiotics, skip the methotrexate that week and ring us. And short of breath, ring us the same day.", 'Skip the methotrexate that week, and call if fever, or infection needing antibiotics.'],
  ['what "that one" is',           'C: Colchicine, once a day, for three months. Loose bowels means stop that one and ring me.',  'Stop colchicine, and call if loose bowels.'],
  ['the measure',                  "C: We should keep an eye on your pressure. If it's under one hundred, or you're dizzy when you stand, let me know.", 'Call if pressure is under one hundred, or dizzy when standing.'],
  ['an order with its own condition', 'C: If it bleeds, press for ten minutes. If it gets red, hot, weepy, come in.',             'Return if it gets red, hot, or weepy.'],
  ['who is spoken to',             "C: If the thoughts get stronger, or Mum, you can't keep him safe, then triple zero.",         'Call an ambulance if thoughts get stronger, or cannot keep him safe.'],
  ['what may happen',              'C: Some people feel more agitated in the first week. If that happens, tell someone and ring us.', 'Also said: "some people feel more agitated in the first week, if that happens, tell someone and ring us".'],
]
test.each(whole)('D568: a warning has what it needs to be read alone: %s', (_, said, text) => {
  expect(plan(said)).toContain(text)
})

// biome-ignore format: one row a line
const kept: readonly (readonly [name: string, said: string, text: string])[] = [
  ['a key of a telephone',   'C: If the thoughts get darker, ring one one one and press two.',   'Ring one one one if thoughts get darker.'],
  ['no deed beside it',      'C: If you get a fever or a rash, ring us.',                        'Call if fever or rash.'],
]
test.each(kept)('D568: a warning keeps its words: %s', (_, said, text) => {
  expect(plan(said)).toContain(text)
})
