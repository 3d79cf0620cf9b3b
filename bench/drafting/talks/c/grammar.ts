/** Grammar C: chest, kidneys, women and children, as people in Australia speak of them. Rules of a drafter may be made from it. */
import type { Grammar } from '../grammar.ts'
import { backgroundC } from './background.ts'
import { chestAndHeartC } from './chest-and-heart.ts'
import { childC } from './child-exchanges.ts'
import { childrenC } from './children.ts'
import { backgroundExchangesC } from './exchanges-background.ts'
import { complaintC } from './exchanges-complaint.ts'
import { planC } from './exchanges-plan.ts'
import { symptomsC } from './exchanges-symptoms.ts'
import { womenAndWaterworksC } from './women-and-waterworks.ts'

export const grammarC: Grammar = {
  name: 'c',
  cases: [...chestAndHeartC, ...womenAndWaterworksC, ...childrenC],
  exchanges: { ...complaintC, ...symptomsC, ...backgroundExchangesC, ...planC },
  variants: { child: childC },
  ...backgroundC,
  manner: {
    fillers: ['um,', 'ah,', 'er,', 'uh,'],
    softeners: ['sort of', 'kind of', 'you know,'],
    clinicianSounds: ['Mm.', 'Yep.', 'Right.', 'Uh huh.', 'Okay.', 'Sure.', 'Go on.'],
    patientSounds: ['Yeah.', 'Right.', 'Mm.', 'Okay.', 'Yep.', 'Sure.'],
    listenerSounds: ['Mm.', 'Mm-hm.'],
    hesitates: 7,
    repeats: 7,
    splits: 35,
    sounds: 45,
    unsure: 20,
  },
  orders: [
    ['complaint', 'details', 'symptoms', 'asides', 'recap', 'history', 'medicines', 'allergies', 'family', 'social', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'symptoms', 'history', 'details', 'asides', 'medicines', 'allergies', 'family', 'social', 'recap', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'asides', 'details', 'history', 'family', 'medicines', 'allergies', 'social', 'symptoms', 'recap', 'examination', 'assessment', 'plan', 'safety'],
  ],
} // biome-ignore format: one order a line
