/** Grammar F: teeth, gut, groin, thyroid, hands, vertigo, sinuses, shingles and the months after a birth. No rule of the drafter is made from it. */
import type { Grammar } from '../grammar.ts'
import { backgroundF } from './background.ts'
import { backgroundExchangesF } from './exchanges-background.ts'
import { complaintF } from './exchanges-complaint.ts'
import { planF } from './exchanges-plan.ts'
import { symptomsF } from './exchanges-symptoms.ts'
import { handsHeadAndMothersF } from './hands-head-and-mothers.ts'
import { mouthGutAndGlandsF } from './mouth-gut-and-glands.ts'

export const grammarF: Grammar = {
  name: 'f',
  cases: [...mouthGutAndGlandsF, ...handsHeadAndMothersF],
  exchanges: { ...complaintF, ...symptomsF, ...backgroundExchangesF, ...planF },
  variants: { postnatal: { ages: [20, 42], exchanges: {} } },
  ...backgroundF,
  ages: [19, 79],
  manner: {
    fillers: ['um,', 'uh,', 'ah,', 'er,'],
    softeners: ['like,', 'kinda', 'sort of'],
    clinicianSounds: ['Yep.', 'Mm-hm.', 'Sure.', 'Okay.', 'Right.', 'Ah-ha.'],
    patientSounds: ['Yep.', 'Okay.', 'Mm.', 'Righto.', 'Right.', 'Sure.'],
    listenerSounds: ['Mm.', 'Mm-hm.'],
    hesitates: 6,
    repeats: 7,
    splits: 40,
    sounds: 45,
    unsure: 15,
  },
  orders: [
    ['complaint', 'details', 'symptoms', 'recap', 'asides', 'history', 'medicines', 'allergies', 'family', 'social', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'symptoms', 'details', 'asides', 'allergies', 'medicines', 'history', 'social', 'family', 'recap', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'allergies', 'medicines', 'history', 'details', 'symptoms', 'asides', 'family', 'social', 'examination', 'recap', 'assessment', 'plan', 'safety'],
  ],
} // biome-ignore format: one order a line
