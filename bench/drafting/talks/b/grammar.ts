/** Grammar B: scores count on it, and no rule is made from it. No file of `src/drafting` or of its tests may look at this folder. */
import type { Grammar } from '../grammar.ts'
import { backgroundB } from './background.ts'
import { exchangesB } from './exchanges.ts'
import { heartAndMindB } from './heart-and-mind.ts'
import { skinAndSensesB } from './skin-and-senses.ts'

export const grammarB: Grammar = {
  name: 'b',
  cases: [...skinAndSensesB, ...heartAndMindB],
  exchanges: exchangesB,
  ...backgroundB,
  manner: {
    fillers: ['erm,', 'er,', 'erm', 'er', 'ah,'],
    softeners: ['sort of', 'kind of', 'you know,'],
    clinicianSounds: ['I see.', 'Uh-huh.', 'Go on.', 'Gotcha.', 'Sure.', 'Righto.'],
    patientSounds: ['Yup.', 'Sure.', 'Aha.', 'I see.', 'Fine.', 'Mm.'],
    hesitates: 6,
    repeats: 5,
    splits: 45,
    sounds: 40,
    unsure: 28,
  },
  // biome-ignore format: one order a line
  orders: [
    ['complaint', 'symptoms', 'asides', 'details', 'medicines', 'history', 'allergies', 'social', 'family', 'examination', 'recap', 'assessment', 'plan', 'safety'],
    ['complaint', 'asides', 'details', 'history', 'medicines', 'symptoms', 'social', 'family', 'recap', 'examination', 'assessment', 'allergies', 'plan', 'safety'],
    ['complaint', 'social', 'symptoms', 'details', 'family', 'history', 'asides', 'recap', 'medicines', 'examination', 'assessment', 'allergies', 'safety', 'plan'],
  ],
}
