/** A vital sign is read by its name, its unit, the device that shows it, or the form of a blood pressure, before or after its number. D288. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { draftToldValues } from '../../../src/drafting/extract/examination/told-values.ts'
import { draft, talk, verify } from '../dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftMeasurements(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const rows: readonly (readonly [by: string, said: string, text: string])[] = [
  ['unit',   "C: That's sixty eight beats a minute.",                                'Pulse 68 bpm.'],
  ['unit',   'C: Fourteen breaths per minute, nothing laboured.',                    'Respiratory rate 14 breaths/min.'],
  ['unit',   'C: Hop on. Seventy nine kilos, thank you.',                            'Weight 79 kg.'],
  ['unit',   'C: And he weighs twenty one kilograms.',                               'Weight 21 kg.'],
  ['unit',   "C: You're a hundred and seventy four centimetres tall.",               'Height 174 cm.'],
  ['unit',   'C: Ninety six per cent on room air.',                                  'Oxygen saturation 96%.'],
  ['unit',   'C: The drop of blood gives seven point one millimoles.',               'Glucose 7.1 mmol/L.'],
  ['unit',   'C: Running at thirty eight point nine degrees today.',                 'Temperature 38.9 °C.'],
  ['device', 'C: The thermometer shows thirty seven point two.',                     'Temperature 37.2 °C.'],
  ['device', 'C: Let me pop this under your tongue. Thirty six point four.',         'Temperature 36.4 °C.'],
  ['device', "C: The cuff's giving me a hundred and eighteen over seventy two.",     'Blood pressure 118/72 mmHg.'],
  ['device', 'C: This goes on your finger. Ninety five.',                            'Oxygen saturation 95%.'],
  ['device', 'C: The probe reads ninety eight.',                                     'Oxygen saturation 98%.'],
  ['device', 'C: In your left ear, thirty eight point three.',                       'Temperature 38.3 °C.'],
  ['form',   'C: One forty two over eighty eight, that will do.',                    'Blood pressure 142/88 mmHg.'],
  ['form',   "C: A hundred and five over sixty, so that's on the low side.",         'Blood pressure 105/60 mmHg.'],
  ['form',   'C: I get one twenty six over seventy four.',                           'Blood pressure 126/74 mmHg.'],
  ['form',   'C: 133 over 81 is what it says.',                                      'Blood pressure 133/81 mmHg.'],
  ['form',   "C: Lying down it's one thirty over eighty five.",                      'Blood pressure 130/85 mmHg.'],
  ['name',   "C: Seventy six, that's your pulse.",                                   'Pulse 76 bpm.'],
  ['name',   'C: Your heart is ticking away at eighty one.',                         'Pulse 81 bpm.'],
  ['name',   "C: B P one thirty nine over ninety.",                                  'Blood pressure 139/90 mmHg.'],
  ['name',   "C: You're breathing at sixteen a minute.",                             'Respiratory rate 16 breaths/min.'],
  ['name',   'C: Thirty nine point one for the temp.',                               'Temperature 39.1 °C.'],
  ['tenths', "C: His temp is thirty-eight five, he's warm.",                         'Temperature 38.5 °C.'],
  ['tenths', 'C: Your temperature is forty two.',                                    'Temperature 42 °C.'],
  ['tenths', 'C: The temperature is thirty six eight.',                              'Temperature 36.8 °C.'],
]
test.each(rows)('D288: a vital sign by its %s: %s', (_, said, text) => {
  expect(textsOf(said)).toEqual([text])
})

test.each([
  'C: Temperature thirty-seven two minutes ago.',
  'C: Pulse seventy two three.',
  'C: The temperature was thirty eight twice, thirty nine.',
])('D288: a second number that counts, or belongs to nothing, is no tenth: %s', (said) => {
  expect(textsOf(said).filter((text) => text.includes('.') && /\d\.\d/.test(text))).toEqual([])
})

test.each(rows)('D288: the verifier follows a vital sign by its %s: %s', (_, said) => {
  const segments = talk('P: I have a cough.', said)

  expect(verify(draft(segments), segments).findings).toEqual([])
})

// biome-ignore format: one row a line
const silent: readonly string[] = [
  "C: You've lost four kilos since Easter.", 'C: Anything over thirty eight degrees is a fever.', 'C: The knee bends to forty degrees of flexion.', 'C: Last time it was one fifty over ninety five.',
  'C: If it reads over thirty eight, ring us.', 'C: Do not lift more than ten kilos.', 'C: About sixty per cent of people get better by themselves.', 'C: We saw eighty over the weekend.', 'C: Aim for one thirty over eighty.',
]
test.each(silent)('D288: a change, a limit, a wish or another number is no vital sign: %s', (said) => {
  expect(textsOf(said)).toEqual([])
})

// biome-ignore format: one row a line
const told: readonly (readonly [said: string, text: string])[] = [
  ['P: I was ninety one kilos on the scales at the gym.',                        'Reported weight 91 kg at the gym.'],
  ['P: It was thirty eight point one when I took my temperature.',               'Reported temperature 38.1 °C.'],
  ['P: The monitor at home said one sixty two over ninety eight.',               'Reported blood pressure 162/98 mmHg at home.'],
  ['P: The thermometer at home read thirty nine point four.',                    'Reported temperature 39.4 °C at home.'],
  ['P: My watch counted a hundred and ten beats a minute this morning.',         'Reported pulse 110 bpm this morning.'],
]
test.each(told)('D261, D288: a value that the patient reports: %s', (said, text) => {
  expect(draftToldValues(readDialogue(talk(said))).map((candidate) => candidate.text)).toEqual([text])
})
