/** The reason for the visit, as the clinician opens with it: "You've asked for a call about a headache.", "I've got you down as a swollen leg." D420. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord, namesTrouble } from '../../vocabulary/clinical-words.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { slotOf } from '../slots/slot-questions.ts'

const lead = '(?:(?:and|so|ok|okay|right|now|well|yes|good|lovely|hello|beautiful|perfect|then|but|um|uh),? )*'
/** Words by which a clinician reads out why the patient comes. */
const frame = new RegExp(`(?:^|, )${lead}(?:you (?:have )?(?:asked for (?:a|the) (?:call|appointment|visit)|rung|rang|called|booked(?: in)?|come(?: in)?|are (?:here|calling|ringing)|wanted to (?:see|talk to) (?:us|me|someone))(?: (?:today|in))? (?:about|with|for|because of|over)|i have (?:got )?(?:you down|down here) (?:as|for|with)|(?:[a-z ,']+ )?(?:it|the (?:form|note|message|screen|list)) (?:says|said)(?: here)?,?(?: um,?)?|you (?:have )?put(?: down)?(?: an?)?|(?:so )?it is (?:all )?about|(?:this|today) is about|you are (?:here|in) (?:about|with|for)|(?:i (?:hear|understand|gather|believe|am told|see(?: here)?)|they (?:tell me|said|say)|the (?:nurse|ambos?|paramedics|girls?|triage nurse) (?:tells? me|said|says|say)) (?:that )?(?:you|he|she) (?:have|has|are|is)(?: (?:been|had|having|got|getting|come in with|some trouble with|trouble with|problems with|a bit of|bit of))*|what is this about|(?:(?:triage|the (?:triage )?(?:nurse|notes?|sheet|screen)|reception|they|the ambos?|the paramedics) (?:here )?(?:says?|said|tells? me|told me|reckons?|wrote|puts?|(?:has|have|had) (?:got )?you down (?:as|for|with))(?: it is| (?:that )?(?:you|he|she) (?:have|has|are|is)(?: got| had| having)?)?)|you have(?: got| had)(?= [^?]{3,40}(?:[,.]|$))) (?:an? |the |your |some |this |having |bad |nasty |terrible )*((?!and |or )[a-z][a-z' -]{2,40}?)(?: (?:on|in) (?:the|your) (?:form|message|note)\\b.*| today| on the phone|,.*|\\bit says\\b.*)?[.?]?$`) // biome-ignore format: one row

/** A letter that says why: "Your GP's written to me about some palpitations and ..." */
const letter = /\b(?:(?:your|the|her|his) (?:gp|doctor|family doctor|specialist|surgeon|physio|optometrist|practice|dr [a-z]+)|dr [a-z]+)(?:'s)? (?:has |is )?(?:kindly )?(?:written|wrote|sent (?:you|me a letter|a letter|a referral)|referred you|asked (?:me|us) to see you|rang|rung)(?: (?:to|in to) (?:me|us))?(?: (?:here|along|over|in|up))? (?:about|with|for|because of|regarding) (?:an? |the |some |your |these |this )*((?:[a-z-]+ ?){1,3})|\b(?:i have (?:got )?(?:a|the|your) (?:letter|referral)(?: here)?(?: from [a-z ]{2,24}?)? (?:about|for|regarding|saying (?:you have|it is))|you have been (?:sent|referred)(?: (?:here|in|along|to (?:me|us)))* (?:with|for|about|because of)) (?:an? |the |some |your |these |this )*((?:[a-z-]+ ?){1,3})/ // biome-ignore format: one row

const mostAt = 8
/** The reply says yes to the reason, or goes on with it. */
const agrees = /^(?:(?:oh|well|um|uh|so),? )*(?:yes|yeah|yep|yup|that's right|that is right|correct|right)\b/
const denial = /^(?:(?:oh|well|um|uh),? )*(?:no|nope|nah|not|actually)\b/
/** "Who said that?" */
const disputes =
  /^(?:(?:oh|well|um|uh),? )*(?:who|what|why|where|how|when|did i|have i|am i|do i|is it)\b[^.]*\?$|^really \?/
const notTrouble =
  /\b(?:diabetes|check|review|results?|bloods?|prescription|form|certificate|letter|x ray|x-ray|scan|ultrasound|mri|ct|blood test|test|ecg|vaccine|injection|medic\w*|tablets?|pressure|thing|baby|jabs?|smear|pill|yourself|name|birth)\b/

/** "Ear?", "Right. Tummy.": a part of the body and nothing else. */
const barePart = new RegExp(`^${lead}(?:your |the )?((?:(?:left|right) )?[a-z]+)[.?]*$`)

/** `part`: the clinician names only a part of the body. */
export type Reason = {
  readonly term?: Term
  readonly part?: string
  readonly sentence: Sentence
  readonly reply: Sentence
  readonly at: number
  /** The clinician tells it, and asks nothing. */
  readonly isTold?: true
}

/** The patient's first words after it, if they do not deny it. */
const replyTo = (dialogue: readonly Sentence[], index: number): Sentence | undefined => {
  const next = dialogue.slice(index + 1, index + 8).find(({ segment }) => segment.speaker === 'patient')
  return next === undefined || denial.test(next.said) || disputes.test(next.said) ? undefined : next
}

export function readReason(dialogue: readonly Sentence[]): Reason | undefined {
  for (const [index, sentence] of dialogue.entries()) {
    if (sentence.at > mostAt) return undefined
    if (sentence.segment.speaker !== 'clinician') continue
    const [, named = ''] = frame.exec(sentence.said) ?? []
    const bare = barePart.exec(sentence.said)?.[1]
    const reply = replyTo(dialogue, index)
    if (bare !== undefined && bodyWord.test(bare) && reply !== undefined && reply.at - sentence.at === 1) return { part: bare, sentence, reply, at: sentence.at } // biome-ignore format: one row
    const described = slotOf(sentence.said) === 'character' ? sentence.terms.find(({ kind }) => kind === 'symptom') : undefined // biome-ignore format: one row
    const [, byDoctor, byLetter] = letter.exec(sentence.said) ?? []
    const inLetter = byDoctor ?? byLetter
    const ofLetter = inLetter === undefined ? undefined : sentence.terms.find(({ kind, from }) => kind === 'symptom' && inLetter.includes(sentence.words[from]?.text ?? '-')) // biome-ignore format: one row
    if (ofLetter !== undefined && reply !== undefined)
      return { term: ofLetter, sentence, reply, at: sentence.at, isTold: true }
    if (described !== undefined && reply !== undefined) return { term: described, sentence, reply, at: sentence.at }
    if (named === '' || notTrouble.test(named)) continue
    if (reply === undefined) return undefined
    const term = sentence.terms.find(({ kind }) => kind === 'symptom')
    if (term !== undefined) return { term, sentence, reply, at: sentence.at, ...(agrees.test(reply.said) ? {} : { isTold: true }) } // biome-ignore format: short
    if (named.split(' ').length > 4 || / (?:or|and) /.test(named) || !(namesTrouble(named) || bodyWord.test(named)))
      continue
    if (!namesTrouble(named) && named.split(' ').length <= 2) return { part: named, sentence, reply, at: sentence.at }
    return { term: { kind: 'symptom', key: keyOf(named), display: named, from: 0, to: 0 }, sentence, reply, at: sentence.at } // biome-ignore format: one row
  }
  return undefined
}
