/** Grammar E: sentences from the greeting to the end of the complaint. */
import type { Exchanges } from '../grammar.ts'

export const complaintE = {
  greeting: [
    ['C~ <Welcome back|Long time no see>, {name}. Sit wherever you like.', 'P~ <Lovely to be here, ha|Thanks for having me>.', 'C~ <What shall we tackle|What is top of the agenda>?'],
    ['C~ {Name}, hello, is the line okay your end?', 'P~ Loud and clear.', 'C~ <Great stuff|Perfect>. Off you go then.'],
    ['C~ Come through {name}, is this your check up?', 'P~ It is, but there is something else.', 'C~ Something else first, then.'],
  ],
  identity: [
    ['C: Still {age}, or has there been a birthday?', 'P: <Still|Only just> {age}.'],
    ['C~ Date of birth and so on, for the computer?', "P: {Name}, I'm {age}.", 'C~ The computer is happy.'],
    ['P: When you get to {age}, things start to go wrong.', 'C~ You look well on it.'],
  ],
  opening: [
    ["P: I wouldn't normally come in for {told}, but <it worries me|here we are>.", 'C~ <No, you did right|Better in than out>.'],
    ['P: <The trouble is|The long and the short of it is> {told}.', 'C~ <That is no good|Thanks for saying>.'],
    ["P: I've been noticing {told} <lately|of late>.", 'C~ <Have you just|Noticing it when>?'],
    ['P: You asked me to come if I had {told}. Well, I have {told}.', 'C~ I did ask, thank you.'],
    ['C~ What made you pick up the phone?', 'P: {Told}<, basically|, in a word|>.', 'C~ <Sensible|Good call>.'],
    ["P: I hope I'm not wasting your time, it's only {told}.", 'C~ <Never a waste|That is what I am here for>.'],
  ],
  openingWithDuration: [
    ['P: <For|Over> {dur} now, if you can believe it, {told}.', 'C~ <I believe it|Quite a stretch>.'],
    ["P: <I'd say|I make it> {dur} since {told} began.", 'C: {Dur} since it began.'],
    ["P: {Told} has been bothering me {dur}.", 'C~ <What have you done for it|Bothering you how>?'],
    ["P: It started with {told}, {dur} back, and there it stays.", 'C~ <It stays, does it|Okay, and>?'],
    ['P: I have not been right for {dur}. It is {told}.', 'C~ <Not right, I see|Sorry you have had that>.'],
  ],
  openingSays: [
    ['P: What I came about is, {says}.', 'C~ <Tell me everything|From the top>.'],
    ["P: {Says}<, and my daughter is on at me about it|, so I thought I'd mention it>.", 'C~ <She is right to be|Mention away>.'],
    ['P: You will think this is silly, {says}.', 'C~ Nothing is silly in here.'],
  ],
  openingSaysWithDuration: [
    ['P: {Says}, {dur} in a row.', 'C~ <In a row|Gee>.'],
    ['P: <This last|These past> {dur}, {says}.', 'C~ <And before, nothing|I am with you>?'],
    ['P: {Dur} it will be, and all that time {says}.', 'C~ Okay, I am with you so far.'],
  ],
  duration: [
    ['C: <Since|From> when, roughly?', 'P: {Dur}<, off the top of my head|, plus or minus|>.'],
    ['C: Count back for me, when did it begin?', 'P: {Dur} ago<, by my count|>.', 'C: {Dur}, okay, got that.'],
    ["C: <What would that be in weeks|How long's a piece of string>?", 'P: {Dur}.'],
    ['P: <All in all|Altogether> it has been {dur}.', 'C~ <That long|Thanks, useful>.'],
    ["C: You've put up with this how long?", "P: {Dur}<, like an idiot|, I'm ashamed to say>."],
    ['C: So when was day one?', 'P: Day one was {dur} ago.'],
    ['C: Are we talking a short time?', 'P: <Not that short|Define short>, {dur}.', 'C: {Dur}. Hmm.'],
    ["P: It goes back {dur}<, as best I remember|>.", 'C~ <Back that far|Good>.'],
  ],
  durationCorrected: [
    ['C: Since when, roughly?', 'P: {Wrong}. <Scratch that|Let me correct that>, {dur}.', 'C: {Dur} then, thanks.'],
    ["C: My last entry says {wrong}.", 'P: Your entry is wrong, it has been {dur}.', 'C: {Dur}. Corrected.'],
    ['P: It goes back {wrong}, does it? No. It goes back {dur}.', 'C~ Good that you checked yourself.'],
  ],
  side: [
    ['C: The {side} one, I take it?', 'P: <You take it right|The {side}, yes>.'],
    ['C: Which of the two?', 'P: The one on the {side}.', 'C: On the {side}, thanks.'],
    ['P: And it is only ever the {side} that does it.', 'C: Only the {side}, got it.'],
  ],
  sideCorrected: [
    ['C: Which of the two?', 'P: The {otherSide}, I mean the {side}, sorry, I never know.', 'C: The {side}, then.'],
    ["C: The {otherSide} one, I take it?", 'P: You take it wrong. The {side}.', 'C: {Side}. Changed.'],
  ],
  recap: [
    ['C: Stop me if this is wrong. {Told}, going back {dur}.', 'P: <Not wrong|Carry on, that is right>.'],
    ['C: My notes say {told}, {dur}. <Okay|Happy>?', 'P: Happy with that.'],
    ["C: So the story so far is {told} and we're {dur} in.", 'P: <Well summarised|In essence>.'],
  ],
  recapCorrected: [
    ['C: My notes say {otherSide}, {dur}. Okay?', 'P: Not okay, it is the {side}.', 'C: The {side}. Thank you for listening.'],
    ['C: Stop me if this is wrong. The {otherSide}, going back {dur}.', 'P: Stop. The {side}.', 'C: {Side}, yes.'],
  ],
  severity: [
    ['C: <A mark|Any mark> out of ten for the pain?', 'P: {Score}, <today|on a bad day>.', 'C: {Score} out of ten.'],
    ['P: I call it a {score} on the pain scale, the one out of ten.', 'C~ Thanks, I will write that.'],
    ['C: Pain, nought to ten?', 'P: <Let me think|Well>. {Score}.'],
  ],
  onsetSudden: [
    ['C: <Sudden|Abrupt>, was it?', 'P: <As a thunderclap|Terribly>.'],
    ['P: From nothing to that in a second.', 'C: So it was sudden, okay.'],
  ],
  onsetGradual: [
    ['C: Gradual, was it?', 'P: <Very|As gradual as can be>.'],
    ['P: It has crept up, over time.', 'C: Crept up, sure.'],
    ['C: Overnight, or slower?', 'P: Slower, it came on by degrees.'],
  ],
  fear: [
    ["P: At my age you think straight away of {fear}.", 'C~ <Naturally|People do>.'],
    ["P: I'm frightened of {fear}, there, I've said it.", 'C~ Thank you for being honest.'],
    ['C~ What is going through your mind?', 'P: {Fear} is going through my mind.', 'C~ Okay, let us talk about that.'],
    ['P: A fellow at bowls had this and his was {fear}.', 'C~ You are not him.'],
  ],
  otherPerson: [
    ['P: {Other} gets {asked}, me never.', 'C~ You never, right.'],
    ['C~ How is everybody at home?', 'P: {Other} has had {asked}, the rest of us are well.', 'C~ I hope that passes.'],
  ],
  helper: [
    ['O: May I say something? There is also {told}.', 'P: <There is, she is right|Yes, go on, tell>.', 'C~ <Thanks for speaking up|Good to hear from you>.'],
    ['C~ You came along too, is there anything you see?', 'O: I see {told}, day in day out.', 'P: I suppose so, yes.'],
    ['O: The family have noticed {told}.', 'P: <Have they|If they say so, yes>.', 'C~ Families notice things.'],
  ],
} satisfies Partial<Exchanges> // biome-ignore format: one exchange a line
