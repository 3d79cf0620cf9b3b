/** Grammar E: reviews, results, travel, men's health, and older people with a relative. Rules of a drafter may be made from it. */
import type { Grammar } from '../grammar.ts'
import { backgroundE } from './background.ts'
import { backgroundExchangesE } from './exchanges-background.ts'
import { complaintE } from './exchanges-complaint.ts'
import { planE } from './exchanges-plan.ts'
import { symptomsE } from './exchanges-symptoms.ts'
import { menAndOlderPeopleE } from './men-and-older-people.ts'
import { relativeE } from './relative-exchanges.ts'
import { reviewsE } from './reviews.ts'

export const grammarE: Grammar = {
  name: 'e',
  cases: [...reviewsE, ...menAndOlderPeopleE],
  exchanges: { ...complaintE, ...symptomsE, ...backgroundExchangesE, ...planE },
  variants: { relative: relativeE },
  ...backgroundE,
  manner: {
    fillers: ['um,', 'er,', 'ah,', 'mm,'],
    softeners: ['like,', 'sort of', 'kind of'],
    clinicianSounds: ['Okay.', 'Yes.', 'Mm-hm.', 'Right.', 'I see.', 'Good.'],
    patientSounds: ['Okay.', 'Yes.', 'Mm.', 'Right.', 'Yep.', 'Good.'],
    listenerSounds: ['Mm.', 'Mm-hm.'],
    hesitates: 5,
    repeats: 6,
    splits: 40,
    sounds: 45,
    unsure: 15,
  },
  orders: [
    ['complaint', 'symptoms', 'details', 'recap', 'medicines', 'history', 'allergies', 'asides', 'family', 'social', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'details', 'symptoms', 'medicines', 'history', 'allergies', 'social', 'family', 'asides', 'recap', 'examination', 'assessment', 'plan', 'safety'],
    ['complaint', 'details', 'asides', 'history', 'medicines', 'symptoms', 'allergies', 'family', 'social', 'examination', 'recap', 'assessment', 'plan', 'safety'],
  ],
} // biome-ignore format: one order a line
