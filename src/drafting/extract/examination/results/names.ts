/** Names of tests whose results a clinician reads out: with a number, with a verdict, or as a report. D460. */

export type Row = {
  readonly name: string
  readonly says: RegExp
  /** A value outside it belongs to another number. */
  readonly range: readonly [number, number]
  /** It names a part or a food too: a verdict alone is a result only among other results. */
  readonly isCommon?: true
  /** The name is a question's or a form's, and its number a score. */
  readonly isScore?: true
}

/** Results with a number. The first row that fits a clause has it. */
// biome-ignore format: one row a line
export const rows: readonly Row[] = [
  { name: 'HbA1c',              says: /\b(?:hb ?a ?1 ?c|h b a ?1 ?c|a ?1 ?c)\b/,                        range: [4, 160] },
  { name: 'eGFR',               says: /\b(?:egfr|e gfr|e g f r|gfr|filtration rate)\b/,                 range: [5, 130] },
  { name: 'ACR',                says: /\b(?:acr|a c r)\b/,                                              range: [0.1, 400] },
  { name: 'Urine albumin ratio', says: /\b(?:urine|urinary) albumin(?: creatinine)? ratio\b/,            range: [0.1, 400] },
  { name: 'Albumin ratio',      says: /\balbumin (?:to )?(?:creatinine )?ratio\b/,                       range: [0.1, 400] },
  { name: 'Urine protein ratio', says: /\b(?:urine|urinary) protein(?:,? (?:the )?| creatinine )ratio\b/,   range: [0.1, 400] },
  { name: 'Urine albumin',      says: /\b(?:urine|urinary) albumin\b/,                                range: [0.1, 400] },
  { name: 'Urine protein',      says: /\b(?:urine|urinary) protein\b/,                                range: [0.1, 400] },
  { name: 'Creatinine',         says: /\bcreatinine\b/,                                                 range: [20, 900] },
  { name: 'Potassium',          says: /\bpotassium\b/,                                                  range: [2, 8], isCommon: true },
  { name: 'Sodium',             says: /\bsodium\b/,                                                     range: [110, 170], isCommon: true },
  { name: 'Total cholesterol',  says: /\b(?:total cholesterol|cholesterol total)\b/,                    range: [1, 15] },
  { name: 'LDL',                says: /\b(?:ldl|l d l)\b/,                                              range: [0.3, 12] },
  { name: 'HDL',                says: /\b(?:hdl|h d l)\b/,                                              range: [0.3, 5] },
  { name: 'Cholesterol',        says: /\bcholesterol\b(?! (?:ratio|tablets?|total|one|medicine))/,      range: [1, 15], isCommon: true },
  { name: 'Triglycerides',      says: /\btriglycerides?\b/,                                             range: [0.2, 30] },
  { name: 'Haemoglobin',        says: /\b(?:haemoglobin|hemoglobin)\b(?! a ?1 ?c)/,                     range: [3, 220] },
  { name: 'Blood count',        says: /\b(?:full )?blood count\b/,                                      range: [3, 220] },
  { name: 'Ferritin',           says: /\bferritin\b/,                                                   range: [1, 3000] },
  { name: 'TSH',                says: /\b(?:tsh|t s h)\b/,                                              range: [0.01, 150] },
  { name: 'T4',                 says: /\b(?:free )?t 4\b/,                                              range: [1, 100] },
  { name: 'CRP',                says: /\b(?:crp|c r p)\b/,                                              range: [0.5, 500] },
  { name: 'PSA',                says: /\b(?:psa|p s a)\b/,                                              range: [0.1, 500] },
  { name: 'BNP',                says: /\b(?:bnp|b n p)\b/,                                              range: [1, 40_000] },
  { name: 'Vitamin D',          says: /\bvitamin d(?: level)?\b/,                                       range: [5, 300], isCommon: true },
  { name: 'B12',                says: /\b(?:vitamin )?b ?12\b|\bb twelve\b/,                            range: [30, 2000], isCommon: true },
  { name: 'Calcium',            says: /\bcalcium\b/,                                                    range: [1, 4], isCommon: true },
  { name: 'INR',                says: /\b(?:inr|i n r)\b/,                                              range: [0.8, 12] },
  { name: 'Uric acid',          says: /\b(?:uric acid|urate)\b/,                                        range: [0.05, 1000] },
  { name: 'Lipase',             says: /\blipase\b/,                                                     range: [1, 5000] },
  { name: 'Troponin',           says: /\btrop(?:onin)?\b/,                                                range: [0.1, 50_000] },
  { name: 'Lactate',            says: /\blactate\b/,                                                    range: [0.2, 25] },
  { name: 'Urea',               says: /\burea\b/,                                                       range: [1, 60] },
  { name: 'D-dimer',            says: /\bd dimer\b/,                                                    range: [0.01, 20_000] },
  { name: 'White cells',        says: /\bwhite (?:cell(?: count)?|cells|count)\b/,                      range: [0.5, 100] },
  { name: 'Platelets',          says: /\bplatelets\b/,                                                  range: [5, 1500] },
  { name: 'Fasting sugar',      says: /\bfasting (?:sugar|glucose)\b|\bfasting_sugar\b/,              range: [2, 30] },
  { name: 'One hour',           says: /\bonehour_sugar hour\b/,                                         range: [2, 30] },
  { name: 'Two hour',           says: /\btwohour_sugar hour\b/,                                         range: [2, 30] },
  { name: 'BMI',                says: /\b(?:bmi|b m i)\b/,                                              range: [10, 70] },
  { name: 'Waist',              says: /\bwaist\b/,                                                     range: [50, 200] },
  { name: 'K10',                says: /\bk (?:10|ten)\b/,                                               range: [10, 50], isScore: true },
  { name: 'PHQ-9',              says: /\bphq (?:9|nine)\b/,                                            range: [0, 27], isScore: true },
  { name: 'GAD-7',              says: /\bgad (?:7|seven)\b/,                                           range: [0, 21], isScore: true },
  { name: 'PHQ',                says: /\bphq\b/,                                                       range: [0, 27], isScore: true },
  { name: 'GAD',                says: /\bgad\b/,                                                        range: [0, 21], isScore: true },
  { name: 'MMSE',               says: /\b(?:mmse|mini mental)\b/,                                       range: [0, 30], isScore: true },
  { name: 'MoCA',               says: /\bmoca\b/,                                                       range: [0, 30], isScore: true },
  { name: 'Edinburgh score',    says: /\b(?:epds|edinburgh(?: (?:score|scale))?)\b/,                    range: [0, 30], isScore: true },
  { name: 'Epworth score',      says: /\bepworth(?: (?:score|scale|sleepiness scale))?\b/,             range: [0, 24], isScore: true },
  { name: 'AUDIT score',        says: /\baudit(?: c)? score\b/,                                        range: [0, 40], isScore: true },
  { name: 'Asthma control test', says: /\basthma control (?:test|score)\b/,                           range: [5, 25], isScore: true },
  { name: 'IPSS',               says: /\b(?:ipss|prostate score)\b/,                                   range: [0, 35], isScore: true },
  { name: 'Wells score',        says: /\bwells score\b/,                                               range: [0, 13], isScore: true },
]

