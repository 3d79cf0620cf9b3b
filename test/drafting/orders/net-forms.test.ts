/** Safety nets in other constructions of English: the danger and the action stay, and only the way they go together is put plainly. D316. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

/** The lines of the plan that the verifier supports. */
const linesOf = (said: string): readonly string[] =>
  draftJudged(talk('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')).map(({ text }) => text)

// biome-ignore format: one row a line
const nets: readonly (readonly [said: string, line: string])[] = [
  // An imperative of haste.
  ["If you can't pee, don't muck around, head straight to emergency.", 'Go straight to the emergency department if cannot pee.'],
  ["If you get chest pain, don't wait, call an ambulance.", 'Call an ambulance if chest pain.'],
  ["If he has a fit, don't hang about, ring triple zero.", 'Call an ambulance if fit.'],
  ["If the bleeding gets heavier, don't sit on it, ring us.", 'Call if bleeding gets heavier.'],
  ["If the swelling spreads, don't delay, go to hospital.", 'Go to hospital if swelling spreads.'],
  // Haste without another action.
  ["Don't hang on at home if you get a fever.", 'Do not hang on at home if fever.'],
  ["If you get any confusion, don't sit on it.", 'Do not sit on it if confusion.'],
  ["Don't delay if your vision gets worse.", 'Do not delay if vision worse.'],
  ["If the leg goes numb, don't wait.", 'Do not wait if leg goes numb.'],
  ["Don't hang about if you get chest pain.", 'Do not hang about if chest pain.'],
  // A verb of one closed syllable in -ing.
  ['Ring us if you nod off at the wheel.', 'Call if nodding off at wheel.'],
  ['Ring us if you hit your head.', 'Call if hitting head.'],
  // A phrase of haste.
  ['If your calf swells up, call us, no delay.', 'Call if calf swells up.'],
  ['If she turns blue, call an ambulance, no waiting.', 'Call an ambulance if turning blue.'],
  ['If you feel short of breath, go to hospital, no messing about.', 'Go to hospital if feeling short of breath.'],
  ['If you cough up blood, ring nine nine nine, no delay.', 'Call an ambulance if coughing up blood.'],
  ['If you black out, go to emergency, no ifs or buts.', 'Go to the emergency department if blacking out.'],
  // A condition that points back.
  ['Watch for a stiff neck, and if that happens call an ambulance.', 'Call an ambulance if stiff neck.'],
  ['Look out for wheezing, and if it starts go to hospital.', 'Go to hospital if wheezing.'],
  ['Keep an eye out for redness, and if you see any call us.', 'Call if redness.'],
  ['Watch out for drowsiness, and if you notice it go to emergency.', 'Go to the emergency department if drowsiness.'],
  ['Look out for jaundice, and if so, ring us.', 'Call if jaundice.'],
  // The danger as the topic of a wish to hear of it.
  ['Any blood in the urine, I want to know straight away.', 'Call straight away if blood in urine.'],
  ['Coughing up blood, I want to know about it.', 'Call if coughing up blood.'],
  ['Any swelling of the leg, we want to hear about it.', 'Call if swelling of leg.'],
  ['Any numbness, tell me.', 'Call if numbness.'],
  ['Coughing up green phlegm, let me know.', 'Call if coughing up green phlegm.'],
  // A noun of time with the action as its aim.
  ['The time to ring me is when the swelling spreads.', 'Call if swelling spreads.'],
  ['The time to go to hospital is if you get short of breath.', 'Go to hospital if short of breath.'],
  ['Your cue to call an ambulance is when the pain goes into your jaw.', 'Call an ambulance if pain goes into jaw.'],
  ['The moment to come back is when the rash blisters.', 'Return if rash blisters.'],
  ['A reason to phone us would be if the wound smells.', 'Call if wound smells.'],
  // A cleft sentence of worry.
  ['What would worry me is fever or vomiting, so come straight in for those.', 'Return if fever or vomiting.'],
  ['What would concern me is a stiff neck, so call an ambulance for that.', 'Call an ambulance if stiff neck.'],
  ['What would alarm me is numbness, so go to emergency.', 'Go to the emergency department if numbness.'],
  ['What would bother me most is confusion, so ring us.', 'Call if confusion.'],
  ['What would make me worry is black stools, so go to hospital.', 'Go to hospital if black stools.'],
  // A danger that must not be ignored.
  ["Don't ignore chest pain, that's a triple zero call.", 'Call an ambulance if chest pain.'],
  ["Don't ignore a severe headache, go to hospital.", 'Go to hospital if severe headache.'],
  ['Never ignore blood in the stool, ring us.', 'Call if blood in stool.'],
  ["Don't brush off a hot swollen calf, go to emergency.", 'Go to the emergency department if hot swollen calf.'],
  ["Don't put up with bleeding, ring us.", 'Call if bleeding.'],
  // "In the event of".
  ['In the event of a fit, call an ambulance.', 'Call an ambulance if fit.'],
  ['In the event of heavy bleeding, go to hospital.', 'Go to hospital if heavy bleeding.'],
  ['Ring us in the event of fever.', 'Call if fever.'],
  ['In the event of vomiting, call us.', 'Call if vomiting.'],
  ['Come back in the event of a rash.', 'Return if rash.'],
  // "Unless" with a word of recovery.
  ["Unless it's settled by Monday, I'd like to see you again.", 'Return if not settled by Monday.'],
  ["Unless it's better by Friday, come back.", 'Return if not better by Friday.'],
  ["Come back in unless it's gone by next week.", 'Return if not gone by next week.'],
  ['Ring us unless things have improved by the weekend.', 'Call if not improved by the weekend.'],
  ["Unless the rash is gone by Tuesday, give us a call.", 'Call if rash not gone by Tuesday.'],
  // A preposition of circumstance.
  ['With confusion, do not drive, call an ambulance.', 'Do not drive, and call an ambulance if confusion.'],
  ['With chest pain, call an ambulance.', 'Call an ambulance if chest pain.'],
  ['With any drowsiness, go straight to hospital.', 'Go straight to hospital if drowsiness.'],
  ['With a fever, ring us.', 'Call if fever.'],
  ['With vomiting, come back.', 'Return if vomiting.'],
  // An idiom of being at hand.
  ["My door's always open if things get worse.", 'Return if worse.'],
  ['My door is open if the pain gets worse.', 'Return if pain worse.'],
  ["Our door's always open if you're not coping.", 'Return if not coping.'],
  ["I'm only a phone call away if it gets worse.", 'Call if worse.'],
  ["We're at the end of the phone if you get a fever.", 'Call if fever.'],
  // An action without its verb, and services by their names.
  ['If your speech goes, or your face droops, nine nine nine.', 'Call an ambulance if speech goes, or face droops.'],
  ['If you get chest pain, triple zero straight away.', 'Call an ambulance straight away if chest pain.'],
  ['Black stools or vomiting blood would mean an ambulance.', 'Call an ambulance if black stools or vomiting blood.'],
  ['If ever you feel like hurting yourself, call Lifeline or come to emergency.', 'Call Lifeline or go to the emergency department if feeling like hurting yourself.'],
  ['If the waters break, ring the maternity unit.', 'Call the maternity unit if waters break.'],
  ['If he swallows a battery, call the poisons information line.', 'Call the poisons information line if swallowing a battery.'],
  ["If the joint gets red hot, we need to see you that day.", 'Return that day if joint gets red hot.'],
]
test.each(nets)('D316: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

// biome-ignore format: one row a line
const none: readonly string[] = [
  'With food, call me.',
  "Don't ignore the letter, open it.",
  'What would worry me is your sister, so she should call us.',
  'Any questions, let me know.',
  'Sometimes people ask me when the time to come back is.',
  'Unless you want to see me, come back in a month.',
]
test.each(none)('D316: no condition is read from: %s', (said) => {
  expect(linesOf(said).filter((line) => / if /.test(line) && !line.startsWith('Also'))).toEqual([])
})
