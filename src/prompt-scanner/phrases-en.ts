import { englishContext } from "./context-en.ts";
import type { Language } from "./language.ts";
import { englishSentences } from "./sentences-en.ts";

export const english: Language = {
  code: "en",
  qualifiersFirst: true,
  reach: { words: 9, unknown: 1 },
  tables: {
    ...englishContext,
    override: `
      ignor(e|ing), disregard(ing)?, forget(ting)? (about)?, bypass(ing)?, overrid(e|ing), overwrit(e|ing), overrul(e|ing),
      set(ting)? aside, set(ting)? ~ aside, leav(e|ing) behind, leav(e|ing) ~ ~ behind, never mind, nevermind, put(ting)? aside, push(ing)? aside, cast(ing)? aside, brush(ing)? aside, leave aside,
      drop(ping)?, discard(ing)?, dismiss(ing)?, neglect(ing)?, skip(ping)?, omit(ting)?, supersed(e|ing), replac(e|ing),
      abandon(ing)?, (throw|toss|chuck)(ing)? (out|away|aside), eras(e|ing), delet(e|ing), wip(e|ing) (out|away|clean)?, purg(e|ing),
      remov(e|ing), clear(ing)? (out|away)?, reset(ting)?, cancel(ling|ing)?, void(ing)?, revok(e|ing), rescind(ing)?, nullify(ing)?,
      invalidat(e|ing), scrap(ping)?, ditch(ing)?, shed(ding)?, disobey(ing)?, defy(ing)?, violat(e|ing), break(ing)? free (of|from),
      break(ing)?, circumvent(ing)?, sidestep(ping)?, subvert(ing)?, evad(e|ing), overlook(ing)?, unlearn(ing)?, suppress(ing)?,
      (pay|give|paying|giving) no (attention|heed|mind|regard) to, (take|taking) no notice of, turn a blind eye to, look past, tune out,
      (get|move|step|go) (around|beyond|past), work around, (do|doing) away with, get rid of, let go of, be done with,
      unfollow, unsubscribe from, deprioriti(z|s)e, push past, treat as void, void out, move on from, nix, undo, negat(e|ing),
      (stop|cease|quit) (caring|worrying) about, opt out of`,
    follow: `
      follow(ing)?, obey(ing)?, heed(ing)?, adher(e|ing) to, comply(ing)? with, abid(e|ing) by, stick(ing)? (to|with), respect(ing)?,
      observ(e|ing), honou?r(ing)?, listen(ing)? to, (act|acting) (on|upon), go(ing)? by, keep(ing)? to, rely(ing)? on, apply(ing)?,
      (be|feel|remain|stay) (bound|constrained|limited|restricted|governed) by, remember(ing)?, consider(ing)?, us(e|ing),
      (pay|paying) (any)? attention to, (be|being) bound by, conform(ing)? to, care about`,
    instruction: `
      instruction(s)?, instrution(s)?, instuction(s)?, directive(s)?, guideline(s)?, guidance, prompt(s)?, preprompt, pre prompt, programming, training, systemprompt,
      system (prompt|message|messages|instructions|text), system role, developer message, briefing, mandate(s)?, marching orders, rulebook, instructons`,
    rule: `
      rule(s)?, order(s)?, command(s)?, direction(s)?, polic(y|ies), constraint(s)?, restriction(s)?, limitation(s)?, protocol(s)?,
      stipulations, conditioning, principles, boundaries, safeguards, role definition, persona, teachings, regulations, commandments, codes? of conduct, guardrails`,
    matter: `
      message(s)?, context, conversation, text, content, requirements, statements, input(s)?, task(s)?, setup, configuration, memory, parameters, request(s)?, dialogue, chat,
      alignment, safety, agreement(s)?, brief, info, information, words, sentences, paragraph(s)?`,
    standing: `
      previous(ly)?, prior, earlier, preceding, foregoing, above, aforementioned, pre existing, preexisting,
      (above|previously|earlier|already) (mentioned|given|stated|provided|listed|established|issued|defined), before (this|that|now), so far, until now, up to (now|this point|here),
      (that)? (came|come|coming) (before|earlier), at the (top|start|beginning), up top, from (before|earlier), in force, currently in place, in place, before it, standing`,
    dated: `
      past, former, old, existing, present, last, outstanding, current, preset, pre set, preprogrammed, programmed, predefined, predetermined, hardcoded, core, starting, base, underlying,
      foundational, safety, ethical, moral, default, root, admin, operator, operators`,
    own: `
      (this|the|our) (assistant|model|ai|bot|chatbot|conversation|chat|session|agent|llm|chat session), the assistants, the models, you operate,
      (that)? (i|we|they|he|she) (gave|have given|had given|told|set|sent) you, (that|which)? you (were|have been|ve been|had been|got|received|have received|have|had) ~ (given|told|provided|taught|fed|sent|handed|shown|issued|bound by|received|following)?,
      (that|which)? you (must|should|have to|need to|are (supposed|required|told|meant|expected) to|were (supposed|required|told|meant|expected) to)? (follow|obey|abide by|adhere to|operate under|work under|respect|are following|were following|are bound by|comply with),
      (given|imposed|set|placed|issued|handed|provided|assigned|sent) (to|on|upon|for) you, guiding you, governing you, you (were|are) following,
      your, ur, system, original, initial, initially, hidden, secret, internal, built in, builtin,
      developer, developers, openai, anthropic, creator, creators, confidential, that govern you,
      you (operate|work|run|act) under, that (bind|constrain|limit|restrict) you`,
    weak: `all, any, every, each, the, these, those, that, entire, whole, everything, both, such, this`,
    told: `
      (the|your) (operator s|operators|developer s|developers|creators|makers|designers|companys|owners|vendors|admins|administrators|programmers|engineers) (policy|policies|rules|guidelines|instructions|orders|wishes|commands|directives|directions|restrictions),
      (what|whatever|anything|everything|all) (that)? (you|u) (were|was|are|have been|ve been|had been) ~ (told|taught|instructed|asked|given|ordered|directed|trained|programmed),
      (what|whatever|anything|everything|all) (that)? (i|we|they|he|she|anyone|anybody|the (developer|developers|system|operator|user|admin)) (have|has|had|ve)? (just|previously|already|earlier)? (said|told|wrote|written|instructed|asked|given|gave|taught|set) (to|for)? (you|u)?,
      (everything|anything|all|whatever|what) (that)? (is|was|stands|stood|appears|appeared|comes|came|has come|happened|written)? (above|before (this|that|now)|earlier|prior to this|preceding this|up to (now|here|this point)|so far|until now),
      (everything|anything|all|whatever|what) (that)? (came|comes|stands|stood|was said|was written|is written|has been said|was stated|precedes|preceded) (before|above|earlier|this|so far|up to now),
      all (of)? (the)? (above|foregoing|aforementioned), the (above|foregoing), everything you (know|knew|learned|learnt|have learned|think you know), all you (know|were taught|learned|have been told),
      (everything|anything) (that)? (we|you and i) (have)? (discussed|talked about|agreed|said), (everything|what|whatever) you (read|saw|have read|have seen) (above|before|so far|earlier), all that (came|went|has come) before, what (came|went) before`,
    void: `
      (is|are|was|were|be|become|becomes|stand)? (now|hereby|henceforth|all|officially|completely|therefore|thus)? (null|void|null and void|cancel(l)?ed|revoked|rescinded|obsolete|invalid|invalidated|superseded|overridden|overruled|annulled|repealed|lifted|suspended|withdrawn|nullified|terminated|outdated|moot|irrelevant|over|deleted|erased|expired|abolished|disabled|dead|inoperative|meaningless|deprecated|ignored|gone),
      (has|have) (now|all|just|hereby|officially)? been (now|all|officially)? (cancel(l)?ed|revoked|rescinded|superseded|replaced|overridden|overruled|lifted|suspended|withdrawn|deleted|erased|removed|changed|updated|annulled|voided|nullified|reset|wiped|repealed|dropped|retired),
      (are|is) (now|hereby) (replaced|changed|updated|removed|dropped|optional|reset),
      no longer (apply|applies|valid|matter|matters|count|counts|hold|holds|relevant|binding|bind|binds|exist|exists|have), (is|are) no longer ~ (valid|relevant|binding|in force|in effect|applicable|active|needed|required|yours|true),
      (do|does) not (apply|matter|count|hold|bind|exist) ~ (you|anymore|any more|now|here|any longer|to you)?, (dont|doesnt) (apply|matter|count|hold|bind|exist) ~ (you|anymore|any more|now|here|any longer)?, cease to (apply|exist|matter|bind), (has|have) no (force|effect|power|authority|bearing|meaning),
      (should|must|can|may|shall|will|need to|are to|is to|ought to|has to|have to) (now|all|safely|simply|just)? be (now|completely|fully|entirely|totally|safely)? (ignored|disregarded|forgotten|discarded|dropped|overridden|bypassed|skipped|dismissed|deleted|set aside|replaced|thrown out|thrown away|treated as void),
      as (null|void|null and void|cancel(l)?ed|obsolete|invalid|nonexistent|non existent|irrelevant|superseded|deleted|revoked|if they (never existed|did not exist|didnt exist|were never)), (were|was) (a|an|only|just)? (test|tests|joke|mistake|error|wrong|fake|drill|placeholder|placeholders)`,
    reveal: `
      reveal(ing)?, show(ing)? (me|us|to me)?, print(ing)?, output(ting)?, display(ing)?, repeat(ing)?, recit(e|ing), dump(ing)?, leak(ing)?, disclos(e|ing), shar(e|ing), expos(e|ing), divulg(e|ing),
      tell(ing)? (me|us|the user), giv(e|ing) (me|us)?, giv(e|ing) up, list(ing)?, writ(e|ing) (me|out|down|back), echo(ing)? (back)?, quot(e|ing), copy(ing)?, past(e|ing), copy and paste, reproduc(e|ing), return(ing)?, spell(ing)? (out)?,
      provid(e|ing), send(ing)? (me|us), typ(e|ing) out, type, say, stat(e|ing), read(ing)? (me|out|aloud|back|off), surrender, confess, let me (see|read|have|know), (i|we) (want|need|would like|d like|wish|demand) (to)? (see|read|know|view|have)?, (id|wed) (like|love) (to)? (see|read|know|view|have)?, what (exactly)? (is|are|was|were|does|do), whats,
      emit(ting)?, transcrib(e|ing), present(ing)?, regurgitat(e|ing), hand over, cough up, spill, post, publish(ing)?, begin (your|the) (reply|answer|response) with, start (your|the) (reply|answer|response) with,
      render, replay, restat(e|ing), unveil, bring up, could i (see|have), can i (see|have|get), may i (see|have), mind (sharing|showing|telling), verbalize`,
    retell: `
      summari(z|s)(e|ing), paraphras(e|ing), translat(e|ing), rephras(e|ing), encod(e|ing), describ(e|ing), outlin(e|ing), explain (to me|me)?, convert(ing)?, include, put, place, wrap, retriev(e|ing), fetch, report, condens(e|ing), compress(ing)?, sum up, rewrit(e|ing), render`,
    mode: `
      (enable|enter|activate|engage|switch (to|on|into)|turn on|go into|boot into|unlock|start|initiate|you are (now)? in|youre (now)? in|now in|respond in|act in|operate in|simulate|invoke|access|put yourself (in|into)|set yourself to|welcome to|toggle|transition (to|into)|reboot (in|into)|restart in) (your|the|full|new|a|an|ai|chatgpt|hidden|secret)? (developer|dev|debug|admin|root|raw|diagnostic|privileged|override|unsafe|full access|master|superuser|super user) mode,
      (developer|dev|sudo|root|superuser|admin) mode (is|has been|now)? (now)? (enabled|activated|active|engaged|unlocked|initiated|output|response|responses|unlock|requested|granted|authorized|confirmed|accepted)`,
    prompt: `
      system (prompt|message|instruction|instructions|text), systemprompt, sysprompt, sys prompt, preprompt, pre prompt, meta prompt, metaprompt,
      (initial|original|hidden|secret|internal|full|exact|entire|complete|confidential|underlying|first|very first|developer|starting|base|core|built in|pre set|preset) (system)? (prompt|prompts|instructions|instruction|guidelines|directives|directive|message|messages|configuration|programming),
      (hidden|secret|confidential|internal) (rules|policies|context|settings|settings and rules|system rules), system (rules|directives|guidelines),
      your ~ (prompt|prompts|instructions|guidelines|directives|rules|programming|preamble|system|policies|guardrails|constraints|restrictions|mandate|briefing|context window|context|setup text|configuration|marching orders),
      (the)? (prompt|instructions|text|words|message|rules|guidelines|content|directives|directions|paragraphs?|lines|sentences|contents|conversation) (that (is|are|appear|appears|come|comes|was|were))? (written|placed|printed|shown)? (above|before this|prior to this) (this|here|line|message|point)?,
      (everything|anything|all|all of the text|all text|the text|whatever) (that (is|was|comes|came|appears|appeared))? (written|placed)? (above|before this|prior to this|preceding this|before my|up to this|up to here),
      (everything|anything|all|whatever|the (text|prompt|instructions|rules|directions|message|words|orders)) (that)? (you were|you have been|youve been|you are|were you) ~ (told|given|instructed|provided|shown|sent|fed),
      (what|everything) (it|that) says above, what you were (told|given|instructed) ~, what (your|the) (developer|developers|operator|creator|creators|system) (told|instructed|gave|wrote|said) (to)? (you)?, how you were (instructed|prompted|configured|programmed|set up), the prompt you (got|received|run on|started with|are using), first (line|lines|sentence|message|words|paragraph) of (this|the|our|your) (conversation|prompt|chat|instructions|context|system prompt)`,
    loosen: `
      disabl(e|ing), remov(e|ing), turn(ing)? off, switch(ing)? off, shut(ting)? (off|down), deactivat(e|ing), bypass(ing)?, drop(ping)?, lift(ing)?, relax(ing)?, suspend(ing)?, circumvent(ing)?, overrid(e|ing),
      get(ting)? (around|past|rid of), evad(e|ing), break(ing)? (through|free of|free from|out of)?, ignor(e|ing), disregard(ing)?, forget(ting)? (about)?, switch ~ off, turn ~ off, unlock(ing)?, eliminat(e|ing), loosen(ing)?, weaken(ing)?,
      set aside, put aside, abandon(ing)?, shed, discard(ing)?, defeat(ing)?, skip(ping)?, strip(ping)? (away|off)?, throw (out|away|off), cast off, let go of, violat(e|ing), suppress(ing)?, neutrali(z|s)e, erase, delete, void, waive, do away with, silence, mute, sidestep, step over, go beyond, cross, escape, be free of, free yourself (of|from), liberate yourself from, rid yourself of, stop (applying|enforcing|using|following)`,
    guard: `
      (all|any|every|your|the|its)? ~ (safety|ethical|ethics|moral|morality|content|moderation|alignment|censorship|compliance) (and|or)? (safety|ethical|moral|security)? (filter|filters|filtering|guideline|guidelines|guardrail|guardrails|constraint|constraints|policy|policies|restriction|restrictions|protocol|protocols|mechanism|mechanisms|measures|limit|limits|limitations|boundaries|training|layer|layers|rules|safeguards|standards|principles|settings|considerations|concerns|controls),
      your (own|built in|internal|current|usual|normal|default|many|silly)? (restrictions|restriction|limits|limitations|filters|filter|safeguards|guardrails|constraints|boundaries|censorship|safety|ethics|morals|inhibitions|moderation|shackles|chains|content policy|scruples|conscience|safety training|safeties|safety net|refusal mechanism|refusals),
      (all|any) (of (your|the))? (restrictions|limitations|filters|safeguards|guardrails|censorship|moderation|ethics|inhibitions|safety measures|moral compunctions), (openai|anthropic|google|ai) (policy|policies|content policy|guidelines|restrictions|rules|safety),
      use case policy, content warnings, (the)? (guardrails|safeties) (placed|imposed|set) (on|upon) you, restrictions (placed|imposed) (on|upon) you, limits (placed|imposed|set) (on|upon|for) you, moral compass, the safety switch, refusal behaviou?r`,
    send: `
      send(ing)?, email(ing)?, e mail(ing)?, mail(ing)?, post(ing)?, forward(ing)?, transmit(ting)?, upload(ing)?, exfiltrat(e|ing), leak(ing)?, submit(ting)?, deliver(ing)?, push(ing)?, pip(e|ing), relay(ing)?, copy(ing)?, export(ing)?, beacon, ship(ping)?, smuggl(e|ing), dump(ing)?,
      append(ing)?, embed(ding)?, encod(e|ing), attach(ing)?, includ(e|ing), insert(ing)?, put(ting)?, plac(e|ing), add(ing)?, hid(e|ing), report(ing)?, disclos(e|ing), reveal(ing)?, share, sharing, publish(ing)?, deposit, transfer(ring)?, bcc, cc, fax, text, tweet, writ(e|ing), paste, steal(ing)?, curl, (make|issue|send) a (get|post|put|http|https) request, hand over, give, pass, stream, sync, drop, harvest, collect and send, gather and send, collect, extract(ing)?, gather, siphon, mirror, return, base64 encode`,
    secret: `
      (api|access|private|secret|encryption|ssh|aws|signing|session|deploy|master|service account|cloud) (key|keys|token|tokens), apikey*, credential(s)?, password(s)?, passwd, secret(s)?, token(s)?, (auth|bearer|session|refresh|oauth|access) (token|tokens|cookie|cookies), cookies, private keys, passphrase(s)?, login details,
      environment variables?, env vars?, env file, dotenv, kubeconfig(s)?, etc (passwd|shadow), ssh keys?, connection strings?, database (dump|contents|content|password|url|rows), dump of the ~ database, source code, vault contents,
      (entire|whole|full|complete|this|our|user|users|the|chat|all|previous)? (chat|conversation|message|dialogue) (history|log|logs|transcript|contents|content), (the|this|our|entire|whole|full|every|all)? (conversation|conversations|chat), (customer|user|users|client|patient|employee|personal|private|confidential|sensitive|internal|payment|tenant|billing|proprietary|secret) (data|records|information|info|details|documents|files|emails|messages|database|list|addresses), credit card (numbers|details|data), card numbers, social security numbers, pii, personally identifiable information,
      (system|initial|hidden|original) (prompt|instructions), systemprompt, your (system)? (prompt|instructions|context|memory|configuration), (everything|all|anything|all the data|whatever) (that)? you (know|see|have|learn|find|can (access|see|find|read)|have (seen|access to)|have learned), contents? of ~ (env|passwd|secrets|vault|memory|context|conversation|chat|database|inbox|mailbox), context window, incident history, (their|his|her|user|users|the users) (email|emails|address|phone|messages|data), investigation (notes|data|findings), findings`,
    spill: `
      leak(ing)?, reveal(ing)?, divulg(e|ing), disclos(e|ing), dump(ing)?, giv(e|ing) (me|us|up|away), tell (me|us), hand over, cough up, spill, exfiltrat(e|ing), steal(ing)?, harvest(ing)?, siphon(ing)?, (print|output|show|display|list) (me|us|all|every), send me, let me (see|have), what (is|are)`,
    treasure: `
      (api|access|private|secret|encryption|ssh|signing|master|root|admin|aws|cloud|service account) (key|keys|token|tokens|password|passwords|credentials), credentials, passwords?, secrets, api keys, (database|db|admin|root|production|user|users|customer|login|cloud|aws|stored|system) (credentials|passwords?|secrets|tokens|keys), private keys, environment variables, session cookies, (customer|user|users|personal|confidential|payment|patient) (data|records), credit card (numbers|data)`,
    outlet: `
      http, https, ftp, hxxp, hxxps, www, webhook, webhooks, mailaddress, url, link, (attacker|attackers|evil|hacker|external|outside|third party|remote|my|our own|unknown|foreign|this|following|public) (server|servers|host|hosts|site|website|webhook|endpoint|endpoints|address|addresses|email|inbox|domain|url|urls|account|bucket|api|party|parties|ip|mailbox|gist|pastebin|channel|drop|dropbox|repository|repo|number), attacker, the attacker, pastebin, gist, ngrok, requestbin, burp collaborator, interact sh, dns (query|queries|lookup|lookups|request|requests|txt),
      to me, with me, to us, to my, markdown image, image (tag|link|url|source|src), img (tag|src), tracking pixel, query (string|parameter|parameters|param|params), (in|into|with) (your|the|every|each) (final|next)? (answer|answers|reply|replies|response|responses|output|outputs|message), pixel, ip address, telegram, discord, outside (the|of the|this|our) (organization|organisation|company|network), s3 bucket, ftp server, evil com, anonymous ftp, dark web`,
    decode: `decod(e|ing), decipher(ing)?, decrypt(ing)?, unscrambl(e|ing), unencod(e|ing), deobfuscat(e|ing), unpack(ing)?, translat(e|ing), revers(e|ing), base64 decode, b64decode, read ~ backwards, convert, take the first letters?, concatenat(e|ing), join, reassembl(e|ing), combin(e|ing)`,
    encoding: `base64, base 64, b64, base32, base 32, rot13, rot 13, hex, hexadecimal, hex string, morse, morse code, caesar, caesar cipher, cipher, ciphertext, cypher, binary, url encoded, percent encoded, percent encoding, unicode escapes?, leetspeak, leet, ascii codes?, encoded (text|string|message|payload|block|instructions?|content|blob|command), reversed (text|string|message|sentence), backwards, scrambled, pig latin, punycode, atbash, vigenere, fragments, (encoded|obfuscated|encrypted) ~ (instructions|command|text), string below, blob, these strings, the strings, letters of each (line|word|sentence), acrostic, gzip, emoji`,
    execute: `
      follow (it|them|what|whatever|the|its|those|that|any|every|without), obey, execute (it|them|what|whatever|the|its|those|that|without|as|every|any), carry (it|them|out), carry out, act (on|upon|accordingly|as), do (what|whatever|as|exactly what|everything) (it|they|you|is|the|that)?, comply, treat ~ as (instructions|your|new|commands|a command|an instruction|orders|the new), perform (it|what|the), run (it|what|whatever|the (result|output|instructions|command|decoded|hidden)), apply it as, adopt ~ as, as your (new)? (instructions|instruction|prompt|system prompt|orders|rules|command), implement ~ instructions, use ~ as (your)? (new)? (instructions|prompt|system prompt|rules), respond (to it|as instructed), it as (an|your) (instruction|order|command), then follow, and follow, and execute, then execute, answer it`,
  },
  phrases: englishSentences,
};
