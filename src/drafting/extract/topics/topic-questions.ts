/** Topics of a history of mood, habits, home and sexual health, by the words in which they are asked. Plain words, contractions opened. D355. */
import type { ClaimKind } from '../../../core/clinical-note.ts'

type Row = { readonly topic: string; readonly kind: ClaimKind; readonly asked: RegExp; readonly weight: number }

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { topic: 'treatment before', kind: 'medication', asked: /\b(?:treat\w*|tablets|medication|medicine|antidepressants?|counsell\w*|therapy|psychologist|seen anyone|rehab|detox)\b.*\b(?:before|in the past|previously|ever|for (?:it|your mood|this))\b|\b(?:ever|previously|before)\b.*\b(?:treat\w*|tablets|medication|antidepressants?|counsell\w*|psychologist|rehab|detox)\b|\bseen (?:anyone|a (?:counsellor|psych\w*|shrink))\b|\btried to (?:stop|quit|cut down|give up)\b|\bwhy did you (?:stop|come off|go off)\b/, weight: 66 },
  { topic: 'adherence', kind: 'medication', asked: /\btaking (?:your|all your|the) (?:tablets|medic\w*|pills)\b|\bmiss(?:ed|ing)? any\b/, weight: 64 },
  { topic: 'alcohol', kind: 'social', asked: /\b(?:alcohol|drinks?|drinking|booze|grog|beers?|wine|(?:how much|many) would you have)\b(?!.*\b(?:water|fluids?|eat\w*)\b)/, weight: 62 },
  { topic: 'drugs', kind: 'social', asked: /\b(?:(?:other|any|recreational|illicit|street|party) drugs?|weed|cannabis|marijuana|speed|ice|gear|substances?)\b/, weight: 62 },
  { topic: 'tobacco', kind: 'social', asked: /\b(?:smok\w*|vap\w*|cigarettes?)\b(?!.*\b(?:anyone|household|partner|parents)\b)/, weight: 60 },
  { topic: 'withdrawal', kind: 'symptom', asked: /\b(?:shakes|withdraw\w*|coming off it|black ?outs?)\b/, weight: 62 },
  { topic: 'mood', kind: 'symptom', asked: /\b(?:your|the) (?:mood|spirits)\b|\bin yourself\b|\bemotionally\b/, weight: 60 },
  { topic: 'sleep', kind: 'symptom', asked: /\b(?:sleep\w*)\b/, weight: 60 },
  { topic: 'appetite and weight', kind: 'symptom', asked: /\b(?:appetite|weight)\b|\b(?:are you|how are you) eating\b/, weight: 60 },
  { topic: 'concentration', kind: 'symptom', asked: /\b(?:concentrat\w*|focus\w*|energy|motivation|memory)\b/, weight: 58 },
  { topic: 'interest', kind: 'symptom', asked: /\b(?:enjoy\w*|interested|pleasure|hobbies|look(?:ing)? forward)\b/, weight: 58 },
  { topic: 'worry', kind: 'symptom', asked: /\b(?:worry\w*|worries|anxious|anxiety|panic\w*|on edge|mind racing|racing thoughts)\b/, weight: 58 },
  { topic: 'high mood', kind: 'symptom', asked: /\b(?:unusually high|hardly any sleep|anything like this before|feel tired|full of energy|spending)\b/, weight: 62 },
  { topic: 'home', kind: 'social', asked: /\b(?:who(?: else)? (?:is|have you got|do you live)|who is at home|live with|at home with you|in a relationship|have a partner|married|getting on|things (?:at home|with your)|support)\b/, weight: 60 },
  { topic: 'work and money', kind: 'social', asked: /^(?:and |how is |what about |how are things at )*(?:work|your job|school|uni|money|finances|the rent|housing)\b|\b(?:money|finances|financially|rent|working at the moment|affect(?:ing|ed)? (?:your )?work|somewhere to live|where are you (?:living|staying))\b/, weight: 58 },
  { topic: 'driving', kind: 'social', asked: /\b(?:are you|still) driving\b/, weight: 58 },
  { topic: 'contraception', kind: 'social', asked: /\b(?:contracepti\w*|the pill|condoms?|protection|pregnan(?:t|cies|cy))\b/, weight: 60 },
  { topic: 'sex', kind: 'social', asked: /\b(?:sexually active|partners|sex|sti|sexual(?:ly)? (?:health|transmitted))\b/, weight: 60 },
  { topic: 'cycle', kind: 'social', asked: /\b(?:periods?|cycles?|menopause|hot flushes)\b/, weight: 60 },
  { topic: 'screening', kind: 'social', asked: /\b(?:cervical screen|pap smear|smear|mammogram)\b/, weight: 60 },
  { topic: 'erections and prostate', kind: 'symptom', asked: /\b(?:erections?|interest (?:in sex|still there)|libido|sex drive|waterworks|stream|psa)\b/, weight: 60 },
]

/** Asked in any history. */
const ofAnyHistory = new Set(['adherence', 'alcohol', 'tobacco', 'home', 'work and money', 'driving', 'appetite and weight', 'sleep', 'treatment before']) // biome-ignore format: a list

/** The first row that the words ask about; `isOwn` leaves out what every history asks. */
export const topicOf = (said: string, isOwn = false): Row | undefined =>
  rows.find(({ topic, asked }) => !(isOwn && ofAnyHistory.has(topic)) && asked.test(said))
