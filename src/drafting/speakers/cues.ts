/** Words that tell the clinician from the patient: what each of them does with a sentence. docs/design/drafting.md#speakers; D264. */

export type Cue = {
  readonly cue: string
  readonly pattern: RegExp
  /** Natural logarithm of the odds that the clinician says it: above 0 for the clinician, below for the patient. */
  readonly weight: number
  /** Why the words belong to that role. */
  readonly reason: string
}

/** The text is in lower case, with straight apostrophes. No pattern repeats inside a repetition: time grows with length alone. */
// biome-ignore format: one row a line
export const cues: readonly Cue[] = [
  { cue: 'names-doctor',    weight: 3, pattern: /\b(?:i'm|i am|my name is|my name's|this is|it's|you're speaking (?:to|with)) (?:dr|doctor|the (?:doctor|nurse|gp|registrar))\b/, reason: 'clinicians introduce themselves by their title' },
  { cue: 'offers-help',     weight: 2.5, pattern: /\b(?:how (?:can|may) (?:i|we) help|what (?:can|may) (?:i|we) do for you|what(?:'s| has| is)? (?:brings?|brought) you|what seems to be)\b/, reason: 'the clinician opens the talk' },
  { cue: 'confirms-person', weight: 2.5, pattern: /\b(?:confirm your|your (?:full )?name|your date of birth|your age|how old are you|your address)\b/, reason: 'the clinician checks who the patient is' },
  { cue: 'asks-you',        weight: 0.3, pattern: /\b(?:do|did|have|are|were|can|could|would|has|is|does) (?:you|your|yourself|there any|it (?:come|hurt|feel|get))\b/, reason: 'the clinician asks about the patient' },
  { cue: 'asks-open',       weight: 1.1, pattern: /(?:^|[.,] )(?:and |so |ok |okay |um |right )?(?:any|anything|how (?:long|often|many|much|about|is|was|did)|when (?:did|was)|what (?:sort|kind|about|do|are|is|was)|which|whereabouts|where (?:is|does|exactly))\b/, reason: 'short questions that take the history' },
  { cue: 'question',        weight: 1.3, pattern: /\?/, reason: 'the clinician asks more than the patient' },
  { cue: 'tell-me',         weight: 1.1, pattern: /\b(?:tell me|describe|talk me through|can i (?:just )?ask|may i ask|i(?:'d like| want| just want|'m going| am going) to ask)\b/, reason: 'the clinician asks the patient to tell' },
  { cue: 'you',             weight: 2.9, pattern: /(?<!thank )\b(?:your|you're|you've|yourself|you(?! know))\b/, reason: 'the clinician speaks of the patient as you' },
  { cue: 'acts',            weight: 1.6, pattern: /\b(?:i(?:'ll| will| would|'d|'m going to| can|'m happy to) (?:like to |just )?(?:prescribe|give you|arrange|refer|send|suggest|recommend|organise|organize|book|start you|write you|examine|check|advise)|we(?:'ll| will| can| could| need to| should| might) )/, reason: 'the clinician orders and arranges' },
  { cue: 'examines',        weight: 2.5, pattern: /\b(?:deep breath|breathe in|breathe out|lie (?:down|back)|roll up|let me (?:have a|take a) (?:look|listen|feel)|does (?:it|this|that) hurt (?:when|if) i|open (?:your mouth|wide)|look (?:up|straight)|push against|squeeze my)\b/, reason: 'commands of an examination' },
  { cue: 'explains',        weight: 1.8, pattern: /\b(?:it sounds|sounds like|what we call|called|most likely|likely|it could be|suspect|caused by|infection|virus|viral|inflammation|antibiotics?|blood tests?|examination|symptoms?)\b/, reason: 'the clinician explains a condition in its terms' },
  { cue: 'safety-net',      weight: 0.9, pattern: /\b(?:if (?:you|it|things|your|the|that|there)|come back|get back (?:to|in touch)|let (?:us|me) know|see (?:us|me|your gp|a doctor)|a&e|a and e|emergency|call (?:us|999|111|000)|in the meantime)\b/, reason: 'the clinician says what to look out for' },
  { cue: 'sympathy',        weight: 1.5, pattern: /\b(?:sorry to hear|that must (?:be|have)|don't worry|nothing to worry|good to hear|glad to hear|i understand|i appreciate)\b/, reason: 'the clinician comforts' },
  { cue: 'acknowledges',    weight: 0.7, pattern: /^(?:um |uh |and |oh |ohh )?(?:ok|okay|o k|right|all right|alright|sure|fine|great|perfect|excellent|good|brilliant|lovely|fair enough|i see|got it|understood|no problem)\b/, reason: 'the clinician closes an answer before the next question' },
  { cue: 'medical-asks',    weight: 1, pattern: /\b(?:medical (?:conditions|problems|history)|past medical|family history|allerg(?:y|ies|ic) to any|regular medic|over the counter|occupation|do for a living|units)\b/, reason: 'names of the parts of a history' },
  { cue: 'i',               weight: -1.3, pattern: /\b(?:i've|i'm|i|i'd)\b/, reason: 'the patient speaks of themselves' },
  { cue: 'my',              weight: -1.3, pattern: /\b(?:my|mine|myself|me)\b/, reason: 'the patient speaks of their own body and life' },
  { cue: 'has-had',         weight: -2.5, pattern: /\b(?:i've (?:been|had|got|just|noticed|tried|never|always)|i (?:had|have|get|got|feel|felt|noticed|take|took|tried|can't|couldn't|don't|didn't|haven't|went|woke|live|work|smoke|drink)|it (?:hurts|started|just|feels|came|comes|was|did))\b/, reason: 'the patient reports' },
  { cue: 'answers-yes',     weight: -1.4, pattern: /^(?:um+[ ,.]*|uh+[ ,.]*|oh+[ ,.]*|well[ ,.]*)?(?:yeah|yes|yep|yup|aye|mm yeah)\b/, reason: 'the patient answers' },
  { cue: 'answers-no',      weight: -1.4, pattern: /^(?:um+[ ,.]*|uh+[ ,.]*|oh+[ ,.]*|well[ ,.]*)?(?:no|nope|nah|not (?:really|that|at all)|never|nothing|none)\b/, reason: 'the patient answers' },
  { cue: 'hedges',          weight: -0.7, pattern: /\b(?:i think|i guess|i suppose|i don't know|not sure|maybe|kind of|kinda|sort of|like a|you know|i mean|probably|to be honest)\b/, reason: 'the patient is unsure of what they report' },
  { cue: 'a-number',        weight: -0.3, pattern: /^(?:um+[ ,.]*|uh+[ ,.]*|so[ ,.]*|about |maybe |probably )*(?:(?:a couple|a few|one|two|three|four|five|six|seven|ten|\d+)(?: of)? (?:days?|weeks?|months?|years?|hours?|times|a day)|since)\b/, reason: 'the patient answers how long or how often' },
  { cue: 'asks-doctor',     weight: -1.7, pattern: /\b(?:should i|do i need|can i (?:still|take|get|have|go)|is (?:it|that) serious|what (?:should|do|can) i|am i|will i|doctor[.,?!]|thank you,? doctor)\b/, reason: 'the patient asks for advice' },
  { cue: 'thanks',          weight: -1, pattern: /\b(?:thank you|thanks|cheers)\b/, reason: 'the patient thanks' },
  { cue: 'home',            weight: -1.5, pattern: /\bmy (?:wife|husband|partner|mum|mom|mother|dad|father|son|daughter|sister|brother|kids|girlfriend|boyfriend|boss|job|work|gp|doctor|colleague|flatmate)\b/, reason: 'the patient tells of the people around them' },
]
