/** The sentences of a letter to another clinician: whole, in the third person. D267. */
import type { ClaimKind } from '../../core/clinical-note.ts'
import { type Frame, titled } from './frame.ts'

const told: readonly ClaimKind[] = ['complaint', 'symptom']
const past: readonly ClaimKind[] = ['history', 'procedure', 'immunisation']
const lived: readonly ClaimKind[] = [...told, ...past, 'medication', 'social', 'allergy']
const ordered: readonly ClaimKind[] = ['plan', 'safety-net', 'request', 'follow-up']

/** Verbs with which a sentence of a note begins, its subject being the patient. */
const livedVerbs =
  'has|had|cannot|can|could|is|was|does|did|feels|felt|gets|got|wants|needs|lives|works|drinks|smokes|uses|takes|sleeps|eats|exercises|started|noticed|thinks|plays|walks|wakes|vomited|reports|denies'
/** Orders that the patient carries out. */
const patientVerbs =
  'take|use|try|drink|rest|avoid|keep|stop|continue|carry on|wash|wear|apply|eat|gargle|elevate|stretch|walk|exercise|lose|cut|finish|complete|stay|bring|drop|monitor|measure|record|return|ice|moisturise|sleep|limit|isolate|inhale|call|ring|go|attend|collect|get|buy|phone|come back'
/** Orders that the clinician carries out. */
const clinicianVerbs =
  'refer|send|prescribe|arrange|organise|book|order|check|request|review|examine|repeat|recheck|test|start|give|issue|increase|reduce|change|switch|treat|consider|double|halve|see'

/** A name of a symptom: no verb, no sentence of its own. */
const noun = `(?!(?:${livedVerbs}|last|bowels|sleep|appetite|eating|passing|breathing|unwell|well|normal|it|the|this|that|they|then|when|my|his|her|there)\\b)`
const begin = (words: string): RegExp => new RegExp(`^(?=(?:${words})\\b)`, 'i')

// biome-ignore format: one row a line
export const letterFrames: readonly Frame[] = [
  { kinds: told,           begins: /^Reports(?=[^"]{0,24}: ")/,         lead: 'The patient says' },
  { kinds: ordered,        begins: /^Also said(?=[^"]{0,24}: ")/,       lead: 'The clinician also said' },
  { kinds: lived,          begins: titled, lead: 'The patient says of ' },
  { kinds: lived,          begins: /^Has tried /,                      lead: 'The patient has tried ' },
  { kinds: lived,          begins: begin(livedVerbs),                  lead: 'The patient ' },
  { kinds: [...told, ...past], begins: /^(?=No )/,                     lead: 'There is ' },
  { kinds: past,           begins: /^History of /,                     lead: 'There is a history of ' },
  { kinds: told,           begins: new RegExp(`^${noun}(?=[a-z])`, 'i'), lead: 'The patient also reports ', first: 'The patient presents with ' },
  { kinds: ['impression'], begins: /^(?=(?:Possible|Possibly|Likely|Probable|Suspected) )/, lead: 'The impression is ' },
  { kinds: ['impression'], begins: /^(?!To exclude|No )(?=[A-Za-z])/,  lead: 'The diagnosis is ' },
  { kinds: ordered,        begins: /^Do not /,                         lead: 'The patient is advised not to ' },
  { kinds: ordered,        begins: begin(patientVerbs),                lead: 'The patient is advised to ' },
  { kinds: ordered,        begins: begin(clinicianVerbs),              lead: 'The plan is to ' },
  { kinds: ordered,        begins: begin(`(?:can|could|may) (?:${patientVerbs})`), lead: 'The patient ' },
]
