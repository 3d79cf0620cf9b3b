/** Grammar E: sentences about symptoms that the patient has, has not, had, or cannot tell. */
import type { Exchanges } from '../grammar.ts'

export const symptomsE = {
  askedYes: [
    ['C: <Let me ask you this|A routine question>, {asked}?', 'P: <That, yes|Affirmative>.'],
    ['C: Has {asked} been a feature?', 'P: <A big feature|It has>.', 'C~ <As I feared|Understood>.'],
    ['C: Could you be getting {asked}?', 'P: <I could and I am|Yes, come to think of it>.'],
    ['C: Does {asked} ring a bell?', 'P: <Rings a very loud bell|It does, yes>.'],
    ['C: Where are we with {asked}?', 'P: <Same as ever, still there|Getting more of it>.', 'C: Still {asked}, then.'],
    ['C: Next on the sheet is {asked}.', 'P: <Put yes|Yes to that one>.'],
    ['C: And {asked}, at times?', 'P: <At times, yes|At all times>.'],
    ['C: <What of|And what of> {asked}?', "P: There's no getting away from it, yes."],
  ],
  askedNo: [
    ['C: <Let me ask you this|A routine question>, {asked}?', 'P: <That, no|Not me>.'],
    ['C: Has {asked} been a feature?', 'P: <Not a feature|It has not>.'],
    ['C: Could you be getting {asked}?', 'P: <Not that I am aware|I could not>.', 'C~ <Reassuring|Splendid news>.'],
    ['C: Does {asked} ring a bell?', 'P: <No bells|Not even faintly>.'],
    ['C: Where are we with {asked}?', 'P: <Nowhere, I have none|Nothing to declare>.'],
    ['C: Next on the sheet is {asked}.', 'P: <Put no|No to that one>.', 'C: No {asked}, next.'],
    ['C: And {asked}, at times?', 'P: At no time.'],
    ['C: <What of|And what of> {asked}?', 'P: <What of it, I have none|Nothing doing there>.'],
  ],
  asksYes: [
    ['C: <Be honest|Straight answer>, {asks}?', 'P: <Honestly, yes|I confess, yes>.'],
    ['C: {Asks}, even a little?', 'P: <A little, yes|More than a little>, {says}.'],
    ['C: While we are at it, {asks}?', 'P: Yes, {says}.'],
  ],
  asksNo: [
    ['C: <Be honest|Straight answer>, {asks}?', 'P: Honestly, no.'],
    ['C: {Asks}, even a little?', 'P: <Not even a little|No>, {saysNot}.'],
    ['C: While we are at it, {asks}?', 'P: {SaysNot}.', 'C~ Music to my ears.'],
  ],
  saysYes: [
    ['P: <And what is more|And another thing>, {says}.', 'C~ <Ah, that is new|Right, I am writing>.'],
    ['P: I have to admit {says}.', 'C~ <Thank you for admitting it|Admission accepted>.'],
    ['C~ How does it show itself?', 'P: <In that|Mostly,> {says}.'],
    ['P: Lately {says}.', 'C~ <Lately, hm|Since when is that>?'],
  ],
  saysNo: [
    ['P: <Touch wood|I am lucky,> {saysNot}.', 'C~ May it stay that way.'],
    ['P: I can say that {saysNot}.', 'C~ <Grand|Good to be able to say it>.'],
    ['P: In fairness {saysNot}.', 'C~ That is a good sign.'],
  ],
  askedUnclear: [
    ['C: Has {asked} been a feature?', 'P: <Who can tell at my age|I would have to ask my wife>.'],
    ['C: Next on the sheet is {asked}.', 'P: Put a question mark. I cannot be sure.'],
    ['C: Does {asked} ring a bell?', 'P: <Vaguely|Half a bell>. I would not like to say.'],
  ],
  askedBothNo: [
    ['C: Two more, {asked} and {asked2}?', 'P: <Not the one, not the other|No on both counts>.'],
    ['C: Has there been trouble with {asked}, trouble with {asked2}?', 'P: <No trouble at all|No trouble with those>.'],
    ['C: {Asked}, no?', 'P: No.', 'C: {Asked2}, no?', 'P: <No again|Likewise no>.'],
    ['P: Put me down as no for {asked} and no for {asked2}.', 'C~ Down you go.'],
    ['P: {Asked} I have not, {asked2} I have not.', 'C~ Admirably clear.'],
  ],
  askedFirst: [
    ['C: Two more, {asked} and {asked2}?', 'P: The one, {asked}. The other, no.'],
    ['C: {Asked}, no?', 'P: <Wrong|Oh yes>, I do.', 'C: {Asked2}, no?', 'P: No, none of that one.'],
    ['C: Has there been trouble with {asked}, trouble with {asked2}?', 'P: With {asked}, sure. None with {asked2}.'],
  ],
  askedSecond: [
    ['C: Two more, {asked} and {asked2}?', 'P: Not the one but the other, {asked2}.'],
    ['C: Has there been trouble with {asked}, trouble with {asked2}?', "P: No trouble with {asked}. There's {told2}, mind."],
  ],
  askedBothYes: [
    ['C: Two more, {asked} and {asked2}?', 'P: <Two out of two|Put me down for the pair>.'],
    ['P: I have not one but two things, {told}, and {told2}.', 'C~ Both on the list now.'],
    ['C: {Asked}, no?', 'P: On the contrary.', 'C: {Asked2}?', 'P: The same, yes.'],
  ],
  negativeNo: [
    ["C: There wouldn't be {asked}?", 'P: <There would not|No, there would not be>.'],
    ['C: We can leave out {asked}?', 'P: <Leave it out|You can>.', 'C~ One less thing then.'],
    ['C: You deny {asked}?', 'P: I deny it, your honour.'],
  ],
  negativeYes: [
    ["C: There wouldn't be {asked}?", "P: <There would|Well, there is>. I've got {told}."],
    ['C: We can leave out {asked}?', 'P: No, leave that in, I get {told}.', 'C: {Asked}, back in.'],
  ],
  toldYes: [
    ['P: <While I remember|Another one for you>, {told}.', 'C~ <Good memory|On it goes>.'],
    ["P: I can't ignore {told} any longer.", 'C~ <You should not|No, best not>.'],
    ["P: It's {told} <that gets me down|I hate most>.", 'C~ <I can believe it|That would get anyone down>.'],
    ['C~ What would you fix first?', 'P: {Told}, <no contest|any day>.'],
    ['P: Then every so often, {told}.', 'C~ <How often|Every so often, okay>?'],
    ['P: There has been {told} with it <from the start|all along>.', 'C~ From the start, fine.'],
  ],
  toldNo: [
    ['P: I have kept an eye out for {asked}, not a sign.', 'C~ <Well watched|Good eyes>.'],
    ['P: One thing I have not had is {asked}.', 'C: So you have not had {asked}.'],
    ['P: <Nothing|Nothing at all> by way of {asked}.', 'C~ Suits me.'],
    ['P: You will be glad to know I have no {asked}.', 'C~ I am glad.'],
  ],
  resolved: [
    ['P: Last month there was {told} too, <over and done with|which has gone>.', 'C~ Over, that is good.'],
    ['C: Has {asked} been a feature?', 'P: It was, it is not now.', 'C~ Was, past tense, okay.'],
    ['P: I did have {told}, only it disappeared.', 'C~ Disappeared by itself, nice.'],
  ],
  unanswered: [
    ['C: Has {asked} been a feature?', 'P~ You know who I saw in the waiting room?', 'C~ No, who?', 'P~ My old boss.'],
    ['C: Could you be getting {asked}?', 'P~ Is it me or is it hot in here?', 'C~ A little, I will open the window.'],
    ['C: Next on the sheet is {asked}.', 'P~ That sheet gets longer every year.', 'C~ It does, blame the government.'],
  ],
} satisfies Partial<Exchanges> // biome-ignore format: one exchange a line
