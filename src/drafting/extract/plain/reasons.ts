/**
 * A reason before an order: "Given your age, I want an ECG today", "I'm not happy leaving it, I want a scan". The order is what follows; a
 * condition, a doubt or a denial in the words before it is no reason, and then nothing is taken off. D358.
 */
import { plainText } from '../../dialogue/dialogue.ts'
import type { Utterance } from '../../dialogue/utterances.ts'

/** Words of the clinician's own concern, which contain a negation and deny no order. */
const concern =
  "(?:I'm|I am|we're) (?:not (?:happy|comfortable|keen|prepared)|worried|concerned|a bit (?:worried|concerned)|nervous)[^,.;?!]{0,60}|I (?:don't|do not|wouldn't|would not) want (?:to (?:leave|miss|ignore|wait|sit on|muck around|take (?:any )?chances|risk)|us to (?:miss|wait))[^,.;?!]{0,50}|to be (?:safe|sure|on the safe side)|(?:just )?for peace of mind|for safety's sake"
const cause =
  '(?:given|because of|because|since|as|with|considering|seeing as|after|in view of|what with|on account of) [^,.;?!]{3,80}'
const link = ',? (?:so |and so |then |that is why |therefore )?'
const orders =
  "(?=(?:I|we)(?:'d| would|'ll| will| want| need|'m going to| am going to|'re going to| are going to)\\b|let's\\b|let us\\b)"
const leads = new RegExp(
  `^((?:(?:but|and|so|now|okay|right|look|well),? )*(?:with [^,.;?!]{3,60}? (?=I'm |I am |I don't ))?(?:${concern}|${cause})(?:, (?:${concern}|${cause}))?)${link}${orders}`,
  'i',
)
const bearing =
  /\b(?:if|unless|until|when|once|instead|rather|might|may|could|maybe|perhaps|used to|last time|otherwise|either|option)\b/i

/** "..., just to be sure, though I don't think it's broken": the doubt behind an order is about the illness. */
const tails =
  /(?:,? (?:just )?to be (?:sure|safe|certain|on the safe side))?,? (?:although|though|but) (?![^.;?!]*\b(?:need|needed|necessary|help|worth|show|want|should|change|useful|add|point|today|yet)\b)(?:I|we) (?:do not|don't|doubt|really don't)(?: really)? (?:think|expect|believe|suspect)?[^.;?!]*[.]?$/i

/** The utterance without the reason that leads up to its order; undefined if it has none. */
export function withoutReason(utterance: Utterance): Utterance | undefined {
  const whole = utterance.text.replace(tails, '.')
  const match = leads.exec(whole)
  const isLed = match !== null && !bearing.test(match[1] ?? '')
  if (!isLed && whole === utterance.text) return undefined
  const text = isLed ? whole.slice(match[0].length) : whole
  return { ...utterance, text, said: plainText(text) }
}
