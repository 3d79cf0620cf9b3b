/** When the patient is seen again: "come back in two weeks". A return that depends on how it goes is a safety net. D149. */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { weekday } from '../../vocabulary/calendar.ts'
import { claim } from '../candidates.ts'

const number =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|\\d{1,2}|a couple of|a few|another)'
const due = `(?:in (?:about |around )?${number}(?:,? (?:(?:to|or) )?${number})? (?:day|week|fortnight|month|year)(?:s'|'s|s)?(?: time)?|next (?:week|month|year|${weekday})|tomorrow(?: morning| afternoon)?|on ${weekday}|this (?:afternoon|week|${weekday})|(?:the )?end of (?:the|this|next) week|later (?:today|this week))` // biome-ignore format: one row

/** The visit, what may stand between, and the time. */
const followUp = new RegExp(
  `\\b((?:come back|pop (?:back|in)|come in|come and see (?:me|us)|see (?:you|me|us|him|her)(?: again| back)?|get you (?:back )?in|have you back|bring (?:him|her|them|you) back|review(?= (?:in|next|on|tomorrow|at)\\b)|review (?:you|him|her|this|it|things|that)|follow (?:you|this|it|that)? ?up|check (?:in|up) (?:with|on) you|catch up|speak (?:to you )?again|call you|ring you|phone you|give you a (?:call|ring)|book (?:you )?(?:in )?(?:for )?(?:a |an |another )?(?:review|follow[ -]up|appointment)|make (?:a |an |another )?(?:follow[ -]up )?appointment|have a (?:review|follow[ -]up)|recheck (?:your|the|that|it)[a-z ]{0,20}?|repeat (?:your|the|that)[a-z ]{0,20}?)(?: (?:again|back|here|me|us|for|a|an|review|follow|up|follow-up|check|appointment|with|to|see|how|you|are|going|it|is|in|and|the|clinic|surgery|practice|nurse|things|doing)){0,8}? (${due}))\\b`,
)
const open =
  /\b(?:if|unless|in case|might|may|could|can|maybe|possibly|perhaps|consider|or|either|not|never|whether|depending|should (?:it|they|things|you (?:get|have|feel))|any (?:problems|worse|concerns)|worse|otherwise|usually|normally|option)\b/ // biome-ignore format: one row

/** The claim of a fixed time; `words` are those of the note. */
export function listFollowUps({ said }: Utterance, words: string): readonly Claim[] {
  if (open.test(said)) return []
  const [, whole, when] = followUp.exec(words.toLowerCase()) ?? []
  if (whole === undefined || when === undefined || isOfThings(words.toLowerCase(), whole)) return []
  const at = words.toLowerCase().indexOf(whole)
  const display = words.slice(at, at + whole.length).replace(/^[A-Z]/, (letter) => letter.toLowerCase())
  return [claim('follow-up', { key: 'follow-up', display }, { when: display.slice(display.length - when.length) })]
}

/** "The rash will come back in two weeks": nobody is asked to. */
const isOfThings = (said: string, whole: string): boolean =>
  /^(?:come|pop) (?:back|in)\b/.test(whole) &&
  !/(?:^|[,.;] |\b(?:you|you will|you should|to|and|then|please|just|so|also|again|or) )$/.test(
    said.slice(0, said.indexOf(whole)),
  )
