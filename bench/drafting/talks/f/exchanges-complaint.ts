/** Grammar F: sentences from the greeting to the end of the complaint. */
import type { Exchanges } from '../grammar.ts'

export const complaintF = {
  greeting: [
    ['C~ {Name}, is it? Sorry about the wait, it has been bedlam out there.', 'P~ No dramas, I brought a book.', 'C~ <So what has been happening|What can we do for you this arvo>?'],
    ['C~ G\'day {name}, grab a chair.', 'P~ <Ta|Cheers, doc>.', 'C~ <Fire away.|What brings you down to us?>'],
    ['C~ Hi {name}, I am one of the doctors on tonight.', 'P~ <Busy night by the look of it|Evening>.', 'C~ <Flat out|It never stops>. Tell me why you have come.'],
    ['C~ Next is {name}. Hello there, mind the step.', 'P~ Got it, thanks.', 'C~ <And how are we travelling|What have you got for me today>?'],
  ],
  identity: [
    ['C: The triage sheet has you as {age}, is that correct?', 'P: <Spot on|For my sins, yes>.'],
    ['C~ Before we start, just check your details for me?', 'P: {Name}, {age}, same address.', 'C~ Lovely.'],
    ['C~ And you are how many years young?', 'P: {Age}, <would you believe|last time I looked>.'],
  ],
  opening: [
    ['P: <Look,|So,> what has dragged me in is {told}.', 'C~ <Fair enough|Tell us more about it>.'],
    ["P: I've copped {told}<, doc|>.", 'C~ <Ouch|Oh you poor thing>.'],
    ['P: Can you do something about {told}?', 'C~ <We will give it a crack|I will do my best>.'],
    ["P: The pharmacist reckoned I should see someone about {told}.", 'C~ <Smart pharmacist|Good advice>.'],
    ["P: I've come down with {told}, <so here I am|lucky me>.", 'C~ <Run me through it|Let us hear it>.'],
    ["P: It's {told} that is doing my head in.", 'C~ <I bet|That would>.'],
    ['C~ In your own words, what is the matter?', "P: I'm suffering with {told}."],
  ],
  openingWithDuration: [
    ['P: <Been putting up with|Been battling> {told} for the last {dur}.', 'C~ <That is a fair while|You are a trooper>.'],
    ["P: {Dur} I've been walking around with {told}.", 'C: {Dur}? <Goodness|You are tough>.'],
    ["P: I've got {told} and it would be {dur} by now.", 'C~ <And getting worse|Any let up>?'],
    ["P: About {dur} back I came down with {told}, and it hasn't budged.", 'C~ <Stubborn thing|Not budged, hey>.'],
    ['P: {Told}. That has been me for {dur}.', 'C~ <Miserable.|Right, and how is it today?>'],
    ["P: We're up to {dur} of {told} and I've had a gutful.", 'C~ <No wonder|I can imagine>.'],
  ],
  openingSays: [
    ['P: {Says}, and that is the guts of it.', 'C~ <Walk me through it|Start from the beginning for me>.'],
    ["P: Doc, {says}.", 'C~ <Have you now|Oh dear>.'],
    ["P: My boss sent me home because {says}.", 'C~ <Good boss|Quite right too>.'],
    ["P: I'll cut to the chase, {says}.", 'C~ <Suits me|I appreciate that>.'],
  ],
  openingSaysWithDuration: [
    ['P: {Says}, and it has been that way for {dur}.', 'C~ <Every day?|That long and nobody has looked.>'],
    ['P: Would you believe {says}, and that is {dur} now.', 'C: {Dur} now, okay.'],
    ["P: For {dur} solid, {says}.", 'C~ <That would wear anyone out|Solid, hey>.'],
    ["P: {Says}. {Dur} it's been going on.", 'C~ <And no better?|Righty ho.>'],
  ],
  duration: [
    ["C: <When did this all kick off|When did all this begin>?", 'P: {Dur} back<, give or take a day|>.'],
    ['C: How far back does it go?', 'P: <Reckon|I reckon about> {dur}.', 'C: {Dur}, ta.'],
    ['C: Days, weeks, months?', 'P: {Dur}, <near enough|to be precise>.'],
    ["C: And you've been crook for how long with it?", 'P: {Dur}<, doc|>.'],
    ["P: This is the end of {dur} of it.", 'C~ <Long haul|Okay, good to know>.'],
    ["C: What's the time frame on that?", "P: {Dur}. <I marked it on the calendar|It was the long weekend, that is how I know>."],
    ['C: Is this a new thing or an old thing?', "P: Newish, {dur}.", 'C: {Dur}, okay.'],
    ["P: I should have come in sooner, it's been {dur}.", 'C~ You are here now, that is the main thing.'],
  ],
  durationCorrected: [
    ['C: Days, weeks, months?', 'P: {Wrong}, <no I tell a lie|hang on, no>, {dur}.', 'C: {Dur}. <Beauty|Right>.'],
    ["C: Triage has written {wrong}.", "P: <Nah, they misheard|That's not what I said>. {Dur}.", 'C: {Dur}, I will amend the sheet.'],
    ["P: It's been {wrong}. Actually what day is it today? Make that {dur}.", 'C: {Dur}, no worries.'],
  ],
  side: [
    ['C: Point to it for me.', 'P: Here, the {side}.', 'C: On your {side}, yep.'],
    ['C: Is that left or right?', 'P: {Side}.'],
    ["P: Only on the {side}, the other side's good as gold.", 'C~ Good as gold, great.'],
    ['C: And is it just the {side}?', 'P: <Just the {side}|Correct>.'],
  ],
  sideCorrected: [
    ['C: Is that left or right?', 'P: {OtherSide}. <Whoops, your left or mine|No, duh>? {Side}.', 'C: {Side}, no worries.'],
    ['C: So this is the {otherSide} we are talking about?', "P: <Nope|No no>, it's the {side}.", 'C: My mistake, the {side}.'],
    ['C: And is it just the {otherSide}?', 'P: <Other one, doc|Other way round>, the {side}.', 'C: The {side}, sorry.'],
  ],
  recap: [
    ["C: Let me see if I've got this straight, {told} for {dur}.", 'P: <You have nailed it|That is about the size of it>.'],
    ["C: Just so we're on the same page, {dur} of {told}?", 'P: <On the money|Same page>.'],
    ["C: In a nutshell then, {told}, and that has been {dur}.", 'P: <In a nutshell|Bingo>.'],
  ],
  recapCorrected: [
    ["C: Just so we're on the same page, the {otherSide}, for {dur}?", 'P: The {side}, <doc|actually>.', 'C: The {side}, sorry, right.'],
    ['C: In a nutshell then, {dur}, {otherSide} side.', 'P: <Close|Nearly>. {Side} side.', 'C: {Side} side, I will change that.'],
  ],
  severity: [
    ['C: If ten was the worst agony imaginable, where does this pain sit?', 'P: <Round about|I would give it> a {score}.', 'C: {Score} out of ten, okay.'],
    ['C: Rate the pain for me, zero to ten.', 'P: {Score}<, I guess|, easy|>.'],
    ["P: If you're going to ask me, the pain's a {score} out of ten.", 'C~ You have done this before.'],
    ['C: What number would you put on the pain?', 'P: <Out of ten|On that scale of yours>? {Score}.', 'C: So {score} out of ten.'],
  ],
  onsetSudden: [
    ['C: Was it like flicking a switch?', 'P: <Yep, bang, just like that|Exactly, all of a sudden>.', 'C: Sudden, right.'],
    ['P: It hit me out of nowhere, one minute fine, the next not.', 'C~ <Just like that|Out of nowhere, okay>.'],
    ['C: Did it hit you all at once?', 'P: All at once, <yeah|it did>.'],
  ],
  onsetGradual: [
    ['C: Did it hit you all at once?', 'P: <Nah, it snuck up on me|No, bit by bit>.', 'C: So a gradual thing.'],
    ['P: It has been building up slowly, a bit more each day.', 'C~ <Slow burn|A slow build, okay>.'],
    ['C: A slow start or a quick one?', 'P: <Slow|Pretty slow>, it sort of grew on me.'],
  ],
  fear: [
    ["P: You don't reckon I'm looking at {fear}, do you?", 'C~ <Let us have a look before we panic|We will sort it out>.'],
    ['P: I looked it up and now all I can see is {fear}.', 'C~ <Ah, the internet|That will do it>.'],
    ['C~ Is there something particular on your mind?', 'P: {Fear}, if you want the truth.', 'C~ <I am glad you told me|Okay, we will keep it in mind>.'],
    ["P: Mum keeps going on about {fear}.", 'C~ <Mums do worry|Bless her>.'],
    ["P: What's been keeping me up is the thought of {fear}.", 'C~ That is a heavy thing to carry.'],
  ],
  otherPerson: [
    ['P: Funny thing is, {other} came down with {asked} last week.', 'C~ <Must be going around|Hm, poor thing>.'],
    ['P: {Other} had {asked} and ended up in here.', 'C~ <Did they, but not you|That is rotten luck>.'],
    ["C~ Is everybody well around you?", "P: {Other}'s had {asked}, that's about it.", 'C~ Righto.'],
  ],
  helper: [
    ["O: Don't forget to tell the doctor about {told}.", 'P: <Oh yeah, that too|I was getting to it>.', 'C~ <Thank you|Good backup you have there>.'],
    ['C~ <And you are the better half|You know each other well, I gather>?', "O: I am, and there's {told} as well, for the record.", 'P: <Thanks, love, yes|True>.'],
    ["O: Can I jump in, there's been {told} too.", 'P: <Yeah, there has|That is right>.', 'C~ Jump in any time.'],
  ],
} satisfies Partial<Exchanges> // biome-ignore format: one exchange a line
