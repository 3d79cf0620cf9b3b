/** An examination in fragments, with its tests and presses, and the verdict behind it. D437 to D440. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { draftImpressions } from '../../../src/drafting/extract/impressions.ts'
import { talk } from '../dialogues.ts'

const found = (lines: readonly string[]): readonly string[] =>
  draftMeasurements(readDialogue(talk('C: Hello.', 'P: Hello.', ...lines))).map(({ text }) => text)
const judged = (lines: readonly string[]): readonly string[] =>
  draftImpressions(readDialogue(talk('C: Hello.', 'P: Hello.', ...lines))).map(({ text }) => text)

type Row = readonly [name: string, rule: string, lines: readonly string[], texts: readonly string[]]

// biome-ignore format: one row a line
const examined: readonly Row[] = [
  ['a part that was named before',  'D437', ["C: Let's have a look. The left knee's swollen.", "C: It's warm but not red."],  ['Left knee swollen.', 'Left knee warm but not red.']],
  ['a quality alone',               'D437', ['C: Tongue out. Dry, a bit coated.'],                                            ['Tongue dry, a bit coated.']],
  ['the thing that was found',      'D437', ["C: Let's have a look. Left breast, there's a three centimetre lump at two o'clock. Firm, moves freely."], ['Left breast: three centimetre lump at two o\'clock.', 'Left breast: lump firm.']],
  ['what is only looked for',       'D437', ["C: Let me have a listen. Deep breath. Any clubbing, show me your fingers. No, none."], []],
  ['where to look',                 'D437', ["C: Let's have a look at you. Neck's moving nicely. Look up at the roof. And down at the floor."], ['Neck moving nicely.']],
  ['what is announced',             'D437', ["C: Let's have a look. Blood pressure first, then the chest. Chest is clear."],           ['Chest clear.']],
  ['praise that is a finding',      'D437', ["C: Mental state. You're neatly dressed, good eye contact, speech a bit slow. Good insight."], ['Neatly dressed, good eye contact, speech a bit slow.', 'Good insight.']],
  ['the other side',                'D437', ['C: Can I look in your ears? Left one first. Lovely, pearly grey. Now the other one. Red and bulging.'], ['Left ear pearly grey.', 'Right ear red and bulging.']],
  ['a thing and its quality',       'D437', ['C: Let me feel your tummy. Bowel sounds, quiet but there.'],                    ['Bowel sounds, quiet but present.']],
  ['a row of nouns',                'D437', ["C: Let me listen to your heart. Canal's a bit narrow, couple of bony lumps, drum's fine."], ['Canal a bit narrow, couple of bony lumps, drum fine.']],
  ['a strip',                       'D437', ["C: And the dipstick, there's a trace of protein, no blood."],                   ['Dipstick: trace of protein, no blood.']],
  ['instructions',                  'D437', ['C: Hop up on the couch. Arms up. Eyes closed. Big toe down. Head back.'],       []],
  ['another person',                'D437', ["C: Let's have a look. My brother's a plumber, red face, bad back."],            []],
  ['a rule',                        'D437', ['C: Let me look in your ears. A normal drum is grey, and in glue ear it is dull.'], []],
  ['a danger',                      'D437', ["C: Let's have a look. Red, hot skin, ring an ambulance."],                       []],
  ['strength',                      'D438', ['C: Hop up on the bed. Push against me, pull up. Strong.'],                      ['Strong on pushing and pulling.']],
  ['praise',                        'D438', ['C: Hop up on the bed. Push against me. Good.'],                                 []],
  ['a range',                       'D438', ["C: Let's see the knee. Bend it up.", 'P: Ah.', 'C: A hundred and ten. Straighten it. Five degrees short.'], ['Bends to a hundred and ten.', 'Straightens: five degrees short.']],
  ['a reach',                       'D438', ['C: Shirt off. Bend forward for me.', "P: That's it.", 'C: Hands to the shins.'], ['Bends forward: hands to the shins.']],
  ['the same on both sides',        'D438', ['C: Hop up on the bed. Does that feel the same both sides?', 'P: Yep, same.'],   ['Feels the same on both sides.']],
  ['sore',                          'D438', ["C: I'll press, tell me when it's sore. The collarbone?", 'P: Ow, yes.'],        ['Sore on the collarbone.']],
  ['not sore',                      'D438', ["C: I'll press, tell me when it's sore. The collarbone?", 'P: No.'],             ['Not sore on the collarbone.']],
  ['shown',                         'D438', ["C: Let's have a look. Show me where it's sore.", 'P: Just there.', 'C: In the snuffbox.'], ['Sore on the snuffbox.']],
  ['no spot',                       'D438', ["C: I'll press, tell me when it's sore. Here?", 'P: No.'],                       []],
]

// biome-ignore format: one row a line
const verdicts: readonly Row[] = [
  ['a part',            'D439', ["C: I reckon it's your gallbladder."],                              ['Likely gallbladder.']],
  ['where from',        'D439', ["C: I think that's all coming from your neck."],                    ['Likely coming from the neck.']],
  ['a harm',            'D439', ["C: I think you've cracked a rib."],                                ['Likely cracked rib.']],
  ['a possible harm',   'D439', ['C: You may have cracked the scaphoid.'],                           ['Possible cracked scaphoid.']],
  ['an everyday name',  'D439', ["C: It's just a cold."],                                            ['Cold.']],
  ['a grade',           'D439', ["C: It's a sprain of the outside ligaments, and I'd call it a grade two."], ['Sprain of the outside ligaments, grade two.']],
  ['a grade behind',    'D439', ["C: It sounds like depression. I think it's moderate, perhaps nudging on severe."], ['Likely depression, moderate, perhaps nudging on severe.']],
  ['a cold sore',       'D439', ["C: It's a cold day to be out."],                                   []],
  ['others',            'D439', ["C: A lot of people think it's their gallbladder."],                []],
  ['a harm denied',     'D439', ["C: I don't think you've cracked a rib."],                          []],
  ['unlikely',          'D440', ["C: I don't think it's a fracture."],                               ['Fracture unlikely.']],
  ['no worry',          'D440', ["C: I'm not worried about a clot."],                                ['Not worried about a clot.']],
  ['no likeness',       'D440', ["C: It doesn't look like shingles."],                               ['Does not look like shingles.']],
  ['no need',           'D440', ["C: I don't think it's worth a scan."],                             []],
  ['not controlled',    'D440', ["C: Your asthma isn't well controlled at the moment."],             ['Asthma not well controlled at the moment.']],
  ['where we want it',  'D440', ["C: Blood pressure's where we want it."],                           ['Blood pressure where we want it.']],
  ['a target',          'D440', ['C: Type two diabetes, not to target.'],                            ['Type two diabetes not to target.']],
  ['a condition',       'D440', ["C: If your blood pressure's not controlled we add another."],      []],
  ['an aim',            'D440', ['C: We need to keep your asthma well controlled.'],                 []],
]
const signs = Object.groupBy(examined, ([, rule]) => rule)
const diagnoses = Object.groupBy(verdicts, ([, rule]) => rule)
const isFound = (_name: string, _rule: string, lines: readonly string[], texts: readonly string[]): void =>
  expect(found(lines)).toEqual(texts)
const isJudged = (_name: string, _rule: string, lines: readonly string[], texts: readonly string[]): void =>
  expect(judged(lines)).toEqual(texts)

test.each(signs.D437 ?? [])('D437: a fragment of an examination: %s', isFound)
test.each(signs.D438 ?? [])('D438: a test or a press with its result: %s', isFound)
test.each(diagnoses.D439 ?? [])('D439: a verdict in everyday words: %s', isJudged)
test.each(diagnoses.D440 ?? [])('D440: what is unlikely, and what is controlled: %s', isJudged)
