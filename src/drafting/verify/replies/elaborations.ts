/** "Any rash?" - "Just on my arms.": a place, an occasion, a time or a look is a yes. The verifier's own reading. D364. */
const opener = /^(?:(?:oh|well|um|uh|yeah|yes|just|only|mainly|mostly|really|usually|it is|they are|like|maybe|probably|,) ?)*/ // biome-ignore format: one row
const detail =
  /^(?:(?:all )?(?:on|in|under|behind|around|round|across|over|down|up|between|inside|along|below|above) (?:my|the|his|her|both|one|this|that)\b|(?:when|after|before|while|at|during|with) \w+|in the (?:morning|evening|night)|(?:about |around )?(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|a couple of|a few|several|\d+) (?:times|kilos|kg|kgs|stone|or|to)\b|once\b|twice\b|(?:one|a few|a couple|two|three|some)(?: here| there)?,? (?:on|in|under|behind|around|across|over|down|between|inside|below|above)\b|since\b|for the (?:last|past)\b|all (?:night|day|morning|week)\b|every (?:day|night|morning|few|couple|hour|\w+ (?:minutes|hours))(?! (?:is|was|are))|last night\b|this morning\b|yesterday\b|on and off\b|now and then\b|most (?:days|nights)\b|(?:a |an )?(?:\w+ ){1,3}one\b|(?:a bit |kind of |sort of |quite |pretty |very |really )*(?:bright|dark|green\w*|yellow\w*|black|clear|white|brown\w*|pink\w*|red|rusty|smelly|stinky|thick|thin|watery|runny|milky|lumpy)\b|(?:it|they|that|those|there) (?:(?:is|are)(?! (?:right|correct|so|true|it|that|exactly)\b)|has been|have been|stings?|burns?|hurts?|itch(?:es)?|comes?|keeps?|gets?|aches?|throbs?|started|starts?)\b)/
const denied =
  /\b(?:at first|at the (?:start|beginning|outset)|initially|no|not|never|none|nothing|neither|nor|nope|nah|hardly|barely|fine|ok|okay|normal|gone|stopped|better|settled|cleared|was|were|had|used to|did|mum|dad|husband|wife|mate|mates|friend|partner|dog|cat|boss|people|back in|thought|think|might|could|would|should|guess|suppose|sure|ago)\b/

/** `reply` in plain words; true if its first sentence tells a detail of the thing that was asked after. */
export function isElaborated(reply: string): boolean {
  const [first = ''] = reply.split(/[.;]/)
  return !denied.test(first) && detail.test(first.replace(opener, ''))
}
