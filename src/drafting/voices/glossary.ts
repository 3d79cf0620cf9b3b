/** Plain words for terms, in a text for a patient. Each plain name is a name of the same concept in the vocabulary, so that the verifier reads it as that. D267. */

/** `instead`: the plain words replace the term. `beside`: they follow it in brackets, since the reader will meet the term again. */
type GlossaryRow = readonly [term: string, plain: string, place: 'instead' | 'beside']

// biome-ignore format: one row a line
export const glossary: readonly GlossaryRow[] = [
  ['shortness of breath',           'trouble breathing',         'instead'],
  ['nausea',                        'feeling sick',              'instead'],
  ['vomiting',                      'throwing up',               'instead'],
  ['urinary frequency',             'peeing more often',         'instead'],
  ['urinary urgency',               'bursting to pee',           'instead'],
  ['blood in urine',                'blood in pee',              'instead'],
  ['productive cough',              'chesty cough',              'instead'],
  ['visual disturbance',            'problem with vision',       'instead'],
  ['palpitations',                  'heart racing',              'beside'],
  ['abdominal discomfort',          'tummy discomfort',          'instead'],
  ['lower abdominal pain',          'lower tummy pain',          'instead'],
  ['abdominal pain',                'tummy pain',                'instead'],
  ['gastroenteritis',               'stomach bug',               'beside'],
  ['urinary tract infection',       'water infection',           'beside'],
  ['cystitis',                      'bladder inflammation',      'beside'],
  ['sinusitis',                     'sinus infection',           'beside'],
  ['anaemia',                       'low blood count',           'beside'],
]

const term = new RegExp(`\\b(?:${glossary.map(([name]) => name).join('|')})\\b`, 'gi')
const rowOf = new Map(glossary.map((row) => [row[0], row]))

/** Words of a speaker stay as they are, and so does a term that the sentence explains already. */
export function sayPlainly(text: string): string {
  if (text.includes('"')) return text
  return text.replace(term, (said) => {
    const row = rowOf.get(said.toLowerCase())
    if (row === undefined || text.toLowerCase().includes(row[1])) return said
    const plain = /^[A-Z]/.test(said) ? `${row[1].charAt(0).toUpperCase()}${row[1].slice(1)}` : row[1]
    return row[2] === 'instead' ? plain : `${said} (${row[1]})`
  })
}
