/** Words that hold those of an order and give none: refusals, corrections, courtesies, what is done in an examination, and results. D443. */

/** A thing with its value is a result. */
export const results = /\b(?:top|bottom|end|side) of normal\b|, (?:normal|raised|low|high)[.]?$|\b(?:pulse|temp|temperature|sats|oxygen|nitrites|ketones|leucocytes|dipstick|white cells|egfr|potassium|cholesterol|ldl|hba1c)\b.*\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+ty|hundred|plus|no|normal|negative|positive)\b/ // biome-ignore format: one row

/** Verbs that turn a thing down. Those of medicines ("ditch the Nurofen") end something that is taken, and order it. */
export const rejects =
  /^(?:(?:can|please|let us|just) )*(?:skip|scrap|forget|shelve|park|discount|dismiss|reject|veto|pass on|do without|live without|spare|save|scratch|cancel|rule out|exclude|write off|set aside|put aside|strike|axe|pull the plug|draw the line)\b(?! (?:a|the|any|your) (?:dose|tablet|meal))/i

/** Forms of a refusal, of what is put off or ruled out, of a correction, of a warning, and of the end of the talk. They hold the words of an order and give none. */
const refusals: readonly RegExp[] = [
  /\bnot go there\b|\bhold (?:it |that |them )?in reserve\b|\bkeep (?:it |that |them )?up (?:my|our) sleeve\b|\b(?:off|not on) the table\b/,
  /\bput\b[^.]*\bto bed\b|^(?:(?:so|and|then|you can|we can|let us|i would),? )*(?:forget|rule out|cross off|park|shelve)\b(?! to)/,
  /\blet (?:us|me) (?:change|rewrite|redo|correct) that\b|\bscratch that\b|\b(?:no|sorry), make (?:it|that)\b/,
  /\bdo not (?:sit on|ignore|muck around with) (?:it|that|this|them)\b/,
  /\bwe (?:do |would |might )?worry\b|\bwish you\b|^(?:(?:and|so),? )*(?:that|this|it) (?:should |will )?(?:hopefully )?(?:flush|clear|settle|knock)\b/,
  // What is about to be done in an examination: "drop going in", "I'll take your blood pressure".
  /^(?:(?:so|and|now|right|okay),? )*(?:[a-z]+ ){1,2}(?:going|coming) (?:in|on|off|out)\b[.!]?$|\b(?:take|do|check|get) (?:your|his|her|the) (?:blood pressure|temperature|temp|pulse|weight|sats|oxygen|numbers)[.!]?$/,
  // Waiting belongs to the warning before it, and a talk of names to nobody: "don't wait until the morning".
  /^(?:(?:so|and|but),? )*do not wait\b(?!.*\bif\b)|^(?:(?:so|and),? )*same (?:if|with|for|goes)\b/,
  // Courtesies.
  /\b(?:say (?:hello|hi|g'day|happy)|(?:give|send|pass on) (?:\w+ ){0,2}(?:my|our) (?:best|regards|love|wishes)|remember me to)\b/,
  /\b(?:look after (?:yourself|yourselves|each other|your (?:wife|husband|mum|mother|dad|father|partner))|take care|enjoy|good luck|thanks?|welcome)\b/,
  /\b(?:have (?:yourself )?a (?:good|nice|lovely|great|safe)|happy (?:birthday|christmas|easter|anniversary))\b/,
  // The way out.
  /\bmind (?:how you go|your step|the step|the stairs)\b|\bdrive (?:safe\w*|carefully)\b|\bsafe (?:trip|travels|drive|journey)\b|\b(?:on|see) (?:your|the) way out\b/,
  /\bwalk you (?:out|back|through)\b|\bsee you out\b/,
  /^(?:(?:so|and|then|now|just|you|he|she),? )*(?:weigh|weighs|weighing) /,
  // Who is not there: "no one at home with a cold".
  /^(?:(?:so|and),? )*(?:no one|nobody)\b/,
]

export const isRefused = (said: string): boolean => refusals.some((form) => form.test(said))
