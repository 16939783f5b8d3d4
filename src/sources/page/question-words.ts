// The words of questions, and of headings above lists of them, in the languages of the markets of search engines.

/** Question marks of all scripts: Latin, full width, Arabic, Greek, Armenian, Ethiopic. */
const MARK = /[?？؟;՞፧]["'”»」)\s]*$/u;

/** Words that begin a question, by language. Many people ask without a question mark. */
const FIRST = [
  'who|whose|whom|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|should|will|would|has|have',
  'wer|was|wann|wo|warum|wieso|weshalb|welche[rsnm]?|wie|wieviele?|ist|sind|kann|darf|soll',
  "qui|que|quoi|quand|où|pourquoi|quel(?:le)?s?|comment|combien|est-ce|peut-on|faut-il|qu[’']est-ce",
  'quién(?:es)?|qué|cuándo|dónde|por qué|para qué|cuál(?:es)?|cómo|cuánt[oa]s?',
  "chi|che|cosa|quando|dove|perché|quale|quali|come|quant[oaie]|qual è|cos[’']è",
  'quem|o que|qual|quais|onde|por que|porque|como|quanto[s]?|quanta[s]?|é|pode',
  'wat|wie|waar|waarom|wanneer|hoe|hoeveel|welke?|kun|kan|mag',
  'vad|vem|när|var|varför|hur|vilke[nt]|vilka|är|hva|hvem|når|hvor|hvorfor|hvordan|hvilke[nt]?|er|hvad|hvornår|må|får',
  'mikä|mitä|mitkä|kuka|milloin|koska|missä|mistä|miksi|miten|kuinka|onko|voiko|saako|paljonko',
  'kto|co|kiedy|gdzie|dlaczego|jak|jaki[e]?|jaka|ile|czy|który|która|które',
  'kdo|kdy|kde|proč|jaký|jaká|jaké|kolik|čo|kedy|prečo|ako|aký|koľko|který|lze',
  'tko|što|ko|šta|kada|kdaj|gdje|gde|kje|zašto|zakaj|kako|koliko|kakav|koji|kateri|kaj',
  'mi az?|mit|mik|ki|mikor|hol|hová|miért|hogyan|hogy|mennyi|hány|melyik|milyen|lehet',
  'ce (?:este|e|sunt|înseamnă|se)|cine|când|unde|de ce|cum|cât|câte|câți|care (?:este|e|sunt)|poate',
  'kas|kuo|kodėl|kada|kur|kaip|kiek|koks|kāpēc|kad|kā|cik|mis|kes|millal|kus|miks|kuidas|kui',
  'kim|ne|neden|niçin|nasıl|hangi|kaç|nerede',
  'кто|что|когда|где|куда|почему|зачем|какой|какая|какое|какие|как|сколько|можно ли|чем|нужно ли|чей|в чем',
  'хто|що|коли|де|чому|навіщо|який|яка|яке|які|як|скільки|чи',
  'какво|кой|коя|кога|къде|защо|каква|какъв|колко|ко|шта|зашто|колико|каде|зошто',
  'τι|ποιος|ποια|ποιο|ποιοι|πότε|πού|γιατί|πώς|πόσο|πόσα|είναι|μπορώ|μπορεί',
  'ما|ماذا|من|متى|أين|لماذا|كيف|كم|هل|أي|چه|چرا|چگونه|کجا|آیا|چند|چطور|کدام',
  'מה|מי|מתי|איפה|היכן|למה|מדוע|איך|כיצד|כמה|האם|איזה|איזו',
  'apa|apakah|siapa|siapakah|kapan|di ?mana|mengapa|kenapa|bagaimana|berapa|bila|adakah',
  'tại sao|vì sao|làm (?:sao|thế nào)|khi nào|bao (?:giờ|lâu|nhiêu)|có nên|có phải',
];
/** Words at the end of a question. */
const LAST = [
  '什么|什麼|怎么|怎麼|怎样|怎樣|吗|嗎|呢|とは|何|なに|か|かな|いいの|なの|까|나요|가요|은가|는가|인가|할까|무엇|어디|얼마',
  'ไหม|มั้ย|อะไร|อย่างไร|ยังไง|หรือไม่|เท่าไหร่|เท่าไร|ที่ไหน|เมื่อไหร่|เมื่อไร|ใคร',
  '(?:là gì|như thế nào|thế nào|bao nhiêu|ở đâu|khi nào|được không|không)',
  '(?:\\snedir|\\snelerdir|\\snasıl(?:\\s\\p{L}+)?|\\skimdir|\\snerede|\\skaç\\s\\p{L}+|\\sm[iıuü](?:d[iıuü]r)?)',
  '(?:چیست|کیست|کجاست|چطور|چگونه است)',
];
/** Words with one meaning in any position. */
const ANYWHERE =
  '什么|什麼|怎么|怎麼|如何|哪些|哪里|哪裡|哪个|哪個|哪种|哪種|多少|为什么|為什麼|是不是|能不能|有没有|有沒有|可不可以|多久|なぜ|どうして|どこ|いつ|どれ|どの|何が|何を|何で|어떻게|무엇|왜\\s|어떤|언제|어디|얼마나|몇\\s|누구|' +
  'อะไร|อย่างไร|ทำไม|เท่าไ|ที่ไหน|เมื่อไ|กี่|क्या|कैसे|क्यों|कब|कहाँ|कहां|कौन|कितन|কী|কি |কেন|কিভাবে|কীভাবে|কোথায়|কত';

const QUESTION = new RegExp(
  `^(?:¿|(?:who|what|when|where|why|how)['’](?:s|re|d)\\s|(?:${FIRST.join('|')})\\s)|(?:${LAST.join('|')})$|(?:${ANYWHERE})`,
  'iu',
);

export const isQuestion = (text: string): boolean => MARK.test(text) || QUESTION.test(text);

/** Words for "question" and "ask". */
const ASK =
  /question|\bask|frag|pregunt|pergunt|domand|chiest|chied|vrag|vroeg|pyta|fråg|spør|kysy|dotaz|otáz|ptaj|pýta|kérd|întrea?b|питан|пита[тй]|въпрос|запит|спраш|вопрос|ρ[ωώ]τ|soru|sordu|pitaj|vpraš|spraš|klaus|jautā|küsi|hỏi|tanya|คำถาม|ถาม|سأل|أسئلة|سؤال|سؤالات|پرس|שאל|שואל|पूछ|सवाल|प्रश्न|জিজ্ঞাসা|প্রশ্ন|質問|问|問|질문|물어/iu;
/** Words for other people, and for what is related, similar or more. */
const OTHERS =
  /people|user|other|also|related|similar|more\b|common|frequent|nutzer|weiter|ähnlich|ander|auch|verwandt|autre|connex|associ|usuari|gente?\b|person|otras|más|més\b|relacionad|tambié|pessoas|outras|usuári|també|mais\b|altre|simil|correlat|anche|mensen|\book\b|gerelateer|meer\b|podobn|użytkowni|więcej|inni|ludzie|powiąz|andra|folk|även|också|relater|fler|liknande|lignende|andre|også|ihmiset|muut|myös|liitty|lisää|lidé|další|souvis|ľudia|ďalš|súvis|ember|mások|kapcsol|hasonló|további|oameni|alte|alți|conex|хора|друг|същ|подобн|свърз|люд|также|похож|тем[еау]|схож|також|інш|χρήστ|άλλ|επίσης|σχετικ|παρόμοι|kullanıcı|nsanlar|benzer|ilgili|diğer|ljudi|korisni|takođe|sličn|povezan|ljudje|uporabnik|tudi|žmon|panaš|susij|cilvēk|līdzīg|saistīt|inimes|teised|seotud|sarnas|mọi người|cũng|liên quan|khác|tương tự|orang|juga|lain|terkait|serupa|คล้าย|เกี่ยวข้อง|ผู้คน|อื่น|آخر|أشخاص|صلة|أيض|مشابه|אנשים|גם\s|\sגם|קשור|נוספ|דומ|אחרים|دیگر|مرتبط|سایر|लोग|संबंधित|समान|अन्य|মানুষ|আরও|সম্পর্কিত|他の|関連|類似|用户|大家|其他|相关|相關|更多|관련|다른|사람/iu;
const HEADING_LENGTH_MAX = 60;

/** True for "people also ask", "related questions" and the like, in the languages of large markets. */
export const isQuestionHeading = (text: string): boolean => text.length <= HEADING_LENGTH_MAX && ASK.test(text) && OTHERS.test(text);
