/**
 * Shorthand of notes with one meaning in general practice, as words. Short forms that name two things ("MS", "PE", "OD" of an eye) are not
 * here. D292, D321. Written from general knowledge of clinical notes.
 */
type Row = readonly [form: RegExp, plain: string]

/** Words, each with its meaning; capitals count. */
const words = (rows: Readonly<Record<string, string>>): readonly Row[] => Object.entries(rows).map(([form, plain]) => [new RegExp(`(?<![\\w/])(?:${form})(?![\\w/])`, 'g'), plain]) // biome-ignore format: short

// biome-ignore format: one group a row
const acronyms: readonly Row[] = [
  // Symptoms and diseases.
  ...words({ 'SOB|SOBOE|DOE': 'breathlessness', URTIs: 'upper respiratory tract infections', URTI: 'upper respiratory tract infection', LRTI: 'chest infection', UTIs: 'urinary tract infections', UTI: 'urinary tract infection', 'N&V|N/V': 'nausea and vomiting', 'D&V': 'diarrhoea and vomiting', LOC: 'loss of consciousness', LOA: 'loss of appetite', LOW: 'weight loss', 'GORD|GERD': 'reflux', HTN: 'hypertension', IHD: 'ischaemic heart disease', MI: 'heart attack', CVA: 'stroke', DVT: 'deep vein thrombosis', 'T2DM|T2D': 'type 2 diabetes', 'T1DM|T1D': 'type 1 diabetes', DM: 'diabetes', AOM: 'middle ear infection', OE: 'otitis externa', OA: 'osteoarthritis', BPPV: 'positional vertigo', STIs: 'sexually transmitted infections', STI: 'sexually transmitted infection', 'BO|BOs': 'bowels open', 'PU': 'passing urine' }),
  // Examination.
  ...words({ BP: 'blood pressure', 'HR|PR': 'heart rate', RR: 'respiratory rate', 'Sp?O2|sats|Sats|SATS': 'oxygen saturation', 'B[SG]L|BM': 'blood glucose', 'ROM': 'movement', JLT: 'joint line tenderness', 'TMs': 'eardrums', TM: 'eardrum', 'RUQ': 'right upper abdomen', 'LUQ': 'left upper abdomen', 'RIF|RLQ': 'right lower abdomen', 'LIF|LLQ': 'left lower abdomen', ACL: 'cruciate ligament' }),
  // Tests and services.
  ...words({ FBC: 'full blood count', 'TFTs?': 'thyroid function tests', 'LFTs?': 'liver function tests', 'U&Es?|UEs?|EUCs?': 'kidney function tests', CXR: 'chest X-ray', XR: 'X-ray', 'USS|U/S': 'ultrasound', MSU: 'urine sample', 'EKG': 'ECG', 'ED|A&E': 'emergency department', GP: 'doctor', OT: 'occupational therapy', 'MHT': 'mental health team' }),
  // Medicines and women's health.
  ...words({ NKDA: 'No known drug allergies', NKA: 'No known allergies', OTC: 'over-the-counter', Abx: 'antibiotics', 'COCP|COC': 'combined pill', POP: 'mini pill', ICS: 'steroid inhaler', SABA: 'reliever inhaler', LMP: 'last period', 'IUD|IUCD|IUS': 'coil', HRT: 'hormone replacement' }),
  // Grammar.
  ...words({ 'w/o': 'without', 'w/': 'with', '[Ss]econdary to|2°': 'due to', pts: 'patients', '[Pp]t': 'patient', 'yrs?|y': 'years', 'wks?': 'weeks', 'mths?': 'months', 'hrs?': 'hours', 'mins?': 'minutes', 'f/u|F/U': 'follow-up', 'i\\.?e\\.?': 'that is', 'approx\\.?|~': 'about', 'bilat': 'bilateral', 'prev': 'previous', '[Ff]it note': 'sick note' }),
]

