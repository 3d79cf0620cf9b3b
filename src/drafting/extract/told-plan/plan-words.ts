/** Words by which a clause of the plan is talk, a reason, a condition or an amount. D443. */

/** In a line, words of another time. */
export const past = /\b(?:was|were|had|did|said|told|asked|yesterday|ago|last (?:week|month|year|time|night))\b/

/** Talk, praise and sounds. */
export const talk =
  /^(?:(?:so|and|but|not|well|now|right|thanks for [a-z ]+|ok|okay|yes|yeah|yep|no|nope|nah|sure|look|listen|please|perfect|excellent|lovely|great|good|fine|brilliant|of course|exactly|absolutely|sorry|thanks|thank you|cheers|fair enough|no worries|no problem|all right|alright|you know|i know|i mean|as i say|like i said|to be honest|if that is (?:ok|okay|all right)|is that (?:ok|okay|all right)|remember|obviously|anyway|in fact|again|then|too|also|as well|mind|really|honestly|love|mate|doc|good (?:man|girl|lad|woman)|beautiful|done|ha|och|aye|bless (?:you|her|him)|touch wood|righto|that is (?:it|all|that)|there|here|hang on|let me think|let me see|let us see|what else|what|number (?:one|two|three|four)|one|two|three|four|firstly|secondly|finally|lastly)[ ,]*)+$/ // biome-ignore format: one row

/** A name that is only called: "Brian, ...". The caller's word order shows it: it stands alone between marks. */
export const aside = /^(?:(?:i|we) (?:know|think(?! about)|suppose|guess|reckon|believe|hope|find|promise|agree|say|mean)|you (?:know|see|said|mentioned)|(?:and )?(?:believe|trust) me|do not (?:worry|panic|be disheartened|get me wrong|fret)|bear with me|how does that sound|does that (?:make sense|sound)|okay with you|if you (?:like|want|will|prefer)|boring as|that is the|let us (?:see|say|do)|shall we say|call it|say|from (?:me|us|(?:my|our) (?:side|end))$|for my part$)\b/ // biome-ignore format: one row

/** Words of choosing a number: "I'd say six weeks", "let's do Sunday". */
export const choosing = /^(?:(?:i|we) (?:would|am going to|will|tend to|usually) say|let (?:us|me) (?:say|do|make it)|shall we say|let me (?:see|think)|say|call it|make it) (?=[a-z0-9])/i // biome-ignore format: one row

/** Changes an order: a clause of explanation that has one of these words is kept. */
export const bearing = /\b(?:only(?= (?:if|when|at|for|on|with|in|until|till|once|twice|one|two|three|four|after|before)\b)|unless|except|until|till|but not|stops?|stopped|maximum|no more|not more|more than|less than|instead|never|both|either)\b/ // biome-ignore format: one row

/** "It is two point five mils", "that's a gram": the amount is a piece of the order. */
export const amount = /^(?:so )?(?:it|that|this|they) (?:is|are|will be|would be|comes to|makes) (?:about |roughly |just |only )?(?=(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|half|an?|a hundred|twice|every|up to)\b)(?=.*\b(?:\d+ ?(?:mg|g|mL|micrograms)|milligrams?|g|grams?|mg|mils?|mls?|micrograms?|tablets?|capsules?|puffs?|drops?|times|day|daily|week|weeks|days|hours|altogether|in total|gram)\b|(?:(?:and|a|one|two|three|four|five|six|seven|eight|nine|hundred|fifty|twenty|forty|thirty|eighty|sixty|\d+) ?)+$)/i // biome-ignore format: one row

export const reason = /^(?:because|cause|since|given (?:that|what|how|your|his|her|the)|as(?! (?:far|much|often|soon|long|many|little|well|needed|required|you (?:can|need|are|go|like)))|which|so that|so it|so they|so you|so i|so we|though|although|whichever|whatever|who|where)\b/ // biome-ignore format: one row
export const caseStart = /^(?:if|unless|until|till|when|whenever|while|once(?! (?:a|every|daily|per|in|or|each)\b)|before|after|in case|as long as|as soon as|as much as|as (?:you|he|she) can|just in case)\b/ // biome-ignore format: one row

/** Imperatives that belong to the talk. */
export const isOfTalk = (said: string): boolean =>
  /^(?:(?:do|just|please|then|now|and) )*(?:come (?:in|through|here|and sit)|go (?:on|ahead|gently)|carry on$|hang|hold on|bear|take (?:care|your time|a seat|it easy)|have (?:a seat|a (?:think|look|good|nice|lovely|great))|tell me|let me|mind the|off you|give me|excuse|sit tight|pop (?:up|down|your)|jump|hop|roll|sit (?:up|down|back)|stand up|lie (?:down|back)|get (?:dressed|changed|down)|guess|say|call me|trust|put (?:it|that) (?:this|another) way|read me|go for it|start (?:from|with|at) the|do not (?:worry|panic|mention|be)|run that)\b/.test(said) // biome-ignore format: one row
