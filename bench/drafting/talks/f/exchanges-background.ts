/** Grammar F: sentences about history, medicines, allergies, family and life. */
import type { Exchanges } from '../grammar.ts'

export const backgroundExchangesF = {
  history: [
    ['C: <Health wise|Otherwise>, are you carrying any long term conditions?', "P: <Only|Just the> {cond}.", 'C: {Cond}, gotcha.'],
    ['C: What are you normally under the doctor for?', 'P: {Cond}, <mainly|mostly>.'],
    ['P: You should know that I live with {cond}.', 'C~ <Good to know|Handy to know, thanks>.'],
    ["C: The old notes mention {cond}, is that current?", 'P: <Very much current|Yeah, still got it>.'],
    ["P: They diagnosed me with {cond} a while back.", 'C: {Cond}. <And is that under control|Who keeps an eye on it>?'],
    ['C: Aside from today, is your health good?', "P: Pretty good, bar {cond}.", 'C~ <Bar that, sure|Right>.'],
    ["P: There's the {cond} as well, that never goes away.", 'C~ <No, it would not|You are managing it, though>.'],
  ],
  historyNone: [
    ['C: Aside from today, is your health good?', 'P: <Healthy as a horse|Never been crook a day>.', 'C: So no ongoing conditions, terrific.'],
    ['C: What are you normally under the doctor for?', 'P: <Nothing whatsoever|I never see one>.'],
    ['C: Otherwise, are you carrying any long term conditions?', 'P: <Nah, zero|Clean bill of health>.'],
  ],
  historyPast: [
    ["P: Years ago I went through {cond}, but I'm over it now.", 'C~ <Well over it, good|In the history, okay>.'],
    ['C: Any big illnesses when you were younger?', 'P: {Cond}, <in my twenties|as a young thing>. All clear since.', 'C: {Cond} in the past, right.'],
    ['P: I beat {cond} once upon a time, so I can beat this.', 'C~ <That is the spirit|Good for you>.'],
  ],
  operation: [
    ['C: Ever gone under the knife?', 'P: <Once|Yeah>, {cond}, {years} back.', 'C: {Cond}, {years} back.'],
    ["P: I've been in hospital the once, for {cond}, and that was {years} ago.", 'C~ <Just the once|Nothing since, good>.'],
    ["C: What's that scar from?", 'P: {Cond}. <Gee, would be|Must be> {years} ago now.'],
    ['C: Have they ever had to operate on you?', "P: They have, I had {cond} {years} ago.", 'C~ Went well, I hope.'],
  ],
  vaccine: [
    ["C: What jabs have you had in recent times?", 'P: {Vaccine}, <at the chemist|the nurse gave it to me>.'],
    ['P: I did get {vaccine}, if that makes a difference.', 'C~ <It does|Good on you>.'],
    ['C: The register shows {vaccine}. Is that you?', 'P: <That is me|Yep, had it>.'],
    ['C: And {vaccine}, have you had that?', 'P: <Yep, all done|Sure have, earlier this year>.', 'C: Great, {vaccine} is done.'],
  ],
  medicines: [
    ["C: What has the doctor got you on?", "P: {Drug}, {dose}, <which I take|and that goes down> {freq}.", 'C: {Drug} {dose}, {freq}.'],
    ['C: Do you pop any pills day to day?', 'P: <Just|Only> my {drug}. {Dose}, {freq}.'],
    ["P: I've got the packet here. {Drug}, it says {dose}, {freq}.", 'C~ <Smart to bring it|Thanks for bringing that in>.'],
    ["C: I can see {drug} on the discharge letter, what dose?", 'P: {Dose}, {freq}.', 'C: {Dose}, {freq}, thank you.'],
    ["P: {Freq} I have my {drug}, {dose} of it.", 'C~ <Religiously, I hope|Good>.'],
    ["C: What meds are we on?", "P: There's {drug}. It's {dose} {freq}<, and has been for years|>."],
    ["P: They put me on {drug} {dose}, and I take it {freq}.", 'C~ <And it agrees with you|No bother with it>?'],
    ["C: You'd be taking {drug} then?", 'P: <Yeah, that is the one|I would>. {Dose} of it, {freq}.'],
  ],
  medicinesSplit: [
    ["C: What has the doctor got you on?", 'P: {Drug}.', 'C: And what strength would that be?', 'P: {Dose}.', 'C: How many times?', 'P: {Freq}<, with brekkie|>.'],
    ['C: Do you pop any pills day to day?', "P: Yeah, {drug}.", 'C: Know the dose?', "P: I think it's {dose}.", 'C: {Dose} {freq}?', 'P: <You got it|Yep, that would be it>.'],
    ['P: I take {drug}, if that counts.', 'C: It counts. How much?', 'P: {Dose}.', 'C: When?', 'P: {Freq}.'],
  ],
  medicineMore: [
    ["C: Is that the lot?", "P: <Nah, there's|Nearly, there's> {drug} {dose}, {freq}, as well."],
    ['P: Then I chuck in {drug}, {dose}, {freq}.', 'C: {Drug}, right.'],
    ["C: Any others in the cupboard?", 'P: {Drug}, {dose} {freq}.', 'C: {Drug}, {dose}, thanks.'],
    ["P: The other one is called {drug}, that's {dose}, {freq}.", 'C~ <Okay, two of them|Got the pair>.'],
  ],
  medicineStoppedBefore: [
    ["P: I used to be on {drug}, they took me off it.", 'C~ <Fair enough, off it now|No longer, okay>.'],
    ['C: And no more {drug}?', 'P: <No more of that|Nah, gave that away ages ago>.'],
    ["P: I came off the {drug} last year.", 'C~ I will take it off the list, then.'],
  ],
  doseCorrected: [
    ["C: {Drug} {wrong}, is that right?", "P: <Not any more|They changed it>, I'm on {dose} now, {freq}.", 'C: {Dose}, my records are old.'],
    ["P: My {drug} is {wrong}. Hang on, let me look at the packet. {Dose}, {freq}.", 'C: {Dose}. The packet never lies.'],
    ["P: {Drug}, {freq}, {wrong}, oh no, {dose}, the pink ones.", 'C~ The pink ones, gotcha.'],
  ],
  medicinesNone: [
    ['C: Do you pop any pills day to day?', 'P: <Not a thing|Nah, nothing at all>.', 'C: Nothing regular then.'],
    ["C: What has the doctor got you on?", "P: <Nothing, doc|He hasn't got me on anything>."],
    ["P: I don't take any medication.", 'C~ <Good, nice and simple|Easy for us>.'],
  ],
  allergy: [
    ["C: Is there a medication we shouldn't give you?", "P: <Yeah, {drug}|{Drug} for sure>, it brings on {reaction}.", 'C: {Drug} allergy, {reaction}, okay.'],
    ["P: Whatever you do, keep me away from {drug}. I got {reaction} from it.", 'C~ <Loud and clear, thanks|I will put a band on you>.'],
    ["C: I see a red band. What's it for?", 'P: {Drug}. I had {reaction} that time.', 'C: {Reaction}, right.'],
    ['C: Reacted badly to a drug before?', "P: <Only to|Yes, to> {drug}.", 'C: And what did it do to you?', 'P: {Reaction}.'],
    ["P: I can't have {drug}, I come up with {reaction}.", 'C~ <Righto, into the system|We will steer clear>.'],
  ],
  allergyNone: [
    ["C: Is there a medication we shouldn't give you?", 'P: <Nah, I can take the lot|You can give me whatever>.', 'C: No allergies, good.'],
    ['C: Reacted badly to a drug before?', "P: <Not to anything|Never have>.", 'C~ Terrific.'],
    ["P: I've got no allergies, they asked me out the front.", 'C~ <They ask a lot|I have to ask too>.'],
  ],
  family: [
    ["C: Does anything run in your family?", 'P: <Well, I know that|Yeah, so> {rel} had {cond}<, from memory|>.', 'C: {Cond}, okay.'],
    ["P: {Rel} ended up with {cond}.", 'C~ <Is that right|What age was that>?'],
    ["C: Mum and Dad, brothers, sisters, are they well?", 'P: All but {rel}, <who has|it was> {cond}.'],
    ["P: We've got {cond} in the family, that's {rel}.", 'C~ <Good for us to know|I will jot that down>.'],
    ["C: Has a close relative had something serious?", "P: {Cond}, that was {rel}.", 'C~ <Okay, that is relevant|Rough for the family>.'],
  ],
  familyNone: [
    ["C: Does anything run in your family?", 'P: <Only big noses|Nothing at all that I have heard of>.'],
    ["C: Has a close relative had something serious?", 'P: <Not one of them|Nah, they live forever>.', 'C: Nothing in the family, good.'],
  ],
  smokes: [
    ["C: Do you enjoy a ciggie?", "P: <Too much|Guilty>, {count}.", 'C: {Count}, okay.'],
    ["P: I'm still puffing away on the cigarettes, {count}.", 'C~ <Keen to quit?|We can help with that one day.>'],
    ["C: Are you on the smokes or the vapes?", 'P: Smokes. {Count}.', 'C~ Have you tried to cut back?'],
    ["C: How many smokes do you get through?", 'P: {Count}, <some days less|on average>.'],
  ],
  smokedBefore: [
    ["C: Do you enjoy a ciggie?", 'P: <Did|I did>, till I quit {dur} ago.', 'C: Quit {dur} ago, <champion|brilliant>.'],
    ["P: Gave up the ciggies {dur} ago, cold turkey.", 'C~ <Cold turkey, wow|That is no mean feat>.'],
  ],
  smokesNot: [
    ["C: Do you enjoy a ciggie?", "P: <Can't stand them|Nah, never touched them>.", 'C: Never smoked, good.'],
    ["C: Are you on the smokes or the vapes?", 'P: <Neither one|Not on anything of the kind>.'],
    ["P: I'm a non smoker, by the way.", 'C~ <Good stuff, non smoker|Music to me>.'],
  ],
  drinks: [
    ["C: Do you have a tipple?", 'P: <Yeah,|I do,> {count}, <roughly|about that>.'],
    ["C: Beer, wine, spirits, how much would you get through?", 'P: {Count}<, no more|>.', 'C: {Count}, thanks.'],
    ["P: I'd have {count}, if you're asking.", 'C~ <I was about to ask|Fair enough>.'],
    ["C: What are you like on the grog?", 'P: Not too bad, {count}.'],
  ],
  drinksNot: [
    ["C: Do you have a tipple?", "P: <Nah, I'm off it|Never got the taste for it>.", 'C: No alcohol, okay.'],
    ["C: What are you like on the grog?", 'P: <Do not go near it|I am a teetotaller>.'],
    ["P: I don't drink alcohol, if that's your next question.", 'C~ It was, well guessed.'],
  ],
  job: [
    ["C: What do you do for a crust?", "P: I'm {job}<, have been for years|>."],
    ["C: How do you earn a quid?", 'P: <Getting up at five as|I get by as> {job}.', 'C~ <Keeps you on your toes|Hard yakka, that>.'],
    ["P: Being {job}, I can't afford to be crook.", 'C~ <No sick leave?|I get that.>'],
  ],
  home: [
    ["C: Anyone to look after you tonight?", "P: I live {home}.", 'C~ <Good|Right, understood>.'],
    ["C: What's your set up at home?", 'P: <At the moment I am|I am> {home}.'],
    ["P: I'm living {home}, so you know.", 'C~ <Okay, that is useful|Gotcha>.'],
  ],
} satisfies Partial<Exchanges> // biome-ignore format: one exchange a line