// biome-ignore format: one row a line
/** Numbers with a sign in place of a word. */
const numbers: readonly Row[] = [
  [/(?<![\w])[x×] ?(\d{1,2})\b(?! ?mm| ?cm)/g, '$1 times'], [/\b(\d{1,2}(?:-\d{1,2})?)(?:\/| out of )(?:10|ten)\b/g, '$1'],
  [/(?<=\d) ?\/ ?7\b(?!\d)/g, ' days'], [/(?<=\d) ?\/ ?52\b/g, ' weeks'], [/(?<=\d) ?\/ ?12\b/g, ' months'],
  [/(?<=[a-z\d]) ?\/ ?(day|week|month|night|hour)\b/g, ' a $1'], [/\b(?:per|p\.) ?(day|week|month|night|hour)\b/g, 'a $1'], [/(?<=\d)\+\b/g, ''],
  [/\b(?:in|over|during|for) the (?:past|last) (?:12|twelve) months\b/g, 'in the last year'], [/\b(?:12|twelve) months ago\b/g, 'a year ago'],
  [/\b(\d+|two|three|four|five|six|eight|twelve|twenty[- ]four)[- ]hourly\b/g, 'every $1 hours'], [/\bevery second (day|week|month)\b/g, 'every other $1'],
  [/\bwithin 24 hours\b|\bin 24 hours\b/g, 'a day'],
  [/\b(\d+|two|three|four|five|six)[- ](day|week|month|year)[- ]history of\b/gi, '$1 $2s of'], [/\b(\d+|two|three|four|five|six|seven|ten)[- ](day|week|month)[- ](course|supply|trial)\b/gi, '$3 for $1 $2s'],
]

// biome-ignore format: one row a line
/** Rates and times of a medicine. */
const rates: readonly Row[] = [
  [/\b(?:BD|BID|b\.?d\.)(?=[\s,.;)]|$)/g, 'twice a day'], [/\b(?:TDS|TID|t\.?d\.?s\.?)(?=[\s,.;)]|$)/g, 'three times a day'], [/\b(?:QID|QDS|q\.?d\.?s\.?)(?=[\s,.;)]|$)/g, 'four times a day'],
  [/\b(?:nocte|noct)\b/gi, 'at night'], [/\bmane\b/gi, 'in the morning'], [/\bPRN\b/gi, 'as needed'], [/\bonce daily\b|\bOD\b/g, 'once a day'], [/\btwice daily\b/gi, 'twice a day'],
  [/\b(three|four|five|six|3|4|5|6) times daily\b/gi, '$1 times a day'], [/\bc\/o\b/gi, 'reports'], [/\bin case of\b/gi, 'if'], [/\bin the event of\b/gi, 'if'], [/\bshould (.+?) (?:occur|develop|arise)\b/gi, 'if $1'],
]

// biome-ignore format: one row a line
/** Labels of a section or a topic, which say only what follows. */
const labels: readonly Row[] = [
  [/\b(?:P\/?MHx?|MHx)\b:?/g, 'History of'], [/\b(?:F\/?Hx|FH|F\/H)\b:?/g, 'Family history:'], [/^(?:SHx?|S\/H|Soc Hx|Social|HPC|HPI|HxPC|DHx|DH|Rx|Meds|O\/E|Obs|Dx|Imp|Ix|Plan|Tx|Follow[- ]up plan|Investigations?|Management|Lifestyle(?: advice)?)\s*:\s*(?=\S)/, ''],
  [/^\(?\d{1,2}[.)]\s+(?=[A-Z])/, ''], [/(?<=[.;:] )\(?\d{1,2}[.)]\s+(?=[A-Z])/g, ''], [/^[-*•–]\s+/, ''], [/\btemp\b\.?/gi, 'temperature'], [/^T (?=\d)|(?<=, )T (?=\d\d)/g, 'temperature '],
]

/** Counts and rates, which are exact wherever they stand. */
export const exactShorthand: readonly Row[] = numbers.slice(0, 2)

export const shorthand: readonly Row[] = [...labels, ...numbers, ...acronyms, ...rates]
