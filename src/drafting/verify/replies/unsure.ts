/** Replies that leave a question open: "no idea", "hard to tell", "put that down as a maybe". They say neither yes nor no, whatever words they have. D340. */

/** The speaker does not know, could not tell, or has not looked. */
const unknown = /\b(?:no (?:idea|clue)|not (?:the )?(?:foggiest|faintest|a clue)|(?:not|never) (?:\w+ ){0,2}(?:sure|certain)|(?:hard|difficult|tricky|impossible|tough) (?:for me )?to (?:say|tell|know|judge|gauge)|(?:can|could|would) not (?:\w+ )?(?:tell you|tell|be sure|be certain|know|swear|put my hand)|do not (?:really |honestly )?know|not know(?:ing)?|question mark|as a maybe|(?:a|big) maybe|who knows|(?:your|anybody's|anyone's) guess|beats me|search me|dunno|(?:god|heaven|lord|goodness) knows|(?:have |has )?not (?:\w+ )?(?:checked|looked|been looking|paid attention|weighed|measured)|never (?:look|check|looked|checked)|ask (?:my|his|her)|you would have to ask)\b/ // biome-ignore format: one row

/** A whole reply of doubt: "Maybe.", "Might be." */
const doubt = /^(?:\W|oh|um|uh|er|well|hm+|yes and no|i suppose|it|there|he|she|they|i)*(?:(?:maybe|perhaps|possibly)(?! (?:an?|one|two|three|four|five|six|seven|eight|ten|\d+|every|twice|once|half|about|around|most|some)\b)|might (?:be|have|do)|could (?:be|have|do)|may (?:be|have|do)|i suppose|not really sure)\b/ // biome-ignore format: one row

/** The reply names it all the same: "I don't know why, but yes", "Not sure when, I do get them". */
const settled = /\b(?:yes|yeah|yep|definitely|certainly|i (?:do|did|have|had|am|was)(?! not)|i get|there (?:is|was|has))\b|^(?:\W|oh|um|well)*no\b(?! (?:idea|clue))|\b(?:know|sure|tell|say|certain) (?:how|when|what|why|exactly|which|where|the (?:name|exact|dose|number))\b/ // biome-ignore format: one row

/** A no with the thing in a clause of its own, or of one side alone: "No, no, I had one.", "Not the left, the right." D349. */
const takesBack = /^(?:\W|oh|um|uh|well|no|nope|nah)*\b(?:no|nope|nah)\b[ ,.]*(?:(?:well|but|actually) ?,? )?(?:i|we|he|she|they|there) (?:did |do |still |have )?(?:had|have|has|is|was|are|were|got|get|felt) (?:one|some|them|a few|a bit|a little|a couple|two|three)\b(?! of\b)|^(?:\W|oh|well|no|nope)*not (?:on )?(?:the |my )?(?:left|right)\b/ // biome-ignore format: one row

/** True if the plain words of a reply answer neither yes nor no. */
export const leavesOpen = (reply: string): boolean => takesBack.test(reply) || (unknown.test(reply) && !settled.test(reply.replace(unknown, (found) => found.replace(/^no\b/, 'not')))) || (doubt.test(reply) && !settled.test(reply)) // biome-ignore format: short

/** A note that says so. */
export const tellsDoubt = (text: string): boolean => /\b(?:possibl[ey]|unclear|uncertain\w*|unsure|unknown|not (?:sure|certain|known|clear)|may|might|query|cannot (?:say|recall)|could not (?:say|confirm))\b|\?/i.test(text) // biome-ignore format: short
