/**
 * A relative's words about the patient, put into the patient's own person: "He's had a fever" is "I've had a fever". So each rule that reads a
 * patient reads a relative too. The text keeps its length, because evidence points into the transcript as it is stored.
 */

/** Verbs that take a plain -s: "she keeps" is "I keep". */
const verbs = 'get feel keep take use see hear sleep walk work live eat drink cough sneeze vomit bleed itch sweat shake wake want need seem look lose gain bring forget cry smoke put ache hurt start stop come sound find notice say tell'.split(' ') // biome-ignore format: a list

/** "He's" with a participle or an object is "he has". */
const ofHaving = '(?= (?:(?:also|just|only|always|never|really|now|even|not|still|already) )*(?:been|had|got|gone|come|lost|started|stopped|broken|developed|become|kept|woken|passed|put|taken|vomited|coughed|fallen|hurt|had|no)\\b)' // biome-ignore format: short

// biome-ignore format: one row a line
const ofSubject: readonly (readonly [verb: string, own: string, reason: string])[] = [
  [`(?:'s|\u2019s)${ofHaving}`,          "I've",      'a contracted "has"'],
  ["(?:'s|\u2019s)\\b",                  'I am',      'a contracted "is"'],
  ["(?:'d|\u2019d)\\b",                  "I'd",       'a contracted "had" or "would"'],
  ["(?:'ll|\u2019ll)\\b",                "I'll",      'a contracted "will"'],
  [' (?:has not|hasn[\'\u2019]t)\\b',    "I haven't", 'negated "has"'],
  [' (?:does not|doesn[\'\u2019]t)\\b',  "I don't",   'negated "does"'],
  [' (?:is not|isn[\'\u2019]t)\\b',      "I'm not",   'negated "is"'],
  [' has\\b',                            'I have',    '"have" agrees with its subject'],
  [' is\\b',                             'I am',      '"be" agrees with its subject'],
  [' does\\b',                           'I do',      '"do" agrees with its subject'],
  [' (?:goes)\\b',                       'I go',      '"go" agrees with its subject'],
]

const pad = (own: string, length: number): string => own.padEnd(length, ' ').slice(0, length)

/** Words that mean the patient as a subject, for instance `he|she|my son|Tom`. */
export function tellInOwnPerson(text: string, patient: string): string {
  let told = text
  for (const [verb, own] of ofSubject)
    told = told.replaceAll(new RegExp(`\\b(?:${patient})${verb}`, 'gi'), (whole) => pad(own, whole.length))
  return told
    .replaceAll(new RegExp(`\\b(?:${patient}) (${verbs.join('|')})e?s\\b`, 'gi'), (whole, verb: string) => pad(`I ${verb}`, whole.length)) // biome-ignore format: short
    .replaceAll(new RegExp(`\\b(?:${patient})['\u2019]s\\b`, 'gi'), (whole) => pad('my', whole.length))
    .replaceAll(/\b(?:himself|herself)\b/gi, (whole) => pad('myself', whole.length))
    .replaceAll(/\bhim\b|\bher\b(?=[.,?!]|$| (?:and|but|so|up|down|out|off|for|at|in|on|to|since|when|all|again|now)\b)/gi, (whole) => pad('me', whole.length)) // biome-ignore format: short
    .replaceAll(/\b(?:his|her)\b/gi, (whole) => pad('my', whole.length))
    .replaceAll(new RegExp(`\\b(?:${patient})\\b`, 'gi'), (whole) => pad('I', whole.length))
}
