/** Vaccines in everyday words, with their Australian brands. The phrases are our own; no code is certain for them. D146. */
import type { ConceptRow } from './concepts.ts'

/** What people call a vaccine after the name of the disease. */
const heads = [
  'vaccine',
  'vaccination',
  'jab',
  'shot',
  'booster',
  'immunisation',
  'immunization',
  'needle',
  'injection',
  'course',
]

/** `names` stand before a head ("flu jab"); `alone` mean the vaccine by themselves (brands, MMR). */
const row = (disease: string, names: string, alone = ''): ConceptRow => {
  const display = `${disease} vaccine`
  const headed = names.split('|').flatMap((name) => heads.map((head) => `${name} ${head}`))
  const against = names.split('|').flatMap((name) => [`vaccinated against ${name}`, `vaccinated for ${name}`, `vaccine for ${name}`, `immunised against ${name}`, `vaccination for ${name}`, `vaccination against ${name}`, `jab for ${name}`, `injection for ${name}`]) // biome-ignore format: a list
  const says = [...headed, ...against, ...alone.split('|')].filter((phrase) => phrase !== '')
  return [display.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), 'vaccine', display, '', says.join('|')]
}

// biome-ignore format: one row a line
export const vaccines: readonly ConceptRow[] = [
  row('influenza',             'flu|influenza|fluad', 'fluad|vaxigrip|afluria|fluquadri|flucelvax'),
  row('COVID',                 'covid|covid 19|covid nineteen|coronavirus|corona|pfizer|moderna|astrazeneca|novavax', 'comirnaty|spikevax|nuvaxovid'),
  row('pneumococcal',          'pneumonia|pneumococcal|pneumo', 'pneumovax|prevenar|prevnar'),
  row('tetanus',               'tetanus|lockjaw|adt'),
  row('pertussis',             'whooping cough|pertussis|dtp|dtpa', 'boostrix|adacel|infanrix'),
  row('shingles',              'shingles|zoster', 'shingrix|zostavax'),
  row('HPV',                   'hpv|cervical cancer|papilloma', 'gardasil|cervarix'),
  // "A" is passed over as an article, so "hepatitis A jab" names no more than hepatitis.
  row('hepatitis',             'hepatitis|hep'),
  row('hepatitis A',           'havrix|vaqta|avaxim', 'havrix|vaqta|avaxim'),
  row('hepatitis B',           'hepatitis b|hep b', 'engerix'),
  row('hepatitis A and B',     'hepatitis a and b|hep a and b|twinrix', 'twinrix'),
  row('MMR',                   'mmr|measles|measles mumps and rubella|rubella|mumps', 'priorix'),
  row('chickenpox',            'chickenpox|chicken pox|varicella', 'varilrix|varivax'),
  row('meningococcal B',       'meningitis b|men b|meningococcal b', 'bexsero'),
  row('meningococcal',         'meningitis|meningococcal|men acwy|meningitis acwy', 'menveo|nimenrix|menquadfi'),
  row('rotavirus',             'rotavirus', 'rotarix'),
  row('polio',                 'polio'),
  row('typhoid',               'typhoid', 'typhim'),
  row('yellow fever',          'yellow fever', 'stamaril'),
  row('rabies',                'rabies'),
  row('Japanese encephalitis', 'japanese encephalitis', 'imojev'),
  row('cholera',               'cholera', 'dukoral'),
  row('BCG',                   'bcg|tb|tuberculosis'),
  row('RSV',                   'rsv', 'arexvy|abrysvo'),
  row('Q fever',               'q fever'),
  row('mpox',                  'mpox|monkeypox|monkey pox'),
]

/** The diseases and brands in everyday words, without a word for a vaccine. */
export const vaccineNames: ReadonlySet<string> = new Set(vaccines.flatMap(([, , , , says]) => says.split('|').flatMap((phrase) => / vaccine$/.test(phrase) ? [phrase.replace(/ vaccine$/, '')] : []))) // biome-ignore format: one row
