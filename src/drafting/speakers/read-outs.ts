/**
 * A nurse reads out what was measured: "Temp thirty-eight one, heart rate one oh four, sats ninety-nine on air." D531.
 * A voice with the label of neither clinician nor patient may be a relative's too. Only a sentence in the form of a chart counts, and only where some words show that one of the staff is there.
 */
type Turn = { readonly speaker: string; readonly text: string }

/** Words of the ward that a relative does not say. */
const ofStaff =
  /\b(?:obs|triage|charted|resus|handover|room air|on air|dipstick|bladder scan|on the monitor|the lab|lab's|night (?:girls|staff)|(?:the )?(?:bloods|results|gas|films?) (?:are|is|have come|just came) back|ECG's (?:done|here)|(?:bed|bay|room) (?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|twenty|\d+))\b|\bI(?:'m| am) (?:the|your|one of the) (?:\w+ )?(?:nurse|paramedic|midwife|enrolled nurse)\b/i
/** The clinician asks for what only the staff have. */
const asksStaff = /\b(?:the|his|her|those|any|some|repeat|latest|last set of) obs\b/i

const number =
  '(?:\\d|a hundred|an? |zero|nought|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)'
const measured =
  "(?:temp(?:erature)?|bp|blood pressure|pressure|pulse|heart rate|sats|saturations?|resps?|resp(?:iratory)? rate|bsl|blood sugar|glucose|sugar|gcs|weight|white (?:blood )?(?:cell(?:s| count)?|count)|crp|haemoglobin|hb|trop(?:onin)?|lactate|creatinine|egfr|potassium|sodium|urea|lipase|bilirubin|ketones|inr|d-dimer|platelets|ddimer|k ten|score)(?:'s)?"
const tested =
  "(?:(?:urine|dipstick|wee|ecg|chest x-ray|x-ray|film|swab|covid|flu|rat|pregnancy test|urine hcg|hcg|ketones|bladder scan|cultures?)(?:'s)?(?: test)?)"
/** A measure with its number, or a test with its verdict, with at most a link between them. */
const reading = new RegExp(
  `\\b${measured}(?:,? (?:is|of|at|now|today|about|came back(?: at)?|comes? to|just|it's|up|down|to|repeat))*,? ${number}|\\b${tested}(?:,? (?:is|was|came back|looks))*,? (?:clear|negative|positive|normal|nil|fine|clean)\\b`,
  'i',
)
/** Another day, another person, a wish, a condition, an order, or something asked. */
const notReading =
  /\?|\b(?:was|were|had|used to|normally|usual(?:ly)?|last|yesterday|at home|this morning|overnight|in the night|if|when|until|unless|should|want|need|give|can|could|would|will|my|me|mine|mum|dad|wife|husband|son|daughter|next door|bed|bay|target|over (?:one|two|a) hundred(?! (?:and )?\w+ (?:over|on)))\b/i

/** "Repeat BP, one fifty-eight on ninety-two": it has been repeated, and is no order. */
const again = /^\s*(?:(?:and|so),? )?repeat(?= )/i

const sentences = /[^.?!]+[.?!]*\s*|[.?!]+\s*/g

export const hasStaff = (turns: readonly Turn[]): boolean => turns.some(({ speaker, text }) => (speaker === 'other' ? ofStaff : asksStaff).test(text)) // biome-ignore format: one row

const blank = (text: string): string => ' '.repeat(text.length)

/** The turn with only the sentences that read something out, at their places; undefined if there are none. */
export function readOutOf(turn: string): string | undefined {
  const told = (turn.match(sentences) ?? []).map((sentence) => (reading.test(sentence) && !notReading.test(sentence) ? sentence.replace(again, blank) : blank(sentence))) // biome-ignore format: one row
  return told.every((sentence) => sentence.trim() === '') ? undefined : told.join('')
}
