/** Words of wanting to die, of harming oneself or others, and of being harmed: what a clinician asks, and what a patient says of it. D355. */

/** The clinician asks after it. */
export const asksRisk =
  /\b(?:(?:hurt|harm|cut|kill|injur)(?:ing|ed)? (?:yourself|himself|herself|themselves|anyone|somebody|someone|others|other people)|suicid\w+|self[- ]harm\w*|end(?:ing)? (?:your (?:own )?life|it all|things)|(?:take|taking|took|taken) your (?:own )?life|life(?:'s| is| was|'s| has)? (?:been )?not (?:being )?worth|not (?:being )?worth living|better off (?:dead|without you|if you were not)|(?:want\w*|wish\w*) (?:to die|you were dead|you were not here|not to be here)|not (?:want\w* to )?be(?:ing)? here|(?:anyone|anybody|someone|somebody|he|she|they|partner|husband|wife|boyfriend|girlfriend|ex|son|daughter)(?: [a-z]+){0,3} (?:hits?|hitting|hurts?|hurting|threatens?|threatened|harms?|harmed) you|(?:afraid|scared|frightened) of (?:him|her|them|your (?:partner|husband|wife|boyfriend|girlfriend|ex|son|daughter))|safe at home|feel(?:ing)? safe(?= *[?.]?$| with| there| in the house))(?![a-z])/i

/** The patient says it without being asked. */
export const ofRisk =
  /\b(?:not (?:to )?be here(?! (?:if|today|long))|(?:was|were) not here|end it(?: all)?|end my (?:own )?life|(?:take|taking|took) my (?:own )?life|kill(?:ed|ing)? myself(?! (?:laughing|over|at|trying|doing))|suicid\w+|(?:hurt|harm|cut)(?:ing)? myself(?: on purpose)?(?! (?:on|when|with the|playing|falling|lifting|shaving|at|a bit))|better off (?:without me|dead|if i)|not worth (?:living|it any ?more)|(?:not|never) wak(?:e|ing) up|wish(?:ed)? (?:i|that i) (?:was|were) dead|(?:want(?:ed)?|ready|like) to die|rather (?:be|was) dead|top(?:ping)? myself|no (?:point|reason) (?:in )?(?:to )?(?:living|live|going on|carry on|carrying on|being here)|what is the point (?:of (?:it all|living|going on|anything))|can not go on(?: like this)?|(?:took|taken|take) an overdose|overdosed|jump(?:ed)? (?:off a|off the|in front of))\b/i

/** Somebody harms the patient. */
export const ofViolence =
  /\b(?:he|she|they|husband|wife|partner|boyfriend|girlfriend|dad|mum|father|mother|son|daughter|ex|brother|uncle)\b[^.,]{0,30}?\b(?:hits?|hitting|punche?[sd]?|slap(?:s|ped)|kick(?:s|ed)|chok(?:es?|ed|ing)|strangl(?:es?|ed|ing)|beats?|beating|bash(?:es|ed)|threaten(?:s|ed)|shov(?:es?|ed)|rap(?:es?|ed)|hurts?|grab(?:s|bed)) me\b/i
