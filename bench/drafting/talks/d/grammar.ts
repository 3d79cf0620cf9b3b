/** Grammar D: back, joints, skin, eyes, ears, mood and sleep, as people in Britain speak of them. Rules of a drafter may be made from it. */
import type { Grammar } from '../grammar.ts'
import { backAndJointsD } from './back-and-joints.ts'
import { backgroundD } from './background.ts'
import { backgroundExchangesD } from './exchanges-background.ts'
import { complaintD } from './exchanges-complaint.ts'
import { planD } from './exchanges-plan.ts'
import { symptomsD } from './exchanges-symptoms.ts'
import { moodAndSleepD } from './mood-and-sleep.ts'
import { skinEyesEarsD } from './skin-eyes-ears.ts'

export const grammarD: Grammar = {
  name: 'd',
  cases: [...backAndJointsD, ...skinEyesEarsD, ...moodAndSleepD],
  exchanges: { ...complaintD, ...symptomsD, ...backgroundExchangesD, ...planD },
  variants: {},
  ...backgroundD,
  manner: {
    fillers: ['erm,', 'er,', 'erm', 'um,'],
    softeners: ['sort of', 'like,', 'kind of'],
    clinicianSounds: ['I see.', 'Mm.', 'Right.', 'Yes.', 'Okay.', 'Indeed.'],
    patientSounds: ['Yes.', 'Mm.', 'Right.', 'Aye.', 'Okay.', 'I see.'],
    listenerSounds: ['Mm.', 'Mm-hm.'],
    hesitates: 6,
    repeats: 6,
    splits: 40,
    sounds: 45,
    unsure: 15,
  },
  orders: [
    ['complaint', 'details', 'symptoms', 'recap', 'asides', 'history', 'medicines', 'allergies', 'social', 'family', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'symptoms', 'asides', 'details', 'medicines', 'history', 'allergies', 'family', 'social', 'examination', 'recap', 'assessment', 'plan', 'safety'],
    ['complaint', 'details', 'history', 'medicines', 'allergies', 'symptoms', 'family', 'social', 'asides', 'examination', 'assessment', 'recap', 'plan', 'safety'],
  ],
} // biome-ignore format: one order a line
