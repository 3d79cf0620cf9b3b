/** Orders that have the form of a question to the patient: they stand unless the patient declines. D285. */

/** "Would you mind having a test?", "shall we do an X-ray?": the clinician's order, unless the patient declines it. */
const proposes =
  /^(?:(?:so|and|then|ok|right|now),? )*(?:(would you mind) (?:just )?(having|getting|doing|going|seeing|popping|booking)|shall (?:we|i)|(?:how|what) about (?:we|i)|what if (?:we|i)|why do not (?:we|i)|why don't (?:we|i)|may i(?= (?:just )?(?:send|order|book|arrange|request|refer|organise|get|put)\b)) (?=[a-z])/i
const basesOf: Readonly<Record<string, string>> = { having: 'have', getting: 'get', doing: 'do', going: 'go', seeing: 'see', popping: 'pop', booking: 'book' } // biome-ignore format: a table
export const openProposal = (text: string): string =>
  text.replace(proposes, (_, mind: string | undefined, verb = '') => (mind === undefined ? 'we will ' : `please ${basesOf[verb.toLowerCase()] ?? ''} `)) // biome-ignore format: short

export const isProposal = (said: string): boolean => proposes.test(said)

/** A guess of the past or of now, and a tag that asks: "you must have slept badly", "you can't drink while you feed, can you?". */
const supposes =
  /\b(?:you|he|she) (?:must|should|ought to|could|might|would|may|need|will)(?: not)? have (?:\w+ly )?(?:been|had|done|taken|gone|come|seen|slept|lost|got|eaten|drunk|kept|told|known|given|made|said|stayed|rested|stopped|called|started|tried|waited|used|finished|missed|forgotten)\b|\b(?:you|he|she) must (?:not )?be (?!seen\b|kept\b|taken\b|off\b|checked\b|fasting\b)|\b(?:not|never)\b.*, (?:can|could|do|are|did|have|would) (?:you|he|she)\W*$|\b(?:can|could) not\b.*,? (?:is (?:that|it) (?:it|right|so)|i (?:gather|understand|take it|believe|hear)|you (?:said|told me|were saying))\W*$/

export const isSupposed = (said: string): boolean => supposes.test(said)
