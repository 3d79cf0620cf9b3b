/** Values of another moment, side or person than the value of the record. D494. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const lines = (...said: readonly string[]): readonly string[] => draftJudged(talk('P: I am pregnant, and I get headaches.', ...said)).map(({ text }) => text) // biome-ignore format: short

// biome-ignore format: one row a line
test.each([
  ['second reading',   ['C: Blood pressure one sixty-four over ninety-eight, and when I repeated it, one fifty-six over ninety-two.'], 'Repeat blood pressure 156/92 mmHg.'],
  ['second sentence',  ["C: So that's one fifty-six over ninety-four on the blood pressure. Again in a second. Second one's one forty-four over ninety."], 'Repeat blood pressure 144/90 mmHg.'],
  ['other arm',        ["C: Blood pressure's one sixty on ninety in the right arm, and one fifty-two on eighty-eight in the left."], 'Blood pressure 152/88 mmHg on the left arm.'],
  ['posture behind',   ["C: Blood pressure's one twenty over eighty lying and one ten over seventy-four standing."], 'Standing blood pressure 110/74 mmHg.'],
  ['posture before',   ['C: Lying down it was one thirty-six over seventy, standing up it dropped to a hundred and four over sixty.'], 'Standing blood pressure 104/60 mmHg.'],
  ['former pressure',  ['C: Blood pressure today one twenty-four over eighty, it was one fifty over ninety-four in June.'], 'Blood pressure 150/94 mmHg in June.'],
  ['limit in front',   ["C: We want it under one thirty over eighty, and today it's one forty-four over eighty-six."], 'Blood pressure 144/86 mmHg.'],
  ['weight that rose', ["C: Weight's ninety-one, which is, ah, three kilos up from last time."], 'Weight 91 kg.'],
  ['weight reached',   ["C: You're up to eighty-eight kilos, that's five more than in May."], 'Weight 88 kg.'],
  ['peak flow',        ['C: Peak flow is three forty. Your best is four eighty.'], 'Peak flow 340 L/min.'],
  ['unborn child',     ["C: I'll put the probe on. There, that's the heart. One forty-six beats a minute."], 'Fetal heart rate 146 bpm.'],
  ['child by name',    ["C: The baby's heart rate is one fifty-two."], 'Fetal heart rate 152 bpm.'],
  ['each foot',        ["C: Now the monofilament, say yes when you feel it. On the left you've got none out of ten, and on the right it's four out of ten."], 'Monofilament 0/10 on the left and 4/10 on the right.'],
  ['each eye',         ["C: With the right eye you got six over nine, and with the left it's six eighteen."], 'Visual acuity 6/9 on the right and 6/18 on the left.'],
  ['each hand',        ['C: Grip strength sixteen kilos on the left, twenty-eight on the right.'], 'Grip strength 16 kg on the left and 28 kg on the right.'],
  ['each leg',         ['C: Straight leg raise is thirty-five degrees on the right, seventy on the left.'], 'Straight leg raise 35 degrees on the right and 70 degrees on the left.'],
  ['posture by its number', ['C: Blood pressure lying, one forty-two over seventy, and standing... one sixteen over sixty-four.'], 'Blood pressure 142/70 mmHg lying.'],
  ['score first',      ['C: You got twenty-three out of thirty on the mini mental.'], 'MMSE 23/30.'],
  ['name with number', ["C: PHQ nine is fifteen, GAD seven is ten."], 'PHQ-9 15, GAD-7 10.'],
])('D494: each value is that of its moment, side or person: %s', (_, said, line) => {
  expect(lines(...said)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ["no pulse of the mother", "C: I'll put the probe on. There, that's the heart. One forty-six beats a minute.", /Pulse/],
  ['no weight of a grip',    'C: Grip strength sixteen kilos on the left, twenty-eight on the right.', /Weight/],
  ['no weight by a change',  "C: You're up to eighty-eight kilos, that's five more than in May.", /Weight 5/],
  ['no pressure of tiles',   'C: I spent one fifty on eighty tiles, and one twenty on seventy more.', /pressure/],
  ['a limit',                "C: We want it under one thirty over eighty, and today it's one forty-four over eighty-six.", /130/],
  ['an angle',               'C: Right leg straight up, thirty-five degrees.', /Temperature/],
  ['a pulse by its name',    "C: The Doppler's on the ankle. Your pulse is one hundred and ten.", /Fetal/],
])('D494: %s', (_, said, wrong) => {
  expect(lines(said).join(' ')).not.toMatch(wrong)
})
