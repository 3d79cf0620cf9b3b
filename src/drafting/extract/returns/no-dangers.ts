/**
 * Clauses beside a danger that are none: what to do until help comes ("use your EpiPen"), what follows otherwise, and a good course ("if
 * the scan is clear"). Read as a danger each would turn the warning round. D356.
 */

const treating =
  'do|use|take|give|lay|lie|sit|stand|press|push|hold|chew|stop|pull|put|apply|elevate|raise|turn|move|check|test|drink|eat|suck|wash|rinse|rub|cover|wrap|cool|splash|loosen|remove|keep|leave|park|try|double|increase|reduce|skip|withhold|repeat|inject|tilt|lean|pinch|spray|record|write|time|note|rest|open|close|avoid|switch|change|pack|grab|swallow|measure|soak|bring|tell|unlock|place|roll|prop|start|recheck|have|get' // biome-ignore format: a list
/** What an imperative goes on with; a condition without its subject ("lose weight", "turn blue", "start to bleed") does not. */
const object =
  '(?:your|the|it|them|him|her|that|this|those|an?(?! (?:lot|bit|turn|fever|temperature|rash|lump|headache|reaction|infection|bleed|pain|fit|seizure|fall))|some|another|two|three|four|six|one|half|more of|down|still|yourself|ice|cold|cool|pressure|paracetamol|panadol|ibuprofen|nurofen|water|sugar|juice|jelly|extra)'
const imperative = new RegExp(`^(?:(?:and|then|please|just|straight away|first),? )*(?:(?:${treating}) ${object}\\b|(?:pull over|lie flat|sit up|stand still|lean forwards?|rest|wait|stop)(?:$|,| and\\b)|press (?:on|for|down|firmly)\\b|hold for\\b|keep (?:taking|using|drinking|giving|feeding|having|wearing|going)\\b|(?:do not|never) [a-z]+)`, 'i') // biome-ignore format: one row
/** "Have the rash", "get your period", "have a cough": conditions, not orders. */
const having =
  /^(?:have|get|start) (?!(?:some (?:jelly|juice|sugar|water|sweets)|(?:a|your) (?:drink|snack|puffer|second|third)|another (?:one|puff|spray|dose)|one more))/i

/** What to do, addressed to whoever is there. */
export const isImperative = (clause: string): boolean => imperative.test(clause) && !having.test(clause)

const otherwise =
  /\b(?:otherwise|or else|failing that|alternatively)\b|^else$|^no$|^(?:yes|fine|great|good|okay|all right|no worries|no problem|no need|that is (?:fine|ok|okay|great|good|all right))\b/i
const good =
  /(?:\b(?:is|are|am|looks?|feels?|comes? back|came back|goes|perks? up|settles?|clears?|improves?)|'s)(?: (?:all|completely|totally|much|a bit|a lot))*(?: (?:clear|normal|fine|ok|okay|negative|good|all right|alright|well|better|settled|gone|improved|up|down|happy|improving|settling))?$/i
const recovery =
  /\b(?:clear|normal|fine|ok|okay|negative|good|all right|alright|well|better|settle[ds]?|clears?|gone|improve[ds]?|happy|improving|settling|perks? up)$/i
const denied = /\b(?:not|no|never|nothing|un\w+|isn't|aren't|without|hardly|nowhere)\b/i

/** "It keeps bleeding press on it for ten minutes": an order without a mark before it. */
const runsOn =
  /^(?:it|they|that|this|the [a-z]+) (?:keeps?|starts?|gets?|is|are|does) .*(?<!\b(?:to|not|cannot|can|you|and)) (?:press|put|hold|apply|use|sit|lie) (?:on|down|pressure|it|some|firm)\b/i

/** "You tell Jess, you ring Lifeline": an order to whoever hears it. */
const addressed =
  /^(?:and |then |so )*you (?:tell|ring|call|phone|wake (?:your|my|the|someone|somebody)|let [a-z]+ know|talk to|speak to|come (?:back|in|to|here)|go to|head (?:to|in))\b/i

/** "Or the puffer isn't helping, ambulance": a verbless call for help. */
const help = /^(?:an )?(?:ambulance|triple zero|000)$/i

const isNone = (clause: string): boolean =>
  help.test(clause) ||
  isImperative(clause) ||
  addressed.test(clause) ||
  runsOn.test(clause) ||
  otherwise.test(clause) ||
  (good.test(clause) && recovery.test(clause) && !denied.test(clause))

/** True for words that no warning may list among its dangers: one of their clauses is none. */
export const isNoDanger = (words: string): boolean =>
  words.split(/,? (?:but|and then|and|or) |, /).some((clause) => isNone(clause.trim()))

/** The danger, and what to do until help comes: "your lips swell" and "use your EpiPen". */
export type Meanwhile = { readonly danger: string; readonly deeds: string }

const mostWords = 12

/** Parts the danger from the orders behind it; undefined if no order follows, or if something else follows the order. */
export function partMeanwhile(said: string): Meanwhile | undefined {
  const clauses = said.split(/(, (?:and )?(?:then )?| and (?:then )?(?=[a-z]+ ))/)
  const at = clauses.findIndex((clause, index) => index > 0 && index % 2 === 0 && isImperative(clause))
  if (at < 2) return undefined
  const deeds = clauses
    .slice(at)
    .join('')
    .replace(/^[, ]+|[, ]+$/g, '')
  const isPlain = !/\b(?:if|unless|until|you|i|we|he|she|they|or|may|might|could|when)\b/i.test(deeds) && deeds.split(' ').length <= mostWords // biome-ignore format: short
  return isPlain
    ? {
        danger: clauses.slice(0, at - 1).join(''),
        deeds: deeds.replaceAll(/\byour\b/gi, 'the').replace(/^please /i, ''),
      }
    : undefined
}
