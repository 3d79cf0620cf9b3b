/** Grammar E: sentences about history, medicines, allergies, family and life. */
import type { Exchanges } from '../grammar.ts'

export const backgroundExchangesE = {
  history: [
    ['C: <Refresh my memory|Fill me in>, what else have you got?', 'P: <Got|I am landed with> {cond}.'],
    ['C: I have {cond} listed under active problems.', 'P: <Active is the word|Yes, that is me>.'],
    ['P: <With|What with> {cond}, I see enough of doctors.', 'C~ I am sure you do.'],
    ['C: Which illnesses are you carrying, so to speak?', 'P: {Cond}.', 'C: {Cond}. <Right|And managed well>.'],
    ['P: My other doctor looks after me for {cond}.', 'C: For {cond}, okay.'],
  ],
  historyNone: [
    ['C: <Refresh my memory|Fill me in>, what else have you got?', 'P: <A clean sheet|Zero, a clean sheet>.'],
    ['C: Which illnesses are you carrying, so to speak?', 'P: I carry none.'],
  ],
  historyPast: [
    ['P: <Back in the nineties|Before we met> I had {cond}, all behind me now.', 'C~ <Behind you, good|Okay, in the past>.'],
    ['C: And things from way back?', 'P: {Cond}, way back, long since better.'],
  ],
  operation: [
    ['C: <Any scars to speak of|Been opened up at all>?', 'P: From {cond}, {years} ago.'],
    ['P: <The surgeons did|I had> {cond}, it must be {years} ago.', 'C~ <That long|They did a good job>.'],
    ['C: And operations?', 'P: {Cond}. {Years} ago.', 'C: {Years} ago, {cond}.'],
    ['P: My one operation was {cond}, and that was {years} ago.', 'C~ One is plenty.'],
  ],
  vaccine: [
    ['C: <Vaccines up to date|Immunisations>?', 'P: <Had|I got> {vaccine} <at work|before winter>.'],
    ['P: For the trip they gave me {vaccine}.', 'C: {Vaccine}, excellent.'],
    ['C: You are down as having had {vaccine}.', 'P: <Down correctly|Yes, sore arm and all>.'],
  ],
  medicines: [
    ['C: <What is in the dosette|What do you swallow each day>?', 'P: {Drug}. <That is|Makes> {dose} {freq}.'],
    ['P: <My list says|It says on my list> {drug} {dose} {freq}.', 'C~ <I like a list|Good, a list>.'],
    ['C: Tell me exactly how you take the {drug}.', 'P: {Tablets}, {freq}.', 'C: {Dose} {freq}, good.'],
    ['C: {Drug}, is it {dose} you have?', 'P: {Dose}, {freq}, yes.'],
    ['P: {Freq} without fail, {dose} of {drug}.', 'C~ <Without fail, I like that|Nicely done>.'],
    ['C: <The medicines then|On to medicines>.', 'P: Easy. {Drug}, {tablets}, {freq}.'],
    ["P: She does my pills, it's {drug}, {dose}, {freq}.", 'C~ <A good system|Saint that she is>.'],
    ['C: How much {drug} are you having these days?', 'P: {Dose} a go, {freq}.'],
  ],
  medicinesSplit: [
    ['C: <What is in the dosette|On to medicines>.', 'P: {Drug}, I think it is called.', 'C: Strength?', 'P: {Dose}.', 'C: And the times?', 'P: {Freq}.'],
    ['C: {Drug} is the one you are on?', 'P: The very one.', 'C: {Dose}?', 'P: <Yep, {dose}|Correct>.', 'C: And you take that {freq}?', 'P: <I do|Every time>.'],
  ],
  medicineMore: [
    ['C: <Keep going|What comes after that>?', 'P: {Drug}, {dose}, and that is {freq}.'],
    ['P: <Not forgetting|Ditto> {drug}, {tablets} {freq}.', 'C~ Not forgetting that.'],
    ['P: Number two is {drug} {freq}, {dose}.', 'C: {Drug}, number two.'],
  ],
  medicineStoppedBefore: [
    ['P: {Drug} went in the bin, I am not on that now.', 'C~ <Off it, fine|In the bin it stays>.'],
    ['C: And {drug}?', 'P: Stopped that under the last doctor.', 'C~ I will delete it.'],
  ],
  doseCorrected: [
    ['C: {Drug}, is it {wrong} you have?', 'P: <It was|Used to be>, now it is {dose}, {freq}.', 'C: {Dose} now.'],
    ['P: {Drug} {wrong}, hold on, wrong glasses, {dose}. {Freq}.', 'C~ Get those glasses checked.'],
  ],
  medicinesNone: [
    ['C: <The medicines then|On to medicines>.', 'P: <There are no medicines|I am on nothing>.'],
    ['C: What do you swallow each day?', 'P: Food. No tablets.', 'C: No tablets, fine.'],
  ],
  allergy: [
    ['C: <Is your allergy list right|Allergies, let me check>, {drug}?', 'P: <Right, {reaction}|Yes, that gives me {reaction}>.'],
    ['P: <Not|Anything but> {drug}, please, I end up with {reaction}.', 'C: {Reaction}, I will mark that.'],
    ['C: Has a medicine ever turned on you?', 'P: {Drug} has. {Reaction}.'],
    ['P: I am one of those who cannot take {drug}. {Reaction} every time.', 'C~ <Noted in red|Duly noted>.'],
    ['C: {Drug}, what does that do?', 'P: Gives me {reaction}.', 'C~ An allergy, then.'],
  ],
  allergyNone: [
    ['C: Has a medicine ever turned on you?', 'P: <Never one|They are all kind to me>.'],
    ['C: Is your allergy list right, it is blank?', 'P: <Leave it blank|Blank is right>.', 'C: No allergies, blank.'],
  ],
  family: [
    ['C: <And your relations|What do your relations have>?', 'P: {Rel} has {cond}<, sadly|>.'],
    ['P: {Cond} took hold of {rel}.', 'C~ <I am sorry|That must have been hard>.'],
    ['P: {Rel} was told it was {cond}.', 'C~ <And is being treated|Okay, in the family>.'],
    ['C: There was something in the family, I forget.', 'P: {Rel} has {cond}, you are thinking of that.', 'C~ That was it.'],
  ],
  familyNone: [
    ['C: <And your relations|What do your relations have>?', 'P: <Nothing that gets passed on|Rude health, all of them>.'],
  ],
  smokes: [
    ['C: <The cigarettes|Fags>, how is that going?', 'P: <Down to|Holding at> {count}.'],
    ['P: I have not kicked the smokes, I am at {count}.', 'C: {Count}, okay, thank you for telling me.'],
    ['C: Would you count yourself a smoker?', 'P: I would, {count}.'],
  ],
  smokedBefore: [
    ['C: The cigarettes, how is that going?', 'P: Going well, none for {dur}.', 'C~ <Stopped for good, bravo|Keep it up>.'],
    ['P: I kicked smoking {dur} ago, you will be pleased to hear.', 'C~ I am very pleased.'],
  ],
  smokesNot: [
    ['C: Would you count yourself a smoker?', 'P: <I would not, never was|No, not ever>.'],
    ['P: I do not smoke, so do not ask.', 'C: Does not smoke. Thank you.'],
  ],
  drinks: [
    ['C: <And the bottle|The drink>, how much?', 'P: <If I am honest|On the whole>, {count}.'],
    ['P: As for drink, {count}.', 'C: {Count}, thanks for being frank.'],
    ['C: When you add up the week, what is it in drinks?', 'P: I add it up to {count}.'],
  ],
  drinksNot: [
    ['C: <And the bottle|The drink>, how much?', 'P: <Not a drop|Never a drop>.'],
    ['P: I have given the drink away, I have none.', 'C: No drink, excellent.'],
  ],
  job: [
    ['C: <Retired, are you|And the working life>?', 'P: I am {job}.'],
    ['P: <Once|Until lately> I was on the sick, now I am {job}.', 'C~ Good to be back.'],
    ['C: Still {job}?', 'P: <Still|Yes, still at it>.'],
  ],
  home: [
    ['C: <How are things on the home front|Who keeps you company>?', "P: I'm {home}."],
    ['C: You are still living {home}?', 'P: <Still am|Yes, the same as ever>.'],
  ],
} satisfies Partial<Exchanges> // biome-ignore format: one exchange a line
