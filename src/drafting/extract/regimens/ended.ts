/** A medicine that the patient no longer takes, told with its name or in answer to a question after it. The form begins the sentence; no word may take it back. D330. */
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim, type Quote } from '../candidates.ts'

const opener = '(?:(?:no|nah|nope|nup|oh|well|actually|yeah|yes|and|so|look|honestly|to be honest|funny enough),? )*'
const who = '(?:i|we|he|she)'
const others = '(?:they|(?:the|my|our) (?:(?:last|old|other|new) )?(?:doctor|gp|specialist|hospital|cardiologist|surgeon|nurse|pharmacist|neurologist|psychiatrist|doctors)(?: (?:at|in|from) (?:the )?\\w+)?|you)' // biome-ignore format: one row
const adverb = '(?:(?:have|had|has|just|already|actually|since|ended up|recently|both|sort of|kind of) )*'
const thing = '(?:(?:(?:the|my|that|his|her|this|those) )?(?:MED|one|stuff|tablets?|puffer|cream|patch|drops)|it|that|them|those|this)' // biome-ignore format: one row
const leave = '(?:stopped|quit|ditched|binned|dropped|finished|chucked|threw(?: out)?|gave up(?: on)?|gave away|given up|came off|come off|got off|went off|gone off|weaned (?:myself )?off|tossed)' // biome-ignore format: one row

// biome-ignore format: one row a line
const stopped: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [new RegExp(`^${opener}${who} ${adverb}${leave} (?:(?:taking|using|on|off|with) )*${thing}\\b(?! (?:back|down|up|to)\\b)`), 'the patient ended it'],
  [new RegExp(`^${opener}(?:${leave}) (?:taking |using |off )?${thing}\\b`),                                    'the same without a subject'],
  [new RegExp(`^${opener}${who} (?:gave|threw|chucked|tossed) ${thing} (?:up|away|out|in)\\b`),                 'a verb with its particle behind the object'],
  [new RegExp(`^${opener}${who} (?:am|have been|is) (?:right |now )?off (?:of )?${thing}\\b`),                  'a state of being off'],
  [new RegExp(`^${opener}${others} ${adverb}(?:stopped|ceased|cancelled|took (?:me|him|her) off|taken (?:me|him|her) off|pulled me off|discontinued|withdrew|got rid of) (?:giving me )?${thing}\\b`), 'a prescriber ended it'],
  [new RegExp(`^${opener}${thing},? (?:(?:it|that|one) )?(?:(?:has|have|got|was|were|is|been|all) )*(?:stopped|ceased|finished|gone|binned|cancelled|discontinued)\\b`), 'it was ended'],
  [new RegExp(`^${opener}${thing},? (?:(?:it|that|one) )?(?:(?:has|have|all) )*(?:went|gone|is|are|ended up) (?:straight )?(?:in|into|to) the (?:bin|rubbish|garbage)\\b`), 'it was thrown away'],
  [new RegExp(`^${opener}(?:(?:${who} (?:do|does) )?not (?:on |take |use |have )?(?:(?:${thing}) )?(?:any ?more|now|any longer)|no longer)\\b`), 'no longer'],
]
const notTaken =
  new RegExp(`^${opener}(?:${who} )?(?:have|has) not (?:really |actually |even )?(?:been (?:taking|using|on|having)|taken|touched|used|had) ${thing}\\b(?=(?: .*\\b(?:since|for|in|because|it|lately|recently)\\b)?)`) // biome-ignore format: one row
/** Words that begin it again, doubt it, or tell of another time. */
const again =
  /\b(?:again|restart\w*|back on|but (?:i|now|then)|started|if|might|would|should|thinking|want\w*|for a (?:while|bit|few|week|day|month)|wife|husband|mum|dad|mother|father|sister|brother|son|daughter|friend|run out|refill|by (?:accident|mistake)|got (?:more|another|some more)|for (?:two|three|four|five|six|seven|ten) (?:days|weeks|nights)|for (?:the|my|an|this) (?:op|operation|surgery|procedure|scan|scope|test|colonoscopy|dentist)|before (?:the|my) (?:operation|surgery|procedure|scan))\b|\?/

export type End = 'stopped' | 'not-taken'

/** `rest`: the words with MED, DOSE and RATE in place of names and slots. */
export function readEnd(rest: string): End | undefined {
  if (again.test(rest)) return undefined
  if (stopped.some(([pattern]) => pattern.test(rest))) return 'stopped'
  return notTaken.test(rest) ? 'not-taken' : undefined
}

/** "Not any more." alone may deny the amount that was asked about. */
export const isBareEnd = (rest: string): boolean =>
  new RegExp(`^${opener}(?:(?:${who} (?:do|am|does|is) )?not (?:any ?more|now|any longer)|no longer)`).test(rest)

/** A plain no to a medicine that was read out alone. */
export const isPlainNo = (rest: string): boolean =>
  /^(?:(?:no|nah|nope|nup|never|not that one|i do not|i am not|not me|never have|i never have|not at all|thanks|doctor),? ?)+$/.test(rest) // biome-ignore format: short

export type Ended = { readonly end: End; readonly term: Term; readonly name: string; readonly quotes: readonly Quote[] }

/** It ended before this talk, so it is no change of today. What ended outweighs what was said of it before. */
export const endedCandidate = ({ end, term, name, quotes }: Ended): Candidate => ({
  text: end === 'stopped' ? `No longer takes ${name}.` : `Does not take ${name}.`,
  claims: [
    claim('medication', { ...term, display: name }, end === 'stopped' ? { time: 'past' } : { polarity: 'absent' }),
  ],
  quotes,
  weight: 115,
  at: quotes.at(-1)?.sentence.at ?? 0,
})
