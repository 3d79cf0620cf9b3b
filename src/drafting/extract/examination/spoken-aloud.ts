/** Turns of speech of an examiner who thinks aloud, put as the clause that they mean. D406. */

/** A thing before its clause: "the throat, it's red", "both tonsils are, they're big". */
const pronoun = '(?:it|they|that|he|she|those|these|this)'
const verb = '(?:is|are|has|have|looks?|feels?|sounds?|seems?)'
const thing = "((?:(?:the|your|his|her|both|both your|this|that|left|right|upper|lower) )?(?!(?:she|he|looks?|seems?|feels?|alert|no|not|so|and|but|if|when|as|there|i|you|we|it|that|this|they)\\b)[a-z'-]+(?: (?!(?:is|are|has|have|and|but|or|no|not)\\b)[a-z'-]+){0,4})" // biome-ignore format: one pattern
const tests = "(?:the |your |a )?([a-z]+(?:'?s)?(?: (?:test|sign|drawer|raise))?)"

// biome-ignore format: one row a line
const rows: readonly (readonly [pattern: RegExp, text: string])[] = [
  // "There's, there's white, well there's pus on both": the last beginning counts.
  [/\b(there (?:is|are)),? (?:there (?:is|are)),? (?=there (?:is|are)\b)/g, ''],
  [/\bthere (?:is|are)(?: [a-z]+)?, (?:(?:well|no|or|um|uh|sorry),? )*(?=there (?:is|are)\b)/g, ''],
  // "Here in the, the groin", "there in the, subacromial".
  [/\b(in|on|at|over|of|under|around) (the|your),? (?:(?:the|your|um|uh|er),? )*(?=[a-z])/g, '$1 $2 '],
  [new RegExp(`^${thing} (?:is|are), ${pronoun} (${verb}) `), '$1 $2 '],
  [new RegExp(`^${thing}, (?:(?:well|now|so|yes|yep|um|uh),? )*${pronoun} (${verb}) (?!not it\\b)`), '$1 $2 '],
  // "That's Hawkins, that's positive": the name and its result.
  [new RegExp(`^(?:that|this|it) is ${tests},? (?:and )?(?:that|it|which|this) is (?=(?:very |clearly |quite )?(?:positive|negative|normal|equivocal)\\b)`), '$1 '],
  // "It's all this muscle on the left, and it's in spasm".
  [/\b(?:and )?(?:it|that) is (?:all |just |mostly |really )?(?:this|that|the) ([a-z]+(?: (?:on|in|at) the [a-z]+)?),? (?:and )?(?:it|that) is /g, 'the $1 is '],
  [/^(?:the |your )?(heart|breath|bowel) sounds (?=(?:(?:all|nice and|completely|perfectly|a bit|quite) )?(?:normal|fine|clear|regular|quiet|present|good|reduced|equal)\b)/, '$1 sounds are '],
  // "I can see a bit of the drum and it's red".
  [/^i can (?:just )?see (?:a bit of |some of |most of |part of )?(the [a-z]+(?: [a-z]+)?),? and (?:it|they) (is|are) /, '$1 $2 '],
  // "Red as anything".
  [/ as (?:owt|anything|hell|you like|can be|ever|a (?:beetroot|tomato|plank|board|drum|rock|whistle|button|ghost|sheet))\b/g, ''],
  // "Quiet but there".
  [/\bbut (?:it is |they are )?there$/, 'but present'],
]

/** The clause in the words of a statement. */
export const sayPlainly = (said: string): string => rows.reduce((out, [pattern, text]) => out.replace(pattern, text), said) // biome-ignore format: short

/** A test that a sentence only names: "That's the Lachman, as you'd know." */
const namesTest =
  /^(?:(?:so|and|now|ok|okay),? )*(?:that|this) is (?:the |called the |called |what we call (?:the )?)?([a-z]+(?:'?s)?(?: (?:test|sign|drawer|test sign))?)\b(?:, [a-z' ]+)?[.]?$/
const result =
  /^(?:(?:so|and|that means|yes|yep|yeah|ok|okay),? )*(?:it|that|this) is (?=(?:(?:very|clearly|quite|definitely|strongly) )?(?:positive|negative)\b)/

/** "That's the Lachman. It's positive.": the result with its name. Undefined if the sentence before names none. */
export function withTestBefore(said: string, before: string | undefined): string | undefined {
  const [, name] = namesTest.exec(before ?? '') ?? []
  return name === undefined || !result.test(said) ? undefined : said.replace(result, `${name} `)
}
