/** "Any rash?" - "Just on my arms.": a place, an occasion, a time or a look is a yes. The verifier's own reading. D364. */
const opener = /^(?:(?:oh|well|um|uh|yeah|yes|just|only|mainly|mostly|really|usually|it is|they are|like|maybe|probably|sometimes|a (?:little |tiny |fair )?bit|a little|a lot|lots|heaps|,) ?)*/ // biome-ignore format: one row
const detail =
  /^(?:(?:all )?(?:on|in|under|behind|around|round|across|over|down|up|between|inside|along|below|above) (?:my|the|his|her|both|one|two|three|this|that|left|right)\b|(?:when|whenever|(?:every|each|any) ?time(?= (?:i|he|she)\b)|as soon as(?= (?:i|he|she)\b)|after|before|while|at|during|with) \w+|to (?:the )?(?:cold|hot|heat|sweet|touch)\b|(?:[a-z]+ing|stairs|hills|exercise|cold air|dust|stress|coffee|spicy food|the (?:cold|heat|stairs))\b[^,.;]* (?:does it|do it|sets? it off|brings? it on|is enough)|for (?:about |maybe |only )?(?:a few|a couple of|an?|\w+) (?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)\b|in the (?:morning|evening|night)|(?:about |around )?(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|a couple of|a few|several|\d+) (?:times|kilos|kg|kgs|stone|or|to)\b|once\b|twice\b|(?:one|a few|a couple|two|three|some)(?: here| there)?,? (?:on|in|under|behind|around|across|over|down|between|inside|below|above)\b|since\b|for the (?:last|past)\b|all (?:night|day|morning|week)\b|every (?:day|night|morning|few|couple|hour|\w+ (?:minutes|hours))(?! (?:is|was|are))|last night\b|this morning\b|yesterday\b|on and off\b|now and then\b|most (?:days|nights)\b|(?:a |an )?(?:\w+ ){1,3}one\b|(?:a bit |kind of |sort of |quite |pretty |very |really )*(?:bright|dark|green\w*|yellow\w*|black|clear|white|brown\w*|pink\w*|red|rusty|smelly|stinky|thick|thin|watery|runny|milky|lumpy|water|pure water|all water|sloppy|mushy)\b|(?:it|they|that|those|there) (?:(?:is|are)(?! (?:right|correct|so|true|it|that|exactly)\b)|has been|have been|stings?|burns?|hurts?|itch(?:es)?|comes?|keeps?|gets?|aches?|throbs?|started|starts?)\b)/
const denied =
  /\b(?:at first|at the (?:start|beginning|outset)|initially|no|not|never|none|nothing|neither|nor|nope|nah|hardly|barely|fine|ok|okay|normal|gone|stopped|better|settled|cleared|was|were|had|used to|did|mum|dad|husband|wife|mate|mates|friend|partner|dog|cat|boss|people|back in|thought|think|might|could|would|should|guess|suppose|sure|ago)\b/

/** "Any falls?" - "One. In May.": a number of bouts is a yes. D526. */
const countAlone = /^(?:the )?(?:one|two|three|four|five|six|a couple|a few|several|dozens|loads|heaps|lots|plenty)(?: of (?:them|those))?(?: ?,.*)?$/ // biome-ignore format: one row

/** "Any swelling?" - "Left ankle.": a part of the body and nothing else. D525. */
const partAlone = /^(?:(?:the|my|his|her|both|left|right|big|upper|lower|in|on|around|a|bit|of) )*(?:arms?|hands?|fingers?|thumbs?|legs?|feet|foot|toes?|thighs?|knees?|shins?|calf|calves|ankles?|heels?|face|cheeks?|chin|forehead|scalp|neck|throat|chest|back|shoulders?|elbows?|wrists?|tummy|belly|groin|hips?|ribs?|eyes?|eyelids?|ears?|nose|lips?|tongue|gums?|jaw|breasts?)(?: (?:mostly|mainly|only|really|usually|one|at night|(?:and|or) (?:(?:the|my|both|left|right) )*(?:arms?|hands?|fingers?|legs?|feet|toes?|thighs?|knees?|shins?|calves|ankles?|heels?|face|cheeks?|neck|throat|chest|back|shoulders?|elbows?|wrists?|tummy|belly|groin|hips?|eyes?|ears?|lips?|tongue)))*$/ // biome-ignore format: one row

/** `reply` in plain words; true if its first sentence tells a detail of the thing that was asked after. */
export function isElaborated(reply: string): boolean {
  const [first = ''] = reply.split(/[.;]/)
  const told = first.replace(opener, '')
  if (
    countAlone.test(told) ||
    /^(?:i am |get |i get )?up (?:once|twice|(?:two|three|four|five|six|a few) times)\b/.test(told)
  )
    return true
  return !denied.test(first) && (detail.test(told) || partAlone.test(told.replaceAll(',', '').trim()))
}
