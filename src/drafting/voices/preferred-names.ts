/** Names that a practice may prefer in its documents, each a name of the same concept in the vocabulary. A style chooses among these rows and adds none. D269. */

type PreferredRow = readonly [preferred: string, name: string]

// biome-ignore format: one row a line
export const preferredNames = [
  ['breathlessness',        'shortness of breath'],
  ['fatigue',               'tiredness'],
  ['pyrexia',               'fever'],
  ['coryza',                'runny nose'],
  ['nasal congestion',      'blocked nose'],
  ['dysphagia',             'difficulty swallowing'],
  ['odynophagia',           'painful swallowing'],
  ['dysuria',               'painful urination'],
  ['dyspepsia',             'indigestion'],
  ['photophobia',           'sensitivity to light'],
  ['haematemesis',          'blood in vomit'],
  ['haemoptysis',           'coughing up blood'],
  ['hypertension',          'high blood pressure'],
  ['myocardial infarction', 'heart attack'],
] as const satisfies readonly PreferredRow[]
