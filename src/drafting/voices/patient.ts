/** The sentences of a summary for the patient: whole, in the second person. D267. */
import type { ClaimKind } from '../../core/clinical-note.ts'
import { type Frame, titled } from './frame.ts'

const told: readonly ClaimKind[] = ['complaint', 'symptom']
const past: readonly ClaimKind[] = ['history', 'procedure', 'immunisation']
const lived: readonly ClaimKind[] = [...told, ...past, 'medication', 'social', 'allergy', 'family']
const ordered: readonly ClaimKind[] = ['plan', 'safety-net', 'request', 'follow-up']

/** A verb of a note in the third person, and the same in the second. */
// biome-ignore format: a table
const verbs: readonly (readonly [third: string, second: string])[] = [
  ['Has tried', 'have tried'],
  ['Has', 'have'], ['Is', 'are'], ['Was', 'were'], ['Does', 'do'], ['Needs', 'need'], ['Wants', 'want'], ['Feels', 'feel'], ['Gets', 'get'],
  ['Takes', 'take'], ['Uses', 'use'], ['Lives', 'live'], ['Works', 'work'], ['Drinks', 'drink'], ['Smokes', 'smoke'], ['Sleeps', 'sleep'],
  ['Eats', 'eat'], ['Had', 'had'], ['Felt', 'felt'], ['Got', 'got'], ['Did', 'did'], ['Can', 'can'], ['Cannot', 'cannot'], ['Could', 'could'],
  ['Taking', 'are taking'], ['Allergic', 'are allergic'],
]

/** A name of a symptom: no verb, no sentence of its own. */
const noun = /^(?!(?:last|bowels|sleep|appetite|eating|passing|breathing|unwell|well|normal|normally|it|the|this|that|they|then|when|my|his|her|there|really|started|noticed|thinks|reports|no)\b)(?=[a-z])/i // biome-ignore format: one row
/** Diseases that one has "a" of. */
const countable = '(?:[a-z-]+ )*(?:infection|flare-up|bug|attack|sprain|strain|fracture|ulcer|reaction|rash|cold|cyst|tear|clot|abscess)(?= of\\b|$)' // biome-ignore format: one row

// biome-ignore format: one row a line
export const patientFrames: readonly Frame[] = [
  { kinds: told,           begins: /^Reports(?=[^"]{0,24}: ")/,        lead: 'You said' },
  { kinds: ordered,        begins: /^Also said(?=[^"]{0,24}: ")/,      lead: 'Your clinician said' },
  { kinds: lived,          begins: titled, lead: 'You said of ' },
  { kinds: lived,          begins: /^History of (?=\S)/,               lead: 'You have a history of ' },
  { kinds: lived,          begins: /^(?=No (?!longer\b))/,             lead: 'You have ' },
  ...verbs.map(([third, second]): Frame => ({ kinds: lived, begins: new RegExp(`^${third} (?=\\S)`), lead: `You ${second} ` })),
  { kinds: told,           begins: noun,                               lead: 'You also told us about ', first: 'You told us about ' },
  { kinds: ['impression'], begins: new RegExp(`^Possible (?=${countable})`, 'i'), lead: 'You may have a ' },
  { kinds: ['impression'], begins: /^Possible (?=\S)/,                 lead: 'You may have ' },
  { kinds: ['impression'], begins: new RegExp(`^Likely (?=${countable})`, 'i'), lead: 'You likely have a ' },
  { kinds: ['impression'], begins: /^Likely (?=\S)/,                   lead: 'You likely have ' },
  { kinds: ['impression'], begins: /^To exclude: (?=\S)/,              lead: 'We still need to rule out ' },
  { kinds: ordered,        begins: /^Return (?=\S)/,                   lead: 'Come back ' },
  { kinds: ordered,        begins: /^Review (?=(?:in|next|on|at|by|tomorrow)\b)/, lead: 'See us again ' },
  { kinds: ordered,        begins: /^Refer to (?=\S)/,                 lead: 'We will refer you to ' },
]
