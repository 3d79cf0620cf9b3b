/** Deeds that the clinician reports: "I've just drained the abscess", "I've given you the flu vaccine today". D146. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { type Candidate, claim } from '../candidates.ts'
import { findWhen } from './stated-when.ts'
import { listVaccines } from './vaccine-names.ts'

const lump = 'abscess|boil|cyst|haematoma|hematoma|blister|bursa|ganglion|quinsy|fluid|pus'
const joint = 'knee|shoulder|elbow|hip|wrist|ankle|joint|bursa|thumb|finger|heel|foot|hand|toe|back'
const growth =
  'mole|lesions?|skin tags?|warts?|verrucas?|sun ?spots?|keratos[ie]s|polyp|spots?|cyst|bcc|scc|toenail|nail|lump'
const closure = 'stitch(?:es)?|sutures?|staples|clips'
const device = 'coil|iud|mirena|implant|implanon|nexplanon|catheter|cannula|drip|pessary|drain|grommets?|ring|stent|tube|packing|pack|wick|cast|plaster|splint|sling|bandage|dressings?|strapping|brace|moon ?boot' // biome-ignore format: one row
const foreign = 'splinter|glass|foreign body|tick|bead|hook|sting|wax|insect|metal|grit|thorn'
const wound = 'wound|cut|laceration|graze|burn|ulcer|bite|gash|finger|scalp|forehead|chin|eyebrow|leg'
const sample = 'biops(?:y|ies)|smear|pap (?:smear|test)|cervical screen(?:ing)?(?: test)?|swabs?|ecg|spirometry|aspiration|excision|incision and drainage|ear (?:syringing|wash)|joint injection|steroid injection|epley(?: manoeuvre)?|nerve block|lumbar puncture' // biome-ignore format: one row

type Act = { readonly verbs: string; readonly things: string }

/** Verbs of the deed, in the past or after "have", and what they are done to. */
// biome-ignore format: one row a line
const acts: readonly Act[] = [
  { verbs: 'drained|lanced|incised|aspirated',                                   things: `${lump}|${joint}` },
  { verbs: 'removed|taken out|took out|pulled out|cut out|excised|shaved off|snipped off', things: `${closure}|${device}|${foreign}|${growth}` },
  { verbs: 'taken|took|pulled|cut', things: `(?:${closure}|${device}|${foreign}|${growth}) (?:out|off)` },
  { verbs: 'stitched(?: up)?|sutured|glued|stapled|closed|steri ?stripped',      things: wound },
  { verbs: 'dressed|redressed|cleaned(?: up| out)?|irrigated|debrided|bandaged|packed', things: `${wound}|${lump}` },
  { verbs: 'syringed|irrigated|flushed(?: out)?|suctioned|micro ?suctioned',     things: 'ears?' },
  { verbs: 'injected',                                                           things: `${joint}|${lump}|trigger point|scar` },
  { verbs: 'inserted|fitted|put in|put on|put|changed|replaced|applied',         things: `${device}|${closure}` },
  { verbs: 'frozen(?: off)?|froze|burnt off|burned off|cauterised|curetted',     things: `${growth}|nose|nostril|vessel` },
  { verbs: 'biopsied',                                                           things: `${growth}|skin|breast|it` },
  { verbs: 'strapped(?: up)?|splinted|plastered|taped(?: up)?|reduced|relocated', things: `${joint}|fracture|dislocation|arm|leg` },
  { verbs: 'done|did|performed|carried out|taken|took',                          things: sample },
  { verbs: 'given|gave|administered',                                            things: 'injection|infusion|nebuliser|local anaesthetic|nerve block' },
]

const between =
  '(?: (?:you|him|her|the|a|an|your|his|some|that|this|those|both|all|of|left|right|little|big|small|old|infected|two|three|four|five|six|skin|steroid|cortisone|vitamin|b12|punch|shave|wound|abscess|baby|nasal|throat|vaginal|wart|ear|out)){0,5}'
/** The thing itself, and not what is called by it: "the drip stand". */
const after =
  '(?=$|[,.;]| (?:from|on|in|into|of|off|over|around|under|with|at|for|today|just|now|this|and|again|out|up|but|so|which|to|left|right|both|your)\\b)'
/** "Cleaned and dressed the wound." */
const both = `(?:(?:${acts.map(({ verbs }) => verbs).join('|')}),? and )?`
const actPatterns = acts.map(({ verbs, things }) => new RegExp(`^${both}(?:${verbs})${between} (?:${things})${after}`))

