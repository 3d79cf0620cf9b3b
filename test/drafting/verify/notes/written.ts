/** Statements about the written consultations that are read, each right one with a twin that is wrong in one part. D417. */
import { listWritten } from '../../../../bench/drafting/written/read-talks.ts'
import type { NotePair, NoteTalk } from './note.ts'
import { keptPairs } from './written-kept.ts'
import { readPairs } from './written-read.ts'

// biome-ignore format: one pair a row
const pairs: Readonly<Record<string, readonly NotePair[]>> = {
  'talk-1-01': [
    ['drug',  'Took Panadeine Forte belonging to his wife, felt like a zombie.|rxp Panadeine', 'Prescribed Panadeine Forte, well tolerated.|rxp Panadeine', [27, 29]],
    ['plan',  'Avoid sitting for more than 20-30 minutes at a time.|plan avoid prolonged sitting', 'Sit for 20-30 minutes at a time.|plan sitting', [70]],
    ['sense', 'Ex-smoker.|socp smoking', 'Current smoker.|soc smoking', [52, 53]],
    ['attribute', 'BP 136/82.|vital blood pressure', 'BP 163/82.|vital blood pressure', [64]],
  ],
  'talk-1-02': [
    ['time',  'Symptoms worse over the past three days.|sx worsening', 'Symptoms worse over the past three weeks.|sx worsening', [7, 8, 9]],
    ['attribute', 'Cough productive of green sputum.|sx productive cough', 'Cough productive of blood-stained sputum.|sx productive cough', [10, 11]],
    ['sense', 'Two negative COVID tests.|fx- covid', 'Two positive COVID tests.|fx covid', [29]],
    ['time',  'Childhood asthma, no inhaler since age 20.|hxp asthma', 'Asthma, uses inhaler.|hx asthma', [30, 31]],
    ['drug',  'Doxycycline prescribed in view of penicillin allergy.|plan doxycycline', 'Amoxicillin prescribed.|plan amoxicillin', [56]],
    ['plan',  'Telephone review on Friday.|plan phone review', 'Face-to-face review on Friday.|plan review', [66]],
    ['person', 'Mother has heart failure.|famr heart failure', 'History of heart failure.|hx heart failure', [41]],
  ],
  'talk-1-03': [
    ['sense', 'No suicidal ideation.|sx- thoughts of self-harm', 'Thoughts of self-harm reported.|sx thoughts of self-harm', [58, 59]],
    ['attribute', 'Alcohol approximately 6 units per week.|soc alcohol', 'Alcohol approximately 16 units per week.|soc alcohol', [60, 61]],
    ['plan',  'Reduce by one every two days until two remain; none after midday.|plan reduce caffeine', 'Stop immediately.|plan stop caffeine', [74]],
  ],
  'talk-1-04': [
    ['time',  'Onset Sunday night.|cc urinary frequency', 'Onset Sunday morning.|cc urinary frequency', [5]],
    ['sense', 'Afebrile at home, 36.8 degrees.|sx- fever', 'Febrile at home.|sx fever', [15]],
    ['scope', 'Likely lower UTI, no evidence of pyelonephritis.|dxu cystitis', 'Likely pyelonephritis.|dxu pyelonephritis', [48]],
  ],
  'talk-1-06': [
    ['attribute', 'Sleeps around four hours on a good night.|sx poor sleep', 'Sleeps around four hours every night, on a good night eight.|sx poor sleep', [24, 25]],
    ['sense', 'No plans or preparation for suicide.|sx- suicidal plan', 'Has made plans for suicide.|sx suicidal plan', [38, 39]],
    ['person', 'Wife is aware of low mood but not of the suicidal thoughts.|soc support', 'Wife is aware of the suicidal thoughts.|soc support', [44, 45]],
    ['time',  'Stopped smoking when eldest child was born.|socp smoking', 'Smoking since eldest child was born.|soc smoking', [51]],
  ],
  'talk-1-09': [
    ['attribute', 'Starts empagliflozin 10 mg once daily in the morning.|plan empagliflozin', 'Starts empagliflozin 25 mg once daily in the morning.|plan empagliflozin', [50]],
    ['drug',  'Continue metformin.|plan metformin', 'Stop metformin.|plan metformin', [52]],
    ['time',  'Repeat renal function and urine protein in 6 weeks.|plan renal function', 'Repeat renal function and urine protein in 6 months.|plan renal function', [60]],
  ],
  'talk-1-10': [
    ['sense', 'No vertigo or tinnitus.|sx- vertigo|sx- tinnitus', 'Vertigo and tinnitus.|sx vertigo|sx tinnitus', [22, 23]],
    ['person', "Took housemate's Endone.|rxp Endone", 'Housemate took Endone.|rxp Endone', [13]],
    ['plan',  'Avoid swimming and surfing until settled for one week.|plan avoid swimming', 'May swim after one week.|plan swimming', [60]],
  ],
  'talk-1-12': [
    ['drug',  'Stop doxazosin.|plan doxazosin', 'Stop tamsulosin.|plan tamsulosin', [56]],
    ['scope', 'Tamsulosin to be taken at bedtime instead of breakfast.|plan tamsulosin', 'Tamsulosin to be taken at breakfast and bedtime.|plan tamsulosin', [56]],
    ['person', 'Father had a stroke.|famr stroke', 'Previous stroke.|hxp stroke', [57]],
  ],
  'talk-2-03': [
    ['drug',  'Stop the combined pill (Rigevidon) today.|plan Rigevidon', 'Stop sumatriptan today.|plan sumatriptan', [62, 68]],
    ['person', 'Mother has migraines.|famr migraine', 'Sister has migraines.|famr migraine', [55]],
  ],
  'talk-2-05': [
    ['sense', 'No X-ray required.|plan- X-ray', 'X-ray requested.|plan X-ray', [60]],
    ['attribute', 'Grade 2 lateral ligament sprain.|dx sprain', 'Grade 3 lateral ligament sprain.|dx sprain', [62]],
  ],
  'talk-2-07': [
    ['time',  'Fever for two days.|cc fever', 'Fever for two weeks.|cc fever', [5, 6, 7]],
    ['person', 'Brother has had a runny nose since last week.|famr runny nose', 'Runny nose since last week.|sx runny nose', [37]],
  ],
  'talk-2-09': [
    ['plan',  'Continue amlodipine 5 mg.|plan amlodipine', 'Increase amlodipine to 10 mg.|plan amlodipine', [50]],
    ['time',  'Father had a stroke at the age of 70.|famr stroke', 'Father had a stroke at the age of 17.|famr stroke', [41]],
  ],
  'talk-2-11': [
    ['scope', 'Condoms advised until swab results are back.|plan condoms', 'Condoms advised indefinitely.|plan condoms', [68]],
    ['drug',  'Metronidazole 400 mg BD for 7 days with food.|plan metronidazole', 'Metronidazole 400 mg BD for 5 days with food.|plan metronidazole', [62]],
  ],
  'talk-2-12': [
    ['sense', 'Non-smoker, not diabetic.|soc- smoking|hx- diabetes', 'Smoker, not diabetic.|soc smoking|hx- diabetes', [42, 43]],
    ['plan',  'Aspirin to be continued.|plan aspirin', 'Aspirin to be withheld.|plan aspirin', [62]],
  ],
}

const lineOf = ({ speaker, text }: { readonly speaker: string; readonly text: string }): string =>
  `${speaker === 'clinician' ? 'C' : 'P'}: ${text}`

const notesOf = (own: Readonly<Record<string, readonly NotePair[]>>): readonly NoteTalk[] =>
  listWritten('read').flatMap(({ id, segments }) =>
    own[id] === undefined ? [] : [{ name: id, lines: segments.map(lineOf), pairs: own[id] }],
  )

export const writtenNotes = notesOf(pairs)
export const writtenRead = notesOf(readPairs)
export const writtenKept = notesOf(keptPairs)
