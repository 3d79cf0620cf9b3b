/** The sentences of grammar A. */
import type { Exchange, ExchangeKind } from '../grammar.ts'

export const exchangesA: Readonly<Record<ExchangeKind, readonly Exchange[]>> = {
  greeting: [
    ['C~ Hello? Hi there, come in, have a seat.', 'P~ Thanks, doctor.', 'C~ So what can I do for you today, {name}?'],
    ['C~ Morning, {name}. How can I help you this morning?', 'P~ Hi doctor.'],
    ['P~ Hello?', 'C~ Hello, can you hear me OK?', 'P~ Yeah, I can hear you now.', 'C~ Great. So, {name}, how can I help?'],
    ['C~ Hi {name}, sorry to keep you waiting, we are running a bit behind.', 'P~ No worries at all.', "C~ So what's brought you in?"],
  ],
  identity: [
    ['C~ Before we start, can I just check your name and your age?', "P: Yes, it's {name}, and I'm {age}.", 'C~ Lovely, thank you.'],
    ['C: And you are {age} now, is that right?', 'P: {Age}, yeah, for my sins.'],
  ],
  opening: [
    ["P: Um, so I've had {told}.", "C~ OK, sorry to hear that. Tell me a bit more."],
    ["P: Well, it's {told}, really.", 'C~ Right, OK.'],
    ["P: Yeah, so, I've been having {told} and it's starting to get to me.", 'C~ Oh dear. OK.'],
  ],
  openingWithDuration: [
    ["P: I've had {told} for the last {dur}.", "C~ OK, I'm sorry to hear that."],
    ["P: So for about {dur} now I've had {told}, and it's not getting any better.", 'C~ Right.'],
    ["P: It's {told}. It's been, what, {dur}.", 'C: {Dur}, OK.'],
  ],
  duration: [
    ['C: How long has that been going on for?', 'P: About {dur}.', 'C: {Dur}. OK.'],
    ['C: And when did it all start?', 'P: It started, like, {dur} ago.'],
    ['C: And how long has this been troubling you?', "P: Must be {dur} I'd say."],
    ['C: When did you first notice it?', 'P: {Dur} ago, something like that.', 'C~ Mm-hmm.'],
  ],
  durationCorrected: [
    ['C: And when did it start?', 'P: About {wrong} ago. No, sorry, I tell a lie, {dur} ago.', 'C: {Dur}, OK.'],
    ['C: How long has this been going on?', 'P: {Wrong}, I think. Actually, no, it was {dur}, because it was before the long weekend.'],
    ['C: So that has been {wrong}?', 'P: No, {dur}.', 'C: {Dur}, beg your pardon.'],
  ],
  side: [
    ['C: And which side is that?', 'P: The {side}.', 'C: The {side} one, OK.'],
    ['C: Is that the left or the right?', 'P: {Side}.'],
    ['C: Just the {side} side?', 'P: Yeah, just the {side}.'],
  ],
  sideCorrected: [
    ['C: Which side is it?', 'P: The {otherSide}. No, sorry, the {side}. The {side} one.'],
    ['C: So that is the {otherSide} one?', 'P: No, the {side} one.', 'C: {Side}, sorry.'],
  ],
  askedYes: [
    ['C: Any {asked}?', 'P: Yeah.'],
    ['C: And have you had any {asked} at all?', 'P: Uh, yeah, a bit, yeah.'],
    ['C: Have you noticed any {asked}?', 'P: Yes, I have actually.', 'C~ OK.'],
    ['C: What about {asked}?', "P: Yeah, I've had {told}.", 'C~ Right.'],
    ['C: And with that, is there any {asked}?', "P: There is, yeah. It's horrible."],
    ['C: Have you been getting {asked} with it?', 'P: Mm, yeah, on and off.'],
  ],
  askedNo: [
    ['C: Any {asked}?', 'P: No.'],
    ['C: Any {asked} at all?', 'P: Uh, no.', 'C~ No. OK.'],
    ['C: Have you noticed any {asked}?', "P: Not that I've noticed, no."],
    ['C: What about {asked}?', 'P: No, nothing like that.'],
    ['C: And have you had any {asked}?', 'P: No, no {asked}.', 'C: No {asked}, OK.'],
    ['C: And is there any {asked}?', 'P: No, not at all.'],
    ['C: Do you get any {asked}?', "P: I don't, no."],
  ],
  askedUnclear: [
    ['C: Any {asked}?', "P: I'm not sure to be honest. Maybe."],
    ['C: Have you noticed any {asked}?', "P: Uh, hard to say, I haven't really been looking."],
    ['C: What about {asked}?', "P: Um, I couldn't tell you.", 'C~ OK, no problem.'],
  ],
  askedBothNo: [
    ['C: Any {asked} or {asked2}?', 'P: No.'],
    ['C: Have you had any {asked}, any {asked2}?', 'P: No, neither of those.'],
    ['C: Any {asked}?', 'P~ Uh.', 'C: Or {asked2}?', 'P: No, no.'],
    ['C: And what about {asked}? {Asked2}?', 'P: No, none of that.'],
  ],
  askedFirst: [
    ['C: Any {asked} or {asked2}?', 'P: {Asked} yeah, but no {asked2}.'],
    ['C: Have you had {asked}? Any {asked2}?', 'P: The first one, yes. No {asked2} though.'],
  ],
  askedSecond: [
    ['C: Any {asked} or {asked2}?', "P: No {asked}. I've had {told2} though."],
    ['C: Have you noticed any {asked}, or {asked2}?', 'P: Not the {asked}, just the {asked2}.'],
  ],
  askedBothYes: [
    ['C: Any {asked} or {asked2}?', 'P: Yeah, both.'],
    ['C: Have you had {asked} or {asked2} with it?', "P: Bit of both, yeah. I've had {told} and {told2}."],
  ],
  negativeNo: [
    ["C: You haven't had any {asked}?", 'P: No.'],
    ['C: No {asked}?', 'P: No, no.', 'C~ Good.'],
    ['C: And no {asked}, is that right?', "P: Yeah, that's right.", 'C~ OK.'],
    ["C: So you're not getting any {asked}?", 'P: No, none.'],
  ],
  negativeYes: [
    ["C: You haven't had any {asked}?", "P: Well, I have actually. I've had {told}."],
    ['C: No {asked}?', 'P: Uh, yeah, there is some {asked}.', 'C~ Oh, there is, OK.'],
  ],
  toldYes: [
    ["P: And I've had {told} as well.", 'C~ OK.'],
    ["C~ Anything else you've noticed?", "P: Um, just {told} I guess."],
    ["P: Oh, and I've been getting {told}, I don't know if that's related.", 'C~ It might be, yeah.'],
    ["C~ Any other symptoms at all?", "P: I've got {told}, that's been going on the whole time."],
  ],
  toldNo: [
    ["P: I haven't had any {asked} or anything.", 'C: No {asked}. Good.'],
    ["P: There's been no {asked}, I checked.", 'C~ OK, well done.'],
    ["C~ Anything else?", "P: No. I was looking out for {asked} but there wasn't any."],
  ],
  resolved: [
    ["P: I did have {told} at the start but that's gone now.", 'C~ OK, so that has settled.'],
    ['C: Have you had any {asked}?', "P: I did, the first day or so, but not any more.", 'C~ So that has stopped, OK.'],
    ['C: And what about {asked}?', 'P: That was last week. It went away by itself.'],
  ],
  recap: [
    ["C: OK, so just to recap, you've had {told} for about {dur}. Have I got that right?", "P: Yeah, that's it."],
    ["C: So just to summarise so far, it's {told}, going on for {dur} now.", 'P: Yeah.'],
  ],
  recapCorrected: [
    ["C: So just to make sure I've got it all, it's the {otherSide} side, for {dur}.", 'P: No, the {side} one.', 'C: Sorry, yes, the {side}.'],
    ['C: So the {otherSide} side, and it has been {dur}.', "P: It's the {side} side, doctor.", 'C~ Right you are.'],
  ],
  fear: [
    ["P: I'm just worried it might be {fear}, you know?", "C~ I understand. Let's take it one step at a time."],
    ["C~ Is there anything in particular you're worried about?", 'P: Well, I looked it up online and it said {fear}.', 'C~ Right. Doctor Google.'],
    ["P: My neighbour said it sounds like {fear}, so that's put the wind up me.", "C~ OK, well, let's have a look at you first."],
  ],
  otherPerson: [
    ["C~ Has anyone around you been unwell?", "P: {Other} had {asked} last week, but I haven't had that.", 'C~ OK.'],
    ["P: It's funny, {other} has had {asked}, not me though.", 'C~ Right, OK.'],
  ],
  history: [
    ['C: Do you have any other medical problems?', "P: I've got {cond}.", 'C: {Cond}, OK.'],
    ['C: Anything else in your medical history I should know about?', 'P: Just {cond}.', 'C~ OK.'],
    ['C: And are you otherwise fit and well?', 'P: Apart from {cond}, yeah.'],
  ],
  historyNone: [
    ['C: Any other medical problems I should be aware of?', "P: No, I'm normally fit and well."],
    ['C: Do you suffer with anything else?', 'P: No, nothing.', 'C~ Good.'],
  ],
  operation: [
    ['C: Any operations in the past?', 'P: I had {cond}, ooh, {years} ago.'],
    ['C: Have you ever had surgery?', 'P: Yeah, {cond}, {years} ago now.', 'C~ OK.'],
  ],
  medicines: [
    ['C: Do you take any regular medications?', "P: Yeah, I'm on {drug}, {dose}, {freq}."],
    ['C: And are you on any medicines at the moment?', 'P: Just {drug}. {Dose} {freq}.', 'C~ OK.'],
  ],
  medicinesSplit: [
    ['C: Are you taking anything regularly?', 'P: I take {drug}.', 'C: And what dose is that?', 'P: {Dose}.', 'C: And how often?', 'P: {Freq}.'],
    ['C: Anything you take regularly?', 'P: Yeah, {drug}.', 'C: And how much of it?', "P: Um, it's {dose}, {freq}."],
  ],
  medicineMore: [
    ['C: Anything else?', 'P: And {drug}, {dose}, {freq}.'],
    ['P: Oh, and I take {drug} as well, {dose} {freq}.', 'C~ OK, thanks.'],
  ],
  medicineStoppedBefore: [
    ['P: I used to be on {drug} but I came off that ages ago.', 'C~ OK, so not any more.'],
    ['C: Are you still on the {drug}?', "P: No, I don't take that any more."],
  ],
  doseCorrected: [
    ['C: What medicines do you take?', 'P: {Drug}, {wrong}. No, hang on, {dose}. {Freq}.'],
    ['C: And I can see you take {drug}, {wrong}?', 'P: No, it went to {dose} last time.', 'C: {Dose}, OK, and that is {freq}?', 'P: Yeah.'],
  ],
  medicinesNone: [
    ['C: Do you take any regular medications?', 'P: No, nothing.'],
    ["C: And you're not on any tablets?", "P: No, I don't take anything.", 'C~ OK.'],
  ],
  allergy: [
    ['C: Any allergies to any medications?', "P: Yeah, I'm allergic to {drug}.", 'C: And what happens when you take it?', 'P: I get {reaction}.'],
    ['C: Are you allergic to anything?', 'P: {Drug}. It gives me {reaction}.', 'C~ OK, good to know.'],
  ],
  allergyNone: [
    ['C: Any allergies?', 'P: No.'],
    ['C: And are you allergic to any medicines?', 'P: Not that I know of.', 'C: No known allergies, OK.'],
  ],
  family: [
    ['C: Does anything run in the family?', 'P: {Rel} had {cond}.', 'C~ OK.'],
    ['C: Any family history I should know about?', 'P: Yeah, {rel} had {cond}.'],
    ['P: Oh, and with {rel} it was {cond}.', 'C~ Right, thank you.'],
  ],
  familyNone: [
    ['C: Any family history of anything?', 'P: No, not that I know of.'],
    ['C: Any problems in the family?', 'P: No, they are all fit as a fiddle.'],
  ],
  smokes: [
    ['C: Do you smoke at all?', 'P: Yeah, about {count}.', 'C~ OK.'],
    ['C: And do you smoke?', 'P: I do, unfortunately.', 'C: How many?', 'P: {Count}, roughly.'],
  ],
  smokedBefore: [
    ['C: Do you smoke?', 'P: Not any more. I gave up {dur} ago.', 'C~ Good for you.'],
    ['C: Are you a smoker?', 'P: I used to be, I stopped {dur} ago.'],
  ],
  smokesNot: [
    ['C: Do you smoke?', 'P: No.'],
    ['C: And do you smoke at all?', "P: No, I've never smoked.", 'C~ Good.'],
  ],
  drinks: [
    ['C: And do you drink much alcohol?', 'P: About {count}.'],
    ['C: How about alcohol?', "P: I'd say {count}.", 'C~ OK.'],
  ],
  drinksNot: [
    ['C: And alcohol?', "P: No, I don't drink."],
    ['C: Do you drink any alcohol at all?', "P: No, never touch the stuff."],
  ],
  job: [
    ['C: What do you do for work?', "P: I'm {job}.", 'C~ OK.'],
    ['C: And are you working at the moment?', 'P: Yeah, I work as {job}.'],
  ],
  home: [
    ["C: Who's at home with you?", 'P: I live {home}.'],
    ['C: And what is your home situation like?', "P: I'm {home}.", 'C~ OK, good.'],
  ],
  helper: [
    ["O: Sorry, can I just say, there's been {told} as well.", "P: Oh yeah, that's true, I forgot.", 'C~ Thank you, that helps.'],
    ['C~ And is there anything you have noticed?', 'O: Well, only {told}.', 'P: Yeah.'],
  ],
  examine: [
    ['C~ OK. Would it be all right if I examine you?', 'P~ Yeah, of course.', 'C~ Hop up on the couch for me.'],
    ["C~ Right, let's have a look at you then. Just pop your jacket off.", 'P~ Sure.'],
  ],
  temperature: [
    ["C: Your temperature's {value}.", 'P~ OK.'],
    ['C: Let me just do your temperature. So that is {value}.'],
    ['C~ Have you checked your temperature?', 'P: Yeah, it was {value} this morning.'],
  ],
  bloodPressure: [
    ["C: Your blood pressure's {value}.", 'P~ Is that OK?', "C~ It's not too bad."],
    ['C~ Just going to pop the cuff on your arm.', 'C: Blood pressure is {value}.'],
  ],
  pulse: [
    ["C: Your pulse is {value}."],
    ['C: And your heart rate is {value} a minute.', 'P~ OK.'],
  ],
  oxygen: [
    ["C: And your oxygen level's {value} per cent."],
    ['C: Sats are {value} per cent.', 'P~ Is that good?', 'C~ Yeah.'],
  ],
  sign: [
    ['C: {Finding}.'],
    ['C~ Just let me know if anything is sore.', 'C: {Finding}.', 'P~ OK.'],
    ['C: OK, {finding}.'],
  ],
  certain: [
    ['C: So having had a look at you, this is {imp}.', 'P~ OK.'],
    ["C: Well, what you've got is {imp}.", 'P~ Right. OK.'],
  ],
  likely: [
    ['C: So from what you tell me, I think this is probably {imp}.', 'P~ Right.'],
    ['C: I wonder whether you might have {imp}.', 'P~ Oh, OK.'],
    ['C: It could well be {imp}, that would fit.', 'P~ OK.'],
  ],
  excluded: [
    ["C: I don't think this is {imp}.", "P~ That's a relief."],
    ["C: I did think about {imp}, but it doesn't really fit.", 'P~ OK, good.'],
  ],
  start: [
    ["C: What I'd like to do is start you on {drug}, {dose}, {freq}{course}.", 'P~ OK.'],
    ["C: I'll give you a script for {drug}. {Dose} {freq}{course}.", 'P~ Sure.'],
    ["C: I'm going to give you some {drug}.", 'P~ OK.', 'C: So take {dose} {freq}{course}.', 'P: {Dose} {freq}. Got it.'],
  ],
  stop: [
    ['C: I would like you to stop the {drug} for now.', 'P~ OK, I can do that.'],
    ["C: Let's stop the {drug}.", 'P~ Just like that?', 'C: Yes, just stop it.'],
  ],
  change: [
    ["C: And your {drug}, I'd like to change that from {old} to {dose}.", 'P: {Dose}. OK.'],
    ["C: We'll change the {drug}. You're on {old} now, so go to {dose}.", 'P~ OK.'],
  ],
  refused: [
    ['C: We could try {offer}. How do you feel about that?', "P: I'd rather not, if I don't have to.", "C~ That's fine."],
    ['C: One option would be {offer}.', "P: No, I don't want that.", 'C~ OK, we will leave that.'],
  ],
  request: [
    ["C: I'd like to get {test} done.", 'P~ OK.'],
    ["C: I'm going to organise {test} for you today.", 'P~ Sure, yeah.'],
    ["C: And we'll do {test}, just to be on the safe side.", 'P~ Sounds good.'],
  ],
  referral: [
    ["C: I'm going to refer you to {who}.", 'P~ OK. How long is the wait?', 'C~ Usually a few weeks.'],
    ["C: I'll write to {who} and they'll send you an appointment.", 'P~ Great, thank you.'],
  ],
  advice: [
    ['C: In the meantime, {advice}.', 'P~ OK.'],
    ["C: What you can do yourself is {advice}.", 'P~ Yeah, I can do that.'],
    ['C: And make sure you {advice}.', 'P~ Will do.'],
  ],
  conditional: [
    ["C: If it's no better after that, then we might think about {later}.", 'P~ OK.'],
    ['C: We may need {later} further down the line, but not now.', 'P~ Fair enough.'],
  ],
  warning: [
    ['C: It can give you {effect}, so just be aware of that.', 'P~ OK.'],
    ['C: Some people get {effect} with it.', 'P~ Right.'],
  ],
  followUp: [
    ["C: I'd like to see you again in {due}.", 'P~ OK, no problem.'],
    ['C: Can you come back and see me in {due}?', 'P: {Due}, yeah.'],
  ],
  safetyNet: [
    ['C: If {danger}, I want you to come straight back.', 'P~ OK.'],
    ['C: And if {danger}, give us a call or go to emergency.', 'P~ I will.'],
  ],
  safetyNetTwo: [
    ['C: Now, if {danger}, or {danger2}, I want you to go straight to the emergency department. OK?', 'P~ OK.'],
    ['C: The things to look out for, if {danger} or if {danger2}, then call us straight away.', 'P~ Yeah, understood.'],
  ],
  closing: [
    ['C~ Any questions for me?', "P~ No, I think that's everything.", 'C~ All right, take care then.', 'P~ Thanks very much. Bye.', 'C~ Bye bye.'],
    ["C~ How's that sound?", 'P~ Yeah, sounds good. Thank you so much.', 'C~ No worries. Bye now.', 'P~ Bye.'],
  ],
  smallTalk: [
    ['C~ Sorry, let me just write that down.', 'P~ No, take your time.'],
    ['P~ The car park out there is a nightmare.', 'C~ I know, tell me about it.'],
    ['C~ The computer is being slow today, bear with me.', 'P~ They always are.'],
    ['P~ Did you watch the cricket at all?', "C~ I didn't get the chance, no.", 'P~ You missed a good one.'],
    ['C~ Lovely weather out there.', "P~ Yeah, finally. It's been a long winter."],
  ],
} // biome-ignore format: one exchange a line