/** The clinician's own deed: the words before it go, since the label says them. */
export const ownAct = /^(?:i|we)(?:'ve| have)? (?:(?:just|now|also|already|gone ahead and) )*/i
const bareAct = /^(?:done|did|performed|carried out) (?:an? |the |your |some )?/i
/** Where another clause begins. */
const turn = /,? (?:and|so|but|then|because|which|to|for you)\b|[.,;]|$/

/** Neither done here nor to this patient, or not done. */
const open = /\b(?:if|unless|once|when|after|before|until|as soon as|not|never|n't|nearly|almost|tried|would|could|should|might|usually|normally|often|always|sometimes|patients?|people|someone|somebody|others?|last time|previously|years? ago|in the past|thought|think|wish|wife|husband|partner|mum|mother|dad|father|son|daughter|brother|sister|friend|lots of|than|years|leaflet|prescription|script|information|form|details|referral|consent|card|letter|brochure|table|desk|shelf|bin)\b/ // biome-ignore format: one row

type Deed = { readonly text: string; readonly words: string }

/** The deed without the words before and after it; undefined if the sentence tells none. */
function readDeed(sentence: Sentence, isDeed: (said: string) => boolean): Deed | undefined {
  const cleaned = cleanWords(sentence.text)
  if (!ownAct.test(cleaned) || open.test(sentence.said) || sentence.text.includes('[')) return undefined
  const rest = cleaned.replace(ownAct, '')
  const said = rest.toLowerCase()
  if (!isDeed(said)) return undefined
  const most = said.length
  for (let at = 0; at < most; ) {
    const end = said.slice(at).search(turn)
    const cut = end < 0 ? most : at + end
    if (isDeed(said.slice(0, cut))) return { text: cleaned, words: withTime(rest, cut).replace(bareAct, '') }
    at = cut + 1
  }
  return undefined
}

/** "... for you today": the time belongs to the deed. */
const withTime = (rest: string, cut: number): string => `${rest.slice(0, cut)}${/^(?: for you)?( today| just now| this morning)/.exec(rest.slice(cut).toLowerCase())?.[1] ?? ''}` // biome-ignore format: short

const isGiven = (said: string): boolean => /^(?:given|gave|administered|done|did)\b/.test(said)

/** The sentence up to the end of the deed: nothing after it is evidence. */
function upTo(sentence: Sentence, words: string): Sentence {
  const last = words.split(' ').at(-1) ?? ''
  const at = sentence.text.toLowerCase().indexOf(words.toLowerCase())
  const found = at < 0 ? sentence.text.toLowerCase().lastIndexOf(last.toLowerCase()) + last.length : at + words.length
  const end = sentence.start + found
  return { ...sentence, end, text: sentence.segment.text.slice(sentence.start, end) }
}

function doneImmunisation(sentence: Sentence): Candidate | undefined {
  const [term, other] = listVaccines(sentence)
  if (term === undefined || other !== undefined) return undefined
  const name = sentence.segment.text.slice(sentence.words[term.from]?.start, sentence.words[term.to]?.end).toLowerCase()
  const deed = readDeed(sentence, (said) => isGiven(said) && said.includes(name))
  if (deed === undefined) return undefined
  const when = findWhen(deed.words.toLowerCase())
  return {
    text: `Done: ${deed.words}.`,
    claims: [claim('immunisation', term, when === undefined ? {} : { when })],
    quotes: [{ sentence: upTo(sentence, deed.words), role: 'statement' }],
    weight: 88,
    at: sentence.at,
  }
}

function doneProcedure(sentence: Sentence): Candidate | undefined {
  if (sentence.terms.some(({ kind }) => kind === 'vaccine')) return undefined
  const deed = readDeed(sentence, (said) => actPatterns.some((pattern) => pattern.test(said)))
  if (deed === undefined) return undefined
  const when = findWhen(deed.words.toLowerCase())
  const what =
    when === undefined || !deed.words.endsWith(` ${when}`) ? deed.words : deed.words.slice(0, -when.length - 1)
  return {
    text: `Done: ${deed.words}.`,
    claims: [claim('procedure', { key: keyOf(what), display: what }, when === undefined ? {} : { when })],
    quotes: [{ sentence: upTo(sentence, deed.words), role: 'statement' }],
    weight: 88,
    at: sentence.at,
  }
}

export const draftDone = (dialogue: readonly Sentence[]): readonly Candidate[] =>
  dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker !== 'clinician' || sentence.isQuestion || sentence.text.endsWith('?')) return []
    return doneImmunisation(sentence) ?? doneProcedure(sentence) ?? []
  })