/** Results with a verdict only, in the words that name them: "liver tests normal", "hep B and HIV both negative". */
// biome-ignore format: one row a line
export const named: readonly (readonly [says: RegExp, isCommon?: true])[] = [
  [/\b(?:liver|kidney|renal|thyroid|lung) (?:function(?: tests?)?|tests?|bloods?|numbers?)\b/],
  [/\b(?:full (?:blood )?count|blood counts?|iron (?:stores?|levels?|studies)|inflammation markers?|inflammatory markers?|coeliac (?:test|screen)|clotting|electrolytes)\b/],
  [/\b(?:hep(?:atitis)? [abc]|hiv|syphilis|rubella|chlamydia|gonorrh\w+|mrsa|trichomonas|toxo\w*|varicella|blood group)\b/],
  [/\b(?:pregnancy|urine pregnancy|covid|flu|strep|hep c|urea breath|stool|poo|fit) test\b/],
  [/\b(?:urine culture|stool culture|blood culture|throat swab|wound swab|vaginal swab|swabs?|(?:pap )?smear|pap(?: test)?|hpv|cervical screen(?:ing)?|mammogram|biopsy|spirometry)\b/],
  [/\b(?:kidneys?|liver|thyroid|iron|folate|salts|sugars?|glucose|cholesterol|bilirubin|platelets|white cells|blood sugar|clotting|bloods|blood tests?|blood results)\b/, true],
]

/** Tracings and pictures, which have a report. */
export const reported =
  /\b(?:ecg|e c g|heart tracing|tracing|chest x ray|x rays?|ultrasound(?: scan)?|ct(?: scan)?|mri(?: scan)?|scan|echo|echocardiogram|doppler|bone density(?: scan)?|endoscopy|gastroscopy|colonoscopy|cystoscopy|scope|holter(?: monitor)?|heart monitor|sleep study|spirometry|lung function(?: tests?)?|histology|biopsy|patholog(?:y|ist)|nerve (?:conduction )?stud(?:y|ies)|angiogram|stress test|mammogram)\b/

/** A strip in the urine. */
export const strip =
  /\b(?:(?:urine )?(?:dip ?stick|dip test)|(?:urine|wee) dip|(?:the |your |and )dip)\b|\b(?:urine|wee)(?: (?:sample|test|specimen))?(?= (?:is|was|has|had|shows?|showed)\b)/

const leads = ['one', 'two', 'three', 'four', 'five', 'six']

/** Acronyms and their letters in a note. */
export const spell = (text: string): string =>
  text
    .replaceAll(/\b(?:hiv|mrsa|ecg|mri|ct|fit|st|pr|qt|af|hpv|fev1|ra|rsv)\b/g, (name) => name.toUpperCase())
    .replaceAll(/\be c g\b/g, 'ECG')
    .replaceAll(/\bt(?= waves?\b)/g, 'T')
    .replaceAll(/\bv (one|two|three|four|five|six)\b/g, (_, lead: string) => `V${leads.indexOf(lead) + 1}`)
    .replaceAll(/\bx ray/g, 'X-ray')
    .replaceAll(/\bhep(?:atitis)? ([abc])\b/g, (whole, letter: string) =>
      whole.replace(/ [abc]$/, ` ${letter.toUpperCase()}`),
    )
