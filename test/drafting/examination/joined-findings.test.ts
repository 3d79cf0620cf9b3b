/** Several findings in one sentence, the place at its front, and the sentence around a finding. D343. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { draftJudged, talk } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have been unwell.', 'C: Let me examine you.'] as const
const findingsOf = (...lines: readonly string[]): readonly string[] =>
  draftMeasurements(readDialogue(talk(...opening, ...lines))).map(({ text, claims }) => `${claims.map(({ polarity }) => (polarity === 'absent' ? '-' : '+')).join('')} ${text}`) // biome-ignore format: short

// biome-ignore format: one row a line
const told: readonly (readonly [construction: string, line: string, finding: string])[] = [
  ['two facts joined',       'C: The scalp is clear and the ear is red.',                  '++ Scalp clear and ear red.'],
  ['two facts joined',       'C: There is mild tenderness over the shin, no bruising.',    '+- Mild tenderness over the shin, no bruising.'],
  ['qualities in a row',     'C: The patient is alert, comfortable and well hydrated.',    '++ Alert, comfortable and well hydrated.'],
  ['one denial with a list', 'C: No rubs, thrills or gallops.',                            '- No rubs, thrills or gallops.'],
  ['parts in a row',         'C: Reflexes are brisk at the elbows, knees and ankles.',     '+ Reflexes brisk at the elbows, knees and ankles.'],
  ['a subject of two parts', 'C: Your elbow and your wrist are swollen.',                  '+ Elbow and the wrist swollen.'],
  ['the place at the front', 'C: On your left ear exam, there is some wax.',               '+ Wax on the left ear exam.'],
  ['the place at the front', 'C: Pressing over the heel, no tenderness.',                  '- No tenderness on pressing over the heel.'],
  ['the place at the front', 'C: On the right, the drum is dull.',                         '+ Drum dull on the right.'],
  ['a perception',           'C: I do appreciate a loud murmur.',                          '+ Loud murmur.'],
  ['a perception',           "C: I don't appreciate any nodules.",                         '- No nodules.'],
  ['a perception',           'C: I can feel a spongy ridge along the gum.',                '+ Spongy ridge along the gum.'],
  ['a judgement',            "C: I'd call the throat red.",                                '+ Throat red.'],
  ['the sign first',         'C: A faint wheeze is what I hear.',                          '+ Faint wheeze.'],
  ['the sign first',         'C: No crackles are heard at the bases.',                     '- No crackles at the bases.'],
  ['a name without article', "C: That's pitting oedema of the shin.",                      '+ Pitting oedema of the shin.'],
  ['a name after lay words', "C: You're chesty, reduced air entry on the right.",          '+ Reduced air entry on the right.'],
  ['a name after lay words', "C: You're tender inside the knee, that's joint line tenderness.", '+ Joint line tenderness (tender inside the knee).'],
  ['a sign of no table',     'C: No gloopiness in the ear canal.',                         '- No gloopiness in the ear canal.'],
  ['praise beside it',       "C: Gait is steady, that's great.",                           '+ Gait steady.'],
  ['an explanation beside',  'C: There is no effusion, which means no fluid.',             '- No effusion.'],
  ['a grade',                'C: Strength is five out of five in both legs.',              '+ Strength five out of five in both legs.'],
  ['pain on a movement',     'C: Some pain on flexion of the wrist.',                      '+ Pain on flexion of the wrist.'],
  ['a test that is positive', 'C: You have a positive squeeze test.',                      '+ Positive squeeze test.'],
]
test.each(told)('D343: %s: %s', (_, line, finding) => {
  expect(findingsOf(line)).toEqual([finding])
})

test('D343: the verifier lets these findings stand', () => {
  const doubted = told.flatMap(([, line]) => draftJudged(talk(...opening, line))).filter(({ text }) => text.startsWith('doubted')).map(({ text }) => text) // biome-ignore format: short

  expect(doubted).toEqual([])
})

// A denial beside another finding is a line of its own.
// biome-ignore format: one row a line
const denied: readonly (readonly [line: string, ...findings: readonly string[]])[] = [
  ["C: Hip isn't stiff and there's no bruise.",  '- Hip not stiff.', '- No bruise.'],
  ['C: No rash, no enlarged nodes.',             '- No rash.', '- No enlarged nodes.'],
  ["C: There's no wheeze and no stridor.",       '- No wheeze.', '- No stridor.'],
  ['C: Heart sounds are normal, no murmurs, chest is clear, no ankle oedema.', '+ Heart sounds normal.', '- No murmurs.', '+ Chest clear.', '- No ankle oedema.'],
  ['C: No weakness in the legs, speech is normal.', '- No weakness in the legs.', '+ Speech normal.'],
]
test.each(denied)('D343: a denial beside another finding: %s', (line, ...findings) => {
  expect(findingsOf(line)).toEqual(findings)
  expect(draftJudged(talk(...opening, line)).filter(({ text }) => text.startsWith('doubted'))).toEqual([])
})

// Praise, a plan, somebody else, a thing of the room, a report, a list that may be denied, and a denial in words that have no claim.
test.each([
  ['C: All right, sounds good.'],
  ['C: A nurse is coming in.'],
  ['C: I can see a pattern there.'],
  ['C: I can hear a lot of that.'],
  ['C: You have a nerve problem.'],
  ['C: Your knee was swollen before.'],
  ['C: No need for a neck brace.'],
  ['C: No more pain in the hip.'],
  ['C: No lumps. Hang on. There is one.'],
  ['C: No lump, oh wait, here is one.'],
  ['C: I feel a bit of a fool.'],
  ["C: Range of motion is full, and the shoulder's stiff, they say in the letter."],
  ['C: No tenderness, apart from over the heel.'],
  ["C: I can't see the drum for wax."],
  ['C: If I press here and the belly is hard, that is different.'],
  ['C: The heart pumps less, and a weak heart means fluid.'],
  ["C: As I go along, it's regular, but I don't quite trust it."],
])('D343: no finding: %s', (...lines) => {
  expect(findingsOf(...lines)).toEqual([])
})
