/** Words by which a sentence is advice, small talk, or neither, for the readers of `advice.ts`. */

/** The clinician will do it, or asks the patient to. */
export const acts =
  /\b(?:i will|i am going to|i am gonna|we will|we are going to|let us|let's|i would like to|i can|i could|we can|we could|we should|we need to|i need to|what we do)\b/
export const tells =
  /\b(?:i would (?:like you|recommend|advise|suggest|say|use|take|start|give|prescribe|stick|hold|avoid|keep|try|probably advise)|i (?:still )?want you|i do want you|i (?:recommend|advise|suggest|also advise)|we (?:recommend|advise|suggest)|we would (?:recommend|advise|suggest)|you (?:still )?(?:should|need|will need|must|can|could|may need|might need|do not need|have to)|make sure|making (?:sure|yourself)|make yourself|best thing|worth|important|can (?:also )?help|things like|something called|script|would be (?:beneficial|advisable|helpful)|i do not think (?:you|we) (?:need|can|should)|i think you (?:need|should)|be examined|we (?:may|might))\b|(?:^|[,;] |\b(?:and|or|so|then|just|also|please|to|do|either|is) )(?:try|avoid|keep|carry on|continue|take|stop|start|use|drink|rest|increase|reduce|cut|finish|wear|wash|apply|check|stay|eat|gargle|switch|ice|elevate|put|bring|skip|recheck|repeat|hold|lose|let|have|get (?:some|plenty|lots|yourself)|come (?:back|and)|go (?:to|straight|back)|give (?:me|us)|call|ring|book|do not|speak|see (?:a|your|the))\b/
export const commits =
  /\b(?:prescri\w+|refer\w*|i will (?:give|leave|do|send|arrange|book|organise|order)|i would like you|i want you|we will (?:start|get|arrange))\b/

/** Subjects of a plan. */
export const matters =
  /\b(?:dose|milligrams?|micrograms?|mg|recheck|tests?|bloods?|blood (?:test|count|pressure)|urine|stool|samples?|swabs?|scans?|x ?-?rays?|ultrasound|mri|ct|ecg|tracing|biopsy|refer\w*|physio\w*|specialists?|clinic|hospital|a and e|a&e|emergency|casualty|ambulance|nine nine nine|triple zero|rest|fluids?|water|hydrated|drink\w*|diet|eat\w*|foods?|exercises?|walk\w*|driv\w+|work|certificate|sick note|leaflets?|diary|creams?|emollients?|moisturi\w+|tablets?|capsules|prescri\w+|prescription|script|chemist|pharmacy|antibiotics?|pain ?killers?|antihistamines?|inhalers?|puffer|sprays?|drops|injections?|vaccin\w+|jab|reviews?|come back|see (?:me|us|you) (?:again|back|in)|bring (?:him|her|them)|you back|see you|call (?:me|us|back)|get (?:back )?in touch|let (?:me|us) know|contact|appointment|follow up|smok\w+|alcohol|cranberry|gargl\w*|honey|steam|ice|heat|elevat\w+|stretch\w*|examin\w+|face to face|counsell?\w*|psycholog\w+|psychiatr\w+|therapy|sleep|caffeine|salt|ears? checked|look at your|weight|sunscreen|condoms?|isolat\w+|gloves|soap|moving|lift\w*|school|conservative|monitor|injection)\b/
export const isTalk =
  /\b(?:ask you|ask a|ask some|quick question|few (?:more )?questions|any questions|can (?:i|you) (?:hear|see|just|tell|describe|show)|hear me|let me (?:just )?(?:ask|see|know if you have)|bear with me|i will just|tell me|(?<!will )do you|did you|have you|are you|you (?:said|mentioned|told|tried|took|have been|have had|were|are already|are taking)|i can (?:see|hear|understand|imagine)|take care|good luck|nice to|speak soon|see you later|bye|help you out|would normally|normally|usually|going to ask|sorry|understand|wonder\w*|sounds like|imagine|thank\w*|repeat (?:that|it)|just to (?:recap|summari[sz]e|double|check|confirm)|confirm|date of birth|camera|video|people|patients|last (?:week|month|time|year)|already|(?:run|go|went) through|screening|systems|i can not see|you use condoms|walking straight|you can walk|moving forward|what it is|the time frame|go into that|you (?:might|may|could|probably) have (?:something|a|an)|i have to say|(?:walk|show|see) you (?:out|to the)|have a (?:feel|listen|look))\b/
/** Small talk, even if it names an illness or a medicine. */
export const isChat =
  /\b(?:ask you|question|can (?:i|you) (?:hear|see|just|tell)|hear me|bear with me|tell me|do you|did you|have you|are you|were you|you (?:said|mentioned|told|tried|took|have been|have had|had|were|are already|are taking|are on|have got)|your (?:mum|dad|mother|father|sister|brother|family|tablets|medication)|take care|bye|thank\w*|sorry|date of birth|just to (?:recap|summari[sz]e|check|confirm)|going to ask|see you later|ok so you|no (?:history|other)|history of|family)\b/
/** Means nothing without the sentences before. */
export const dangles =
  /^(?:or|otherwise|then|which|because|that|that is|those|them|they|it|it is|and that|if so|also because|whatever|whether|to|than|do,)\b|\b(?:and|or|but|so|because|if|to|the|a|an|of|is|are|like|um|your|we'll|i'll)$/

/** Refers to something that the words do not name. */
export const pointless =
  /^have a (?:feel|listen|look)\b|^(?:that|it|those|them|this)\b|^you are\b|^(?:do|take|send|use|leave|get|put|have) (?:that|it|those|them|this)\b(?! (?:\S+ ){4})|\bthat is something\b/

/** A turn and its answer end within so many sentences. */
export const mostFollowing = 60
