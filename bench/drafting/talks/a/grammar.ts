/** Grammar A: rules of a drafter may be made from its words and sentences. Scores count on grammar B. */
import type { Grammar } from '../grammar.ts'
import { backgroundA } from './background.ts'
import { exchangesA } from './exchanges.ts'
import { gutAndChestA } from './gut-and-chest.ts'
import { limbsAndHeadA } from './limbs-and-head.ts'

export const grammarA: Grammar = {
  name: 'a',
  cases: [...gutAndChestA, ...limbsAndHeadA],
  exchanges: exchangesA,
  ...backgroundA,
  manner: {
    fillers: ['um,', 'uh,', 'um', 'uh', 'er,'],
    softeners: ['like,', 'I mean,', 'like'],
    clinicianSounds: ['OK.', 'Mm-hmm.', 'Right.', 'Yeah.', 'OK, OK.', 'Mm.'],
    patientSounds: ['OK.', 'Yeah.', 'Mm-hmm.', 'Yep.', 'Right.'],
    hesitates: 6,
    repeats: 7,
    splits: 35,
    sounds: 45,
    unsure: 30,
  },
  orders: [
    ['complaint', 'details', 'symptoms', 'asides', 'recap', 'history', 'medicines', 'allergies', 'family', 'social', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'symptoms', 'details', 'history', 'medicines', 'allergies', 'social', 'family', 'asides', 'recap', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'details', 'asides', 'symptoms', 'history', 'family', 'medicines', 'allergies', 'social', 'recap', 'examination', 'assessment', 'plan', 'safety'],
  ],
} // biome-ignore format: one order a line
